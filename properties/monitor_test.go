package properties_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// sleeper wins and sends one message when it wakes, becomes a candidate when it
// receives a message, and has lost when it restarts.
type sleeper struct{}

func (sleeper) Init(model.Self) model.Role                      { return model.Lost }
func (sleeper) Restart(model.Self, model.Role) model.Role       { return model.Lost }
func (sleeper) Observe(_ model.Self, s model.Role) model.Status { return model.Status{Role: s} }
func (sleeper) Ready(_ model.Self, s model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: s == model.Lost}
}
func (sleeper) Step(p *model.Process[string], s model.Role, in model.Input[string]) model.Role {
	if in.Kind == model.Receive {
		return model.Candidate
	}
	p.Send(0, "up")
	return model.Won
}

func sleepers(t *testing.T, net model.Network) *model.System {
	t.Helper()
	net.Topology, net.N = model.UnidirectionalRing, 2
	s, err := model.New(sleeper{}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMonitorsAreToldOfAllThatChangesAStatus lists the observations of a monitor.
func TestMonitorsAreToldOfAllThatChangesAStatus(t *testing.T) {
	log := properties.Watch(
		func(first model.View) string { return fmt.Sprintf("start %v", first.Status) },
		func(state string, o properties.Observation) string {
			return fmt.Sprintf("%v; p%d %v to %v sends %d", state, o.Process, o.Before, o.After, o.Sends)
		},
		func(string) bool { return true })
	for _, test := range []struct {
		net    model.Network
		events []string
		want   string
		reason string
	}{
		{model.Network{Wake: model.WakeSet{All: true}}, nil,
			"start [lost lost]; p0 lost to won sends 1; p1 lost to won sends 1", "the wake-ups before the first event"},
		{model.Network{Wake: model.WakeSet{All: true}, Down: []int{0}, Faults: model.Faults{Restart: 1}}, []string{"restart p0"},
			"start [undecided down lost]; p1 lost to won sends 1; p0 undecided down to lost sends 0", "who is down does not wake; a restart"},
		{model.Network{Faults: model.Faults{Crash: 1, Loss: 1, Cut: 1}}, []string{"wake p0", "lose p1:1 up", "cut p0 p1", "crash p0"},
			"start [lost lost]; p0 lost to won sends 1; p0 won to undecided down sends 0", "a crash, but neither a loss nor a cut"},
		{model.Network{Faults: model.Faults{Crash: 1}}, []string{"crash p0 during wake after 0"},
			"start [lost lost]; p0 lost to undecided down sends 0", "a crash within a step"},
		{model.Network{Faults: model.Faults{Dup: 1}}, []string{"wake p0", "duplicate p1:1 up"},
			"start [lost lost]; p0 lost to won sends 1; p1 lost to candidate sends 0", "a duplication is a step"},
		{model.Network{Timing: model.Lockstep, Faults: model.Faults{Crash: 1}}, []string{"round wake p0", "crash p1 during round wake p1 after 0"},
			"start [lost lost]; p0 lost to won sends 1; p1 lost to lost sends 0; p0 won to won sends 0; p1 lost to undecided down sends 0",
			"in a round all that are up"},
		{model.Network{Timing: model.Lockstep, Down: []int{1}}, []string{"round wake p0"},
			"start [lost undecided down]; p0 lost to won sends 1", "but not who is down"},
	} {
		s := sleepers(t, test.net)
		x, err := s.Replay(model.Lasso{Stem: parsed(t, test.events)})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		p := properties.NewAlways("log", "", log)
		state := p.Monitor().Begin(s)
		for i, step := range x.Steps {
			state = p.Observe(state, s, x.At(i), step)
		}
		if diff := cmp.Diff(test.want, state); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func parsed(t *testing.T, texts []string) model.Schedule {
	t.Helper()
	var list model.Schedule
	for _, text := range texts {
		e, err := model.ParseEvent(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// TestWakeUpsBeforeTheFirstEventAreJudged says that a property refuted by wake-ups
// one by one is also refuted if all wake at the start.
func TestWakeUpsBeforeTheFirstEventAreJudged(t *testing.T) {
	s := sleepers(t, model.Network{Wake: model.WakeSet{All: true}})
	start := model.Execution{System: s, Start: s.Initial()}
	for _, p := range []properties.Property{properties.Irrevocability(), properties.MessagesAtMost(1), properties.UniquenessEver()} {
		if err := p.Judge(start, model.Weak); err != nil {
			t.Errorf("%s: the wake-ups refute it, but %v", p.Name, err)
		}
	}
	if err := properties.MessagesAtMost(2).Judge(start, model.Weak); err == nil {
		t.Error("two messages refute messages<=2")
	}
}

// panicky has won until it wakes, and panics then.
type panicky struct{}

func (panicky) Init(model.Self) bool                                    { return false }
func (panicky) Ready(model.Self, bool) model.Spontaneous                { return model.Spontaneous{Wake: true} }
func (panicky) Observe(model.Self, bool) model.Status                   { return model.Status{Role: model.Won} }
func (panicky) Step(*model.Process[bool], bool, model.Input[bool]) bool { panic("not now") }

// TestStepsThatAreNotWellFormedRefuteNoStep says that a step that is not
// well-formed refutes no property of steps, not even before the first event.
func TestStepsThatAreNotWellFormedRefuteNoStep(t *testing.T) {
	keeps := properties.NewAlwaysStep("keeps", "whoever has won has won for ever", func(before, after model.View) bool {
		return before.Status[0].Role == after.Status[0].Role
	})
	for _, wake := range []model.WakeSet{{All: true}, {}} {
		s, err := model.New(panicky{}, model.Network{N: 1, Wake: wake})
		if err != nil {
			t.Fatal(err)
		}
		x := model.Execution{System: s, Start: s.Initial()}
		if !wake.All {
			x.Steps, x.Stem = s.Successors(s.Initial()), 1
		}
		if err := keeps.Judge(x, model.Weak); err == nil {
			t.Errorf("wake %v: refuted by a step that panics", wake)
		}
	}
}

// TestWinnersInAnyOrder says that the monitor does not remember which process won
// first, which would only add configurations.
func TestWinnersInAnyOrder(t *testing.T) {
	m := properties.UniquenessEver().Monitor()
	wins := func(state any, p, term int) any {
		return m.Next(state, properties.Observation{Process: p, After: inTerm(won, term)})
	}
	start := m.Start(model.View{Status: make([]model.Status, 2)})
	if a, b := wins(wins(start, 0, 1), 1, 2), wins(wins(start, 1, 2), 0, 1); a != b {
		t.Errorf("%v and %v are told apart", a, b)
	}
}
