package lcr_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

type (
	process = model.Process[lcr.Message]
	input   = model.Input[lcr.Message]
	step    = func(p *process, s lcr.State, in input) lcr.State
)

// A mutant is the corrected algorithm with a defect in its step.
type mutant struct {
	lcr.Algorithm
	defect func(sound step) step
}

func (m mutant) Step(p *process, s lcr.State, in input) lcr.State {
	return m.defect(m.Algorithm.Step)(p, s, in)
}

func isElect(in input) bool { return in.Kind == model.Receive && in.Msg.Kind == lcr.Elect }
func isTerm(in input) bool  { return in.Kind == model.Receive && in.Msg.Kind == lcr.Term }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		defect func(sound step) step
		caught string
		reason string
	}{
		{prefersLess, "validity", "with the comparison flipped the least identity wins"},
		{func(sound step) step {
			return func(p *process, s lcr.State, in input) lcr.State {
				if isElect(in) {
					in.Msg.ID = p.ID()
				}
				return sound(p, s, in)
			}
		}, "uniqueness", "who takes any identity for its own wins"},
		{func(sound step) step {
			return func(p *process, s lcr.State, in input) lcr.State {
				if isElect(in) && s.Part != lcr.Asleep && in.Msg.ID > p.ID() {
					return s
				}
				return sound(p, s, in)
			}
		}, "elected", "no identity comes back where the greater ones are not passed on"},
		{func(sound step) step {
			return func(p *process, s lcr.State, in input) lcr.State {
				if isTerm(in) {
					return s
				}
				return sound(p, s, in)
			}
		}, "known", "the termination message is not passed on"},
		{afterTerm(func(p *process, s lcr.State) lcr.State {
			s.Leader = p.ID()
			return s
		}), "agreement", "each process names itself"},
		{afterTerm(func(_ *process, s lcr.State) lcr.State {
			s.Halted = false
			return s
		}), "halted", "nobody but the leader terminates"},
		{afterTerm(func(_ *process, s lcr.State) lcr.State {
			s.Role = model.Undecided
			return s
		}), "decided", "the losers forget that they have lost"},
		{afterTerm(func(_ *process, s lcr.State) lcr.State {
			s.Role = model.Won
			return s
		}), "irrevocability", "the losers take the news for their own victory"},
		{circling, "quiescence", "the leader passes its termination message on"},
		{func(sound step) step {
			return func(p *process, s lcr.State, in input) lcr.State {
				if isTerm(in) {
					p.Send(1, in.Msg)
				}
				return sound(p, s, in)
			}
		}, "well-formed", "nothing can be sent to the right"},
	} {
		t.Run(row.caught, func(t *testing.T) {
			if got := verdict(t, row.defect, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			if got := verdict(t, func(sound step) step { return sound }, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

func prefersLess(sound step) step {
	return func(p *process, s lcr.State, in input) lcr.State {
		switch {
		case !isElect(in) || s.Part == lcr.Asleep || in.Msg.ID == p.ID():
			return sound(p, s, in)
		case in.Msg.ID < p.ID():
			p.Send(0, in.Msg)
			s.Role = model.Lost
		}
		return s
	}
}

func circling(sound step) step {
	return func(p *process, s lcr.State, in input) lcr.State {
		if isTerm(in) && s.Role == model.Won {
			p.Send(0, in.Msg)
		}
		return sound(p, s, in)
	}
}

// afterTerm changes the local state that follows a termination message.
func afterTerm(change func(p *process, s lcr.State) lcr.State) func(step) step {
	return func(sound step) step {
		return func(p *process, s lcr.State, in input) lcr.State {
			next := sound(p, s, in)
			if isTerm(in) {
				next = change(p, next)
			}
			return next
		}
	}
}

// verdict says whether the property holds of the mutant on three processes.
func verdict(t *testing.T, defect func(step) step, property string) checker.Result {
	t.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}, Wake: model.WakeSet{All: true}}
	s, err := model.New(mutant{lcr.Algorithm{Fixes: errata.Corrected}, defect}, net)
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
