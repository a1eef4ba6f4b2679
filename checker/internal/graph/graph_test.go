package graph_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/graph"
)

// TestComponents says which vertices of small graphs lie in one strongly
// connected component: those with equal letters.
func TestComponents(t *testing.T) {
	for _, row := range []struct {
		reason string
		next   [][]uint32
		want   string
	}{
		{"no edges", [][]uint32{nil, nil}, "ab"},
		{"a path, against the order of the vertices too", [][]uint32{{2}, {0}, nil}, "abc"},
		{"a cycle of three", [][]uint32{{1}, {2}, {0}}, "aaa"},
		{"two cycles with an edge between them", [][]uint32{{1}, {0, 2}, {3}, {2}}, "aabb"},
		{"two cycles with a vertex in common", [][]uint32{{1, 2}, {0}, {0}}, "aaa"},
		{"a cycle between two paths", [][]uint32{{1}, {2}, {1, 3}, nil}, "abbc"},
	} {
		back := make([][]uint32, len(row.next))
		for v, list := range row.next {
			for _, w := range list {
				back[w] = append(back[w], uint32(v))
			}
		}
		got, letter := "", map[int]string{}
		for _, part := range graph.Components(row.next, back) {
			if letter[part] == "" {
				letter[part] = string(rune('a' + len(letter)))
			}
			got += letter[part]
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}
