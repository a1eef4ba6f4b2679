package compose_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/compose"
)

// TestListsOfEventsAreKept keeps lists that end one event before the end of a
// chunk, at its end, and one event after it.
func TestListsOfEventsAreKept(t *testing.T) {
	const chunk = compose.ArenaChunk
	for _, lengths := range [][]int{
		{1, chunk - 1, 3, 2}, {1, chunk - 2, 3, 2}, {1, chunk, 3, 2}, {chunk + 1, 1, 2}, {chunk, 1, chunk - 1, 1}, {0, 0, 1},
	} {
		if wrong := compose.Keep(lengths...); wrong != nil {
			t.Errorf("of lists of %v events, those at %v come back as others", lengths, wrong)
		}
	}
}
