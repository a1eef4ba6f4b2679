package compiled

import (
	"sync"
	"time"
)

// A caller calls functions, one at a time, in a goroutine of its own. To hand over a call
// costs less than a goroutine and a timer for each.
type caller struct {
	calls   chan func()
	results chan any // the value that a call panics with, or nil; and now and then, while somebody waits for that, a tick
	once    sync.Once
	done    chan struct{} // closed at the end
}

// tick is the time.
type tick time.Time

// interval is how often a caller tells the time to those who wait.
const interval = 20 * time.Millisecond

func newCaller() *caller {
	c := &caller{calls: make(chan func()), results: make(chan any), done: make(chan struct{})}
	go c.run()
	go c.tell()
	return c
}

// end ends the goroutines of the caller: the first one when its call returns.
func (c *caller) end() {
	c.once.Do(func() { close(c.done) })
}

// run makes the calls.
func (c *caller) run() {
	exited := true
	defer func() {
		if exited {
			c.send(errExited)
		}
	}()
	for {
		select {
		case f := <-c.calls:
			c.send(panicOf(f))
		case <-c.done:
			exited = false
			return
		}
	}
}

// send sends a result, unless nobody waits for it any more.
func (c *caller) send(r any) {
	select {
	case c.results <- r:
	case <-c.done:
	}
}

// panicOf calls f, and returns the value that it panics with.
func panicOf(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// tell tells the time to whoever waits for a result.
func (c *caller) tell() {
	ticks := time.NewTicker(interval)
	defer ticks.Stop()
	for {
		select {
		case now := <-ticks.C:
			select {
			case c.results <- tick(now):
			default:
			}
		case <-c.done:
			return
		}
	}
}
