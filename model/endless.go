package model

import (
	"fmt"
	"time"
)

// An EndlessError says that a method of an algorithm was called and has not returned.
type EndlessError struct {
	System, Method string        // Method is "a step", or the names of other methods
	What           string        // the process, its local state, and the input of a step
	After          time.Duration // how long it was waited for
}

func (e *EndlessError) Error() string {
	return fmt.Sprintf("%s: %s does not return within %v: %s", e.System, e.Method, e.After, e.What)
}

// EndlessStep returns the error that a step of process p has not returned.
func (x Semantics) EndlessStep(p int, local any, in Input[any], after time.Duration) *EndlessError {
	return &EndlessError{x.sys.name, "a step", upon(p, local, in)(), after}
}

// Endless returns the error that a method other than Step has not returned, of process p
// in a local state.
func (x Semantics) Endless(method string, p int, local any, after time.Duration) *EndlessError {
	return &EndlessError{x.sys.name, method, inLocal(p, local)(), after}
}
