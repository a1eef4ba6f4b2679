package model

import (
	"errors"
	"fmt"
	"strings"
)

// A Schedule is a sequence of events.
type Schedule []Event

// A Lasso is a schedule that ends (Loop is empty) or goes on for ever: the stem,
// then the loop infinitely often.
type Lasso struct {
	Stem, Loop Schedule
}

// Len returns the number of events of stem and loop.
func (l Lasso) Len() int { return len(l.Stem) + len(l.Loop) }

// Events returns stem and loop in one schedule.
func (l Lasso) Events() Schedule {
	return append(append(make(Schedule, 0, l.Len()), l.Stem...), l.Loop...)
}

// An Execution is a schedule with the configurations that it passes through.
type Execution struct {
	System *System
	Start  Configuration
	Steps  []Successor // Steps[i].Next is the configuration after event i
	Stem   int         // the number of steps before the loop; len(Steps) if there is none
}

// At returns the configuration before step i; At(len(Steps)) is the last.
func (x Execution) At(i int) Configuration {
	if i == 0 {
		return x.Start
	}
	return x.Steps[i-1].Next
}

// Last returns the configuration at the end.
func (x Execution) Last() Configuration { return x.At(len(x.Steps)) }

// IllFormed returns "" if all steps are well-formed. Otherwise the last is not,
// and IllFormed names its process, its input and the reason.
func (x Execution) IllFormed() string {
	var list []string
	for p, why := range x.Last().Failures {
		if why != "" {
			list = append(list, fmt.Sprintf("the step of p%d is not well-formed: %s", p, why))
		}
	}
	switch last := len(x.Steps); {
	case list == nil:
		return ""
	case last == 0:
		return "at the start " + strings.Join(list, "; ")
	default:
		return fmt.Sprintf("upon %v %s", x.Steps[last-1].Event, strings.Join(list, "; "))
	}
}

// Loops reports whether the execution is infinite.
func (x Execution) Loops() bool { return x.Stem < len(x.Steps) }

// Lasso returns the schedule of the execution.
func (x Execution) Lasso() Lasso {
	var l Lasso
	for i, step := range x.Steps {
		if i < x.Stem {
			l.Stem = append(l.Stem, step.Event)
		} else {
			l.Loop = append(l.Loop, step.Event)
		}
	}
	return l
}

// ErrNotEnabled says that a configuration does not enable the next event of a
// schedule. [System.Replay] wraps it with the event and its position.
var ErrNotEnabled = errors.New("is not enabled")

var errLoopOpen = errors.New("the loop does not return to the configuration in which it starts")

// Replay runs a schedule by the definition of the model ([System.Successors]). It
// uses nothing that a search computed.
func (s *System) Replay(l Lasso) (Execution, error) {
	if s == nil {
		return Execution{}, errNoSystem
	}
	if err := s.Semantics().One(); err != nil {
		return Execution{}, err
	}
	x := Execution{System: s, Start: s.Initial(), Stem: len(l.Stem)}
	for i, e := range l.Events() {
		y, ok := s.Apply(x.Last(), e)
		if !ok {
			return x, fmt.Errorf("event %d, %q, %w", i+1, e, ErrNotEnabled)
		}
		x.Steps = append(x.Steps, y)
	}
	if x.Loops() && x.At(x.Stem).Key() != x.Last().Key() {
		return x, errLoopOpen
	}
	return x, nil
}

// Apply returns the effect of event e in c, and whether c enables e.
func (s *System) Apply(c Configuration, e Event) (Successor, bool) {
	for _, x := range s.appendCauses(nil, c) {
		if !s.causes(c, x, e) {
			continue
		}
		for _, y := range s.outcomes(c, x) {
			if y.Event.Compare(e) == 0 {
				return y, true
			}
		}
		break
	}
	return Successor{}, false
}

// causes is the definition of [Semantics.IsCauseOf].
func (s *System) causes(c Configuration, x cause, e Event) bool {
	plain := e.cause()
	if x.Process != plain.Process || x.Kind != plain.Kind || s.named(c, x).Compare(plain) != 0 {
		return false
	}
	return e.Name == "" || s.withName(e).Name == e.Name
}
