package symbolic_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestCollectionsChangeNothing compares the sizes of the sets that decide verdicts with
// and without frequent collections of nodes, on random systems. If a set is not held
// while another is made, a collection may free its node, and its number may then stand
// for another set.
func TestCollectionsChangeNothing(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 12
	}
	compared := 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		if (symbolic.Engine{}).Refuses(s) != (reason.Reason{}) {
			continue
		}
		want := sizes(s, 1<<20)
		if want == "" {
			continue
		}
		compared++
		if got := sizes(s, 1); got != want {
			t.Errorf("%s: with collections\n%s, without\n%s", about, got, want)
		}
	}
	if compared < int(seeds)/4 {
		t.Errorf("only %d of %d systems were compared", compared, seeds)
	}
}

// exploreSmall returns the configurations of a system, false if it makes many nodes to
// find them.
func exploreSmall(x *symbolic.System) (all diagram.Set, ok bool) {
	const tooLarge = "too large"
	defer func() {
		x.Sets.Idle = func() {}
		if r := recover(); r != nil && r != tooLarge {
			panic(r)
		}
	}()
	x.Sets.Idle = func() {
		if x.Sets.Made() > 1<<19 {
			panic(tooLarge)
		}
	}
	return x.Explore(), true
}

// sizes returns the sizes of the sets as text, or "" if the system is large.
func sizes(s *model.System, patience int) string {
	x := symbolic.New(s, compiled.New(s), symbolic.Options{})
	x.Sets.Patience = patience
	all, ok := exploreSmall(x)
	if n := x.Sets.Size(all); !ok || !n.IsInt64() || n.Int64() > 3000 {
		return ""
	}
	text := fmt.Sprint("all ", x.Sets.Size(all), ", terminal ", x.Sets.Size(x.Terminal(all)), ", acyclic ", x.Acyclic(all))
	for _, p := range properties.Standard(properties.Greatest) {
		shape := p.Shape()
		if shape == nil || shape.Watch != nil {
			continue
		}
		if shape.Step != nil {
			text += fmt.Sprint(", ", p.Name, " ", x.Sets.Size(x.Steps(all, shape)))
			continue
		}
		bad := x.Failing(all, shape)
		text += fmt.Sprint(", ", p.Name, " ", x.Sets.Size(bad))
		for f := range model.Fairness(3) {
			text += fmt.Sprint(" ", x.Sets.Size(x.Loops(all, bad, f).Some(all)))
		}
	}
	return text
}
