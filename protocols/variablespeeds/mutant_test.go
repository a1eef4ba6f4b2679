package variablespeeds_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/variablespeeds"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead.
type mutant struct {
	variablespeeds.Algorithm
	instead func(p *process, s state, in input) (next state, applies bool)
}

func (m mutant) Step(p *process, s state, in input) state {
	if next, applies := m.instead(p, s, in); applies {
		return next
	}
	return m.Algorithm.Step(p, s, in)
}

func isIdentity(in input) bool {
	return in.Kind == model.Receive && in.Msg.Kind != variablespeeds.Term
}

func isTerm(in input) bool {
	return in.Kind == model.Receive && in.Msg.Kind == variablespeeds.Term
}

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead func(p *process, s state, in input) (state, bool)
		caught  string
		reason  string
	}{
		{"delays nothing", func(p *process, s state, in input) (state, bool) {
			if !isIdentity(in) || s.Halted || in.Msg.ID >= s.Least {
				return s, false
			}
			s.Role, s.Least = model.Lost, in.Msg.ID
			p.Send(0, in.Msg)
			return s, true
		}, "messages<=13", "at one speed all identities get as far as in the O(n^2) algorithm"},
		{"discards nothing", func(p *process, s state, in input) (state, bool) {
			if !isIdentity(in) || s.Halted || in.Msg.ID <= s.Least || in.Msg.ID == p.ID() {
				return s, false
			}
			p.Send(0, in.Msg)
			return s, true
		}, "messages<=13", "greater identities travel all the way"},
		{"may win with what it has passed on", func(p *process, s state, in input) (state, bool) {
			if !isIdentity(in) || s.Halted || in.Msg.ID == p.ID() {
				return s, false
			}
			s.Role, s.Leader, s.Halted = model.Won, in.Msg.ID, true
			return s, true
		}, "uniqueness", "whoever hears of another identity wins"},
		{"prefers greater identities", func(p *process, s state, in input) (state, bool) {
			if !isIdentity(in) || s.Halted || in.Msg.ID == p.ID() || in.Msg.ID < s.Least {
				return s, isIdentity(in) && in.Msg.ID < s.Least
			}
			s.Role, s.Least = model.Lost, in.Msg.ID
			p.Send(0, in.Msg)
			return s, true
		}, "validity", "the greatest identity comes back"},
		{"forgets what waits", func(_ *process, s state, in input) (state, bool) {
			if in.Kind != model.Round || s.Held == model.NoID {
				return s, false
			}
			s.Held, s.Wait = model.NoID, 0
			return s, true
		}, "elected", "no identity gets past a participant"},
		{"does not pass the termination message on", func(_ *process, s state, in input) (state, bool) {
			return s, isTerm(in)
		}, "known", "only the leader knows"},
		{"names itself", func(p *process, s state, in input) (state, bool) {
			if !isTerm(in) || s.Halted {
				return s, false
			}
			p.Send(0, in.Msg)
			s.Leader, s.Halted = p.ID(), true
			return s, true
		}, "agreement", "each process takes the news for its own"},
		{"terminated processes pass the termination message on", func(p *process, s state, in input) (state, bool) {
			if isTerm(in) && s.Halted {
				p.Send(0, in.Msg)
			}
			return s, isTerm(in) && s.Halted
		}, "quiescence", "it goes round and round"},
		{"wins again", func(p *process, s state, in input) (state, bool) {
			if !isTerm(in) || s.Halted {
				return s, false
			}
			p.Send(0, in.Msg)
			s.Role, s.Leader, s.Halted = model.Won, in.Msg.ID, true
			return s, true
		}, "irrevocability", "whoever has lost wins with the leader"},
		{"sends to the right", func(p *process, s state, in input) (state, bool) {
			if isTerm(in) {
				p.Send(1, in.Msg)
			}
			return s, false
		}, "well-formed", "the ring has one direction"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := verdict(t, row.instead, row.caught); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			sound := func(_ *process, s state, _ input) (state, bool) { return s, false }
			if got := verdict(t, sound, row.caught); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// verdict says whether the property holds of the mutant on a ring of four in
// which every identity meets greater ones first.
func verdict(t *testing.T, instead func(p *process, s state, in input) (state, bool), property string) checker.Result {
	t.Helper()
	s, err := model.New(mutant{instead: instead}, ring([]model.ID{1, 2, 3, 4}))
	if err != nil {
		t.Fatal(err)
	}
	p, err := properties.Named(property, properties.Least)
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak, MaxConfigurations: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
