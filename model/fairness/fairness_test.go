package fairness_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// ticker is an algorithm with timers 0 and 1, of which timer 0 goes to the next local state
// and back.
type ticker struct {
	both    bool // timer 1 is set in both local states, not only in state 0
	chooses bool // timer 0 chooses whether to
	tosses  bool // and whether to come back
}

func (ticker) Init(model.Self) int                  { return 0 }
func (ticker) Observe(model.Self, int) model.Status { return model.Status{} }
func (a ticker) Ready(_ model.Self, s int) model.Spontaneous {
	if s == 0 || a.both {
		return model.Spontaneous{Timers: model.Timers(0, 1)}
	}
	return model.Spontaneous{Timers: model.Timers(0)}
}
func (a ticker) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Timer == 1 || (a.chooses && s == 0 || a.tosses && s == 1) && p.Choose(2) == 0 {
		return s
	}
	return 1 - s
}

// TestUnjust says which classes of events a loop neglects, under each fairness. Timer 1 runs out
// before the loop.
func TestUnjust(t *testing.T) {
	timeout := func(timer uint8, choices ...int) model.Event {
		return model.Event{Kind: model.Timeout, Timer: timer, Choices: choices}
	}
	first, second := timeout(0), timeout(1)
	for _, row := range []struct {
		reason    string
		algorithm ticker
		timing    model.Timing
		loop      model.Schedule
		fairness  model.Fairness
		want      []uint8 // the timers of the classes
	}{
		{"timer 1 is always set, but nothing has to happen", ticker{both: true}, model.Async, model.Schedule{first, first}, model.Unfair, nil},
		{"timer 1 is always set", ticker{both: true}, model.Async, model.Schedule{first, first}, model.Weak, []uint8{1}},
		{"timer 1 is always set, and runs out", ticker{both: true}, model.Async, model.Schedule{first, second, first}, model.Weak, nil},
		{"timer 1 is set now and then", ticker{}, model.Async, model.Schedule{first, first}, model.Weak, nil},
		{"timer 1 is set now and then", ticker{}, model.Async, model.Schedule{first, first}, model.Strong, []uint8{1}},
		{"asynchronous networks are weakly fair", ticker{both: true}, model.Async, model.Schedule{first, first}, model.ByTiming, []uint8{1}},
		{"asynchronous networks are weakly fair", ticker{}, model.Async, model.Schedule{first, first}, model.ByTiming, nil},
		{"timely networks are strongly fair", ticker{}, model.Timely, model.Schedule{first, first}, model.ByTiming, []uint8{1}},
		{"one outcome of two never occurs", ticker{chooses: true}, model.Async, model.Schedule{timeout(0, 0)}, model.Unfair, []uint8{0}},
		{"timer 0 is always set, and what it chooses is one event", ticker{both: true, chooses: true}, model.Async, model.Schedule{second}, model.Weak, []uint8{0}},
		{"each outcome occurs, in one state of two", ticker{chooses: true, tosses: true}, model.Async, model.Schedule{timeout(0, 0), timeout(0, 1), timeout(0, 1)}, model.Unfair, []uint8{0}},
		{"both outcomes occur", ticker{chooses: true}, model.Async, model.Schedule{timeout(0, 0), timeout(0, 1), first}, model.Unfair, nil},
	} {
		s, err := model.New(row.algorithm, model.Network{N: 1, Timing: row.timing})
		if err != nil {
			t.Fatal(err)
		}
		x, err := s.Replay(model.Lasso{Stem: model.Schedule{second}, Loop: row.loop})
		if err != nil {
			t.Fatalf("%s: %v", row.reason, err)
		}
		var got []uint8
		for _, class := range fairness.Unjust(x, row.fairness) {
			got = append(got, class.Timer)
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s, %v (-want +got):\n%s", row.reason, row.fairness, diff)
		}
	}
}

// TestNoFaultIsOwed says that a loop may go on for ever without a fault that may always happen.
func TestNoFaultIsOwed(t *testing.T) {
	s, err := model.New(ticker{both: true}, model.Network{N: 1, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	first, second := model.Event{Kind: model.Timeout}, model.Event{Kind: model.Timeout, Timer: 1}
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{second}, Loop: model.Schedule{first, second, first}})
	if err != nil {
		t.Fatal(err)
	}
	if classes := fairness.Unjust(x, model.Strong); len(classes) > 0 {
		t.Errorf("it neglects %v", classes)
	}
}

// TestClassOf says which events are of the same class.
func TestClassOf(t *testing.T) {
	receive := func(q model.Port, message string) model.Event {
		return model.Event{Kind: model.Receive, Port: q, Message: message}
	}
	for _, row := range []struct {
		reason string
		a, b   model.Event
		same   map[model.Order]bool
	}{
		{"another message", receive(0, "a"), receive(0, "b"), map[model.Order]bool{model.FIFO: true, model.Inbox: true, model.Bag: false, model.Set: false}},
		{"another port", receive(0, "a"), receive(1, "a"), map[model.Order]bool{model.FIFO: false, model.Inbox: true, model.Bag: false, model.Set: false}},
		{"another timer", model.Event{Kind: model.Timeout, Timer: 1}, model.Event{Kind: model.Timeout, Timer: 2}, map[model.Order]bool{model.FIFO: false}},
		{"a suspicion of another port", model.Event{Kind: model.Suspect, Port: 0}, model.Event{Kind: model.Suspect, Port: 1}, map[model.Order]bool{model.FIFO: false}},
		{"another process", model.Event{Kind: model.Idle}, model.Event{Kind: model.Idle, Process: 1}, map[model.Order]bool{model.FIFO: false}},
	} {
		for order, same := range row.same {
			s, err := model.New(ticker{}, model.Network{N: 2, Order: order})
			if err != nil {
				t.Fatal(err)
			}
			a, b := fairness.ClassOf(s, row.a), fairness.ClassOf(s, row.b)
			if (a == b) != same || (fmt.Sprint(a) == fmt.Sprint(b)) != same {
				t.Errorf("%s, order %v: %v and %v, want the same: %t", row.reason, order, a, b, same)
			}
		}
	}
}
