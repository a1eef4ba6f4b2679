package itairodeh_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/itairodeh"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead.
type mutant struct {
	algorithm
	instead func(p *process, s state, in input) (next state, applies bool)
}

func (m mutant) Step(p *process, s state, in input) state {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.algorithm.Step(p, s, in)
}

// sound is no defect.
func sound(_ *process, s state, _ input) (state, bool) { return s, false }

// at reports whether s is to react to a message at this phase.
func at(s state, in input, phase itairodeh.Phase) bool {
	return in.Kind == model.Receive && s.Phase == phase
}

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s state, in input) (state, bool)
		caught  string
		reason  string
	}{
		{"ignores the mark", func(p *process, s state, in input) (state, bool) {
			return leader, at(s, in, itairodeh.Active) && in.Msg.Hop == p.N()
		}, "uniqueness", "all who share the greatest identity win"},
		{"marks nothing", func(p *process, s state, in input) (state, bool) {
			return s, passes(p, in, at(s, in, itairodeh.Active) && in.Msg.J == s.ID && in.Msg.Hop < p.N())
		}, "uniqueness", "no token tells that its identity is shared"},
		{"a hop too few", func(p *process, s state, in input) (state, bool) {
			return leader, at(s, in, itairodeh.Active) && in.Msg.Hop == p.N()-1 && !in.Msg.Dirty
		}, "decided", "it takes its neighbour's token for its own, and its neighbour waits for ever"},
		{"a hop too many", func(p *process, s state, in input) (state, bool) {
			return s, passes(p, in, at(s, in, itairodeh.Active) && in.Msg.Hop == p.N())
		}, "elected", "nobody knows his own token any more"},
		{"chooses the same again", func(p *process, s state, in input) (state, bool) {
			again := at(s, in, itairodeh.Active) && in.Msg.Hop == p.N() && in.Msg.Dirty
			if again {
				p.Send(0, clean(s.ID, 1))
			}
			return s, again
		}, "elected", "two that share the greatest identity share it for ever"},
		{"sends its new choice marked", func(p *process, s state, in input) (state, bool) {
			again := at(s, in, itairodeh.Active) && in.Msg.Hop == p.N() && in.Msg.Dirty
			if again {
				s.ID = 1 + p.Choose(2)
				p.Send(0, dirty(s.ID, 1))
			}
			return s, again
		}, "elected", "who has chosen twice chooses for ever"},
		{"passive processes do not count", func(p *process, s state, in input) (state, bool) {
			applies := at(s, in, itairodeh.Passive)
			if applies {
				p.Send(0, in.Msg)
			}
			return s, applies
		}, "elected", "a token is back before it has n hops"},
		{"gives way to its equals", func(p *process, s state, in input) (state, bool) {
			return passive, passes(p, in, at(s, in, itairodeh.Active) && in.Msg.J == s.ID && in.Msg.Hop < p.N())
		}, "elected", "all are passive"},
		{"forgets that it has lost", func(p *process, s state, in input) (state, bool) {
			return active, at(s, in, itairodeh.Passive) && in.Msg.Dirty
		}, "irrevocability", "passive is for ever"},
		{"passes on to the right", func(p *process, s state, in input) (state, bool) {
			if at(s, in, itairodeh.Passive) {
				p.Send(1, in.Msg)
			}
			return s, false
		}, "well-formed", "nothing can be sent to the right"},
	} {
		t.Run(row.name, func(t *testing.T) {
			a := mutant{algorithm{K: 2}, row.instead}
			if got := verdict(t, a, model.Network{N: 3}, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			a.instead = sound
			if got := verdict(t, a, model.Network{N: 3}, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// passes passes the message on where that applies, and returns whether it does.
func passes(p *process, in input, applies bool) bool {
	if applies {
		in.Msg.Hop = min(in.Msg.Hop, p.N()) + 1
		p.Send(0, in.Msg)
	}
	return applies
}

// TestWhatIsOddButHarmless holds what doc.go says against the checker.
func TestWhatIsOddButHarmless(t *testing.T) {
	becomesPassive := func(p *process, s state, in input) (state, bool) {
		return passive, passes(p, in, at(s, in, itairodeh.Asleep))
	}
	for _, row := range []struct {
		k       int
		order   model.Order
		upTo    int
		instead func(p *process, s state, in input) (state, bool)
		reason  string
	}{
		{2, model.FIFO, 6, sound, "two identities are enough"},
		{4, model.FIFO, 4, sound, "more identities do no harm"},
		{2, model.Bag, 4, sound, "with two identities no order of arrival does harm"},
		{3, model.FIFO, 4, becomesPassive, "a process that is woken by a message may become passive"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			for n := 1; n <= row.upTo && (n <= 3 || !testing.Short()) && (n <= 5 || checkertest.Long()); n++ {
				for _, property := range []string{"well-formed", "uniqueness", "irrevocability", "elected", "decided", "quiescence"} {
					a, net := mutant{algorithm{row.k}, row.instead}, model.Network{N: n, Order: row.order}
					if got := verdict(t, a, net, property); got != checker.Holds {
						t.Errorf("n = %d: %s: got %v, want holds", n, property, got)
					}
				}
			}
		})
	}
}

// TestOneIdentityElectsNobody is the theorem: with nothing to choose the
// algorithm is deterministic, and elects nobody but a lone process.
func TestOneIdentityElectsNobody(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for _, timing := range []model.Timing{model.Async, model.Lockstep} {
			t.Run(fmt.Sprintf("n=%d/%v", n, timing), func(t *testing.T) {
				net := model.Network{N: n, Timing: timing}
				want, unique := checker.Violated, checker.Vacuous // for want of a leader
				if n == 1 {
					want, unique = checker.Holds, checker.Holds
				}
				if got := verdict(t, algorithm{K: 1}, net, "elected"); got != want {
					t.Errorf("elected: got %v, want %v", got, want)
				}
				if got := verdict(t, algorithm{K: 1}, net, "uniqueness"); got != unique {
					t.Errorf("uniqueness: got %v, want %v", got, unique)
				}
			})
		}
	}
}

// verdict says whether the property holds of an algorithm on a network.
func verdict(t *testing.T, a model.Algorithm[state, message], net model.Network, property string) checker.Result {
	t.Helper()
	p, err := properties.Named(property, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(context.Background(), system(t, a, net),
		checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak, MaxConfigurations: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
