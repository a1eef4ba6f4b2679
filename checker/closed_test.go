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

// asker is an algorithm in which process 0 asks two questions whenever its timer runs out,
// and process 1 wins upon the first and loses upon the second, which it answers.
type asker struct{}

func (asker) Init(model.Self) int { return 0 }
func (asker) Ready(p model.Self, asked int) (ready model.Spontaneous) {
	if p.Label() == 0 && asked == 0 {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (asker) Step(p *model.Process[int], _ int, in model.Input[int]) int {
	switch {
	case in.Kind == model.Timeout:
		p.Send(0, 1)
		p.Send(0, 2)
		return 3
	case in.Msg == 2:
		p.Send(0, 0)
	}
	return in.Msg
}

func (asker) Observe(_ model.Self, s int) model.Status {
	return model.Status{Role: []model.Role{model.Undecided, model.Won, model.Lost, model.Candidate}[s]}
}

// TestLoopsAreJudgedInTheWholeSystem says why fair loops are not judged in the reduced
// system: what recurs in them may be passed over. All deliveries are confluent, so that
// process 1 never wins in a normal form but wins again and again. The reduced search leaves
// this open, and the default one decides it.
func TestLoopsAreJudgedInTheWholeSystem(t *testing.T) {
	s, err := model.New(asker{}, model.Network{N: 2, Topology: model.UnidirectionalRing, Labels: []int{0, 1}, Grants: model.KnowLabel})
	if err != nil {
		t.Fatal(err)
	}
	wins := properties.NewRecurs("wins", "some process wins again and again", properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }})
	for _, row := range []struct {
		reduce checker.Reduction
		want   checker.Result
	}{{checker.NoReduction, checker.Holds}, {checker.Confluent, checker.Unknown}, {checker.AutoReduction, checker.Holds}} {
		o := checker.Options{Properties: []properties.Property{wins}, Fairness: model.Weak, Reduce: row.reduce}
		r, err := checker.CheckByTurns(t.Context(), s, o, 1)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != row.want {
			t.Errorf("%v: %v (%s), want %v", row.reduce, v.Result, v.Note, row.want)
		}
	}
}
