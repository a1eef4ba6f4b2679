package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// juggler is an algorithm in which process 1 sends one message to process 0 and one
// to process 2; the one to process 2 goes to and fro for ever. The answers of process
// 2 depend on a timer, so that no delivery to it commutes with everything. Process 2
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

// elects is reached when somebody wins.
var elects = properties.NewReachable("elects", "somebody wins", properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }})

// TestCyclesOfClosedProcessesAreBroken says that a message that goes round for ever
// among closed processes does not hide the messages that another process receives
// meanwhile.
func TestCyclesOfClosedProcessesAreBroken(t *testing.T) {
	s, err := model.New(juggler{}, model.Network{N: 3, Topology: model.CompleteByID, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID,
		Wake: model.WakeSet{Only: []int{1}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{elects}, Search: checker.Search{Reduce: checker.Confluent}, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != checker.Holds || len(v.Execution.Steps) != 2 {
			t.Errorf("%d workers: %v (%s)", workers, v.Result, v.Note())
		}
	}
}

// rally is an algorithm in which process 0 sends a message to process 1, which goes to and fro for
// ever, and one to process 2, which wins upon it.
type rally struct{ juggler }

func (rally) Ready(p model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: p.ID() == 1 && s == 0}
}

func (rally) Step(p *model.Process[int], _ int, in model.Input[int]) int {
	switch {
	case in.Kind == model.Wake:
		p.Send(1, 0)
		p.Send(2, 0)
	case p.ID() < 3:
		p.Send(in.Port, 0)
	}
	return 1
}

func (rally) Observe(p model.Self, s int) (st model.Status) {
	if p.ID() == 3 && s == 1 {
		st.Role = model.Won
	}
	return st
}

// TestCyclesOfFatesAreBroken says that a message that goes round for ever does not hide what another
// process receives meanwhile, if all that may happen to it is taken alone.
func TestCyclesOfFatesAreBroken(t *testing.T) {
	s, err := model.New(rally{}, model.Network{N: 3, Topology: model.CompleteByID, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID,
		Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Loss: 1}, Victims: model.Victims{Loss: model.Messages{On: []model.Route{{From: 0, To: 2}}}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{elects}, Search: checker.Search{Reduce: checker.Confluent}})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts[0]; v.Result != checker.Holds || len(v.Execution.Steps) != 2 {
		t.Errorf("%v (%s)", v.Result, v.Note())
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

// judgeLoops judges a property of liveness with each reduction.
func judgeLoops(t *testing.T, a model.Algorithm[int, int], p properties.Property, f model.Fairness, want checker.Result) {
	t.Helper()
	s, err := model.New(a, model.Network{N: 2, Topology: model.UnidirectionalRing, Labels: []int{0, 1}, Grants: model.KnowLabel})
	if err != nil {
		t.Fatal(err)
	}
	for _, reduce := range []checker.Reduction{checker.NoReduction, checker.Confluent, checker.AutoReduction} {
		r, err := checker.CheckByTurns(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: f, Search: checker.Search{Reduce: reduce}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != want {
			t.Errorf("%s, %v, %v: %v (%s), want %v", p.Name, f, reduce, v.Result, v.Note(), want)
		}
	}
}

var someWins = properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }}

// TestLoopsHideNothing says that a reduced search sees the statuses that recur in a loop.
// All deliveries to process 1 are confluent: if they were passed over, it would win in no
// normal form, but it wins again and again.
func TestLoopsHideNothing(t *testing.T) {
	judgeLoops(t, asker{}, properties.NewRecurs("wins", "some process wins again and again", someWins), model.Weak, checker.Holds)
	judgeLoops(t, asker{}, properties.NewStabilises("wins-for-ever", "some process wins for ever", someWins), model.Weak, checker.Violated)
}

// caller is an algorithm in which process 0 sends one message and goes on for ever by
// itself. Process 1 wins upon the message.
type caller struct{ asker }

func (caller) Ready(p model.Self, _ int) (ready model.Spontaneous) {
	if p.Label() == 0 {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (caller) Step(p *model.Process[int], called int, in model.Input[int]) int {
	if in.Kind == model.Timeout && called == 0 {
		p.Send(0, 1)
		return 3
	}
	return max(called, in.Msg)
}

// TestUnfairLoopsWait says that a delivery may wait for ever if nothing is fair, although
// it is confluent.
func TestUnfairLoopsWait(t *testing.T) {
	for f, want := range map[model.Fairness]checker.Result{model.Weak: checker.Holds, model.Strong: checker.Holds, model.Unfair: checker.Violated} {
		judgeLoops(t, caller{}, properties.NewRecurs("wins", "some process wins again and again", someWins), f, want)
		judgeLoops(t, caller{}, properties.NewStabilises("wins-for-ever", "some process wins for ever", someWins), f, want)
		judgeLoops(t, caller{}, properties.NewEventually("wins-once", "some process wins", someWins), f, want)
	}
}

// turner is a process that sends itself three messages, one upon the other, whenever its
// timer runs out.
type turner struct{ asker }

func (turner) Ready(_ model.Self, s int) (ready model.Spontaneous) {
	if s == 0 {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (turner) Step(p *model.Process[int], s int, _ model.Input[int]) int {
	if s < 3 {
		p.Send(0, 0)
	}
	return (s + 1) % 4
}

// TestLoopsThatLeaveNoReduction says that a search gives up that finds all that it leaves out
// in loops, and that the whole system is searched then.
func TestLoopsThatLeaveNoReduction(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; with fewer processes the reduced search decides")
	}
	s, err := model.New(turner{}, model.Network{N: 8, Topology: model.Complete})
	if err != nil {
		t.Fatal(err)
	}
	for reduce, want := range map[checker.Reduction]checker.Result{checker.Confluent: checker.Unknown, checker.AutoReduction: checker.Violated} {
		r, err := checker.CheckByTurns(t.Context(), s, checker.Options{Properties: []properties.Property{properties.Quiescence()}, Search: checker.Search{Reduce: reduce}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != want || !r.Complete || (v.Note() != "") != (want == checker.Unknown) {
			t.Errorf("%v: %v (%s), complete %t, want %v", reduce, v.Result, v.Note(), r.Complete, want)
		}
	}
}
