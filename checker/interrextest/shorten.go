package interrextest

import (
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// mostEvents is how many events minimising may take in all: it then stays with
// the least that it has.
const mostEvents = 2_000_000

// minimise drops and moves events of x as long as it shows the violation.
func (k *check) minimise(p properties.Property, x model.Execution) model.Execution {
	events := 0
	fails := fails(k.system, p, k.Fairness)
	least := counterexamples.Minimise(x.Lasso(), func(l model.Lasso) bool {
		events += l.Len()
		return events <= mostEvents && fails(l)
	})
	return k.shown(p, least, x)
}

// shown returns the execution of l, from which p ends where it is refuted; x if
// l does not show a violation.
func (k *check) shown(p properties.Property, l model.Lasso, x model.Execution) model.Execution {
	y, err := k.system.Replay(l)
	if err != nil || p.Judge(y, k.Fairness) != nil {
		return x
	}
	return y
}

// shorten returns the least violation that a search finds which has fewer
// events than x, minimised: a search of the whole system unless that has been
// tried, then of its executions with the wake-ups and faults of x, of which
// there are few however large the network is.
func (k *check) shorten(p properties.Property, x model.Execution) model.Execution {
	x = k.minimise(p, x)
	systems := []*model.System{restrict(k.system, x)}
	if k.Configurations < 0 {
		systems = append(systems, k.system)
	}
	for _, s := range systems {
		if len(x.Steps) == 0 {
			break
		}
		depth := len(x.Steps)
		if x.Loops() {
			depth = 0 // loops are found by complete searches only
		}
		report := k.search(s, []properties.Property{p}, depth)
		if v := report.Verdicts[0]; v.Result == checker.Violated && len(v.Execution.Steps) < len(x.Steps) {
			x = k.minimise(p, k.shown(p, v.Execution.Lasso(), x))
		}
	}
	return x
}

// restrict returns the system with the wake-ups and faults of x only.
func restrict(s *model.System, x model.Execution) *model.System {
	var wake []int
	for _, step := range x.Steps {
		e := step.Event
		if e.Kind == model.Wake || e.Within && e.During == model.Wake {
			wake = append(wake, e.Process)
		}
		wake = append(wake, e.Wakes...)
	}
	slices.Sort(wake)
	before, after := x.Start.Left, x.Last().Left
	return s.Restrict(slices.Compact(wake), model.Faults{
		Crash: before.Crash - after.Crash, Restart: before.Restart - after.Restart,
		Loss: before.Loss - after.Loss, Dup: before.Dup - after.Dup,
		Cut: before.Cut - after.Cut, Suspect: before.Suspect - after.Suspect,
	})
}
