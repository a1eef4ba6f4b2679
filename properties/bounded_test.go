package properties_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// TestBoundsAreLeft says at which configuration of a path a bound was reached last, if the
// process goes on behind it.
func TestBoundsAreLeft(t *testing.T) {
	path := stepwise.NewPath(checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 3; 3 a 4", Bound: []int{1, 3}}.System())
	judge := properties.NewJudge(path)
	bounded := []int{judge.Bounded()}
	for len(path.Enabled()) > 0 {
		path.Follow(path.Enabled()[0], nil)
		judge.Step()
		bounded = append(bounded, judge.Bounded())
	}
	if diff := cmp.Diff([]int{-1, 1, 1, 3, 3}, bounded); diff != "" {
		t.Errorf("the last configuration at a bound (-want +got):\n%s", diff)
	}
}
