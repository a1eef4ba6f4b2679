package dkr_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/dkr"
)

type (
	state   = dkr.State
	process = model.Process[dkr.Message]
	input   = model.Input[dkr.Message]
)

// ring returns the unidirectional ring with the identities 2, 3 and 1, in which
// process 0 has identity 2.
func ring(t *testing.T) *model.System {
	t.Helper()
	s, err := model.New(dkr.Algorithm{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{2, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func receives(k dkr.Kind, j model.ID) checkertest.Upon {
	return checkertest.Upon{Kind: model.Receive, Port: 1, Message: dkr.Message{Kind: k, J: j}}
}

func TestStepFollowsTheText(t *testing.T) {
	s := ring(t)
	wakes := checkertest.Upon{Kind: model.Wake}
	active := state{Mode: dkr.Active, Value: 2}
	informed := state{Mode: dkr.Active, Value: 2, Neighbour: 3}
	passive := state{Mode: dkr.Passive}
	knows := state{Mode: dkr.Active, Value: 2, Knows: true}
	for _, r := range []checkertest.Reaction[state]{
		{From: state{}, Upon: wakes, Next: active, Sends: []string{"0:ONE(2)"},
			Line: "1: send <one, your value> to the left", Reason: "a process that wakes starts"},
		{From: state{}, Upon: receives(dkr.One, 3), Next: informed, Sends: []string{"0:ONE(2)", "0:TWO(3)"},
			Line: "20: first starts (line 1)", Reason: "woken by a message, it sends its own value first"},
		{From: active, Upon: receives(dkr.One, 3), Next: informed, Sends: []string{"0:TWO(3)"},
			Line: "4: send <two, j> to the left and remember j", Reason: "another value"},
		{From: active, Upon: receives(dkr.One, 2), Next: knows, Sends: []string{"0:WINNER(2)"},
			Line: "6: send <winner, j> to the left", Reason: "its own value comes back"},
		{From: passive, Upon: receives(dkr.One, 2), Next: passive, Sends: []string{"0:ONE(2)"},
			Line: "8: pass <one, j> on to the left", Reason: "a passive process passes its own identity on too"},
		{From: informed, Upon: receives(dkr.Two, 1), Next: state{Mode: dkr.Active, Value: 3}, Sends: []string{"0:ONE(3)"},
			Line: "11: take the value of your neighbour", Reason: "3 > 1 and 3 > 2"},
		{From: state{Mode: dkr.Active, Value: 2, Neighbour: 1}, Upon: receives(dkr.Two, 3), Next: passive,
			Line: "13: become passive", Reason: "1 < 2"},
		{From: informed, Upon: receives(dkr.Two, 3), Next: passive,
			Line: "13: become passive", Reason: "3 is not greater than 3"},
		{From: passive, Upon: receives(dkr.Two, 1), Next: passive, Sends: []string{"0:TWO(1)"},
			Line: "15: pass <two, j> on to the left", Reason: "passive"},
		{From: passive, Upon: receives(dkr.Winner, 2), Next: state{Mode: dkr.Terminated, Leader: 2}, Sends: []string{"0:WINNER(2)"},
			Line: "18: then pass <winner, j> on to the left", Reason: "it did not know"},
		{From: knows, Upon: receives(dkr.Winner, 2), Next: state{Mode: dkr.Terminated, Leader: 2, Knows: true},
			Line: "18: if you do not know the winner yet", Reason: "the message has gone around"},
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
		{state{Mode: dkr.Active, Value: 3}, false, model.Status{Role: model.Candidate}, "active"},
		{state{Mode: dkr.Passive}, false, model.Status{}, "passive: it may still become the leader"},
		{state{Mode: dkr.Terminated, Leader: 2, Knows: true}, false, model.Status{Role: model.Won, Leader: 2, Halted: true}, "its own identity has won"},
		{state{Mode: dkr.Terminated, Leader: 3}, false, model.Status{Role: model.Lost, Leader: 3, Halted: true}, "another has"},
	} {
		checkertest.IsReady(t, s, row.state, model.Spontaneous{Wake: row.wakes}, row.status, row.reason)
	}
}

func TestTexts(t *testing.T) {
	full := state{Mode: dkr.Active, Value: 3, Neighbour: 2, Knows: true}
	if got, want := full.String(), "active,value=3,neighbour=2,knows"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := (state{Mode: dkr.Terminated, Leader: 3}).String(), "terminated,leader=3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMutantsAreCaught(t *testing.T) {
	gets := func(in input, k dkr.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[state, dkr.Message]
		caught  string
		reason  string
	}{
		{"keeps its own value", func(p *process, s state, in input) (state, bool) {
			if !gets(in, dkr.Two) || s.Mode != dkr.Active || s.Neighbour <= max(in.Msg.J, s.Value) {
				return s, false
			}
			p.Send(0, dkr.Message{Kind: dkr.One, J: s.Value})
			s.Neighbour = model.NoID
			return s, true
		}, "validity", "the greatest value is lost where its neighbour becomes passive"},
		{"always stays active", func(p *process, s state, in input) (state, bool) {
			if !gets(in, dkr.Two) || s.Mode != dkr.Active {
				return s, false
			}
			p.Send(0, dkr.Message{Kind: dkr.One, J: s.Neighbour})
			return state{Mode: dkr.Active, Value: s.Neighbour}, true
		}, "elected", "two values that differ stay on the ring for ever"},
		{"swallows second values", func(_ *process, s state, in input) (state, bool) {
			return s, gets(in, dkr.Two) && s.Mode == dkr.Active
		}, "elected", "nobody ends a phase"},
		{"does not pass the winner on", func(_ *process, s state, in input) (state, bool) {
			return state{Mode: dkr.Terminated, Leader: in.Msg.J}, gets(in, dkr.Winner)
		}, "known", "only the next process learns who has won"},
		{"passes the winner on for ever", func(p *process, s state, in input) (state, bool) {
			if !gets(in, dkr.Winner) {
				return s, false
			}
			p.Send(0, in.Msg)
			return state{Mode: dkr.Terminated, Leader: in.Msg.J}, true
		}, "quiescence", "nobody takes the winner off the ring"},
	} {
		t.Run(row.name, func(t *testing.T) {
			net := model.Network{Topology: model.UnidirectionalRing, N: 4, IDs: []model.ID{4, 2, 3, 1}, Wake: model.WakeSet{All: true}}
			checkertest.Caught(t, dkr.Algorithm{}, row.instead, checkertest.Judged{
				Network: net, Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}
