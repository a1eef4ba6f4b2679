package goroutines

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/interrex/interrex/model"
)

// Log returns a writer for libraries that have one logger for the whole program, such as
// klog. A line goes to the log of the process in whose bubble it is written. In a walk all
// processes share a bubble: see [Walked].Shared. Outside bubbles lines are lost.
//
// A logger that belongs to a process writes to its [Endpoint] instead.
func Log() io.Writer { return bubbleWriter{} }

type bubbleWriter struct{}

// sinks has a function for each bubble that runs, by [ownBubble]: it notes a line.
var sinks sync.Map

func (bubbleWriter) Write(p []byte) (int, error) {
	if note, ok := sinks.Load(ownBubble()); ok {
		note.(func(line string))(string(p))
	}
	return len(p), nil
}

// logTo sends lines that are written in the calling bubble to note, until the result is
// called.
func logTo(note func(line string)) (end func()) {
	bubble := ownBubble()
	sinks.Store(bubble, note)
	return func() { sinks.Delete(bubble) }
}

// Logs returns the lines that processes of a have logged in an execution, each with the
// number of the event and the process: those before the first event have number 0. If a
// child has ended, its last words are among them, with the stack.
func (a *Algorithm) Logs(x model.Execution) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var b strings.Builder
	for i := range len(x.Steps) + 1 {
		var before, after model.Configuration
		if after = x.At(i); i > 0 {
			before = x.At(i - 1)
		}
		for p := range after.Locals {
			for _, line := range a.logged(before, after, p) {
				fmt.Fprintf(&b, "%3d p%d: %s\n", i, p, line)
			}
		}
	}
	return b.String()
}

// logged returns the lines of process p between two configurations, of which the first
// may be zero.
func (a *Algorithm) logged(before, after model.Configuration, p int) (lines []string) {
	from, was := localOf(before, p)
	if why := failureOf(after, p); why != "" && failureOf(before, p) == "" {
		if !was {
			return nil
		}
		return a.states[from.number].faultLog(why)
	}
	to, is := localOf(after, p)
	if !is || was && from == to {
		return nil
	}
	if was {
		if s := a.states[from.number].stepTo(to); s != nil {
			return s.log
		}
	}
	for s := a.states[to.number]; s.before != nil && (!was || s.handle != from); s = s.before {
		lines = append(slices.Clone(s.log), lines...)
	}
	return lines
}

// stepTo returns the step from s to a local state, which several histories may lead to; nil: there is none.
func (s *state) stepTo(to State) *state {
	for _, next := range s.successors() {
		if next.handle == to {
			return next
		}
	}
	return nil
}

func failureOf(c model.Configuration, p int) string {
	if p >= len(c.Failures) {
		return ""
	}
	return c.Failures[p]
}

// localOf returns the local state of process p if it is one of goroutines.
func localOf(c model.Configuration, p int) (State, bool) {
	if p >= len(c.Locals) {
		return State{}, false
	}
	s, ok := c.Locals[p].(State)
	return s, ok
}

// faultLog returns the lines of the step from s that has a fault, or of the two steps if
// the process has to start before.
func (s *state) faultLog(why string) []string {
	for _, next := range s.successors() {
		if next.fault != "" && strings.Contains(why, next.fault) {
			return next.log
		}
	}
	if s.before == nil {
		for _, next := range s.successors() {
			if lines := next.faultLog(why); next.in.Kind == model.Wake && lines != nil {
				return append(slices.Clone(next.log), lines...)
			}
		}
	}
	return nil
}
