// Package reason has the reasons why a search is not complete, why a property is undecided or vacuous, and why
// an engine refuses a system.
package reason

import (
	"fmt"
	"time"
)

// A Reason says why a search stopped, or why a verdict is as it is. The zero value is none. Reasons are
// comparable.
type Reason struct {
	Cause Cause
	// Bound is the bound that was reached: a number, a time in nanoseconds, or memory in bytes. With
	// Constrained, it is the number of configurations where the constraint cut the search; 0: it is not said.
	Bound int64 `json:",omitempty"`
	// Detail names the constraint that cut the search, the step that is not well-formed, the trigger that
	// never holds, the quantity that is not measured, or the part of a search that holds most of the memory.
	Detail string `json:",omitempty"`
	// Met says that the search met what decides the property, and stopped before it could be shown.
	Met bool `json:",omitempty"`
}

// String returns the reason as people read it, "" for the zero value.
func (r Reason) String() string {
	if r.Met {
		return r.sentence() + ": what decides it was met, but not shown in time"
	}
	return r.sentence()
}

func (r Reason) sentence() string {
	switch text := sentences[r.Cause]; r.Cause {
	case Constrained:
		return fmt.Sprintf(text, r.Detail, atConfigurations(r.Bound))
	case MaxTime:
		return fmt.Sprintf(text, time.Duration(r.Bound))
	case NotMeasured:
		return fmt.Sprintf(text, r.Detail)
	case MaxMemory, RuntimeMemory:
		text = fmt.Sprintf(text, r.Bound)
		if r.Detail != "" {
			text += " (largest part: " + r.Detail + ")"
		}
		return text
	case MaxConfigurations, MaxDepth, RoundTooLong, ManyChannels, OutcomesMet:
		return fmt.Sprintf(text, r.Bound)
	case IllFormedStep, NoTrigger:
		if r.Detail != "" {
			return r.Detail
		}
		return text
	default:
		return text
	}
}

// atConfigurations says at how many configurations a search was cut; 0: it is not said.
func atConfigurations(n int64) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " at 1 configuration"
	}
	return fmt.Sprintf(" at %d configurations", n)
}

// CutsShort reports whether a bound or an interrupt ended a search. One that stopped because nothing was left
// to decide was not cut short.
func (r Reason) CutsShort() bool {
	return r.Cause != None && r.Cause != AllDecided && r.Cause != IllFormed
}
