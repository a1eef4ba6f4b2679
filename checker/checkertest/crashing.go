package checkertest

import (
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Crashing returns the system of [Commuting], except that processes may crash, mostly within
// steps that send several messages.
func Crashing(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) { a.crashing(r, net) })
}

// AnonymousCrashing returns the system of [AnonymousCommuting] with such crashes.
func AnonymousCrashing(seed uint64) (*model.System, string) {
	return commuting(seed, func(r *rand.Rand, net *model.Network, a *gatherer) {
		*net = anonymousNetwork(r)
		a.named, a.oneWay = false, net.Topology == model.UnidirectionalRing
		a.crashing(r, net)
	})
}

// crashing lets processes crash, and mostly nothing else go wrong.
func (g *gatherer) crashing(r *rand.Rand, net *model.Network) {
	if net.N > 2 && r.IntN(2) == 0 && net.Topology != model.Graph && net.IDs == nil {
		net.N, net.Wake, net.Down = 2, model.WakeSet{}, nil
	}
	if r.IntN(3) > 0 {
		net.Faults = model.Faults{}
	}
	net.Faults.Crash, net.Faults.Restart = 1, r.IntN(3)/2
	g.flaws, g.talks = r.IntN(2), true
	if r.IntN(2) == 0 {
		net.Wake = model.WakeSet{Only: []int{r.IntN(net.N)}}
	}
}
