package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Anonymous returns a small random system, always the same for a seed, and its
// description in one line. On most of the networks renamings keep the links with their
// ports. In some systems that does not help: a process differs by who may wake, by a
// label, or by its identity, which it reads upon a few inputs only.
func Anonymous(seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 2))
	net := anonymousNetwork(r)
	if seed%5 == 4 {
		net.Timing, net.Delay, net.Faults.Suspect = model.Bounded, int(seed/5%3), 0
	}
	a := babbler{seed: seed, states: 1 + r.IntN(3), msgs: 1 + r.IntN(2), coins: r.IntN(2) == 0, wild: r.IntN(8) == 0,
		ends: r.IntN(8) == 0, dull: r.IntN(2) == 0, credit: uint8(r.IntN(2)), shows: r.IntN(2) == 0, offers: r.IntN(6) == 0,
		defers: r.IntN(6) == 0, oneWay: net.Topology == model.UnidirectionalRing, timed: net.Timing == model.Bounded}
	if net.N < 3 {
		a.credit++
	}
	lopsided := distinguish(r, &net)
	a.coins = a.coins && !net.Wake.All
	s, err := a.on(net)
	if lopsided && !a.defers {
		s, err = model.New(hinting{a}, net)
	}
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("seed %d: n=%d %v %v %v wake %v faults %v ids %v labels %v, %d states %d messages credit %d offers %t defers %t",
		seed, net.N, net.Topology, net.Order, net.Timing, net.Wake, net.Faults, net.IDs, net.Labels, a.states, a.msgs, a.credit, a.offers, a.defers)
}

// AnonymousCommuting returns a system like that of [Commuting] on a network like those of
// [Anonymous]. No process can be told from another but by who may wake.
func AnonymousCommuting(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) {
		*net = anonymousNetwork(r)
		if r.IntN(4) == 0 {
			net.Wake.Only = []int{0, 1}
		}
		a.circles = r.IntN(3) == 0
		a.named, a.oneWay = false, net.Topology == model.UnidirectionalRing
	})
}

func anonymousNetwork(r *rand.Rand) model.Network {
	net := model.Network{
		N:        []int{2, 3, 3, 3, 4}[r.IntN(5)],
		Topology: []model.Topology{model.Ring, model.UnidirectionalRing, model.Complete, model.Complete, model.Graph}[r.IntN(5)],
		Timing:   []model.Timing{model.Async, model.Async, model.Timely}[r.IntN(3)],
		Order:    model.Order(r.IntN(len(model.OrderNames()))),
		Faults:   randomFaults(r),
	}
	if net.Topology == model.Graph { // ports 0 and 1 lead to the neighbours on a ring, port 2 to the one opposite
		net.N = 4
		for p := range net.N {
			net.Graph = append(net.Graph, []int{(p + 1) % 4, (p + 3) % 4, (p + 2) % 4})
		}
	}
	if net.Timing != model.Async {
		net.Faults.Suspect = 0
	}
	if net.Faults.Crash == 0 {
		net.Faults.Restart = 0
	}
	return net
}

// distinguish makes some processes of some networks differ from others. It reports
// whether they have identities.
func distinguish(r *rand.Rand, net *model.Network) (named bool) {
	switch r.IntN(10) {
	case 0:
		net.Wake.Only = r.Perm(net.N)[:1+r.IntN(net.N)]
	case 1, 2:
		net.Wake.All = true
	case 3:
		if net.N == 4 { // rotations by two keep these labels
			net.Labels = []int{0, 1, 0, 1}
		}
	case 4, 5, 6:
		for _, p := range r.Perm(net.N) {
			net.IDs = append(net.IDs, model.ID(p+1))
		}
	}
	return net.IDs != nil
}

// A hinting babbler reads its identity upon a few inputs only.
type hinting struct{ babbler }

func (b hinting) Step(p *model.Process[chatter], s babble, in model.Input[chatter]) babble {
	c := b.babbler
	c.named = c.draws(7, int(s.State), int(in.Kind), int(in.Msg.Word)).IntN(6) == 0
	return c.Step(p, s, in)
}
