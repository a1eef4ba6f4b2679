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

func TestCounts(t *testing.T) {
	ids := []model.ID{5, 4, 3, 2, 1}
	s, err := model.New(lcr{}, model.Network{Topology: model.UnidirectionalRing, N: 5, IDs: ids})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{s.Initial().Key(): true}
	level := []model.Configuration{s.Initial()}
	depth, events := 0, 0
	for len(level) > 0 {
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
		if level = next; len(next) > 0 {
			depth++
		}
	}
	if len(seen) != 254 || events != 793 || depth != 21 {
		t.Errorf("got %d/%d/%d", len(seen), events, depth)
	}
}
