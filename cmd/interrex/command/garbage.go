package command

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// smallHeap is the size in bytes, of the live objects, from which a heap only doubles between
// two garbage collections.
const smallHeap = 64 << 20

// collectSeldom lets the heap grow further while it is small. Otherwise the many small
// searches of a check spend a fifth of their time on garbage collections. If the user
// sets GOGC, it is that.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		(&collector{small: smallHeap}).adapt()
	}
}

// collector adapts, after each collection, how far the heap may grow until the next one.
type collector struct {
	small   uint64 // bytes
	percent int
}

func (c *collector) adapt() {
	percent := 100
	if liveHeap() < c.small {
		percent = 400
	}
	if percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	runtime.SetFinalizer(c, (*collector).adapt) // runs after the next collection
}

// liveHeap returns how many bytes the last collection found in use.
func liveHeap() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}
