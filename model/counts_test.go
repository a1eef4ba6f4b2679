package model_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

type lcrState struct {
	Awake  bool
	Role   model.Role
	Leader model.ID
}
type lcrMsg struct {
	Term bool
	ID   model.ID
}
type lcr struct{}

func (lcr) Init(model.Self) lcrState { return lcrState{} }
func (lcr) Ready(p model.Self, s lcrState) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (lcr) Observe(p model.Self, s lcrState) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}
func (lcr) Step(p *model.Process[lcrMsg], s lcrState, in model.Input[lcrMsg]) lcrState {
	if !s.Awake {
		s.Awake = true
		p.Send(0, lcrMsg{ID: p.ID()})
	}
	if in.Kind != model.Receive {
		return s
	}
	switch m := in.Msg; {
	case m.Term && s.Role != model.Won:
		s.Role, s.Leader = model.Lost, m.ID
		p.Send(0, m)
	case m.Term:
	case m.ID > p.ID():
		s.Role = model.Lost
		p.Send(0, m)
	case m.ID == p.ID():
		s.Role, s.Leader = model.Won, p.ID()
		p.Send(0, lcrMsg{true, p.ID()})
	}
	return s
}

// TestCounts compares the definition of the model with the numbers that SPIN and
// a prototype have found for the same algorithm.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		n                             int
		configurations, events, depth int
		reason                        string
	}{
		{1, 4, 3, 3, "by hand: it wakes, wins, and absorbs its own message"},
		{5, 254, 793, 21, "the greatest identity travels along all others, each of which may have woken"},
	} {
		net := model.Network{Topology: model.UnidirectionalRing, N: test.n}
		arrangements, err := model.Arrangements(net)
		if err != nil {
			t.Fatal(err)
		}
		for net.IDs = range arrangements {
			break // the first
		}
		s, err := model.New(lcr{}, net)
		if err != nil {
			t.Fatal(err)
		}
		configurations, events, depth := count(s)
		if configurations != test.configurations || events != test.events || depth != test.depth {
			t.Errorf("n = %d: got %d configurations, %d events, depth %d, want %d, %d, %d: %s", test.n,
				configurations, events, depth, test.configurations, test.events, test.depth, test.reason)
		}
	}
}

// count explores s breadth first.
func count(s *model.System) (configurations, events, depth int) {
	seen := map[string]bool{s.Initial().Key(): true}
	level := []model.Configuration{s.Initial()}
	for {
		var next []model.Configuration
		for _, c := range level {
			for _, x := range s.Successors(c) {
				events++
				if k := x.Next.Key(); !seen[k] {
					seen[k] = true
					next = append(next, x.Next)
				}
			}
		}
		if len(next) == 0 {
			return len(seen), events, depth
		}
		level = next
		depth++
	}
}
