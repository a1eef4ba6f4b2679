package properties_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// relay passes a token on: whoever holds it sends it to port 0 when it wakes.
type relay struct{}

type token struct{ Hops int }

type holder struct{ Holds bool }

func (relay) Init(p model.Self) holder                       { return holder{p.Label() == 1} }
func (relay) Restart(_ model.Self, s holder) holder          { return s }
func (relay) Ready(_ model.Self, s holder) model.Spontaneous { return model.Spontaneous{Wake: s.Holds} }
func (relay) Observe(_ model.Self, s holder) model.Status    { return model.Status{Own: s} }
func (relay) Step(p *model.Process[token], s holder, in model.Input[token]) holder {
	if in.Kind == model.Receive {
		return holder{true}
	}
	p.Send(0, token{1})
	return holder{}
}

// TestWhatPropertiesSee judges properties of configurations and events, along an
// execution that has just one event that refutes them, its last.
func TestWhatPropertiesSee(t *testing.T) {
	one := properties.NewAlways("one-token", "exactly one token is held or in flight", func(c properties.Configuration) bool {
		held := properties.Count(c.View(), func(h holder) bool { return h.Holds })
		return held+properties.CountInFlight(c, func(token) bool { return true }) == 1
	})
	answered := properties.NewAlways("answered", "every token that is delivered was sent", properties.Watch(
		func(model.View) int { return 0 },
		func(sent int, s properties.Step) int {
			sent += len(slices.Collect(properties.Sent[token](s)))
			return sent - len(slices.Collect(properties.Delivered[token](s)))
		},
		func(sent int) bool { return sent >= 0 }))
	always := func(holds func(properties.Step) bool) properties.Property {
		return properties.NewAlwaysStep("p", "", holds)
	}
	for _, test := range []struct {
		property properties.Property
		net      model.Network
		events   []string
		reason   string
	}{
		{one, model.Network{Faults: model.Faults{Loss: 1}}, []string{"wake p0", "receive p1:1 token(1)", "wake p1", "lose p0:1 token(1)"}, "none is left"},
		{one, model.Network{Faults: model.Faults{Dup: 1}}, []string{"wake p0", "duplicate p1:1 token(1)"}, "one is kept in flight"},
		{one, model.Network{Labels: []int{1, 1}}, nil, "two are held at the start"},
		{one, model.Network{Faults: model.Faults{Crash: 1}}, []string{"wake p0", "crash p1"}, "it was in flight to who crashes"},
		{answered, model.Network{Faults: model.Faults{Dup: 1}}, []string{"wake p0", "duplicate p1:1 token(1)", "receive p1:1 token(1)"}, "it was sent once and delivered twice"},
		{always(func(s properties.Step) bool { return s.Event.Kind != model.Lose }), model.Network{Faults: model.Faults{Loss: 1}},
			[]string{"wake p0", "lose p1:1 token(1)"}, "no process notices a loss, but it is an event"},
		{always(func(s properties.Step) bool { return !s.IsFault() }), model.Network{Faults: model.Faults{Cut: 1}}, []string{"wake p0", "cut p0 p1"}, "a cut is a fault"},
		{always(func(s properties.Step) bool { return s.Before.Left() == s.After.Left() }), model.Network{Faults: model.Faults{Cut: 1}}, []string{"wake p0", "cut p0 p1"}, "a budget is used up"},
		{always(func(s properties.Step) bool { return !s.After.Cut(0) }), model.Network{Faults: model.Faults{Cut: 1}}, []string{"wake p0", "cut p0 p1"}, "the link is cut"},
		{always(func(s properties.Step) bool { return s.Before.Status(0) == s.After.Status(0) }), model.Network{Wake: model.WakeSet{All: true}}, nil, "the wake-ups before the first event count"},
		{always(func(s properties.Step) bool {
			return !slices.ContainsFunc(slices.Collect(properties.Sent[token](s)), func(m properties.Message[token]) bool { return m.Lost })
		}), model.Network{Faults: model.Faults{Crash: 1}}, []string{"crash p1", "wake p0"}, "what is sent to who is down is lost"},
		{properties.NewLeadsTo("p", "", func(c properties.Configuration) bool { return c.View().Terminal },
			func(v model.View) bool { return properties.Count(v, func(h holder) bool { return h.Holds }) == 2 }), model.Network{},
			[]string{"wake p0", "receive p1:1 token(1)"}, "a trigger that sees more than its goal"},
	} {
		if test.net.Labels == nil {
			test.net.Labels = []int{1, 0}
		}
		test.net.Topology, test.net.N, test.net.Grants = model.UnidirectionalRing, 2, model.KnowLabel
		s, err := model.New(relay{}, test.net)
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		x, err := s.Replay(model.Lasso{Stem: parsed(t, test.events)})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		if err := test.property.Judge(x, model.Weak); err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if err := test.property.Guarded().Judge(x, model.Weak); err != nil {
			t.Errorf("%s, guarded: %v", test.reason, err)
		}
	}
}

