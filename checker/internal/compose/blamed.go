package compose

import (
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/properties"
)

// A method of the algorithm, or the monitor, may fail in a state of a leaf that is in no
// configuration: an event leads there that another component refuses, say. So such a state
// counts as failed, and knows the error. That ends the search when it expands a
// configuration with the state.

// failings are the steps of a machine that are not well-formed, and the methods that fail.
type failings struct {
	fails    atomic.Bool // some step was not well-formed, or some state has an error
	blamed   atomic.Bool // some state has an error
	failures []failure   // the reasons why states of leaves have failed
}

// failure says why a state of a leaf has failed: the step that led there was not
// well-formed or, if there is an error, the behaviour of the process is not known.
type failure struct {
	text string
	err  error
}

// fail makes v a state that has failed, with an error if that ends the search.
func (l *leaf) fail(v []int32, text string, err error) {
	i := l.m.failureNumber(failure{text, err})
	v[atMode] = modeFailed + i
}

// blame makes v a state with an error.
func (l *leaf) blame(v []int32, err error) { l.fail(v, err.Error(), err) }

func (m *Machine) failureNumber(x failure) int32 {
	if x.err != nil {
		m.blamed.Store(true)
	}
	for i, known := range m.failures {
		if known.text == x.text && (known.err == nil) == (x.err == nil) {
			return int32(i)
		}
	}
	m.failures = append(m.failures, x)
	return int32(len(m.failures) - 1)
}

// brokenMonitor is the state of a monitor that has failed.
type brokenMonitor struct{ err *properties.PanicError }

// guardMonitor returns a state of a monitor, or why there is none.
func guardMonitor(next func() any) (state any) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *properties.PanicError:
			state = brokenMonitor{r}
		default:
			panic(r)
		}
	}()
	return next()
}

// isBroken reports whether a state is that of a monitor that has failed.
func isBroken(state any) bool {
	_, is := state.(brokenMonitor)
	return is
}

// renamedMonitor returns a state of a monitor after a renaming; ok says whether there is one. A
// monitor that has failed is the same after each.
func renamedMonitor(m *properties.Monitor, state any, image []int) (after any, ok bool) {
	if isBroken(state) {
		return state, true
	}
	after = guardMonitor(func() any { return m.Renamed(state, image) })
	return after, !isBroken(after)
}

// raise panics with the error of a state of a configuration that has failed, if there is one.
func (m *Machine) raise(s State) {
	if !m.blamed.Load() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	states := m.split(s)
	for p, l := range m.leaves {
		if mode := l.vector(states[p])[atMode]; mode >= modeFailed && m.failures[mode-modeFailed].err != nil {
			panic(m.failures[mode-modeFailed].err)
		}
	}
	if broken, ok := m.environment.states[states[len(m.leaves)]].monitor.(brokenMonitor); ok {
		panic(broken.err)
	}
}

// raiseAny is raise for the configurations of a block.
func (m *Machine) raiseAny(b visited.Block, turned bool) {
	if !m.blamed.Load() {
		return
	}
	for key := range b.Keys(turned) {
		if m.Facts(State(key)).Failed {
			m.raise(State(key))
		}
	}
}
