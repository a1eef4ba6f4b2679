package checkertest_test

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
)

// TestSearchesInTurnAgree is TestSearchesAgree for systems whose timers run out in turn. No search is reduced.
func TestSearchesInTurnAgree(t *testing.T) {
	n := searchTally{kinds: map[string]int{}}
	for seed := *from; seed < *from+systems(32, 16); seed++ {
		s, about := checkertest.InTurn(seed)
		n.compare(t, s, seed, about)
	}
	t.Logf("%+v", n)
	if n.verdicts < 8*n.systems || n.loops == 0 || n.reduced+n.folded > 0 {
		t.Errorf("%+v: too little to test anything, or a search is reduced", n)
	}
}

// TestEngineAgreesInTurn compares the explicit engine with the reference where timers run out in turn. In some
// systems a timer waits for that of another process, and in some it would have met fewer without turns.
func TestEngineAgreesInTurn(t *testing.T) {
	seeds, explored, fewer := systems(48, 24), uint64(0), 0
	for seed := *from; seed < *from+seeds; seed++ {
		s, about := checkertest.InTurn(seed)
		if !agree(t, s, fairnesses[seed%2], about) {
			continue
		}
		explored++
		net := *s.Network()
		net.TimersInTurn = false
		whole, err := s.Semantics().On(net)
		if err != nil {
			t.Fatal(err)
		}
		o := checkertest.Options{Max: 4 * fewConfigurations, Fairness: model.Weak}
		of, err := checkertest.Explore(s, o)
		if err != nil {
			continue
		}
		if all, err := checkertest.Explore(whole, o); errors.Is(err, checkertest.ErrTooLarge) || err == nil && all.Configurations > of.Configurations {
			fewer++
		} else if err == nil && all.Configurations < of.Configurations {
			t.Errorf("%s: %d configurations, and without turns %d", about, of.Configurations, all.Configurations)
		}
	}
	t.Logf("%d of %d systems, %d with fewer configurations than without turns", explored, seeds, fewer)
	if explored < seeds/3 || fewer < int(explored)/4 {
		t.Error("too few to test anything")
	}
}
