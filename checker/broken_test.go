package checker_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestBrokenProperties says that a property that panics, wherever, ends the
// check with an error that names it and the line, with every engine.
func TestBrokenProperties(t *testing.T) {
	line := 0
	boom := func(when bool) bool {
		if when {
			_, _, line, _ = runtime.Caller(0)
			panic("boom")
		}
		return true
	}
	won := func(s model.Status) bool { return boom(s.Role == model.Won) }
	someWon := func(v model.View) bool {
		for _, s := range v.Status {
			won(s)
		}
		return true
	}
	start := func(model.View) any { return 0 }
	next := func(_ any, o properties.Observation) any { return won(o.After) }
	one := func(any, properties.Observation) any { return 1 }
	yes := func(any) bool { return true }
	always := properties.NewAlways("broken", "", someWon)
	explicit, all := []checker.Engine{checker.Explicit, checker.Auto}, []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto}
	for _, test := range []struct {
		what     string
		property properties.Property
		engines  []checker.Engine
	}{
		{"predicate", always, explicit},
		{"predicate at the end", properties.NewAtEnd("broken", "", someWon), explicit},
		{"predicate to be reached", properties.NewReachable("broken", "", func(v model.View) bool { return !someWon(v) }), explicit},
		{"predicate to be avoided", properties.NewEventually("broken", "", func(v model.View) bool { return !someWon(v) }), explicit},
		{"predicate of fair ends", properties.NewStabilises("broken", "", someWon), explicit},
		{"predicate of steps", properties.NewAlwaysStep("broken", "", func(_, after model.View) bool { return someWon(after) }), explicit},
		{"predicate with a monitor", properties.NewAlways("broken", "", properties.Watch(start, one, func(v model.View, _ any) bool { return someWon(v) })), explicit},
		{"monitor that starts", properties.NewAlways("broken", "", properties.Watch(func(model.View) any { return boom(true) }, next, yes)), all},
		{"monitor that goes on", properties.NewAlways("broken", "", properties.Watch(start, next, yes)), all},
		{"watched state", properties.NewAlways("broken", "", properties.Watch(start, one, func(state any) bool { return boom(state == 1) })), all},
		{"each", properties.NewAlways("broken", "", properties.Shape{
			Each: func(_ *model.Network, _ int, s model.Status) bool { return won(s) }}), all},
		{"both", properties.NewAlways("broken", "", properties.Shape{
			Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool { return won(s) && won(t) }}), all},
		{"some", properties.NewStabilises("broken", "", properties.Shape{Some: func(s model.Status) bool { return !won(s) }}), all},
		{"some, to be avoided", properties.NewEventually("broken", "", properties.Shape{Some: func(s model.Status) bool { return !won(s) }}), all},
		{"step", properties.NewAlwaysStep("broken", "", properties.Shape{
			Step: func(_, after model.Status) bool { return won(after) }}), all},
	} {
		for _, engine := range test.engines {
			_, err := checker.Check(t.Context(), hastySystem(t, "", model.Network{}), checker.Options{
				Properties: []properties.Property{properties.Uniqueness(), test.property}, Search: checker.Search{Engine: engine}, Workers: 2})
			var panicked *properties.PanicError
			if want := fmt.Sprintf("property broken panics: broken_test.go:%d: boom", line+1) + doubt(engine); !errors.As(err, &panicked) || err.Error() != want {
				t.Errorf("%s, %v: got error %v, want %s", test.what, engine, err, want)
			}
		}
	}
}

// doubt is the end of an engine's error if the engine may ask about views that no
// execution shows.
func doubt(e checker.Engine) string {
	if e == checker.Symbolic {
		return " (perhaps where no execution leads: the engines explicit and auto tell)"
	}
	return ""
}

// TestUncomparableMonitor says that a monitor whose states cannot be told apart
// is named.
func TestUncomparableMonitor(t *testing.T) {
	p := properties.NewAlways("broken", "", properties.Watch(
		func(model.View) any { return 0 },
		func(any, properties.Observation) any { return []int{1} },
		func(any) bool { return true }))
	for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto} {
		_, err := checker.Check(t.Context(), hastySystem(t, "", model.Network{}), checker.Options{Properties: []properties.Property{p}, Search: checker.Search{Engine: engine}})
		if want := "property broken panics: a state of its monitor, of type []int, is not comparable by value: is a slice" + doubt(engine); err == nil || err.Error() != want {
			t.Errorf("%v: got error %v, want %s", engine, err, want)
		}
	}
}

// TestNothingGiven says that a missing argument is named, and nothing is searched.
func TestNothingGiven(t *testing.T) {
	s := hastySystem(t, "", model.Network{})
	broken := properties.Property{Name: "broken"}
	var none context.Context
	for _, test := range []struct {
		what string
		call func() error
		want string
	}{
		{"Check without a system", func() error { _, err := checker.Check(t.Context(), nil, checker.Options{}); return err }, "no system: it is nil"},
		{"Check without a context", func() error { _, err := checker.Check(none, s, checker.Options{}); return err }, "no context: it is nil"},
		{"Check without a predicate", func() error {
			_, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{broken}})
			return err
		}, "property broken has no predicate"},
		{"Measure without a system", func() error {
			_, err := checker.Measure(t.Context(), nil, checker.Messages, checker.Options{})
			return err
		}, "no system: it is nil"},
		{"Measure without a context", func() error { _, err := checker.Measure(none, s, checker.Messages, checker.Options{}); return err }, "no context: it is nil"},
		{"Measure of no quantity", func() error { _, err := checker.Measure(t.Context(), s, 9, checker.Options{}); return err }, "unknown quantity quantity(9); allowed: "},
	} {
		if err := test.call(); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %s", test.what, err, test.want)
		}
	}
}
