package compiled

import (
	"runtime"
	"time"

	"github.com/interrex/interrex/model"
)

// DefaultPatience is how long a call of a method may take unless somebody says otherwise.
const DefaultPatience = 10 * time.Second

// mostLost is how many calls may not return until nothing is called any more: each of them
// keeps a processor busy.
const mostLost = 8

// Patience is how long tables wait for a method of the algorithm. Nothing can end a call
// in Go, so one that does not return goes on for ever, in a goroutine of its own. Tables of
// one system may share a Patience if they are used one after the other. It knows which
// calls do not return: none of them is made again.
type Patience struct {
	limit  time.Duration
	caller *caller           // nil: the next call needs a new one
	known  map[callKey]error // the calls that did not return
	last   error             // the last of them
}

// callKey names a call: its method and arguments. A local state, a message and an input
// are values, as tables have numbers of their own.
type callKey struct {
	method  string
	process int
	local   any
	input   model.Input[any]
}

// NewPatience returns the patience for calls of so long, or of [DefaultPatience] if that is
// zero.
func NewPatience(limit time.Duration) *Patience {
	if limit <= 0 {
		limit = DefaultPatience
	}
	return &Patience{limit: limit, known: map[callKey]error{}}
}

// wait calls f, and returns the value that it panics with, nil if it does not. It returns
// false if f does not return in time. It calls poll, unless that is nil, meanwhile.
func (c *Patience) wait(f func(), poll func()) (panicked any, returned bool) {
	w := c.caller
	if w == nil {
		w = newCaller()
		runtime.AddCleanup(c, (*caller).end, w)
	}
	c.caller = nil // unless f returns
	w.calls <- f
	for began := (time.Time{}); ; {
		r := <-w.results
		t, waits := r.(tick)
		now := time.Time(t)
		switch {
		case !waits:
			if r != any(errExited) {
				c.caller = w
			}
			return r, true
		case began.IsZero():
			began = now
		case now.Sub(began) >= c.limit:
			w.end()
			return nil, false
		}
		if poll != nil {
			poll()
		}
	}
}

// errExited is the panic of a call that ends its goroutine.
var errExited = model.NewValueError("a method of the algorithm ends its goroutine (runtime.Goexit); allowed: to return, or to panic")

// call calls f, which is about key. It returns an error if f panics with a
// *model.ValueError, or does not return; then it calls endless for the error. It panics with
// any other value that f panics with.
func (t *Tables) call(key callKey, f func(), endless func(after time.Duration) *model.EndlessError) error {
	c := t.Patience
	if len(c.known) > 0 {
		if blame, ok := c.known[key]; ok {
			return blame
		}
		if len(c.known) >= mostLost {
			panic(c.last)
		}
	}
	r, returned := c.wait(f, t.Poll)
	if !returned {
		c.last = endless(c.limit)
		c.known[key] = c.last
		return c.last
	}
	return blameOf(r)
}

// blameOf returns the value of a panic if it blames the algorithm for a value, nil if there
// was none. It panics again with any other.
func blameOf(r any) error {
	switch r := r.(type) {
	case nil:
		return nil
	case *model.ValueError:
		return r
	}
	panic(r)
}

// Blames reports whether the value of a panic, or an error, says that a method of the
// algorithm fails.
func Blames(r any) bool {
	switch r.(type) {
	case *model.ValueError, *model.EndlessError:
		return true
	}
	return false
}
