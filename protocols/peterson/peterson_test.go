package peterson_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/peterson"
)

type (
	state   = peterson.State
	process = model.Process[peterson.Message]
	input   = model.Input[peterson.Message]
)

// ring returns the unidirectional ring with the identities 2, 3 and 1, in which
// process 0 has identity 2.
func ring(t *testing.T) *model.System {
	t.Helper()
	s, err := model.New(peterson.Algorithm{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{2, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func receives(j model.ID) checkertest.Upon {
	return checkertest.Upon{Kind: model.Receive, Port: 1, Message: peterson.Message{Value: j}}
}

func TestStepFollowsTheText(t *testing.T) {
	s := ring(t)
	wakes := checkertest.Upon{Kind: model.Wake}
	first, passive := state{Mode: peterson.First, Value: 2}, state{Mode: peterson.Passive}
	second := state{Mode: peterson.Second, Value: 2, Next: 3}
	for _, r := range []checkertest.Reaction[state]{
		{From: state{}, Upon: wakes, Next: first, Sends: []string{"0:VALUE(2)"},
			Line: "2: send your value to the left", Reason: "a process that wakes starts"},
		{From: state{}, Upon: receives(1), Next: state{Mode: peterson.Second, Value: 2, Next: 1}, Sends: []string{"0:VALUE(2)", "0:VALUE(2)"},
			Line: "15: first starts (lines 1 and 2)", Reason: "then 2 is the greater one of 2 and 1"},
		{From: first, Upon: receives(3), Next: second, Sends: []string{"0:VALUE(3)"},
			Line: "5: send the greater one of your value and j", Reason: "3 > 2"},
		{From: first, Upon: receives(2), Next: state{Mode: peterson.Elected},
			Line: "4: if j is your own identity", Reason: "its identity comes home as the first value"},
		{From: second, Upon: receives(1), Next: state{Mode: peterson.First, Value: 3}, Sends: []string{"0:VALUE(3)"},
			Line: "9: take j as your value and start the next phase", Reason: "3 >= 2 and 3 >= 1"},
		{From: second, Upon: receives(3), Next: state{Mode: peterson.First, Value: 3}, Sends: []string{"0:VALUE(3)"},
			Line: "8: nor less than k", Reason: "3 is not less than 3"},
		{From: state{Mode: peterson.Second, Value: 2, Next: 1}, Upon: receives(1), Next: passive,
			Line: "10: otherwise be passive", Reason: "1 < 2"},
		{From: second, Upon: receives(4), Next: passive,
			Line: "10: otherwise be passive", Reason: "3 < 4"},
		{From: second, Upon: receives(2), Next: state{Mode: peterson.Elected},
			Line: "7: if k is your own identity", Reason: "its identity comes home as the second value"},
		{From: passive, Upon: receives(3), Next: passive, Sends: []string{"0:VALUE(3)"},
			Line: "13: send j to the left", Reason: "passive"},
		{From: passive, Upon: receives(2), Next: state{Mode: peterson.Elected},
			Line: "12: if j is your own identity", Reason: "its identity comes home while it is passive"},
		{From: state{Mode: peterson.Elected}, Upon: receives(3), Next: state{Mode: peterson.Elected},
			Line: "14: and does nothing more", Reason: "it has stopped"},
	} {
		checkertest.Reacts(t, s, r)
	}
}

func TestReadyAndObserve(t *testing.T) {
	s := ring(t)
	for _, row := range []struct {
		state  state
		wakes  bool
		status model.Status
		reason string
	}{
		{state{}, true, model.Status{}, "asleep: it may wake"},
		{state{Mode: peterson.First, Value: 3}, false, model.Status{Role: model.Candidate}, "active"},
		{state{Mode: peterson.Second, Value: 3, Next: 1}, false, model.Status{Role: model.Candidate}, "active"},
		{state{Mode: peterson.Passive}, false, model.Status{}, "passive: it may still be elected"},
		{state{Mode: peterson.Elected}, false, model.Status{Role: model.Won, Leader: 2}, "it names itself"},
	} {
		checkertest.IsReady(t, s, row.state, model.Spontaneous{Wake: row.wakes}, row.status, row.reason)
	}
}

func TestTexts(t *testing.T) {
	if got, want := (state{Mode: peterson.Second, Value: 3, Next: 2}).String(), "second,value=3,next=2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMutantsAreCaught(t *testing.T) {
	gets := func(s state, in input, m peterson.Mode) bool { return in.Kind == model.Receive && s.Mode == m }
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[state, peterson.Message]
		caught  string
		reason  string
	}{
		{"never becomes passive", func(p *process, s state, in input) (state, bool) {
			if !gets(s, in, peterson.Second) || in.Msg.Value == p.ID() {
				return s, false
			}
			p.Send(0, peterson.Message{Value: s.Next})
			return state{Mode: peterson.First, Value: s.Next}, true
		}, "uniqueness", "every value comes home"},
		{"becomes passive where two values are equal", func(p *process, s state, in input) (state, bool) {
			return state{Mode: peterson.Passive}, gets(s, in, peterson.Second) && in.Msg.Value != p.ID() && s.Next <= max(s.Value, in.Msg.Value)
		}, "elected", "the second value of a phase may be the greatest too"},
		{"loses what it should pass on", func(p *process, s state, in input) (state, bool) {
			return s, gets(s, in, peterson.Passive) && in.Msg.Value != p.ID()
		}, "elected", "no value passes a passive process"},
	} {
		t.Run(row.name, func(t *testing.T) {
			net := model.Network{Topology: model.UnidirectionalRing, N: 4, IDs: []model.ID{4, 2, 3, 1}, Wake: model.WakeSet{All: true}}
			checkertest.Caught(t, peterson.Algorithm{}, row.instead, checkertest.Judged{
				Network: net, Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}
