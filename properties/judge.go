package properties

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// Judge reports, as an error, why x does not refute p (for [Reachable]: does
// not witness it) exactly at its end; nil if it does. Loops must be fair under
// f, and what refutes liveness must neither end nor loop where a bound of the
// instance keeps a process from going on. It relies on nothing but x, whose configurations come from
// [model.System.Replay]. The error is a [*PanicError] where a function of p
// panics.
func (p Property) Judge(x model.Execution, f model.Fairness) (err error) {
	switch {
	case x.System == nil:
		return fmt.Errorf("%s: an execution of no system (nil) is nothing to judge", p.Name)
	case p.holds == nil && p.holdsStep == nil:
		return fmt.Errorf("%s: a property without a predicate; NewAlways and its like make properties", p.Name)
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *PanicError:
			err = r
		default:
			panic(r)
		}
	}()
	p = p.Guarded()
	if p.Form.IsLiveness() {
		return p.judgeLiveness(x, f)
	}
	return p.judgeSafety(x)
}

func (p Property) judgeSafety(x model.Execution) error {
	if x.Loops() {
		return fmt.Errorf("%s: a loop does not refute what is %v", p.Name, p.Form)
	}
	monitors := p.fold(x)
	last := len(x.Steps)
	for i := range last {
		if p.decidedAt(x, monitors, i) {
			return fmt.Errorf("%s: is decided after %d of %d events already", p.Name, i, last)
		}
	}
	if !p.decidedAt(x, monitors, last) {
		return fmt.Errorf("%s: is not decided by the last configuration", p.Name)
	}
	return nil
}

// decidedAt reports whether the first i events of x refute (witness) p.
func (p Property) decidedAt(x model.Execution, monitors []any, i int) bool {
	if p.Form == AlwaysStep {
		if i == 0 {
			return p.RefutedAtStart(x.System)
		}
		return p.refutedByStep(x, i-1)
	}
	v := x.System.View(x.At(i))
	switch p.Form {
	case AtEnd:
		return v.Terminal && !p.holds(v, monitors[i])
	case Reachable:
		return p.holds(v, monitors[i])
	}
	return !p.holds(v, monitors[i])
}

func stepView(x model.Execution, i int) model.View {
	v := x.System.View(x.At(i))
	v.Terminal = false
	return v
}

func (p Property) judgeLiveness(x model.Execution, f model.Fairness) error {
	monitors := p.fold(x)
	holds := func(i int) bool { return p.holds(x.System.View(x.At(i)), monitors[i]) }
	first, throughout := 0, true
	if p.Form == Stabilises {
		first, throughout = x.Stem, false
	}
	failing := 0
	for i := first; i <= len(x.Steps); i++ {
		if !holds(i) {
			failing++
		} else if throughout && p.Form == Eventually {
			return fmt.Errorf("%s: is reached after %d events", p.Name, i)
		}
	}
	if p.Form == Stabilises && failing == 0 {
		return fmt.Errorf("%s: holds at the end", p.Name)
	}
	if !x.Loops() {
		if p.Form == Terminates {
			return fmt.Errorf("%s: a finite execution does not refute it", p.Name)
		}
		if !x.System.Terminal(x.Last()) {
			return fmt.Errorf("%s: the last configuration is not terminal", p.Name)
		}
	}
	for i := x.Stem; i <= len(x.Steps); i++ {
		if x.System.View(x.At(i)).Bounded() {
			return fmt.Errorf("%s: a bound of the instance is reached after %d events", p.Name, i)
		}
	}
	if !x.Loops() {
		return nil
	}
	if monitors[x.Stem] != monitors[len(x.Steps)] {
		return fmt.Errorf("%s: the monitor's state is not the same at the end of the loop", p.Name)
	}
	if unjust := x.Unjust(f); len(unjust) > 0 {
		return fmt.Errorf("%s: the loop is not %v fair to %v", p.Name, f.Under(x.System.Network().Timing), unjust[0])
	}
	return nil
}

// fold returns the monitor's state in each configuration of x.
func (p Property) fold(x model.Execution) []any {
	states := make([]any, len(x.Steps)+1)
	if p.monitor == nil {
		return states
	}
	states[0] = p.monitor.Begin(x.System)
	for i, step := range x.Steps {
		states[i+1] = p.Observe(states[i], x.System, x.At(i), step)
	}
	return states
}
