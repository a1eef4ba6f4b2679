package confluent_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// deferring is an automaton that defers message "d" in local state "".
type deferring struct{ automaton }

func (deferring) Defers(_ model.Self, s string, _ model.Port, m string) bool {
	return s == "" && m == "d"
}

// TestEarly asks about deliveries before which ticks may pass.
func TestEarly(t *testing.T) {
	starts := func(s string) model.Spontaneous {
		if strings.Contains(s, "e") {
			return model.Spontaneous{Timers: model.Timers(0)}
		}
		return model.Spontaneous{Wake: true}
	}
	for _, row := range []struct {
		reason    string
		automaton automaton
		ticks     int
		confluent bool
	}{
		{"a wake-up starts a timer, which runs out while it waits and notices it", automaton{ready: starts, steps: notes("timeout 0")}, 2, false},
		{"the timer runs out while it waits, and does not notice it", automaton{ready: starts}, 2, true},
		{"the timer would notice it, but it does not wait that long", automaton{ready: starts, steps: notes("timeout 0")}, 0, true},
	} {
		q := ask(t, row.automaton, model.Network{Timing: model.Bounded}, confluent.Sight{})
		x := q.of("", "m")
		x.Ticks = row.ticks
		if is := q.Confluent(x, 0); is != row.confluent {
			t.Errorf("%s: confluent %t, want %t", row.reason, is, row.confluent)
		}
	}
}

// TestEarlyBesideDeferred says that a delivery before its time may not change which messages are
// deferred: time may pass before those.
func TestEarlyBesideDeferred(t *testing.T) {
	s, err := model.New(deferring{}, model.Network{N: 3, Timing: model.Bounded})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	for ticks, want := range []bool{true, false} {
		x := confluent.Delivery{Local: tables.Local(0, ""), Msg: tables.Message("m"), Ticks: ticks}
		if is := confluent.New(s, tables, confluent.Sight{}).Confluent(x, 0); is != want {
			t.Errorf("%d ticks may pass: confluent %t, want %t", ticks, is, want)
		}
	}
}

// TestClosedWhileTimePasses asks whether a process is closed that has a message on one of its two
// ports: only if it must receive it before a tick.
func TestClosedWhileTimePasses(t *testing.T) {
	for ticks, want := range []bool{true, false} {
		q := ask(t, automaton{}, model.Network{Timing: model.Bounded}, confluent.Sight{})
		x := q.of("", "m")
		none := x
		none.Msg, x.Port, x.Ticks = -1, 1, ticks
		if is := q.Closed([]confluent.Delivery{none, x}, 0); is != want {
			t.Errorf("%d ticks may pass: closed %t, want %t", ticks, is, want)
		}
	}
}

// TestClosedChoosers asks whether a process is closed of whose step the second outcome is seen.
func TestClosedChoosers(t *testing.T) {
	tosses := automaton{steps: func(p *model.Process[string], s, _ string) string { return []string{"a", "b"}[p.Choose(2)] }}
	for letter, want := range map[int]bool{'a': false, 'b': false, 'c': true} {
		q := ask(t, tosses, model.Network{}, shapes(properties.Shape{Some: func(s model.Status) bool { return s.Term == letter }}))
		q.enters(0, "")
		q.Learn()
		x := q.of("", "m")
		y := x
		y.Port = 1
		if is := q.Closed([]confluent.Delivery{x, y}, 0); is != want {
			t.Errorf("%c is seen: closed %t, want %t", letter, is, want)
		}
	}
}

// TestRecallFilled begins with the channel that another search has filled, or with none.
func TestRecallFilled(t *testing.T) {
	for _, filled := range []bool{false, true} {
		q := ask(t, automaton{}, model.Network{}, confluent.Sight{})
		if filled {
			q.Fill(q.system.Semantics().InChannels(0)[0])
		}
		later := confluent.New(q.system, q.tables, confluent.Sight{})
		later.Recall(q.Deliveries)
		x := q.of("", "m")
		none := x
		none.Msg, x.Port = -1, 1
		if is := later.Closed([]confluent.Delivery{none, x}, 0); is == filled {
			t.Errorf("the other channel may be filled: %t, and the process is closed: %t", filled, is)
		}
	}
}

// TestOvertakersOfTheReceiver asks whether a delivery in an inbox is confluent that sends something:
// not if it sends that to its own process, which has others in front of it.
func TestOvertakersOfTheReceiver(t *testing.T) {
	sends := func(q model.Port) automaton {
		return automaton{steps: func(p *model.Process[string], s, in string) string {
			if in == "m" {
				p.Send(q, "n")
			}
			return collect(p, s, in)
		}}
	}
	for port, want := range []bool{false, true} {
		net := model.Network{N: 2, Topology: model.Graph, Graph: [][]int{{0, 1}, {0}}, Order: model.Inbox}
		q := ask(t, sends(model.Port(port)), net, confluent.Sight{})
		if is := q.Confluent(q.of("", "m"), 0); is != want {
			t.Errorf("it sends through port %d: confluent %t, want %t", port, is, want)
		}
	}
}

