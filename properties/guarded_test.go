package properties

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestGuarded says that, whichever function of a property panics, the error names
// the property and the line.
func TestGuarded(t *testing.T) {
	line := 0
	boom := func() bool {
		_, _, line, _ = runtime.Caller(0)
		panic("boom")
	}
	view := model.View{Network: &model.Network{N: 2}, Status: make([]model.Status, 2)}
	always := NewAlways("p", "", func(model.View) bool { return boom() })
	for _, test := range []struct {
		name   string
		call   func()
		reason string
	}{
		{"Holds", func() { always.Guarded().Holds(view, nil) }, "the predicate of a form"},
		{"Guarded twice", func() { always.Guarded().Guarded().Holds(view, nil) }, "the first name counts"},
		{"HoldsStep", func() {
			NewAlwaysStep("p", "", func(_, _ model.View) bool { return boom() }).Guarded().HoldsStep(view, view)
		}, "the predicate of steps"},
		{"Start", func() {
			NewAlways("p", "", Watch(func(model.View) bool { return boom() }, func(s bool, _ Observation) bool { return s }, func(bool) bool { return true })).Guarded().Monitor().Start(view)
		}, "a monitor that starts"},
		{"Next", func() {
			NewAlways("p", "", Watch(func(model.View) bool { return true }, func(bool, Observation) bool { return boom() }, func(bool) bool { return true })).Guarded().Monitor().Next(nil, Observation{})
		}, "a monitor that goes on"},
		{"Each", func() {
			NewAlways("p", "", Shape{Each: func(*model.Network, int, model.Status) bool { return boom() }}).Guarded().Shape().Each(nil, 0, model.Status{})
		}, "a part of a shape, which the symbolic engine calls"},
		{"Both", func() {
			NewAlways("p", "", Shape{Both: func(*model.Network, int, model.Status, int, model.Status) bool { return boom() }}).Guarded().Shape().Both(nil, 0, model.Status{}, 1, model.Status{})
		}, "a part of a shape"},
		{"Some", func() {
			NewAlways("p", "", Shape{Some: func(model.Status) bool { return boom() }}).Guarded().Holds(view, nil)
		}, "a part of a shape, by the view"},
		{"Step", func() {
			NewAlwaysStep("p", "", Shape{Step: func(_, _ model.Status) bool { return boom() }}).Guarded().Shape().Step(model.Status{}, model.Status{})
		}, "a part of a shape"},
		{"Watch", func() {
			NewAlways("p", "", Watch(func(model.View) bool { return true }, func(s bool, _ Observation) bool { return s }, func(bool) bool { return boom() })).Guarded().Shape().Watch(nil)
		}, "what watches a monitor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				var e *PanicError
				err, _ := recover().(error)
				if !errors.As(err, &e) || e.Property != "p" || e.Value != "boom" || e.Where != fmt.Sprintf("guarded_test.go:%d", line+1) {
					t.Errorf("%s: panics with %v", test.reason, err)
				} else if want := "property p panics: guarded_test.go:"; !strings.HasPrefix(e.Error(), want) {
					t.Errorf("%s: says %q, want %q", test.reason, e, want)
				}
			}()
			test.call()
		})
	}
}

// TestGuardedMonitor says that the error names a monitor whose states are not
// comparable, and no line of this package.
func TestGuardedMonitor(t *testing.T) {
	p := NewAlways("p", "", Watch(
		func(model.View) any { return []int{} },
		func(any, Observation) any { return [1]any{new(int)} },
		func(any) bool { return true })).Guarded()
	for _, test := range []struct {
		call func()
		want string
	}{
		{func() { p.Monitor().Start(model.View{}) }, "property p panics: a state of its monitor, of type []int, is not comparable by value: is a slice"},
		{func() { p.Monitor().Next(0, Observation{}) }, "property p panics: a state of its monitor, of type [1]interface {}, is not comparable by value: is a pointer"},
	} {
		func() {
			defer func() {
				if r := recover(); fmt.Sprint(r) != test.want {
					t.Errorf("panics with %v, want %s", r, test.want)
				}
			}()
			test.call()
		}()
	}
}

// TestGuardedHolds says that a guarded property that does not panic is unchanged.
func TestGuardedHolds(t *testing.T) {
	view := model.View{Network: &model.Network{N: 2}, Status: make([]model.Status, 2)}
	for _, p := range Standard(Greatest) {
		q := p.Guarded()
		if (p.Shape() == nil) != (q.Shape() == nil) || (p.Monitor() == nil) != (q.Monitor() == nil) {
			t.Errorf("%s: has another shape or monitor", p.Name)
		}
		if p.Form == AlwaysStep {
			if p.HoldsStep(view, view) != q.HoldsStep(view, view) {
				t.Errorf("%s: holds otherwise", p.Name)
			}
			continue
		}
		var state any
		if p.Monitor() != nil {
			state = p.Monitor().Start(view)
		}
		if p.Holds(view, state) != q.Holds(view, state) {
			t.Errorf("%s: holds otherwise", p.Name)
		}
	}
}
