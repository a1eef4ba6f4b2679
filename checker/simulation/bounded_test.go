package simulation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// TestBoundedExecutionsReplay says that simulated executions of timing bounded, with
// their ticks and faults, are executions of the definition, and end where it ends.
func TestBoundedExecutionsReplay(t *testing.T) {
	seeds := uint64(48)
	if testing.Short() {
		seeds = 16
	}
	for _, name := range []string{"bully", "bully-original", "bully-improved", "tokenring", "raft", "paxos", "invitation", "lcr"} {
		e, err := catalogue.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		ticks := 0
		for seed := range seeds {
			net, s := faulty(e, catalogue.Variant{Fixes: errata.Corrected}, seed)
			if net.Timing, net.Delay = model.Bounded, int(1+seed%3); seed%5 == 0 {
				net.Faults = model.Faults{}
			}
			if s, err = s.Semantics().On(net); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			o := simulation.Options{Seed: seed, Limit: 150, FaultRate: 100, LastChange: true, Delay: simulation.Delay(seed / 2 % 2)}
			if err := isExecution(t, s, net, o); err != nil {
				t.Errorf("%s, seed %d, %v, delay %d, order %v: %v", name, seed, o.Delay, net.Delay, net.Order, err)
			}
			o.Record = func(e model.Event) {
				if e.Kind == model.Tick {
					ticks++
				}
			}
			simulate(t, s, net, o)
		}
		if ticks == 0 {
			t.Errorf("%s: no tick in %d executions", name, seeds)
		}
	}
}

// In a dozer each process sends a message when it wakes, is idle once, and sets a timer.
// It does not say how long that runs.
type dozer struct{}

type dozing struct{ Awake, Idled, Over bool }

func (dozer) Name() string           { return "dozer" }
func (dozer) Init(model.Self) dozing { return dozing{} }
func (dozer) Observe(_ model.Self, s dozing) model.Status {
	return model.Status{Halted: s.Over}
}
func (dozer) Ready(_ model.Self, s dozing) model.Spontaneous {
	ready := model.Spontaneous{Wake: !s.Awake, Idle: !s.Idled}
	if !s.Over {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (dozer) Step(p *model.Process[int], s dozing, in model.Input[int]) dozing {
	switch in.Kind {
	case model.Wake:
		s.Awake = true
		p.Send(0, 1)
	case model.Idle:
		s.Idled = true
	case model.Timeout:
		s.Over = true
	}
	return s
}

// A nap is a dozer that says how long its timer runs.
type nap struct{ dozer }

func (nap) Durations(model.Self, dozing) model.Durations {
	return model.Durations{Timers: [8]model.Span{model.Exactly(5)}}
}

// TestALossMakesIdle says that a process is idle as soon as the last message in flight to
// it is lost, and not only when nothing else is left.
func TestALossMakesIdle(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 3, Timing: model.Bounded, Faults: model.Faults{Loss: model.Unbounded}}
	s, err := model.New(nap{}, net)
	if err != nil {
		t.Fatal(err)
	}
	ticks, idled := 0, []int{} // the ticks before each idle event
	r := simulate(t, s, net, simulation.Options{FaultRate: 1000, Record: func(e model.Event) {
		switch e.Kind {
		case model.Tick:
			ticks++
		case model.Idle:
			idled = append(idled, ticks)
		}
	}})
	if diff := cmp.Diff([]int{1, 1, 1}, idled); diff != "" {
		t.Errorf("ticks before the idle events (-want +got):\n%s", diff)
	}
	if r.Time != 5*simulation.Unit || ticks != 5 {
		t.Errorf("it took %v and %d ticks, want 5 units and ticks", r.Time, ticks)
	}
}

func TestBoundedRefusals(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 3}
	s, err := model.New(dozer{}, net)
	if err != nil {
		t.Fatal(err)
	}
	net.Timing = model.Bounded
	for _, test := range []struct {
		reason string
		delay  int
		o      simulation.Options
		want   string
	}{
		{"a timer without duration", 1, simulation.Options{}, "dozer: timing bounded, and local state dozing(Awake=false,Idled=false,Over=false) sets a timer or suspects a process, but the algorithm has no method Durations(p model.Self, s L) model.Durations; allowed: such a method, or another timing (after event 0)"},
		{"a delay that is too long", model.MaxDelay + 1, simulation.Options{}, "dozer: delay: 65; allowed: 1..64 ticks or rounds, 0 for 1"},
		{"a delay without bound", 1, simulation.Options{Delay: simulation.HeavyTailed}, "dozer: in timing bounded a message has a greatest delay, which delay heavy-tailed may exceed; allowed: unit, uniform"},
	} {
		net.Delay = test.delay
		if _, err := simulation.Run(t.Context(), s, net, test.o); err == nil || err.Error() != test.want {
			t.Errorf("%s:\ngot  %v\nwant %s", test.reason, err, test.want)
		}
	}
}

// TestTheLimitCountsTicks says that ticks are events: they do not exceed the limit.
func TestTheLimitCountsTicks(t *testing.T) {
	e, err := catalogue.ByName("raft")
	if err != nil {
		t.Fatal(err)
	}
	net, s := faulty(e, catalogue.Variant{Fixes: errata.Corrected}, 0)
	net.Timing, net.Faults = model.Bounded, model.Faults{}
	for limit := range int64(40) {
		if r := simulate(t, s, net, simulation.Options{Limit: limit + 1}); r.Events > limit+1 {
			t.Errorf("%d events, want at most %d", r.Events, limit+1)
		}
	}
}
