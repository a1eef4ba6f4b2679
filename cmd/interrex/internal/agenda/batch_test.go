package agenda

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBatches(t *testing.T) {
	for _, row := range []struct {
		costs  []float64
		least  float64
		want   [][]int
		reason string
	}{
		{nil, 1, nil, "no work, no batch"},
		{[]float64{.1, 5, 2}, 1, [][]int{{1}, {2}, {0}}, "the most costly first; the rest is one batch, though small"},
		{[]float64{.5, .5, .5, .6}, 1, [][]int{{3, 0}, {1, 2}}, "small pieces together, equal ones in their order"},
		{[]float64{.2, .2, .2, .2, .2, .2}, .5, [][]int{{0, 1, 2}, {3, 4, 5}}, "no batch has more pieces than it needs"},
		{[]float64{0, 0}, 1, [][]int{{0, 1}}, "pieces that cost nothing are done too"},
	} {
		if diff := cmp.Diff(row.want, Batch(row.costs, row.least)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}
