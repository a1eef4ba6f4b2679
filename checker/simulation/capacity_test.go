package simulation_test

import (
	"testing"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// TestFullChannelsReplay replays simulations with few places in each channel. Of the messages, some
// are lost for want of a place, in each order; and events wait under the schedulers that can let them.
func TestFullChannelsReplay(t *testing.T) {
	seeds := uint64(48)
	if testing.Short() {
		seeds = 16
	}
	lost := map[model.Order]int{}
	for _, name := range []string{"raft", "bully", "lcr"} {
		e, err := catalogue.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range seeds {
			net, s := faulty(e, catalogue.Variant{Fixes: errata.Corrected}, seed)
			o := simulation.Options{Seed: seed, Limit: 150, LastChange: true, FaultRate: 60 * int(seed%2), Scheduler: simulation.Scheduler(seed / 2 % 4), Delay: simulation.Delay(seed / 8 % 3)}
			net.Timing, net.Capacity.Places = model.Async, 1+int(seed/4%2)
			if o.Scheduler > simulation.Untimed && net.N < 6 {
				net.Capacity.Full = model.Block
			}
			if s, err = s.Semantics().On(net); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := isExecution(t, s, net, o); err != nil {
				t.Errorf("%s, seed %d, %v, %v, capacity %v: %v", name, seed, o.Scheduler, net.Order, net.Capacity, err)
			}
			lost[net.Order] += forWantOfAPlace(t, s, net, o)
		}
	}
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		if lost[order] == 0 {
			t.Errorf("order %v: no message is lost for want of a place", order)
		}
	}
}

// forWantOfAPlace returns how many messages of a simulation are lost though their receiver is up, their
// link is not cut, and no equal one is in flight.
func forWantOfAPlace(t *testing.T, s *model.System, net model.Network, o simulation.Options) int {
	t.Helper()
	var schedule model.Schedule
	o.Record = func(e model.Event) { schedule = append(schedule, e) }
	simulate(t, s, net, o)
	x, err := s.Replay(model.Lasso{Stem: schedule})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, y := range x.Steps {
		for _, m := range y.Sends {
			held := false
			for _, f := range y.Next.Channels[s.Semantics().ChannelOfLink(m.Link)] {
				held = held || f.Msg == m.Msg
			}
			if m.Lost && !held && !y.Next.Down[s.Links()[m.Link].To] && (y.Next.Cut == nil || !y.Next.Cut[m.Link]) {
				count++
			}
		}
	}
	return count
}