// TestStepsYieldMessages lists the messages that events send and deliver.
func TestStepsYieldMessages(t *testing.T) {
	log := properties.NewAlways("log", "", properties.Watch(
		func(model.View) string { return "" },
		func(state string, s properties.Step) string {
			return fmt.Sprintf("%s%v: delivers %v sends %v; ", state, s.Event, slices.Collect(properties.Delivered[string](s)), slices.Collect(properties.Sent[string](s)))
		},
		func(string) bool { return true }))
	const none = "delivers [] sends []; "
	for _, test := range []struct {
		net    model.Network
		events []string
		want   string
		reason string
	}{
		{model.Network{Faults: model.Faults{Crash: 1, Restart: 1}}, []string{"wake p0", "receive p1:1 up", "crash p0", "restart p0"},
			"wake p0: delivers [] sends [{0 1 1 up false}]; receive p1:1 up: delivers [{0 1 1 up false}] sends []; crash p0: " + none + "restart p0: " + none, "an event of one process"},
		{model.Network{Faults: model.Faults{Crash: 1}}, []string{"crash p0 during wake after 0"}, "crash p0 during wake after 0: " + none, "a crash before it has sent"},
		{model.Network{Wake: model.WakeSet{All: true}, Down: []int{1}}, nil, "wake p0: delivers [] sends [{0 1 1 up true}]; ", "before the first event"},
		{model.Network{Order: model.Inbox}, []string{"wake p0", "receive p1:1 up"},
			"wake p0: delivers [] sends [{0 1 1 up false}]; receive p1:1 up: delivers [{0 1 1 up false}] sends []; ", "an inbox has the port"},
		{model.Network{Timing: model.Lockstep}, []string{"round wake p0 p1", "round"},
			"round wake p0 p1: delivers [] sends [{0 1 1 up false} {1 0 1 up false}]; round: delivers [{1 0 1 up false} {0 1 1 up false}] sends []; ", "a round delivers all"},
	} {
		s := sleepers(t, test.net)
		x, err := s.Replay(model.Lasso{Stem: parsed(t, test.events)})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		state := log.Monitor().Begin(s)
		for i, step := range x.Steps {
			state = log.Observe(state, s, x.At(i), step)
		}
		if diff := cmp.Diff(test.want, state); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestPredicatesThatReadOtherMessages says that a predicate of messages which the
// system does not have is in error, and so is one that panics, or is for another form.
func TestPredicatesThatReadOtherMessages(t *testing.T) {
	s := sleepers(t, model.Network{})
	x := model.Execution{System: s, Start: s.Initial(), Steps: s.Successors(s.Initial())[:1], Stem: 1}
	_, _, line, _ := runtime.Caller(0)
	counts := func(c properties.Configuration) bool {
		return properties.CountInFlight(c, func(token) bool { return true }) == 0
	}
	breaks := func(properties.Step) bool { panic("boom") } // three lines after the other
	const other = "it reads messages of type properties_test.token, but those of sleeper are of type string"
	var none func(properties.Configuration) bool
	for _, test := range []struct {
		property     properties.Property
		want, reason string
	}{
		{properties.NewAlways("p", "", counts), fmt.Sprintf("property p panics: step_test.go:%d: %s", line+2, other), "it would count none"},
		{properties.NewAlwaysStep("p", "", breaks), fmt.Sprintf("property p panics: step_test.go:%d: boom", line+4), "a predicate of events"},
		{properties.New("p", "", properties.AtEnd, breaks), "property p: a predicate of events is for the form always-step, not at-end", "another form"},
		{properties.NewAlways("p", "", none), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{properties.NewAlways("p", "", func(c properties.Configuration) bool {
			return properties.CountInFlight(c, func(fmt.Stringer) bool { return true }) == 0
		}),
			"property p panics: ", "an interface that no message implements"},
	} {
		got := complaint(test.property.Judge(x, model.Weak))
		if len(got) < len(test.want) || got[:len(test.want)] != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
		}
	}
}

// TestCutOfNoLink says that a predicate of a link that does not exist is in error: it
// would never be cut, and where links may not be cut nobody would notice.
func TestCutOfNoLink(t *testing.T) {
	for _, faults := range []model.Faults{{}, {Cut: 1}} {
		s := sleepers(t, model.Network{Faults: faults})
		x := model.Execution{System: s, Start: s.Initial()}
		links := len(s.Links())
		for _, link := range []int{-1, links} {
			p := properties.NewAlways("p", "", func(c properties.Configuration) bool { return !c.Cut(link) })
			want := fmt.Sprintf("it asks whether link %d is cut; allowed for sleeper: 0..%d, its links", link, links-1)
			if got := complaint(p.Judge(x, model.Weak)); !strings.HasPrefix(got, "property p panics: step_test.go:") || !strings.HasSuffix(got, want) {
				t.Errorf("%v:\ngot  %s\nwant %s", faults, got, want)
			}
		}
		whole := properties.NewAlways("p", "", func(c properties.Configuration) bool { return !c.Cut(0) && !c.Cut(links-1) })
		if got, want := complaint(whole.Judge(x, model.Weak)), "p: is not decided by the last configuration"; got != want {
			t.Errorf("%v: links that exist: got %s, want %s", faults, got, want)
		}
	}
}

// wary suspects the process behind port 1, again and again.
type wary struct{}

func (wary) Init(model.Self) int { return 0 }
func (wary) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Suspect: model.Ports(1)}
}
func (wary) Observe(model.Self, int) model.Status                { return model.Status{} }
func (wary) Step(*model.Process[int], int, model.Input[int]) int { return 0 }

// TestFalseSuspicionsAreFaults says that a suspicion of a process that is up is a
// fault, and one of a process that is down is none.
func TestFalseSuspicionsAreFaults(t *testing.T) {
	s, err := model.New(wary{}, model.Network{N: 2, Topology: model.Complete, Faults: model.Faults{Suspect: 1, Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	faults := properties.NewAlways("faults", "", properties.Watch(
		func(model.View) string { return "" },
		func(state string, step properties.Step) string { return fmt.Sprint(state, step.IsFault(), " ") },
		func(string) bool { return true }))
	x, err := s.Replay(model.Lasso{Stem: parsed(t, []string{"suspect p0:1", "crash p1", "suspect p0:1"})})
	if err != nil {
		t.Fatal(err)
	}
	state := faults.Monitor().Begin(s)
	for i, step := range x.Steps {
		state = faults.Observe(state, s, x.At(i), step)
	}
	if state != "true true false " {
		t.Errorf("faults are %v, want the false suspicion and the crash", state)
	}
}
