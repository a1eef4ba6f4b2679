package stepwise_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// TestPath compares a path with the definition of the model, on random walks
// through random systems: the events and the view of its last configuration,
// however the path grows and however rarely it computes that.
func TestPath(t *testing.T) {
	grown := map[string]int{}
	for seed := range uint64(290) {
		s, about := checkertest.Random(seed)
		if seed >= 260 {
			if divides, now := checkertest.Dividing(s, seed); divides != nil {
				s, about = divides, about+", "+now
			}
		} else if seed >= 200 {
			s, about = checkertest.Full(seed)
			starts, err := s.Semantics().Starts()
			if err != nil {
				t.Fatal(err)
			}
			s = starts[0]
		}
		r := rand.New(rand.NewPCG(seed, 2))
		path, given, givenKey := stepwise.NewPath(s), s.Initial(), s.Initial().Key()
		for range 16 {
			c, list := path.Last(), slices.Clone(path.Enabled())
			if r.IntN(3) > 0 { // else the next view spans two steps
				if diff := cmp.Diff(s.View(c), path.View()); diff != "" {
					t.Fatalf("%s: after %v: View (-system +path)\n%s", about, path.Schedule(), diff)
				}
			}
			if diff := cmp.Diff(stepwise.Causes(s, c), list, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s: after %v: Enabled (-system +path)\n%s", about, path.Schedule(), diff)
			}
			if len(list) == 0 {
				break
			}
			key := c.Key()
			way := grow(t, path, r)
			grown[way]++
			if given.Key() != givenKey {
				t.Fatalf("%s: after %v: a configuration that was given has changed", about, path.Schedule())
			}
			before, y := path.Step()
			if way == "Extend" {
				given, givenKey = y.Next, y.Next.Key()
			}
			if y.Next.Key() != path.Last().Key() || way != "Advance" && (c.Key() != key || before.Key() != key) {
				t.Fatalf("%s: after %v: the last step is another", about, path.Schedule())
			}
		}
		x, err := s.Replay(model.Lasso{Stem: path.Schedule()})
		if err != nil || x.Last().Key() != path.Last().Key() || len(x.Steps) != path.Len() {
			t.Fatalf("%s: %v does not replay: %v", about, path.Schedule(), err)
		}
	}
	for _, way := range []string{"Follow", "Advance", "Apply", "Extend"} {
		if grown[way] < 100 {
			t.Errorf("%s takes %d steps only", way, grown[way])
		}
	}
}

// grow takes a random event, in a random way.
func grow(t *testing.T, path *stepwise.Path, r *rand.Rand) (way string) {
	t.Helper()
	s, c := path.System(), path.Last()
	list := s.Successors(c)
	y := list[r.IntN(len(list))]
	switch r.IntN(6) {
	case 0:
		x := path.Enabled()[r.IntN(len(path.Enabled()))]
		if !path.Enables(x) || !path.Follow(x, func(outcomes int) int { return r.IntN(outcomes) }) {
			t.Fatalf("%v is enabled, but not followed", x)
		}
		return "Follow"
	case 1, 2, 3:
		x := path.Enabled()[r.IntN(len(path.Enabled()))]
		last := func(outcomes int) int { return outcomes - 1 }
		want, _ := stepwise.Follow(s, c, x, last)
		if strike := x.Strike(max(x.Process, 0), 9); x.Kind.IsInput() && path.Advance(strike, last) {
			t.Fatalf("%v crashes after as many sends", x)
		}
		if !path.Advance(x, last) || path.Last().Key() != want.Next.Key() {
			t.Fatalf("%v is enabled, but does not lead where Follow does", x)
		}
		return "Advance"
	case 4:
		x, ok := path.Apply(y.Event)
		if again, enabled := s.Apply(c, y.Event); !ok || !enabled || again.Next.Key() != path.Last().Key() {
			t.Fatalf("Apply(%v): enabled %t, leads elsewhere", y.Event, ok)
		}
		if !slices.ContainsFunc(stepwise.Causes(s, c), func(z stepwise.Cause) bool { return z.String() == x.String() }) {
			t.Fatalf("Apply(%v) has the cause %v, which is not enabled", y.Event, x)
		}
		return "Apply"
	default:
		path.Extend(y)
		return "Extend"
	}
}

// TestPathRefuses says that a path takes no event that is not enabled.
func TestPathRefuses(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1"}.System()
	path := stepwise.NewPath(s)
	never := model.Event{Process: 0, Kind: model.Timeout, Timer: 7}
	if _, ok := path.Apply(never); ok || path.Len() != 0 || path.Enables(stepwise.Cause{Event: never}) {
		t.Errorf("it takes %v", never)
	}
}
