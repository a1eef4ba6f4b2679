package simulation

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// An IllFormedError is what [Run] returns where an algorithm takes a step that
// is not well-formed, which ends the execution.
type IllFormedError struct {
	Algorithm string
	Event     int64  // the number of its event, from 1 on; 0: a wake-up at the start, which is none
	Why       string // names the process, the input and the cause
}

func (e *IllFormedError) Error() string {
	if e.Event == 0 {
		return fmt.Sprintf("%s: %s", e.Algorithm, e.Why)
	}
	return fmt.Sprintf("%s: event %d: %s", e.Algorithm, e.Event, e.Why)
}

// illFormed records the step that is being taken, which has failed, and returns
// the error for it.
func (l *loop) illFormed(s *model.System, cause error) error {
	why := fmt.Sprintf("the step of p%d is not well-formed: %v", l.process, cause)
	if l.starting {
		return &IllFormedError{s.Name(), 0, "at the start " + why}
	}
	e := l.event()
	e.Choices = append(e.Choices, l.choices...)
	if l.options.Record != nil {
		l.options.Record(*e)
	}
	return &IllFormedError{s.Name(), l.events + 1, fmt.Sprintf("upon %v %s", e, why)}
}
