package symbolic_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// caller calls all others when it wakes, answers the first call that it gets,
// and suspects each of the others once.
type caller struct{}

type called struct {
	Awake, Answered, Suspects bool
}

func (caller) Init(model.Self) called { return called{} }
func (caller) Observe(_ model.Self, s called) model.Status {
	if s.Answered {
		return model.Status{Role: model.Lost}
	}
	return model.Status{}
}

func (caller) Ready(_ model.Self, s called) model.Spontaneous {
	ready := model.Spontaneous{Wake: !s.Awake}
	if s.Awake && !s.Suspects {
		ready.Suspect = model.PortSet(0).With(1)
	}
	return ready
}

func (caller) Durations(model.Self, called) model.Durations {
	return model.Durations{Suspect: model.Span{Least: 1, Greatest: 3}}
}

func (caller) Restart(_ model.Self, s called) called { return called{Suspects: s.Suspects} }

func (caller) Step(p *model.Process[string], s called, in model.Input[string]) called {
	switch {
	case in.Kind == model.Wake:
		s.Awake = true
		for q := 1; q < p.Ports(); q++ {
			p.Send(model.Port(q), "call")
		}
	case in.Kind == model.Suspect:
		s.Suspects = true
	case in.Msg == "call" && !s.Answered:
		s.Answered = true
		p.Send(in.Port, "answer")
	}
	return s
}

// counts are the numbers of configurations, events and terminal configurations.
type counts struct{ configurations, events, terminal int64 }

// sizesOf returns the counts of a set of configurations.
func sizesOf(x *symbolic.System, all diagram.Set) counts {
	configurations, events := x.Sizes(all)
	return counts{configurations.Int64(), events.Int64(), x.Sets.Size(x.Terminal(all)).Int64()}
}

// search counts by a breadth-first search with the steps of package model.
func search(s *model.System) (n counts) {
	seen, queue := map[string]bool{s.Initial().Key(): true}, []model.Configuration{s.Initial()}
	for ; len(queue) > 0; queue = queue[1:] {
		n.configurations++
		if s.View(queue[0]).Terminal {
			n.terminal++
		}
		for _, x := range s.Successors(queue[0]) {
			n.events++
			if k := x.Next.Key(); !seen[k] {
				seen[k] = true
				queue = append(queue, x.Next)
			}
		}
	}
	return n
}

// TestCounts compares the numbers of configurations, events and terminal configurations
// with those of a search with the steps of package model. Faults happen finitely often.
// So no system has a loop.
func TestCounts(t *testing.T) {
	for _, row := range []struct {
		reason string
		net    model.Network
	}{
		{"no crash falls within a second delivery", model.Network{Faults: model.Faults{Dup: 1, Crash: 1}}},
		{"a false suspicion is one of a process that is up", model.Network{Faults: model.Faults{Suspect: 1, Crash: 1}}},
		{"a suspicion only while nothing is in flight", model.Network{Timing: model.Timely, Faults: model.Faults{Crash: 1, Loss: 1}}},
		{"a link is cut once, though a second cut is left", model.Network{Faults: model.Faults{Cut: 2}}},
		{"who is down is sent nothing", model.Network{Faults: model.Faults{Crash: 1, Restart: 1}}},
		{"what is lost may have been sent twice", model.Network{Order: model.Bag, Faults: model.Faults{Loss: 1, Dup: 1}}},
		{"time stands still while a message or a suspicion is urgent", model.Network{Timing: model.Bounded, Delay: 2, Faults: model.Faults{Crash: 1}}},
		{"the processes behind their ports are told of a restart", model.Network{Timing: model.Bounded, Faults: model.Faults{Crash: 1, Restart: 1}}},
		{"of two equal messages the older one is lost", model.Network{Timing: model.Bounded, Delay: 2, Order: model.Bag, Faults: model.Faults{Loss: 1, Dup: 1}}},
		{"a message keeps its ticks when a set has it already", model.Network{Timing: model.Bounded, Delay: 3, Order: model.Set, Faults: model.Faults{Dup: 1, Crash: 1, Restart: 1}}},
		{"only the first message of an inbox is urgent", model.Network{Timing: model.Bounded, Delay: 2, Order: model.Inbox, Faults: model.Faults{Crash: 1}}},
		{"an inbox keeps the order of sending", model.Network{Order: model.Inbox, Faults: model.Faults{Loss: 1}}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			row.net.N, row.net.Topology = 2, model.Complete
			s, err := model.New(caller{}, row.net)
			if err != nil {
				t.Fatal(err)
			}
			x := symbolic.New(s, compiled.New(s), symbolic.Options{})
			all := x.Explore()
			got := sizesOf(x, all)
			if want := search(s); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
			if !x.Acyclic(all) {
				t.Error("the system has a loop")
			}
		})
	}
}

// later is a caller that defers answers until it has answered.
type later struct{ caller }

func (later) Defers(_ model.Self, s called, _ model.Port, m string) bool {
	return m == "answer" && !s.Answered
}

// TestRefuses says which systems the engine refuses, and why.
func TestRefuses(t *testing.T) {
	for _, row := range []struct {
		reason    string
		algorithm model.Algorithm[called, string]
		net       model.Network
		want      reason.Cause
	}{
		{"a round has no effects by level", caller{}, model.Network{Timing: model.Lockstep}, reason.Lockstep},
		{"a tick has", caller{}, model.Network{Timing: model.Bounded}, 0},
		{"unless what is urgent depends on the local state", later{}, model.Network{Timing: model.Bounded}, reason.BoundedDefers},
		{"an event waits for the timers of all", caller{}, model.Network{Timing: model.Bounded, TimersInTurn: true}, reason.TimersInTurn},
		{"a timer waits for what all processes defer", later{}, model.Network{Timing: model.Timely}, reason.TimelyDefers},
		{"diagrams do not count what is in flight", caller{}, model.Network{Capacity: model.Capacity{Places: 2}}, reason.FullChannels},
		{"no step forges messages", caller{}, model.Network{Faults: model.Faults{Traitor: 1}}, reason.Traitors},
		{"nothing waits for deferred messages", later{}, model.Network{}, 0},
		{"an inbox does not tell links apart", caller{}, model.Network{Order: model.Inbox, Faults: model.Faults{Cut: 1}}, reason.InboxCut},
	} {
		row.net.N, row.net.Topology = 2, model.Complete
		s, err := model.New(row.algorithm, row.net)
		if err != nil {
			t.Fatal(err)
		}
		if got := (symbolic.Engine{}).Refuses(s).Cause; got != row.want {
			t.Errorf("%s: cause %v, want %v", row.reason, got, row.want)
		}
	}
}
