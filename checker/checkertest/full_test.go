package checkertest_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestSearchesOfFullChannelsAgree is TestSearchesAgree for systems whose channels have one or two places.
func TestSearchesOfFullChannelsAgree(t *testing.T) {
	n := searchTally{endless: true, kinds: map[string]int{}}
	tight := map[model.Full]int{}
	for seed := *from; seed < *from+systems(80, 24); seed++ {
		s, about := checkertest.Full(seed)
		if n.compare(t, s, seed, about) && isTight(s) {
			tight[s.Network().Capacity.Full]++
		}
	}
	t.Logf("%+v, tight %v", n, tight)
	if n.verdicts < 8*n.systems || n.folded == 0 || n.loops == 0 || tight[model.Drop]+tight[model.Block] == 0 || !testing.Short() && tight[model.Drop]*tight[model.Block] == 0 {
		t.Errorf("%+v, tight %v: too little to test anything", n, tight)
	}
}

// isTight reports whether some execution of at most a few hundred configurations meets a full channel.
func isTight(s *model.System) bool {
	list, seen := []model.Configuration{s.Initial()}, map[string]bool{}
	for i := 0; i < len(list) && i < 300; i++ {
		for _, d := range s.Semantics().Disabled(list[i]) {
			if d.Obstacle == "it sends to a channel that is full" {
				return true
			}
		}
		for _, y := range s.Successors(list[i]) {
			for _, m := range y.Sends {
				to := s.Links()[m.Link].To
				if m.Lost && s.Network().Capacity.Full == model.Drop && !y.Next.Down[to] && y.Next.Left.Cut == 0 && !s.Network().Order.Distinct() {
					return true
				}
			}
			if k := y.Next.Key(); !seen[k] {
				seen[k] = true
				list = append(list, y.Next)
			}
		}
	}
	return false
}
