package checkertest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/interrex/interrex/model"
)

// Betraying returns a system like s in which processes, perhaps only some, become traitors. Where its algorithm
// says which messages they may forge, they mostly do. Of some other faults it has none, so that the system stays small.
func Betraying(s *model.System, seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 22))
	net := *s.Network()
	if r.IntN(2) == 0 && net.Victims.All() {
		net.Faults = model.Faults{}
	}
	if net.Faults.Traitor = 1; r.IntN(4) == 0 {
		net.Faults.Traitor = []int{2, model.Unbounded}[r.IntN(2)]
	}
	if r.IntN(3) == 0 {
		net.Victims.Traitor = r.Perm(net.N)[:1+r.IntN(net.N)]
		slices.Sort(net.Victims.Traitor)
	}
	if net.Faults.Forge = r.IntN(3); net.Order.Distinct() && r.IntN(3) == 0 {
		net.Faults.Forge = model.Unbounded
	}
	one, err := s.Semantics().On(net)
	if err != nil { // nothing can be forged
		net.Faults.Forge = 0
		if one, err = s.Semantics().On(net); err != nil {
			panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
		}
	}
	return one, fmt.Sprintf("now faults %v, %v", net.Faults, net.Victims)
}

// Forges returns some words.
func (b babbler) Forges(_ model.Self, q model.Port) (list []chatter) {
	for word := range max(b.msgs, 1) {
		if b.draws(7, int(q)%2, word).IntN(3) > 0 {
			list = append(list, chatter{uint8(word)})
		}
	}
	return list
}

// Forges returns some words for some ports.
func (b second) Forges(p model.Self, q model.Port) []chatter { return b.other().Forges(p, q) }
