package catalogue_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow to five times the live heap: the reference
// explorer makes many small values, and its graphs are small.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
