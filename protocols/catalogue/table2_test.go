package catalogue

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// TestBackOffOfNothing compares two ways to run an execution: rounds, and one event
// after another. Timers take a unit in neither.
func TestBackOffOfNothing(t *testing.T) {
	for _, s := range tableSchemes() {
		s.claim.Wake = starts(s.starters[0])
		want, err := UnitTime(s.of(), s.claim, s.processes)
		if err != nil {
			t.Fatal(err)
		}
		got, err := BackOff(s.of(), s.claim, s.processes, 0, rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || !got.Known {
			t.Errorf("%s (-rounds +events):\n%s", s.name, diff)
		}
	}
}

// TestAllStarters says that the starters of a scheme have the extremes. It takes
// a few seconds.
func TestAllStarters(t *testing.T) {
	if os.Getenv("INTERREX_LONG") == "" {
		t.Skip("needs INTERREX_LONG")
	}
	for _, s := range tableSchemes() {
		if len(s.starters) == 1 {
			continue // the document names it
		}
		least, greatest, err := s.costs()
		if err != nil {
			t.Fatal(err)
		}
		first := slices.Min(s.starters)
		s.starters = nil
		for p := first; p < s.processes; p++ {
			s.starters = append(s.starters, p)
		}
		allLeast, allGreatest, err := s.costs()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]Cost{least, greatest}, []Cost{allLeast, allGreatest}); diff != "" {
			t.Errorf("%s (-three starters +all):\n%s", s.name, diff)
		}
	}
}

// TestCollisionsOfDivided says from which number of processes on Divided(1) has fewer
// collisions than the improved bully algorithm.
func TestCollisionsOfDivided(t *testing.T) {
	schemes := tableSchemes()
	d, b := schemes[5], schemes[1]
	for n := 4; n <= 60; n += 2 {
		d.claim.Wake, b.claim.Wake = starts(n/2), starts(n/2)
		divided, err := UnitTime(d.of(), d.claim, n+1)
		if err != nil {
			t.Fatal(err)
		}
		least, most := 7, 13
		if n >= 20 {
			most = 8
		}
		if c := divided.Collisions; c < least || c > most || c < n/2-1 != (n >= 20) {
			t.Errorf("%s, %d processes: %d collisions, want %d to %d, fewer than n/2 - 1 from n = 20 on", d.name, n, c, least, most)
		}
		if n%20 == 0 {
			if bully, err := UnitTime(b.of(), b.claim, n+1); err != nil || bully.Collisions != n/2-1 {
				t.Errorf("%s, %d processes: %d collisions, want n/2 - 1; error %v", b.name, n, bully.Collisions, err)
			}
		}
	}
}

func TestArrive(t *testing.T) {
	var c Cost
	c.arrive(3, []int{0, 1, 3})
	c.arrive(4, []int{0, 2, 0})
	c.arrive(5, []int{0, 0, 0})
	if want := (Cost{Time: 4, Collisions: 3, Most: 3}); c != want {
		t.Errorf("got %+v, want %+v: a message alone is no collision, and nothing arrives at time 5", c, want)
	}
}

// TestFormulasOfTheTable computes the values of the document's formulas.
func TestFormulasOfTheTable(t *testing.T) {
	for i, want := range map[int][2]float64{
		3: {messagesOnRings([]int{64, 4}), sunTime([]int{64, 4}, 16)},
		6: {messagesOnRings([]int{64, 16, 4}), sunTime([]int{64, 16, 4}, 4)},
		7: {dividedMessages(64, 16), dividedTime(64, 2, 4)},
		8: {messagesOnRings([]int{64, 16, 4, 1}), sunTime([]int{64, 16, 4, 1}, 4)},
		9: {dividedMessages(64, 64), dividedTime(64, 3, 4)},
	} {
		s := tableSchemes()[i]
		if got := [2]string{s.messages, s.time}; got != [2]string{fmt.Sprint(want[0]), fmt.Sprint(want[1])} {
			t.Errorf("%s: %v, want %v", s.name, got, want)
		}
	}
}

func TestAllKnow(t *testing.T) {
	c := Claim{Variant: "printed", Wake: starts(1), Timing: model.Lockstep}
	if _, err := UnitTime(sunEntry(), c, 4); err == nil {
		t.Error("coordinator goes round for ever (E2), and there is no error")
	}
}
