package checkertest_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestSearchesAgreeForSome is TestSearchesAgree for systems whose faults strike some processes,
// messages and links only.
func TestSearchesAgreeForSome(t *testing.T) {
	n := searchTally{audits: !testing.Short(), kinds: map[string]int{}}
	lists := map[string]int{}
	count := systems(40, 20)
	if checkertest.Long() {
		count *= 60
	}
	for seed := *from; seed < *from+count; seed++ {
		kind := drawn[seed%uint64(len(drawn))]
		whole, about := kind.draw(seed)
		if kind.name == "fragile" && whole.Network().Faults == (model.Faults{}) {
			continue // it fails where no execution without faults leads
		}
		s := checkertest.ForSome(whole, seed)
		if s == nil {
			continue
		}
		victims := s.Network().Victims
		if n.compare(t, s, seed, fmt.Sprintf("%s, %s, %v, %v", kind.name, about, s.Network().Faults, victims)) {
			n.kinds[kind.name]++
			for fault := range victims.Texts() {
				lists[fault]++
			}
		}
	}
	t.Logf("%+v, lists of %v", n, lists)
	if n.verdicts < 8*n.systems || n.open*3 > n.verdicts || n.loops < n.systems/6 && !testing.Short() || n.reduced < n.systems/6 || n.folded < n.systems/8 {
		t.Errorf("%+v: too little to test anything", n)
	}
	for _, fault := range []string{"crash", "restart", "loss", "dup", "cut", "suspect"} {
		if lists[fault] == 0 && checkertest.Long() {
			t.Errorf("no system has a list of %s", fault)
		}
	}
}
