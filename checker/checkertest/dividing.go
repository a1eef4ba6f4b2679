package checkertest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/interrex/interrex/model"
)

// Dividing returns a system like s whose network divides into two groups, perhaps into some pairs of groups
// only, and heals. It returns nil if there is none: s has one process. Of some other faults it has none, so that the system stays
// small.
func Dividing(s *model.System, seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 21))
	net := *s.Network()
	if net.N == 1 {
		return nil, ""
	}
	if r.IntN(2) == 0 && net.Victims.All() {
		net.Faults = model.Faults{}
	}
	net.Faults.Divide = []int{1, 1, 2, model.Unbounded}[r.IntN(4)]
	if r.IntN(3) == 0 {
		group := r.Perm(net.N)[:1+r.IntN(net.N-1)]
		slices.Sort(group)
		net.Victims.Divide = [][]int{group}
	}
	one, err := s.Semantics().On(net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return one, fmt.Sprintf("now faults %v, %v", net.Faults, net.Victims)
}
