package diagram

import "testing"

// TestNodesDifferByLevel makes nodes of many levels with the same edges. Some of them
// collide in the hash table.
func TestNodesDifferByLevel(t *testing.T) {
	const levels = 400
	s := NewStore(levels)
	for range 2 { // made, and then found
		for level := 1; level <= levels; level++ {
			if n := s.Make(level, []Pair{{7, Unit}}); s.Level(n) != level {
				t.Fatalf("the node of level %d is one of level %d", level, s.Level(n))
			}
		}
	}
	if now, _ := s.Live(); now != levels {
		t.Errorf("%d nodes, want one for each of %d levels", now, levels)
	}
}
