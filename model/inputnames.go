package model

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// InputNames are the names of the wake-up, timers and operations of an
// algorithm, for charts, files and logs. A name is one word of letters, digits,
// _ and -; "" is none.
type InputNames struct {
	Wake       string
	Timers     [8]string // timer 0, 1, ...
	Operations []string  // operation 0, 1, ...; those after the last have no name
}

// check reports a name that events cannot have.
func (names InputNames) check() error {
	of := map[string]int{}
	for t, name := range names.Timers {
		if err := checkInputName(fmt.Sprintf("timer %d", t), name); err != nil {
			return err
		}
		if other, ok := of[name]; ok && name != "" {
			return fmt.Errorf("timers %d and %d have the same name %q", other, t, name)
		}
		of[name] = t
	}
	for k, name := range names.Operations {
		if err := checkInputName(fmt.Sprintf("operation %d", k), name); err != nil {
			return err
		}
	}
	return checkInputName("the wake-up", names.Wake)
}

func checkInputName(what, name string) error {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }) {
		return fmt.Errorf("the name %q of %s is not allowed; allowed: letters, digits, - and _", name, what)
	}
	return nil
}

// Named returns e with the name that the algorithm of its process gives to its
// timer, wake-up or operation.
func (x Semantics) Named(e Event) Event { return x.sys.withName(e) }

func (s *System) withName(e Event) Event {
	if e.Process < 0 {
		return e
	}
	return s.names[e.Process].named(e)
}

func (names *InputNames) named(e Event) Event {
	e.Name = ""
	switch e.StepKind() {
	case Wake:
		e.Name = names.Wake
	case Timeout:
		e.Name = names.Timers[e.Timer]
	case Invoke:
		if e.Operation < len(names.Operations) {
			e.Name = names.Operations[e.Operation]
		}
	}
	return e
}

// InputNames returns the names that the algorithm of process p gives to its inputs.
func (x Semantics) InputNames(p int) InputNames { return x.sys.names[p] }

// All returns the names that there are.
func (names InputNames) All() []string {
	all := slices.Concat([]string{names.Wake}, names.Timers[:], names.Operations)
	return slices.DeleteFunc(all, func(name string) bool { return name == "" })
}
