package refine

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/properties"
)

// most is the number of states, or of values, that a text lists.
const most = 8

// String returns the result with its numbers, and the chart of the counterexample if there is one.
func (r Report[A, O]) String() string {
	text := r.Result.String()
	if r.Note != "" {
		text += ": " + r.Note
	}
	text += fmt.Sprintf(" (%d configurations, %d pairs, %d abstract states)\n", r.Configurations, r.Pairs, r.States)
	if r.Mismatch != nil {
		text += r.Mismatch.Chart()
	}
	return text
}

// Chart draws the execution with its remarks, as [counterexamples.Chart] does.
func (m *Mismatch[A, O]) Chart() string {
	return counterexamples.Chart(m.Execution, m.Remarks()...)
}

// Remarks returns the lines under a chart of the execution: the last abstract states that matched, the
// values that they allow next, and the one that is shown instead.
func (m *Mismatch[A, O]) Remarks() []properties.Remark {
	last := len(m.Shown) - 1
	lines := []string{
		"the abstract system begins with " + texts(m.Allowed),
		"but the initial configuration shows " + textOf(m.Shown[last]),
	}
	if last > 0 {
		lines = []string{
			"before the last event is shown " + textOf(m.Shown[last-1]),
			"the last abstract states that match: " + texts(m.Matched),
			"they allow next: " + texts(m.Allowed),
			"but the last event shows " + textOf(m.Shown[last]),
		}
	}
	var list []properties.Remark
	for _, line := range lines {
		list = append(list, properties.Remark{After: len(m.Execution.Steps), Text: line, Whole: true})
	}
	return list
}

// textOf writes a state or a value on one line: the result of its String method, else its parts, as a chart writes
// the values of a process: of a struct the fields that are not zero.
func textOf(v any) string {
	return strings.ReplaceAll(strings.TrimSpace(text(reflect.ValueOf(v))), "\n", " | ")
}

func text(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	if v.CanInterface() {
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return s.String()
		}
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				parts = append(parts, named(v.Type().Field(i).Name, f))
			}
		}
		return "(" + strings.Join(parts, " ") + ")"
	case reflect.Array:
		for i := range v.Len() {
			parts = append(parts, text(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Interface:
		return text(v.Elem())
	}
	return fmt.Sprint(v)
}

// named writes a field that is not zero.
func named(name string, f reflect.Value) string {
	if f.Kind() == reflect.Bool {
		return name
	}
	return name + "=" + text(f)
}

// texts writes the first of a list.
func texts[T any](list []T) string {
	if len(list) == 0 {
		return "no other value"
	}
	var words []string
	for _, v := range list[:min(len(list), most)] {
		words = append(words, textOf(v))
	}
	text := strings.Join(words, "; ")
	if more := len(list) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}
