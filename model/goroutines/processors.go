package goroutines

import (
	"runtime"
	"sync"
)

// onProcessors is held while the program has another number of Ps than its own.
var onProcessors sync.Mutex

// under calls f while the program has k Ps; 0: as many as it has.
func under(k int, f func()) {
	if k == 0 {
		f()
		return
	}
	onProcessors.Lock()
	defer onProcessors.Unlock()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(k))
	f()
}

// processors returns under how many Ps the nth run of a step goes on that is repeated: in
// turns under one and under several.
func (c *Code) processors(nth int) int {
	if nth%2 == 0 {
		return min(c.Processors, 1)
	}
	return c.Processors
}

// other returns under how many Ps a bubble runs again that differed.
func (c *Code) other(k int) int {
	if k == 1 {
		return c.Processors
	}
	return min(c.Processors, 1)
}

// differed counts a run that differed from an earlier one.
func (c *Counts) differed(k int) {
	c.Differ++
	if k > 1 {
		c.Several++
	}
}
