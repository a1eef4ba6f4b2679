//go:build !unix && !windows

package checker_test

import (
	"testing"
	"time"
)

var started = time.Now()

// cpu returns the time since the process started: the system does not tell the
// processor time, and js/wasm has one thread, which can use no more than this.
func cpu(tb testing.TB) time.Duration {
	tb.Helper()
	return time.Since(started)
}
