package symbolic_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model/compiled"
)

// TestCountsForSome counts the configurations of random systems whose faults strike some
// processes, messages and links only.
func TestCountsForSome(t *testing.T) {
	seeds := uint64(240)
	if testing.Short() {
		seeds = 160
	}
	compared := 0
	for seed := range seeds {
		whole, about := checkertest.Random(seed)
		s := checkertest.ForSome(whole, seed)
		if s == nil || (symbolic.Engine{}).Refuses(s) != (reason.Reason{}) {
			continue
		}
		want, err := checkertest.Explore(s, checkertest.Options{Max: 120})
		if err != nil {
			continue
		}
		x := symbolic.New(s, compiled.New(s), symbolic.Options{})
		all, ok := exploreSmall(x)
		if got, _ := x.Sizes(all); !ok || !got.IsInt64() || got.Int64() != want.Configurations {
			t.Errorf("%s, %v: %v configurations, want %d", about, s.Network().Victims, got, want.Configurations)
		}
		compared++
	}
	if compared < int(seeds)/8 {
		t.Errorf("only %d of %d systems were compared", compared, seeds)
	}
}
