package franklin_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/franklin"
)

type (
	state   = franklin.State
	ids     = [2]model.ID // by port: left, right
	process = model.Process[franklin.Message]
	input   = model.Input[franklin.Message]
)

// ring returns the ring with the identities 2, 3 and 1, in which process 0 has
// identity 2.
func ring(t *testing.T) *model.System {
	t.Helper()
	s, err := model.New(franklin.Algorithm{}, model.Network{Topology: model.Ring, N: 3, IDs: []model.ID{2, 3, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// from returns the arrival of an identity at a port.
func from(q model.Port, j model.ID) checkertest.Upon {
	return checkertest.Upon{Kind: model.Receive, Port: q, Message: franklin.Message{ID: j}}
}

func TestStepFollowsTheText(t *testing.T) {
	s := ring(t)
	const left, right = 0, 1
	started := []string{"0:ID(2)", "1:ID(2)"}
	active, passive := state{Mode: franklin.Active}, state{Mode: franklin.Passive}
	for _, r := range []checkertest.Reaction[state]{
		{From: state{}, Upon: checkertest.Upon{Kind: model.Wake}, Next: active, Sends: started,
			Line: "2: send your identity to left and right", Reason: "a process that wakes starts"},
		{From: state{}, Upon: from(left, 3), Next: state{Mode: franklin.Active, Now: ids{3, 0}}, Sends: started,
			Line: "11: first starts (lines 1 and 2)", Reason: "woken by a message"},
		{From: active, Upon: from(right, 1), Next: state{Mode: franklin.Active, Now: ids{0, 1}},
			Line: "3: waits until it has received one identity from each side", Reason: "nothing from the left yet"},
		{From: state{Mode: franklin.Active, Now: ids{0, 1}}, Upon: from(left, 3), Next: passive,
			Line: "5: be passive", Reason: "3 > 2"},
		{From: state{Mode: franklin.Active, Now: ids{1, 0}}, Upon: from(right, 1), Next: active, Sends: started,
			Line: "9: start the next phase", Reason: "both are less"},
		{From: state{Mode: franklin.Active, Now: ids{0, 2}}, Upon: from(left, 2), Next: state{Mode: franklin.Leader},
			Line: "7: you are the leader", Reason: "its own identity from both sides"},
		{From: state{Mode: franklin.Active, Now: ids{1, 0}}, Upon: from(left, 1), Next: state{Mode: franklin.Active, Now: ids{1, 0}, Next: ids{1, 0}},
			Line: "3: one identity from each side in this phase", Reason: "the neighbour is one phase ahead"},
		{From: state{Mode: franklin.Active, Now: ids{1, 0}, Next: ids{1, 0}}, Upon: from(right, 1),
			Next: state{Mode: franklin.Active, Now: ids{1, 0}}, Sends: started,
			Line: "9: start the next phase", Reason: "what came early belongs to the next phase"},
		{From: state{Mode: franklin.Active, Now: ids{1, 0}, Next: ids{1, 0}}, Upon: from(right, 3), Next: passive, Sends: []string{"1:ID(1)"},
			Line: "10: passes what arrives from one side on to the other", Reason: "what came early goes on"},
		{From: passive, Upon: from(right, 2), Next: passive, Sends: []string{"0:ID(2)"},
			Line: "10: passes what arrives from one side on to the other", Reason: "passive"},
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
		{state{Mode: franklin.Active, Now: ids{0, 1}}, false, model.Status{Role: model.Candidate}, "active"},
		{state{Mode: franklin.Passive}, false, model.Status{Role: model.Lost}, "a greater identity exists"},
		{state{Mode: franklin.Leader}, false, model.Status{Role: model.Won, Leader: 2}, "it names itself"},
	} {
		checkertest.IsReady(t, s, row.state, model.Spontaneous{Wake: row.wakes}, row.status, row.reason)
	}
}

func TestTexts(t *testing.T) {
	if got, want := (state{Mode: franklin.Active, Now: ids{3, 0}, Next: ids{2, 0}}).String(), "active,now=3,0,next=2,0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMutantsAreCaught(t *testing.T) {
	active := func(s state, in input) bool { return in.Kind == model.Receive && s.Mode == franklin.Active }
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[state, franklin.Message]
		caught  string
		reason  string
	}{
		{"decides after one side", func(p *process, s state, in input) (state, bool) {
			return state{Mode: franklin.Leader}, active(s, in) && in.Msg.ID < p.ID()
		}, "uniqueness", "a local maximum on one side is no leader"},
		{"forgets what comes early", func(_ *process, s state, in input) (state, bool) {
			return s, active(s, in) && s.Now[in.Port] != model.NoID
		}, "elected", "the identity of the next phase is sent once"},
		{"keeps what comes early when it becomes passive", func(p *process, s state, in input) (state, bool) {
			last := active(s, in) && s.Now[in.Port] == model.NoID && s.Now[1-in.Port] != model.NoID
			return state{Mode: franklin.Passive}, last && max(in.Msg.ID, s.Now[1-in.Port]) > p.ID()
		}, "elected", "the identity of the next phase is sent once"},
		{"loses what it should pass on", func(_ *process, s state, in input) (state, bool) {
			return s, in.Kind == model.Receive && s.Mode == franklin.Passive
		}, "elected", "no identity passes a passive process"},
		{"sends back what it should pass on", func(p *process, s state, in input) (state, bool) {
			if in.Kind != model.Receive || s.Mode != franklin.Passive {
				return s, false
			}
			p.Send(in.Port, in.Msg)
			return s, true
		}, "validity", "a process takes its own identity for one that has gone around"},
	} {
		t.Run(row.name, func(t *testing.T) {
			net := model.Network{Topology: model.Ring, N: 4, IDs: []model.ID{4, 2, 3, 1}, Wake: model.WakeSet{All: true}}
			checkertest.Caught(t, franklin.Algorithm{}, row.instead, checkertest.Judged{
				Network: net, Fairness: model.Weak, Property: row.caught, Reason: row.reason})
		})
	}
}
