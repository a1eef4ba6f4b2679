package checker

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// Minimality says how short the execution of a verdict is. Of an infinite one it is about
// the stem and the loop that are shown.
type Minimality uint8

// The minimalities.
const (
	// Least: none is shorter, and of the shortest it is the least in event order. The
	// stem of an infinite one is the least that leads to a loop; the loop may be of any
	// length.
	Least Minimality = iota
	// OneMinimal: none of its events can be left out. There may be a shorter one.
	OneMinimal
	// NotMinimised: a reduction may have made it longer than necessary.
	NotMinimised
)

var minimalityNames = [...]string{"least", "1-minimal", "not minimised"}

func (m Minimality) String() string {
	if int(m) < len(minimalityNames) {
		return minimalityNames[m]
	}
	return fmt.Sprintf("minimality(%d)", uint8(m))
}

// shorten replaces an execution by the least one that decides the property, if a search of the whole
// system can afford to find it, or else leaves out the events that can be left out. If the execution is finite, the search is no deeper
// than it is long.
func (k *check) shorten(f found) error {
	x, before, phase := *f.execution, k.budget.Bounds, k.budget.Phase
	if k.budget.Bounds.Configurations = k.budget.Thresholds.Shortened; !x.Loops() {
		k.budget.Bounds.Depth = len(x.Steps)
	}
	k.tables.Poll = k.budget.Poll
	a, err := engines[Explicit].Search(engine.Question{System: k.system, Tables: k.tables, Properties: []properties.Property{f.property},
		Fairness: k.options.Fairness, Workers: k.options.Workers}, k.budget)
	k.budget.Bounds, k.budget.Phase = before, phase
	if err != nil {
		return err
	}
	if to := a.Findings[0]; to.Outcome == engine.Found && (len(to.Lasso.Loop) == 0 || x.Loops()) {
		*f.execution, err = k.least(f.property, to)
		return err
	}
	*f.execution, *f.minimal = k.oneMinimal(f.property, x)
	return nil
}

// least replays and judges the execution that a search of the whole system found.
func (k *check) least(p properties.Property, f engine.Finding) (*model.Execution, error) {
	x, err := k.starts[f.Start].Replay(f.Lasso)
	if err == nil {
		err = p.Judge(x, k.options.Fairness)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a counterexample of the search is none: %w", engine.ErrInternal, err)
	}
	return &x, x.System.Semantics().HappensApart(x)
}

// oneMinimal leaves events out of x, the last ones first, until none can be left
// out. At a limit of the check it stops, and returns the events that are left.
func (k *check) oneMinimal(p properties.Property, x *model.Execution) (*model.Execution, Minimality) {
	for again := true; again; {
		again = false
		for i := len(x.Steps) - 1; i >= 0; i-- {
			if k.budget.Over() {
				return x, NotMinimised
			}
			if y, err := x.System.Replay(without(x, i)); err == nil && k.isWithin(y) && p.Judge(y, k.options.Fairness) == nil {
				x, again = &y, true
				i = min(i, len(x.Steps))
			}
		}
	}
	return x, OneMinimal
}

// isWithin reports whether the constraint, if there is one, holds wherever an event of x happens.
func (k *check) isWithin(x model.Execution) bool {
	if k.constraint == nil {
		return true
	}
	for i := range x.Steps {
		if k.constraint.DecidedIn(properties.At(x.System, x.At(i)), false) {
			return false
		}
	}
	return true
}

// without returns the lasso of x without event i, and without those events of the stem that
// cannot happen then.
func without(x *model.Execution, i int) model.Lasso {
	l, path := x.Lasso(), stepwise.NewPath(x.System)
	if in := i - len(l.Stem); in >= 0 {
		l.Loop = slices.Delete(l.Loop, in, in+1)
		return l
	}
	for _, e := range slices.Delete(l.Stem, i, i+1) {
		path.Apply(e)
	}
	l.Stem = path.Schedule()
	return l
}