// TestNextInInboxes says that a delivery is not taken next that has another message in front of it.
func TestNextInInboxes(t *testing.T) {
	q := ask(t, automaton{ready: always(model.Spontaneous{Wake: true}), steps: func(p *model.Process[string], s, in string) string {
		switch {
		case in == "wake" && p.ID() == 2:
			p.Send(1, "a")
			p.Send(1, "b")
			p.Send(0, "c")
		case in == "a":
			p.Choose(2)
		}
		return collect(p, s, in)
	}}, model.Network{Order: model.Inbox, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID, Faults: model.Faults{Cut: 1}}, confluent.Sight{})
	awake, ok := q.system.Apply(q.system.Initial(), model.Event{Process: 1, Kind: model.Wake})
	if !ok {
		t.Fatal("process 1 does not wake")
	}
	want := model.Event{Process: 2, Kind: model.Receive, Port: 1, Message: "c"}
	if got := q.Next(q.system, awake.Next); got.Compare(want) != 0 {
		t.Errorf("%v is taken next, want %v", got, want)
	}
}

// TestIdleIsRemembered says that a process that may be idle in one local state is remembered as such,
// also if it is not in later ones, and by another search too.
func TestIdleIsRemembered(t *testing.T) {
	sends := automaton{ready: as(model.Spontaneous{Idle: true}, "i"), steps: func(p *model.Process[string], s, in string) string {
		if in == "m" {
			p.Send(0, "n")
		}
		return collect(p, s, in)
	}}
	for _, idle := range []bool{false, true} {
		q := ask(t, sends, model.Network{}, confluent.Sight{})
		if idle {
			q.enters(1, "i")
		}
		q.enters(1, "j")
		later := confluent.New(q.system, q.tables, confluent.Sight{})
		later.Recall(q.Deliveries)
		if is := later.Confluent(q.of("", "m"), 0); is == idle {
			t.Errorf("its receiver may be idle: %t, and the delivery is confluent: %t", idle, is)
		}
	}
}

// TestCrashesToldLater relies upon a delivery, and then tells of a state in which the monitor tells a
// crash before it from one after it.
func TestCrashesToldLater(t *testing.T) {
	watch := properties.NewAlways("alert", "the monitor", properties.Watch(
		func(model.View) string { return "" },
		func(state string, o properties.Observation) string {
			if state == "strict" && o.After.Down && o.Before.Term == 'm' {
				return "told"
			}
			return state
		},
		func(string) bool { return true }))
	for _, state := range []string{"lax", "strict"} {
		q := ask(t, automaton{}, model.Network{Faults: model.Faults{Crash: 1}}, confluent.Sight{Monitor: watch.Monitor()})
		q.Watch("")
		q.Learn()
		if !q.Confluent(q.of("", "m"), confluent.Crash) || q.Broken() {
			t.Fatal("not confluent, or broken")
		}
		q.Watch(state)
		if broken := q.Broken(); broken != (state == "strict") {
			t.Errorf("the monitor is %s: broken %t", state, broken)
		}
	}
}

// TestNobodyOvertakesWhereSomeDefer says that no message overtakes others in an inbox if the algorithm
// may defer those.
func TestNobodyOvertakesWhereSomeDefer(t *testing.T) {
	net := model.Network{N: 3, Order: model.Inbox}
	s, err := model.New(deferring{}, net)
	if err != nil {
		t.Fatal(err)
	}
	if confluent.New(s, compiled.New(s), confluent.Sight{}).Overtaking() || !ask(t, automaton{}, net, confluent.Sight{}).Overtaking() {
		t.Error("messages overtake where some are deferred, or nowhere")
	}
}

// TestOvertakingBehindOnesOwn completes a schedule in which a process sends something to itself when it
// receives, which then a message of another process overtakes.
func TestOvertakingBehindOnesOwn(t *testing.T) {
	q := ask(t, automaton{ready: always(model.Spontaneous{Wake: true}), steps: func(p *model.Process[string], s, in string) string {
		switch {
		case p.ID() == 2 && s == "":
			p.Send(0, "a")
			return "w"
		case p.ID() == 2:
			p.Send(0, "o")
			return s
		case in == "a":
			p.Send(0, "n")
		case in == "n":
			p.Choose(2)
		}
		return collect(p, s, in)
	}}, model.Network{N: 2, Topology: model.Graph, Graph: [][]int{{0, 1}, {0}}, Order: model.Inbox, IDs: []model.ID{1, 2}, Grants: model.KnowID}, confluent.Sight{})
	between := model.Schedule{{Process: 1, Kind: model.Wake}, {Kind: model.Receive, Port: 1, Message: "a"}, {Process: 1, Kind: model.Wake},
		{Kind: model.Receive, Message: "n", Choices: []int{0}}}
	whole, err := q.Complete(q.system, between, true)
	if err != nil {
		t.Fatal(err)
	}
	want := append(between, model.Event{Kind: model.Receive, Port: 1, Message: "o"})
	if diff := cmp.Diff(want, whole); diff != "" {
		t.Errorf("schedule (-want +got):\n%s", diff)
	}
}
