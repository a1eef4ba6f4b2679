package simulation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// A caller has three operations, and sends the one that is invoked to the next process.
// It has two initial local states: with the second it accepts no more than one.
type caller struct{}

type calling struct {
	Most  int // operations that it still accepts
	Heard int
}

func (caller) Name() string                                 { return "caller" }
func (caller) Init(model.Self) calling                      { return calling{Most: 3} }
func (caller) Inits(model.Self) []calling                   { return []calling{{Most: 3}, {Most: 1}} }
func (caller) Observe(_ model.Self, s calling) model.Status { return model.Status{Term: s.Heard} }
func (caller) Ready(_ model.Self, s calling) model.Spontaneous {
	return model.Spontaneous{Operations: 3 * min(s.Most, 1)}
}

func (caller) Step(p *model.Process[int], s calling, in model.Input[int]) calling {
	if in.Kind == model.Invoke {
		s.Most--
		p.Send(0, 1+int(in.Operation))
		return s
	}
	s.Heard += in.Msg
	return s
}

// TestOperationsAreInvoked says that operations are invoked as long as they are offered,
// each of them, and when nothing is in flight; and that a loss without bound strikes more
// often than any budget.
func TestOperationsAreInvoked(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 200, Start: make([]int, 200)}
	s, err := model.New(caller{}, model.Network{Topology: model.UnidirectionalRing, N: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, scheduler := range []simulation.Scheduler{simulation.Timed, simulation.Untimed} {
		for _, test := range []struct {
			reason       string
			start        []int
			faults       model.Faults
			least, most  int64 // messages
			leastChanges int   // processes that have heard something
		}{
			{"three by each", net.Start, model.Faults{}, 600, 600, 200},
			{"one by each", slices.Repeat([]int{1}, 200), model.Faults{}, 200, 200, 200},
			{"one or three by each", nil, model.Faults{}, 300, 500, 200},
			{"messages are lost without end", net.Start, model.Faults{Loss: model.Unbounded}, 600, 600, 100},
		} {
			var invoked [3]int
			here := net
			here.Start, here.Faults = test.start, test.faults
			lost := 0
			o := simulation.Options{Seed: 7, Scheduler: scheduler, FaultRate: 600, Record: func(e model.Event) {
				switch e.Kind {
				case model.Invoke:
					invoked[e.Operation]++
				case model.Lose:
					lost++
				}
			}}
			r, err := simulation.Run(t.Context(), s, here, o)
			if err != nil {
				t.Fatal(err)
			}
			heard := 0
			for _, st := range r.Status {
				heard += min(st.Term, 1)
			}
			if r.Messages < test.least || r.Messages > test.most || slices.Min(invoked[:]) == 0 || heard < test.leastChanges {
				t.Errorf("%v, %s: %d messages, operations %v, %d processes heard; want %d..%d messages, all operations, at least %d",
					scheduler, test.reason, r.Messages, invoked, heard, test.least, test.most, test.leastChanges)
			}
			if test.faults.Loss > 0 && lost <= 255 {
				t.Errorf("%v: %d messages of 600 were lost, want more than any budget", scheduler, lost)
			}
		}
	}
}

// A patient caller defers everything.
type patient struct{ caller }

func (patient) Defers(model.Self, calling, model.Port, int) bool { return true }

func TestDeferralNeedsAWalk(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 2}
	s, err := model.New(patient{}, net)
	if err != nil {
		t.Fatal(err)
	}
	_, err = simulation.Run(t.Context(), s, net, simulation.Options{})
	if want := "caller: under scheduler timed every message is received when it arrives, but the algorithm defers messages; allowed: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s...", err, want)
	}
	fifo, err := simulation.ParseScheduler("fifo")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(4) {
		r, err := simulation.Run(t.Context(), s, net, simulation.Options{Scheduler: fifo, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if r.Messages < 2 || r.Messages > 6 || r.Status[0].Term+r.Status[1].Term > 0 {
			t.Errorf("seed %d: %d messages, statuses %v; want 2..6, and none received", seed, r.Messages, r.Status)
		}
	}
}

// TestTraitorsNeedAWalk says that the schedulers of simulations refuse traitors, and that those of schedules draw them.
func TestTraitorsNeedAWalk(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 2, Faults: model.Faults{Traitor: 1}}
	s, err := model.New(caller{}, net)
	if err != nil {
		t.Fatal(err)
	}
	_, err = simulation.Run(t.Context(), s, net, simulation.Options{})
	if want := "caller: under scheduler timed there are no traitors (traitor=1); allowed: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s...", err, want)
	}
	betrayals := 0
	for seed := range uint64(20) {
		record := func(e model.Event) {
			if e.Kind == model.Betray {
				betrayals++
			}
		}
		if _, err := simulation.Run(t.Context(), s, net, simulation.Options{Scheduler: simulation.Untimed + 1, Seed: seed, Record: record}); err != nil {
			t.Fatal(err)
		}
	}
	if betrayals == 0 {
		t.Error("nobody betrays")
	}
}
