package checkertest

import "github.com/interrex/interrex/model"

// Rounds pass a message round a ring for ever. Each process counts those that it has passed, and shows their number once it is Shown. It stops
// where the number is Last, unless that is 0. With Most, a number above that is taken for Most: see [model.Merger].
type Rounds struct{ Most, Shown, Last int }

// Name returns "rounds".
func (Rounds) Name() string { return "rounds" }

// Needs returns no needs.
func (Rounds) Needs() model.Needs { return model.Needs{} }

// Init returns 0.
func (Rounds) Init(model.Self) int { return 0 }

// Ready says that a process wakes.
func (Rounds) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s == 0} }

// Step passes the message on.
func (x Rounds) Step(p *model.Process[string], s int, _ model.Input[string]) int {
	if s++; s != x.Last {
		p.Send(0, "on")
	}
	if x.Most > 0 {
		return min(s, x.Most)
	}
	return s
}

// Observe shows the number as a term.
func (x Rounds) Observe(_ model.Self, s int) model.Status {
	if s >= x.Shown {
		return model.Status{Term: s}
	}
	return model.Status{}
}

// HappensApart is about processes for which no number is taken for another.
func (x Rounds) HappensApart(of model.Execution) error {
	if x.Most == 0 {
		return nil
	}
	return model.HappensWith[int, string](of, x, Rounds{Shown: x.Shown, Last: x.Last})
}
