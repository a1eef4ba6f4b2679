package anonymous_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/anonymous"
)

// A search runs all algorithms of a class in lockstep. It fills in an entry of
// the table only when a process needs it, so that one run stands for all
// algorithms that differ in other entries: counts are of algorithms, not of
// runs.
type search struct {
	rings []model.Network // a leader must be elected on each of them
	// invariant names the fault of a configuration.
	invariant func(c model.Configuration) error

	tally tally
	found anonymous.Algorithm // the first that elects, decided or not
	wins  map[string]bool     // whether somebody wins on the first ring, by table: the entries needed there
}

type tally struct {
	All     int64 // algorithms run
	Nobody  int64 // of these, those in which nobody ever wins on the first ring
	Several int64 // in which several win there at once
	Elect   int64 // that elect exactly one leader on all rings, for ever
	Decide  int64 // and in which all others lose
}

// A run is the one execution of an algorithm on a ring: nothing is left to
// chance or to the schedule.
type run struct {
	open        int // 1 + the entry that some process needs; 0: the run is complete
	elected     bool
	unique      bool
	irrevocable bool
	decided     bool // all have won or lost at the end
}

// explore runs all algorithms that a stands for.
func (s *search) explore(t *testing.T, a anonymous.Algorithm) {
	t.Helper()
	elects, decides := true, true
	var first run
	for i, ring := range s.rings {
		r := s.run(t, a, ring)
		if r.open > 0 {
			for filled := range a.Fill(r.open - 1) {
				s.explore(t, filled)
			}
			return
		}
		if i == 0 {
			first = r
			s.note(a, r.elected)
		}
		elects = elects && r.elected && r.unique && r.irrevocable
		decides = decides && elects && r.decided
		if !elects {
			break
		}
	}
	if elects && s.tally.Elect == 0 {
		s.found = a
	}
	s.tally.All += a.Count()
	s.tally.Nobody += countIf(a, !first.elected)
	s.tally.Several += countIf(a, !first.unique)
	s.tally.Elect += countIf(a, elects)
	s.tally.Decide += countIf(a, decides)
}

func countIf(a anonymous.Algorithm, so bool) int64 {
	if so {
		return a.Count()
	}
	return 0
}

func (s *search) note(a anonymous.Algorithm, wins bool) {
	if s.wins == nil {
		s.wins = map[string]bool{}
	}
	s.wins[a.Table] = wins
}

// run runs an algorithm until a configuration comes again.
func (s *search) run(t *testing.T, a anonymous.Algorithm, ring model.Network) run {
	t.Helper()
	system, err := model.New(a, ring)
	if err != nil {
		t.Fatal(err)
	}
	r := run{unique: true, irrevocable: true}
	before, seen := make([]model.Role, ring.N), map[string]bool{}
	for c := system.Initial(); ; {
		if r.open = open(c); r.open > 0 {
			return r
		}
		if s.invariant != nil {
			if err := s.invariant(c); err != nil {
				t.Fatalf("%s, n = %d, after %d rounds: %v", a.Table, ring.N, len(seen), err)
			}
		}
		before = r.observe(system, c, before)
		if seen[c.Key()] {
			return r
		}
		seen[c.Key()] = true
		list := system.Successors(c)
		if len(list) != 1 || list[0].Next.Failed() {
			t.Fatalf("%s, n = %d: want one round, got %v", a.Table, ring.N, list)
		}
		c = list[0].Next
	}
}

// observe takes note of the roles in c and returns them.
func (r *run) observe(system *model.System, c model.Configuration, before []model.Role) []model.Role {
	now := make([]model.Role, len(before))
	winners := 0
	for p := range now {
		now[p] = system.Status(c, p).Role
		if now[p] == model.Won {
			winners++
		}
		if before[p] != model.Undecided && before[p] != now[p] {
			r.irrevocable = false
		}
	}
	r.elected = r.elected || winners > 0
	r.unique = r.unique && winners <= 1
	r.decided = !slices.Contains(now, model.Undecided)
	return now
}

// open returns 1 + the entry that some process needs in c, 0 if there is none.
func open(c model.Configuration) int {
	for _, l := range c.Locals {
		if stuck := l.(anonymous.State).Stuck; stuck > 0 {
			return stuck
		}
	}
	return 0
}
