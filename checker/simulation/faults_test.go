package simulation_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

// TestCatalogueUnderFaults simulates the algorithms of the catalogue, printed and
// corrected, in all orders and with faults. Each simulation must be an execution of
// the model, with the same counts.
func TestCatalogueUnderFaults(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 2
	}
	for _, e := range catalogue.All() {
		for _, variant := range []catalogue.Variant{{}, {Fixes: errata.Corrected}} {
			for seed := range 4 * seeds {
				net, s := faulty(e, variant, seed)
				if s == nil {
					continue
				}
				o := options[int(seed)%len(options)]
				o.Seed, o.Limit, o.FaultRate, o.LastChange = seed, 200, 200, true
				err := isExecution(t, s, net, o)
				var illFormed *simulation.IllFormedError
				if err != nil && !errors.As(err, &illFormed) { // some printed algorithms are ill-formed
					t.Errorf("%s %s, seed %d, order %v: %v", e.Name, e.VariantText(variant), seed, net.Order, err)
				}
			}
		}
	}
}

// faulty returns a network of 3 to 6 processes with many faults, and the system of
// an algorithm on it, nil if the algorithm does not run there.
func faulty(e catalogue.Entry, v catalogue.Variant, seed uint64) (model.Network, *model.System) {
	net := e.Network(3 + int(seed/4%4))
	net.Order = model.Order(seed % 4)
	net.Faults = model.Faults{Crash: 2, Restart: 2, Loss: 2, Dup: 3, Cut: 1}
	if s, err := e.New(v, net); err == nil {
		return net, s
	}
	for _, id := range simulation.Shuffle(net.N, seed) {
		net.IDs = append(net.IDs, model.ID(id))
	}
	for _, net.Faults.Restart = range []int{2, 0} {
		if s, err := e.New(v, net); err == nil {
			return net, s
		}
	}
	return net, nil
}

// isExecution reports how a simulation differs from an execution of s.
func isExecution(t *testing.T, s *model.System, net model.Network, o simulation.Options) error {
	var schedule model.Schedule
	o.Record = func(e model.Event) { schedule = append(schedule, e) }
	got, err := simulation.Run(t.Context(), s, net, o)
	if err != nil {
		return err
	}
	x, err := s.Replay(model.Lasso{Stem: schedule})
	if err != nil {
		return err
	}
	if !got.Cut && !s.Terminal(x.Last()) {
		return errors.New("it stopped in a configuration that is not terminal")
	}
	if got.LastChange.Time > got.Time {
		return fmt.Errorf("its last change is after %v, but it ended after %v", got.LastChange.Time, got.Time)
	}
	got.Time, got.LastChange.Time, got.Cut = 0, 0, false
	if diff := cmp.Diff(simulation.Count(x), got); diff != "" {
		return fmt.Errorf("replayed (-) and simulated (+):\n%s", diff)
	}
	return nil
}

// TestVictims says that a simulation is an execution of the model where faults strike some
// processes, messages and links only, and that they do strike these.
func TestVictims(t *testing.T) {
	net := model.Network{N: 4, Topology: model.Ring, IDs: []model.ID{2, 4, 1, 3}, Faults: model.Faults{Crash: 3, Restart: 3, Loss: 4, Dup: 4, Cut: 1, Divide: 2},
		Victims: model.Victims{Crash: []int{0, 3}, Restart: []int{3}, Cut: []model.Route{{From: 1, To: 2}}, Divide: [][]int{{1}, {2, 3}},
			Loss: model.Messages{Names: []string{"ping"}, On: []model.Route{{From: 0, To: 1}, {From: 2, To: 3}}}, Dup: model.Messages{Names: []string{"pong"}}}}
	struck := map[string]int{}
	for seed := range uint64(200) {
		net.Order = model.Order(seed % 4)
		s, err := model.New(pinging{}, net)
		if err != nil {
			t.Fatal(err)
		}
		o := simulation.Options{Seed: seed, Scheduler: simulation.Scheduler(seed / 4 % 2), Limit: 100, FaultRate: 300, LastChange: true}
		if err := isExecution(t, s, net, o); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		o.Record = func(e model.Event) { struck[e.Kind.String()]++ }
		if _, err := simulation.Run(t.Context(), s, net, o); err != nil {
			t.Error(err)
		}
	}
	for _, kind := range []model.Kind{model.Crash, model.Restart, model.Lose, model.Duplicate, model.Cut, model.Divide, model.Heal} {
		if struck[kind.String()] < 10 {
			t.Errorf("%d events are %v; too few to test anything", struck[kind.String()], kind)
		}
	}
	net.Victims.Cut[0].To = 3
	if _, err := simulation.Run(t.Context(), mustPing(t), net, simulation.Options{}); err == nil || err.Error() != "pinging: cut-of: there is no link 1-3; allowed of those from process 1: 1-2, 1-0" {
		t.Error(err)
	}
}

// pinging is an algorithm whose processes ping both neighbours when they wake, and answer.
type pinging struct{}

type pinged string

func (m pinged) String() string { return string(m) }

func (pinging) Init(model.Self) int                         { return 0 }
func (pinging) Restart(_ model.Self, s int) int             { return s }
func (pinging) Observe(model.Self, int) model.Status        { return model.Status{} }
func (pinging) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s < 2} }

func (pinging) Step(p *model.Process[pinged], s int, in model.Input[pinged]) int {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, "ping")
		p.Send(1, "ping")
		return s + 1
	case in.Msg == "ping":
		p.Send(in.Port, "pong")
	}
	return s
}

func mustPing(t *testing.T) *model.System {
	t.Helper()
	s, err := model.New(pinging{}, model.Network{N: 4})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCrashesStrikeAnywhere says that a process may crash within a wake-up that
// sends, and after it.
func TestCrashesStrikeAnywhere(t *testing.T) {
	a := algorithm{"lcr", model.Network{Topology: model.UnidirectionalRing, Faults: model.Faults{Crash: 1}}, joins(lcr.Algorithm{Fixes: errata.Corrected})}
	net := a.network(4, 1)
	s := a.system(t, net)
	within, after := 0, 0
	for seed := range uint64(40) {
		var last model.Event
		simulate(t, s, net, simulation.Options{Seed: seed, FaultRate: 500, Record: func(e model.Event) {
			switch {
			case e.Kind != model.Crash:
			case e.Within && e.During == model.Wake:
				within++
			case !e.Within && last.Kind == model.Wake && last.Process == e.Process:
				after++
			}
			last = e
		}})
	}
	if within == 0 || after == 0 {
		t.Errorf("%d crashes within a wake-up, %d after one: want some of each", within, after)
	}
}

// TestLimit says that an execution ends when its number of events is the limit.
func TestLimit(t *testing.T) {
	a := algorithm{"lcr", model.Network{Topology: model.UnidirectionalRing}, joins(lcr.Algorithm{Fixes: errata.Corrected})}
	net := a.network(4, 1)
	if r := simulate(t, a.system(t, net), net, simulation.Options{Limit: 5}); r.Events != 5 || !r.Cut {
		t.Errorf("%d events, cut %t: want 5, and cut", r.Events, r.Cut)
	}
}
