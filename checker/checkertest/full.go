package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Full returns a small random system whose channels have one or two places. When they are full,
// messages are lost or, in about half of the systems, events wait. Processes may change places in some.
func Full(seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 9))
	endless := func(seed uint64) (*model.System, string) { return random(seed, babbler{endless: true}) }
	draws := []func(uint64) (*model.System, string){endless, endless, endless, Random, RandomStarts, Deferring, Exchangeable, AnonymousCrashing, AnonymousCircling, Commuting}
	s, about := draws[r.IntN(len(draws))](seed)
	net := *s.Network()
	net.Capacity.Places = 1 + r.IntN(3)/2
	if net.Timing == model.Lockstep || r.IntN(2) == 0 {
		net.Timing, net.Delay = model.Async, 0
	}
	switch r.IntN(4) {
	case 0:
		net.Faults.Dup = model.Unbounded // finitely many configurations now
	case 1:
		net.Faults.Loss = 1
	}
	waits := net
	waits.Capacity.Full = model.Block
	full, err := s.Semantics().On(waits) // where all wake at the start, it may be too much
	if err != nil || r.IntN(3) == 0 {
		full, err = s.Semantics().On(net)
	}
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	net = *full.Network()
	return full, fmt.Sprintf("%s, now %v, faults %v, capacity %v", about, net.Timing, net.Faults, net.Capacity)
}
