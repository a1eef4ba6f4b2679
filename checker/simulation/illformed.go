package simulation

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// An IllFormedError says that a step of the algorithm is not well-formed, which
// ends the execution.
type IllFormedError struct {
	Algorithm string
	Event     int64  // the number of the event, from 1; 0: a wake-up at the start, which is no event
	Why       string // names the process, the input and the cause
}

func (e *IllFormedError) Error() string {
	if e.Event == 0 {
		return fmt.Sprintf("%s: %s", e.Algorithm, e.Why)
	}
	return fmt.Sprintf("%s: event %d: %s", e.Algorithm, e.Event, e.Why)
}

// illFormed records the current step, which is not well-formed, and returns the
// error for it.
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
