package model

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/interrex/interrex/model/values"
)

// shown describes the values that a process shows in [Status].Own: always of one type.
type shown struct {
	of       reflect.Type // nil: nothing
	abstract bool         // an interface is part of a value, so that each value must be checked
}

// shownBy describes the values of a process that shows own in its initial local state.
func shownBy(own any) (shown, error) {
	t := reflect.TypeOf(own)
	if t == nil {
		return shown{}, nil
	}
	if err := values.Check(own); err != nil {
		return shown{}, fmt.Errorf("Observe shows %v, which is not comparable by value: %w", t, err)
	}
	return shown{of: t, abstract: values.HoldsInterface(t)}, nil
}

// check reports why a process that shows h cannot show own.
func (h shown) check(own any) error {
	switch t := reflect.TypeOf(own); {
	case t != h.of:
		return fmt.Errorf("Observe shows %s, but %s in the initial local state; allowed: one type", typeText(t), typeText(h.of))
	case h.abstract:
		if err := values.Check(own); err != nil {
			return fmt.Errorf("Observe shows %v, which is not comparable by value: %w", t, err)
		}
	}
	return nil
}

func typeText(t reflect.Type) string {
	if t == nil {
		return "nothing (Own is nil)"
	}
	return "a value of type " + t.String()
}

// see finds out the type that every process shows in its initial local state. It
// panics with a *ValueError if that is unusable.
func (s *System) see(initial []any) {
	s.shows, s.types = make([]shown, len(initial)), make([]OwnType, len(initial))
	for p, local := range initial {
		if local == nil {
			continue
		}
		var err error
		if s.shows[p], err = shownBy(s.alg.observe(s.selves[p], local).Own); err != nil {
			panic(&ValueError{fmt.Sprintf("%s: process %d in local state %s: %v", s.name, p, values.LongText(local), err)})
		}
		s.types[p] = OwnType{s.shows[p].of}
	}
}

// observe returns the status of process p, which is up, in a local state. It panics
// with a *ValueError if that is unusable.
func (s *System) observe(p int, local any) Status {
	st := s.alg.observe(s.selves[p], local)
	st.Down, st.Failed = false, false
	if st.Own != nil || s.shows[p].of != nil {
		if err := s.shows[p].check(st.Own); err != nil {
			panic(&ValueError{fmt.Sprintf("%s: process %d in local state %s: %v", s.name, p, values.LongText(local), err)})
		}
	}
	return st
}

// An OwnType is the type of the values that a process shows in [Status].Own; nil if it
// shows nothing there.
type OwnType struct{ Type reflect.Type }

// Equal reports whether two types are the same.
func (t OwnType) Equal(other OwnType) bool { return t == other }

// Is reports whether the values are of type t, or implement the interface t.
func (t OwnType) Is(of reflect.Type) bool { return t.Type != nil && t.Type.AssignableTo(of) }

// Shows returns by process the type of the values in [Status].Own. The list must not
// be modified.
func (x Semantics) Shows() []OwnType { return x.sys.types }

// ownWords returns the parts of the text of a value in [Status].Own: a word for each
// field of a struct that is not zero, or for all if all are. A true field is its name.
func ownWords(own any) []string {
	v := reflect.ValueOf(own)
	if _, ok := own.(fmt.Stringer); ok || v.Kind() != reflect.Struct {
		return []string{quoted(values.Text(own))}
	}
	var words, zero []string
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		switch {
		case f.IsZero():
			zero = append(zero, name+"="+quoted(values.TextOf(f)))
		case f.Kind() == reflect.Bool:
			words = append(words, name)
		default:
			words = append(words, name+"="+quoted(values.TextOf(f)))
		}
	}
	if words == nil {
		return zero
	}
	return words
}

// quoted returns s, in quotation marks unless it is a word.
func quoted(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '"' || !unicode.IsGraphic(r) }) {
		return strconv.Quote(s)
	}
	return s
}
