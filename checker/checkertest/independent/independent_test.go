package independent

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

var (
	first = flag.Uint64("first", 1, "the seed of the first random system")
	seeds = flag.Uint64("seeds", 0, "the number of random systems; 0: 80, 40 with -short, 300 with INTERREX_LONG")
)

// limit is the largest number of configurations of a system that is compared.
const limit = 300

// TestRandomSystems compares interrex with the explorer of this package.
func TestRandomSystems(t *testing.T) {
	count := systems(40, 80, 300)
	tally := map[string]int{}
	for seed := *first; seed < *first+count; seed++ {
		s := draw(seed)
		r := compare(s, runs(), limit)
		if r.skipped != "" {
			tally["skipped: "+r.skipped]++
			continue
		}
		tally["compared"]++
		for _, feature := range s.features() {
			tally["compared with "+feature]++
		}
		for _, run := range r.refused {
			tally["not by "+run]++
		}
		if r.disagreement != "" {
			t.Errorf("seed %d: %s; see it with -run TestShrunk -seeds 1 -first %d", seed, r.disagreement, seed)
		}
	}
	if tally["compared"] < int(count)/4 {
		t.Errorf("only %d of %d systems were compared", tally["compared"], count)
	}
	for _, feature := range []string{"deferred messages", "operations", "joined programs", "an unbounded fault", "bounded time"} {
		if tally["compared with "+feature] == 0 {
			t.Errorf("no system with %s was compared", feature)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(tally)) {
		t.Log(tally[what], what)
	}
}

// TestBoundedTime compares small systems in timing bounded, with many timers.
func TestBoundedTime(t *testing.T) {
	count, compared := uint64(60), 0
	explicit := slices.DeleteFunc(runs(), func(r run) bool { return r.name != "explicit" })
	for seed := range count {
		s := drawTimed(seed)
		r := compare(s, explicit, 2*limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			compared++
		}
	}
	if compared < int(count)/3 {
		t.Errorf("%d of %d systems compared: too few", compared, count)
	}
}

// TestSeveralStarts compares systems whose processes have several initial states.
func TestSeveralStarts(t *testing.T) {
	count, compared, several := max(*seeds, 40), 0, 0
	runs := append(runs(), run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}},
		run{"confluent, symmetry", checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}})
	for seed := *first; seed < *first+count; seed++ {
		s := drawSeveral(seed)
		r := compare(s, runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped != "" {
			continue
		}
		if compared++; len(newExplorer(s.program, &s.net).initials()) > 1 {
			several++
		}
	}
	t.Logf("%d of %d systems compared, %d with several initial configurations", compared, count, several)
	if several < int(count)/5 {
		t.Errorf("%d of %d systems compared, %d with several initial configurations: too few", compared, count, several)
	}
}

// systems returns how many random systems a test draws: those of the flag, or else so many
// with -short, without INTERREX_LONG and with it.
func systems(short, usual, long uint64) uint64 {
	switch {
	case *seeds > 0:
		return *seeds
	case testing.Short():
		return short
	case os.Getenv("INTERREX_LONG") == "":
		return usual
	}
	return long
}

// TestFullChannels compares systems whose channels have few places.
func TestFullChannels(t *testing.T) {
	count, tally := systems(10, 30, 600), map[string]int{}
	runs := append(runs(), run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}})
	for seed := *first; seed < *first+count; seed++ {
		s := drawFull(seed)
		r := compare(s, runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			tally[s.net.Capacity.Full.String()]++
		}
		for _, run := range r.refused {
			tally["not by "+run]++
		}
	}
	t.Log(tally)
	if tally["drop"] < int(count)/8 || tally["block"] < int(count)/8 || tally["not by symbolic"] == 0 || tally["not by confluent"] == 0 {
		t.Errorf("%v of %d systems: too little to test anything", tally, count)
	}
}

// TestShrunk shrinks the system of the first seed, if interrex and the explorer disagree
// on it. It prints the smaller system and the first difference between the configurations
// and events.
func TestShrunk(t *testing.T) {
	if *seeds != 1 {
		t.Skip("this test needs one seed: -seeds 1 -first N")
	}
	s := draw(*first)
	if compare(s, runs(), limit).disagreement == "" {
		return
	}
	s = shrink(s)
	t.Errorf("%s\n%v", compare(s, runs(), limit).disagreement, s)
	sys, err := join(s.program, s.net)
	if err != nil {
		t.Fatal(err)
	}
	if g, ok := search(newExplorer(s.program, &s.net), limit); ok {
		t.Log(fmt.Sprint("configurations and events: ", g.walk(sys)))
	}
}

// features returns the rare features that the system has.
func (s system) features() []string {
	var list []string
	operations := slices.ContainsFunc(s.program.sorts, func(t sort) bool {
		return slices.ContainsFunc(t.states, func(st state) bool { return st.ready.Operations > 0 })
	})
	unbounded := slices.ContainsFunc(s.net.Faults.Budgets(), func(b model.Budget) bool { return *b.Count == model.Unbounded })
	for feature, has := range map[string]bool{
		"deferred messages": s.program.defers, "operations": operations, "joined programs": s.program.joined, "an unbounded fault": unbounded,
		"bounded time": s.net.Timing == model.Bounded,
	} {
		if has {
			list = append(list, feature)
		}
	}
	return list
}
