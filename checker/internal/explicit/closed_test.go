package explicit_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// swinger is an algorithm in which process 0 has a message to itself for ever. Its timer notes,
// again and again, how often it has come, modulo 2: so it does not commute with the message.
// Process 1 wins when its timer runs out.
type swinger struct{}

type swing struct {
	awake, odd, noted, done bool
}

func (swinger) Init(model.Self) swing { return swing{} }
func (swinger) Ready(_ model.Self, s swing) (ready model.Spontaneous) {
	if !s.done {
		ready.Timers = model.Timers(0)
	}
	ready.Wake = !s.awake
	return ready
}
func (swinger) Observe(p model.Self, s swing) (status model.Status) {
	if p.ID() == 2 && s.done {
		status.Role = model.Won
	}
	return status
}
func (swinger) Step(p *model.Process[string], s swing, in model.Input[string]) swing {
	s.awake = true
	switch {
	case in.Kind == model.Timeout && p.ID() == 1:
		s.noted = s.odd
	case in.Kind == model.Timeout:
		s.done = true
	case p.ID() == 1:
		p.Send(0, "again")
		s.odd = !s.odd
	}
	return s
}

// TestClosedCyclesHideNothing searches a system in which process 0 is closed and goes on for
// ever: it must not be taken alone for ever.
func TestClosedCyclesHideNothing(t *testing.T) {
	s, err := model.New(swinger{}, model.Network{N: 2, Topology: model.Graph, Graph: [][]int{{0}, {1}}, IDs: []model.ID{1, 2}, Grants: model.KnowID, Wake: model.WakeSet{All: true}})
	if err != nil {
		t.Fatal(err)
	}
	nobody := properties.New("nobody", "nobody wins", properties.Always, properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role != model.Won }})
	for _, reduces := range []bool{false, true} {
		a := searched(t, question(s, []properties.Property{nobody}, reduces), 100, 0)
		if a.Findings[0].Outcome != engine.Found {
			t.Errorf("reduced %t: outcome %d, want that process 1 wins", reduces, a.Findings[0].Outcome)
		}
	}
}
