package goroutines

import (
	"fmt"
	"testing/synctest"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// timeTimer is the timer of the model in which time passes at a process.
const timeTimer = 0

// An instance is a process in a bubble. Only the goroutine that drives the bubble
// uses it.
type instance struct {
	code    *Code
	e       *Endpoint
	process Process
	begun   time.Time
	inputs  int // that it has taken
	ticks   int // how often time has passed
	ended   bool
}

func newInstance(c *Code, place realcode.Place, disk string, life int, values *contents) *instance {
	i := &instance{code: c, e: newEndpoint(place, values), begun: time.Now()}
	i.e.disk, i.e.life, i.e.conns.greatest, i.e.conns.window = disk, life, c.Segment, c.Window
	return i
}

// take gives the process an input and waits until all its goroutines wait. Each
// input comes a nanosecond after the one before, so that timers that inputs set do
// not run out at the same instant.
func (i *instance) take(in model.Input[Message]) {
	i.inputs++
	time.Sleep(time.Nanosecond)
	synctest.Wait()
	switch in.Kind {
	case model.Wake:
		i.start()
	case model.Receive:
		i.e.deliver(in.Port, in.Msg)
	case model.Invoke:
		i.invoke(int(in.Operation))
	case model.Round:
		i.tick()
	case model.Timeout:
		if i.code.Time == Effects {
			i.untilEffect()
			i.ticks++
		} else {
			i.tick()
		}
	}
	synctest.Wait()
}

// start starts the process.
func (i *instance) start() {
	returned := false
	go func() {
		defer i.e.guard()
		i.process = i.code.Start(i.e)
		returned = true
	}()
	synctest.Wait()
	i.e.mu.Lock()
	defer i.e.mu.Unlock()
	if !returned {
		i.e.fails("Start does not return; allowed: it starts goroutines and returns")
	}
}

func (i *instance) invoke(operation int) {
	select {
	case i.e.operations() <- operation:
	default:
		i.e.mu.Lock()
		defer i.e.mu.Unlock()
		i.e.fails("does not take operations: %d wait", maxInbox)
	}
}

// tick lets time pass to the end of the next tick since the process was started.
func (i *instance) tick() {
	i.ticks++
	end := i.begun.Add(time.Duration(i.ticks)*i.code.Tick + time.Duration(i.inputs))
	time.Sleep(time.Until(end))
}

// untilEffect lets time pass until the process does something visible, at most as
// long as the code says. It reports whether it did.
func (i *instance) untilEffect() bool {
	synctest.Wait()
	before := i.observe()
	for end := time.Now().Add(i.code.Longest); time.Now().Before(end); {
		timer := time.NewTimer(i.code.Tick)
		select {
		case <-timer.C:
		case <-i.e.visible:
			timer.Stop()
			synctest.Wait()
			return true
		}
		synctest.Wait()
		if !sameStatus(before, i.observe()) {
			return true
		}
	}
	return false
}

// observe returns the status of the process.
func (i *instance) observe() (s model.Status) {
	defer i.e.guard()
	if i.process.Observe != nil {
		before := time.Now()
		s = i.process.Observe()
		if passed := time.Since(before); passed > 0 {
			panic(fmt.Sprintf("Observe lets %v pass; allowed: to return at once", passed))
		}
	}
	s.Down, s.Failed = false, false
	return s
}

// sameStatus reports whether two statuses are equal; values that == cannot compare
// are not.
func sameStatus(a, b model.Status) (same bool) {
	defer func() { _ = recover() }()
	return a == b
}

// stop ends the process: it fails the calls that are pending one at a time, ends the
// context, calls Stop and breaks the connections.
func (i *instance) stop() {
	i.failCalls()
	i.end()
	synctest.Wait()
	i.failCalls()
	for range maxEffects {
		if !i.e.fail() && !i.e.breakConnection() {
			return
		}
		synctest.Wait()
	}
}

// end ends the context and calls Stop, once.
func (i *instance) end() {
	if i.ended {
		return
	}
	i.ended = true
	i.e.cancel()
	if i.process.Stop != nil {
		go i.callStop()
	}
}

func (i *instance) callStop() {
	defer i.e.guard()
	i.process.Stop()
}

// failCalls fails calls until no more come, or too many have.
func (i *instance) failCalls() {
	for range maxEffects {
		if !i.e.fail() {
			return
		}
		synctest.Wait()
	}
}
