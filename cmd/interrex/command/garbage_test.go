package command

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestCollectSeldom holds much memory and gives it back. After each collection the heap
// may grow as far as its size says.
func TestCollectSeldom(t *testing.T) {
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	const much = 200 << 20
	runtime.GC()
	(&collector{small: liveHeap() + much/2}).adapt() // other tests hold some memory
	expect := func(want int, reason string) {
		t.Helper()
		for range 200 {
			runtime.GC()
			time.Sleep(time.Millisecond) // finalizers run in another goroutine
			got := debug.SetGCPercent(want)
			if got == want {
				return
			}
			debug.SetGCPercent(got)
		}
		t.Errorf("%s: the heap may not grow by %d percent", reason, want)
	}
	expect(400, "little is in use")
	held := make([]byte, much)
	expect(100, "much is in use")
	runtime.KeepAlive(held)
	expect(400, "it has been given back")
}

// TestGOGC checks that the value of the user is kept.
func TestGOGC(t *testing.T) {
	before := debug.SetGCPercent(123)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	t.Setenv("GOGC", "123")
	collectSeldom()
	if got := debug.SetGCPercent(123); got != 123 {
		t.Errorf("%d percent, want 123", got)
	}
}
