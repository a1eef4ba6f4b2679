package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// juggler is an algorithm in which process 1 sends one message to process 0 and one
// to process 2; the one to process 2 goes to and fro for ever. What process 2 answers
// depends on a timer, so that no delivery to it commutes with everything. Process 2
// has a message on each link that is ever used, whenever process 1 has none.
type juggler struct{}

func (juggler) Name() string { return "juggler" }

func (juggler) Init(model.Self) int { return 0 }

func (juggler) Ready(p model.Self, s int) model.Spontaneous {
	ready := model.Spontaneous{Wake: p.ID() == 2 && s == 0}
	if p.ID() == 3 {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (juggler) Step(p *model.Process[int], s int, in model.Input[int]) int {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, 0)
		p.Send(2, 0)
		return 1
	case in.Kind == model.Timeout:
		return 1 - s
	case p.ID() == 1:
		return 1
	case p.ID() == 2:
		p.Send(2, 0)
	default:
		p.Send(1, 1+s)
	}
	return s
}

func (juggler) Observe(p model.Self, s int) model.Status {
	st := model.Status{}
	if p.ID() == 1 && s == 1 {
		st.Role = model.Won
	}
	return st
}

// TestCyclesOfClosedProcessesAreBroken says that a message that goes round for ever
// among closed processes does not hide what another process receives meanwhile.
func TestCyclesOfClosedProcessesAreBroken(t *testing.T) {
	s, err := model.New(juggler{}, model.Network{N: 3, Topology: model.CompleteByID, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID,
		Wake: model.WakeSet{Only: []int{1}}})
	if err != nil {
		t.Fatal(err)
	}
	elects := properties.NewReachable("elects", "somebody wins", properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }})
	for _, workers := range []int{1, 2} {
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{elects}, Reduce: checker.Confluent, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != checker.Holds || len(v.Execution.Steps) != 2 {
			t.Errorf("%d workers: %v (%s)", workers, v.Result, v.Note)
		}
	}
}
