package model_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// schedule reads events, separated by semicolons.
func schedule(t *testing.T, text string) model.Schedule {
	t.Helper()
	var list model.Schedule
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		e, err := model.ParseEvent(part)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

const relay = "start wake: send 0 T, become awake\n* receive T: send 0 T"

func TestReplay(t *testing.T) {
	s := newPuppets(t, relay, model.Network{Topology: model.UnidirectionalRing, N: 2, Wake: model.WakeSet{Only: []int{0}}})
	for _, test := range []struct {
		reason     string
		stem, loop string
		is         error
		want       string
	}{
		{"nothing happens", "", "", nil, ""},
		{"the token goes round", "wake p0", "receive p1:1 T; receive p0:1 T", nil, ""},
		{"the token goes half round", "wake p0", "receive p1:1 T", nil,
			"the loop does not return to the configuration in which it starts"},
		{"p1 may not wake", "wake p0; wake p1", "", model.ErrNotEnabled, `event 2, "wake p1", is not enabled`},
		{"another message", "wake p0", "receive p1:1 U", model.ErrNotEnabled, `event 2, "receive p1:1 U", is not enabled`},
		{"an outcome without a choice", "wake p0 choose 0", "", model.ErrNotEnabled, `event 1, "wake p0 choose 0", is not enabled`},
	} {
		t.Run(test.reason, func(t *testing.T) {
			l := model.Lasso{Stem: schedule(t, test.stem), Loop: schedule(t, test.loop)}
			x, err := s.Replay(l)
			if test.want != "" {
				if err == nil || err.Error() != test.want || errors.Is(err, model.ErrNotEnabled) != (test.is != nil) {
					t.Errorf("got  %v\nwant %s", err, test.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(l, x.Lasso()); diff != "" {
				t.Errorf("the execution has another schedule (-want +got):\n%s", diff)
			}
			if got, want := x.Loops(), len(l.Loop) > 0; got != want {
				t.Errorf("Loops: got %v, want %v", got, want)
			}
			if got, want := len(x.Steps), l.Len(); got != want {
				t.Errorf("got %d steps, want %d", got, want)
			}
		})
	}
}

func TestConfigurationsAreValues(t *testing.T) {
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		s := newPuppets(t, "start wake: send 0 A, send 0 B, send 1 C, become awake\nawake receive: send 0 D",
			model.Network{N: 2, Order: order, Faults: model.Faults{Crash: 1, Restart: 1, Loss: 1, Dup: 1, Cut: 1}})
		c := s.Initial()
		for depth := range 6 {
			before := c.Key()
			list := s.Successors(c)
			for _, x := range list {
				s.Successors(x.Next)
			}
			if after := c.Key(); after != before {
				t.Fatalf("%v: a configuration changed when its successors were taken:\n%s\n%s", order, before, after)
			}
			c = list[depth%len(list)].Next
		}
	}
}

func TestUnjust(t *testing.T) {
	const rules = `start wake: send 0 A, become on
on timeout 0: become off
off timeout 0: become on
off timeout 1: become on
on timeout 2: become on | become off
start receive A: become got`
	ring := model.Network{Topology: model.UnidirectionalRing, N: 2, Wake: model.WakeSet{Only: []int{0}}}
	bag := ring
	bag.Order = model.Bag
	for _, test := range []struct {
		reason             string
		net                model.Network
		loop               string
		unfair, weak, full string // classes
	}{
		{"A is enabled all the time, timers 1 and 2 now and then", ring, "timeout p0:0; timeout p0:0", "",
			"receive p1:1:0 ", "receive p1:1:0 , timeout p0:0:2 , timeout p0:0:1 "},
		{"in a bag a class is about one message", bag, "timeout p0:0; timeout p0:0", "",
			"receive p1:1:0 A", "receive p1:1:0 A, timeout p0:0:2 , timeout p0:0:1 "},
		{"the same outcome for ever", ring, "timeout p0:2 choose 0", "timeout p0:0:2 ",
			"timeout p0:0:0 , receive p1:1:0 , timeout p0:0:2 ", "timeout p0:0:0 , receive p1:1:0 , timeout p0:0:2 "},
		{"both outcomes", ring, "timeout p0:2 choose 0; timeout p0:2 choose 1; timeout p0:1", "",
			"receive p1:1:0 , timeout p0:0:0 ", "timeout p0:0:0 , receive p1:1:0 "},
	} {
		t.Run(test.reason, func(t *testing.T) {
			s := newPuppets(t, rules, test.net)
			x, err := s.Replay(model.Lasso{Stem: schedule(t, "wake p0"), Loop: schedule(t, test.loop)})
			if err != nil {
				t.Fatal(err)
			}
			for f, want := range map[model.Fairness]string{model.Unfair: test.unfair, model.Weak: test.weak, model.Strong: test.full} {
				got := fairness.Unjust(x, f)
				if diff := cmp.Diff(sorted(want), sorted(classes(got))); diff != "" {
					t.Errorf("%v (-want +got):\n%s", f, diff)
				}
			}
		})
	}
}

// sorted returns the parts of a list in order: it does not matter which class is
// found first.
func sorted(list string) []string {
	parts := strings.Split(list, ", ")
	slices.Sort(parts)
	return parts
}

func classes(list []fairness.Class) string {
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = fmt.Sprint(c)
	}
	return strings.Join(texts, ", ")
}

func TestClasses(t *testing.T) {
	for _, test := range []struct {
		order  model.Order
		a, b   string
		same   bool
		reason string
	}{
		{model.FIFO, "receive p0:0 A", "receive p0:0 B", true, "one channel"},
		{model.FIFO, "receive p0:0 A", "receive p0:1 A", false, "two channels"},
		{model.Inbox, "receive p0:0 A", "receive p0:1 B", true, "one channel per receiver"},
		{model.Bag, "receive p0:0 A", "receive p0:0 B", false, "two messages"},
		{model.Set, "receive p0:0 A", "receive p0:0 B", false, "two messages"},
		{model.FIFO, "timeout p0:0", "timeout p0:1", false, "two timers"},
		{model.FIFO, "idle p0", "idle p1", false, "two processes"},
		{model.FIFO, "suspect p0:0", "suspect p0:1", false, "two ports"},
		{model.FIFO, "timeout p0:0 choose 0", "timeout p0:0 choose 1", true, "two outcomes of one step"},
	} {
		s := newPuppets(t, relay, model.Network{N: 2, Order: test.order})
		pair := schedule(t, test.a+";"+test.b)
		if got := fairness.ClassOf(s, pair[0]) == fairness.ClassOf(s, pair[1]); got != test.same {
			t.Errorf("%v: %q and %q in one class: got %v, want %v: %s", test.order, test.a, test.b, got, test.same, test.reason)
		}
	}
}

// TestFairnessByTiming says that the zero value means the default for the timing,
// for every function with a fairness.
func TestFairnessByTiming(t *testing.T) {
	for _, test := range []struct {
		fairness model.Fairness
		timing   model.Timing
		want     model.Fairness
		reason   string
	}{
		{model.ByTiming, model.Async, model.Weak, "messages arrive at last"},
		{model.ByTiming, model.Lockstep, model.Weak, "rounds go on"},
		{model.ByTiming, model.Timely, model.Strong, "whatever is in flight disables the timers"},
		{model.Unfair, model.Timely, model.Unfair, "it was asked for"},
		{model.Weak, model.Timely, model.Weak, "it was asked for"},
	} {
		if got := test.fairness.Under(test.timing); got != test.want {
			t.Errorf("%v under %v: got %v, want %v: %s", test.fairness, test.timing, got, test.want, test.reason)
		}
	}
}
