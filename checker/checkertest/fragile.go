package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Fragile returns the system of [Commuting] or [AnonymousCommuting], except that one of the methods
// panics in local states that no execution reaches, and its description in one line. The tables of a
// reduced search, or of one up to symmetry, may ask about these. A system with more configurations than
// most does not panic.
func Fragile(seed uint64, most int) (*model.System, string) {
	var f fragile
	var net model.Network
	keep := func(_ *rand.Rand, n *model.Network, a *gatherer) { f.gatherer, net = *a, *n }
	s, about := commuting(seed, keep)
	if seed%2 == 1 {
		s, about = commuting(seed, func(r *rand.Rand, n *model.Network, a *gatherer) {
			*n = anonymousNetwork(r)
			a.named, a.oneWay = false, n.Topology == model.UnidirectionalRing
			keep(r, n, a)
		})
	}
	if f.reached = reached(s, most); f.reached == nil {
		return s, about
	}
	f.method = int(seed / 2 % 3)
	s, err := model.New(f, net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("fragile %s, method %d", about, f.method)
}

// reached returns the local states of all reachable configurations, nil if there are more of
// these than most.
func reached(s *model.System, most int) map[gathered]bool {
	locals, seen := map[gathered]bool{{}: true}, map[string]bool{} // of a process that is down, the first one is looked at too
	queue := []model.Configuration{s.Initial()}
	for ; len(queue) > 0; queue = queue[1:] {
		if len(seen) > most {
			return nil
		}
		for _, l := range queue[0].Locals {
			if l, ok := l.(gathered); ok {
				locals[l] = true
			}
		}
		for _, y := range s.Successors(queue[0]) {
			if key := y.Next.Key(); !seen[key] {
				seen[key] = true
				queue = append(queue, y.Next)
			}
		}
	}
	return locals
}

// A fragile gatherer panics in other local states than those that are reached.
type fragile struct {
	gatherer
	reached map[gathered]bool
	method  int
}

func (f fragile) must(method int, s gathered) {
	if f.method == method && !f.reached[s] {
		panic(fmt.Sprintf("method %d is asked about %+v, which no execution reaches", method, s))
	}
}

func (f fragile) Ready(p model.Self, s gathered) model.Spontaneous {
	f.must(0, s)
	return f.gatherer.Ready(p, s)
}

func (f fragile) Step(p *model.Process[chatter], s gathered, in model.Input[chatter]) gathered {
	f.must(1, s)
	return f.gatherer.Step(p, s, in)
}

func (f fragile) Observe(p model.Self, s gathered) model.Status {
	f.must(2, s)
	return f.gatherer.Observe(p, s)
}
