package independent

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
)

// TestMessagesThatWait compares systems in lockstep whose messages take up to two or three rounds.
func TestMessagesThatWait(t *testing.T) {
	count, tally := systems(10, 20, 600), map[string]int{}
	runs := slices.DeleteFunc(runs(), func(r run) bool { return r.name == "two workers" || r.name == "auto" })
	runs = append(runs, run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}})
	for seed := *first; seed < *first+count; seed++ {
		s := drawLate(seed)
		r := compare(s, runs, 2*limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			tally["compared"]++
			if waits(s) {
				tally["waits"]++
			}
		}
		for _, run := range r.refused {
			tally["not by "+run]++
		}
	}
	t.Log(tally)
	if tally["waits"] < int(count)/8 || tally["not by symbolic"] == 0 || tally["not by confluent"] == 0 {
		t.Errorf("%v of %d systems: too little to test anything", tally, count)
	}
}

// waits reports whether a message of the system begins to wait.
func waits(s system) bool {
	g, _ := search(newExplorer(s.program, &s.net), 2*limit)
	for _, c := range g.configs {
		for _, ch := range c.channels {
			for _, m := range ch {
				if m.left < s.net.Delay-1 {
					return true
				}
			}
		}
	}
	return false
}
