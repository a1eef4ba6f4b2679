package interrextest

import (
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// mostEvents bounds the number of events that minimising takes in all. Then it keeps
// the least execution that it has.
const mostEvents = 300_000

// shorten looks for a violation with fewer events than x. First it leaves out the
// wake-ups and faults that are not needed. Then it searches the executions with the
// remaining ones, which are few even in a large network. At last it searches the whole
// system, unless that has been searched within the budget already.
func (k *check) shorten(p properties.Property, x model.Execution) model.Execution {
	x = k.spare(p, x)
	x = k.shortest(p, x, restrict(x.System, x))
	x = k.minimise(p, x)
	if k.Random == Only {
		x = k.minimise(p, k.shortest(p, x, x.System))
	}
	return x
}

// spare leaves out wake-ups and faults of x, one after the other, as long as the
// remaining events, followed by a fair end, show a violation.
func (k *check) spare(p properties.Property, x model.Execution) model.Execution {
	for i := len(x.Steps) - 1; i >= 0; i-- {
		if i >= len(x.Steps) || x.Steps[i].Obligatory {
			continue
		}
		w := schedule.Start(x.System, k.Fairness, p)
		for j, step := range x.Steps {
			if j != i && w.Open() {
				w.Repeat(step.Event)
			}
		}
		w.Complete(2*len(x.Steps)+100, func(int) int { return 0 })
		if y, ok := w.Decided(0); ok {
			x = y
		}
	}
	return x
}

// shortest returns the least violation that a search of s within the budget finds, or
// x if that is as short. Only complete searches find loops.
func (k *check) shortest(p properties.Property, x model.Execution, s *model.System) model.Execution {
	depth := len(x.Steps)
	if depth == 0 {
		return x
	}
	if x.Loops() {
		depth = 0
	}
	v := k.search(s, checker.Options{Properties: []properties.Property{p}, Search: checker.Search{Engine: checker.Explicit}, MaxDepth: depth}).Verdicts[0]
	if v.Result != checker.Violated || len(v.Execution.Steps) >= len(x.Steps) {
		return x
	}
	return k.shown(p, v.Execution.Lasso(), x)
}

// minimise drops and moves events of x as long as it shows the violation.
func (k *check) minimise(p properties.Property, x model.Execution) model.Execution {
	events, fails := 0, counterexamples.Fails(x.System, p, k.Fairness)
	least := counterexamples.Minimise(x.Lasso(), func(l model.Lasso) bool {
		events += l.Len()
		return events <= mostEvents && fails(l)
	})
	return k.shown(p, least, x)
}

// shown returns the execution of l if it refutes p exactly at its end, else x.
func (k *check) shown(p properties.Property, l model.Lasso, x model.Execution) model.Execution {
	y, err := x.System.Replay(l)
	if err != nil || judged(p, y, k.Fairness) != nil {
		return x
	}
	return y
}

// restrict returns the system with only the wake-ups and faults of x.
func restrict(s *model.System, x model.Execution) *model.System {
	var wake []int
	for _, step := range x.Steps {
		e := step.Event
		if e.StepKind() == model.Wake {
			wake = append(wake, e.Process)
		}
		wake = append(wake, e.Wakes...)
	}
	slices.Sort(wake)
	return s.Semantics().Restrict(slices.Compact(wake), x.Start.Left.Minus(x.Last().Left))
}
