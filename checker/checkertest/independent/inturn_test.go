package independent

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
)

// This file follows the section Timers in turn.

// turn returns the process and the clock whose turn it is in c, if it is that of any.
func (x *explorer) turn(c *configuration) (process, clock int, ok bool) {
	if !x.net.TimersInTurn {
		return 0, 0, false
	}
	for p := range x.net.N {
		for i, k := range c.clocks[p] {
			if k.runs && k.greatest == 0 {
				return p, i, true
			}
		}
	}
	return 0, 0, false
}

// ofClock returns the successors of a process by clock i, with the crashes within its step.
func (x *explorer) ofClock(list []successor, i int) []successor {
	return slices.DeleteFunc(list, func(s successor) bool {
		kind := s.event.kind
		if s.event.within {
			kind = s.event.during
		}
		if i < 2 {
			return kind != timeout || s.event.timer != i
		}
		return kind != suspect || s.event.port != i-2
	})
}

// TestTimersInTurn compares small systems in timing bounded whose timers run out in turn.
func TestTimersInTurn(t *testing.T) {
	count, tally := systems(15, 30, 1000), map[string]int{}
	runs := slices.DeleteFunc(runs(), func(r run) bool { return r.name == "auto" })
	runs = append(runs, run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}})
	for seed := *first; seed < *first+count; seed++ {
		s := drawInTurn(seed)
		r := compare(s, runs, 2*limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			tally["compared"]++
			if waits, loops := waitsForTurns(s); waits {
				tally["several timers"]++
				if loops {
					tally["loops"]++
				}
			}
		}
		for _, run := range r.refused {
			tally["not by "+run]++
		}
	}
	t.Log(tally)
	if tally["several timers"] < int(count)/8 || tally["loops"] < int(count)/16 || tally["not by symbolic"] == 0 || tally["not by confluent"] == 0 {
		t.Errorf("%v of %d systems: too little to test anything", tally, count)
	}
}

// waitsForTurns reports whether a timer of the system waits while another one has its turn, and whether a loop
// goes through a turn.
func waitsForTurns(s system) (waits, loops bool) {
	x := newExplorer(s.program, &s.net)
	g, _ := search(x, 2*limit)
	all := map[int]bool{}
	for i, c := range g.configs {
		all[i] = true
		over := 0
		for p := range c.clocks {
			for _, k := range c.clocks[p] {
				if k.runs && k.greatest == 0 {
					over++
				}
			}
		}
		waits = waits || over > 1
	}
	for _, r := range g.endComponents(all) {
		for i := range r.configs {
			loops = loops || g.inTurn(i)
		}
	}
	return waits, loops
}
