package stepwise_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// TestCausesAreTheSuccessors says that Follow, for all causes, outcomes and
// crashes, returns the same as Successors, on random walks through random
// systems of every topology, order, timing and fault.
func TestCausesAreTheSuccessors(t *testing.T) {
	kinds := map[model.Kind]bool{}
	for seed := range uint64(300) {
		s, about := checkertest.Random(seed)
		if seed%10 == 9 {
			s, about = checkertest.InTurn(seed)
		}
		c, r := s.Initial(), rand.New(rand.NewPCG(seed, 1))
		for range 12 {
			want := s.Successors(c)
			if diff := cmp.Diff(want, followAll(s, c)); diff != "" {
				t.Fatalf("%s: (-Successors +Follow)\n%s\nin\n%s", about, diff, s.Text(c))
			}
			if len(want) == 0 {
				break
			}
			y := want[r.IntN(len(want))]
			again, ok := s.Apply(c, y.Event)
			if diff := cmp.Diff(y, again); diff != "" || !ok {
				t.Fatalf("%s: Apply %v: enabled %t\n%s", about, y.Event, ok, diff)
			}
			kinds[y.Event.Kind] = true
			c = y.Next
		}
	}
	for k := model.Wake; k <= model.Tick; k++ {
		if !kinds[k] {
			t.Errorf("no walk takes an event of kind %v: there must be more of them", k)
		}
	}
}

// followAll returns the results of Follow for all causes of c, in the order of
// Successors.
func followAll(s *model.System, c model.Configuration) []model.Successor {
	const mostSends = 12
	var list []model.Successor
	for _, x := range stepwise.Causes(s, c) {
		variants := []stepwise.Cause{x}
		for p := range s.Network().N {
			for after := range mostSends {
				if x.Kind <= model.Round && (x.Kind == model.Round || p == x.Process) {
					variants = append(variants, x.Strike(p, after))
				}
			}
		}
		for _, variant := range variants {
			list = append(list, allOutcomes(s, c, variant)...)
		}
	}
	slices.SortFunc(list, func(a, b model.Successor) int { return a.Event.Compare(b.Event) })
	return slices.CompactFunc(list, func(a, b model.Successor) bool { return a.Event.Compare(b.Event) == 0 })
}

// allOutcomes follows x with every sequence of picks.
func allOutcomes(s *model.System, c model.Configuration, x stepwise.Cause) []model.Successor {
	var list []model.Successor
	type pick struct{ taken, of int }
	var path []pick
	for {
		made := 0
		y, ok := stepwise.Follow(s, c, x, func(outcomes int) int {
			if made == len(path) {
				path = append(path, pick{0, outcomes})
			}
			made++
			return path[made-1].taken
		})
		if ok {
			list = append(list, y)
		}
		for len(path) > 0 && path[len(path)-1].taken+1 == path[len(path)-1].of {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			return list
		}
		path[len(path)-1].taken++
	}
}

func TestCauseNames(t *testing.T) {
	receive := stepwise.Cause{Event: model.Event{Process: 1, Kind: model.Receive, Port: 1}}
	second := receive
	second.Nth = 1
	round := stepwise.Cause{Event: model.Event{Process: -1, Kind: model.Round, Wakes: []int{0, 2}}}
	for _, test := range []struct {
		cause  stepwise.Cause
		want   string
		reason string
	}{
		{stepwise.Cause{Event: model.Event{Kind: model.Wake}}, "wake p0", "an event without a message"},
		{receive, "receive p1:1", "the head of a channel, whatever it is"},
		{second, "receive p1:1#1", "another message that may come first"},
		{receive.Strike(1, 2), "receive p1:1, crash after 2", "a crash within the step"},
		{round, "round wake p0 p2", "a round"},
		{round.Strike(2, 0), "crash p2 during round wake p0 p2 after 0", "a crash within a round"},
	} {
		if got := test.cause.String(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.reason, got, test.want)
		}
	}
}
