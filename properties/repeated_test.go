package properties

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/model"
)

// TestRepeatedBlamesEachFunction says that, whichever function of a property is none of its
// arguments, the error names the property and the function.
func TestRepeatedBlamesEachFunction(t *testing.T) {
	calls := 0
	odd := func() bool { calls++; return calls%2 == 1 }
	view := model.View{Network: &model.Network{N: 2}, Status: make([]model.Status, 2)}
	plain := Shape{Some: func(model.Status) bool { return true }}
	shapes := func(h Shape) Property { return NewAlways("p", "", h).Repeated() }
	triggers := func(h Shape) *Shape { return NewLeadsTo("p", "", h, plain).Repeated().TriggerShape() }
	goals := func(h Shape) *Shape { return NewLeadsTo("p", "", plain, h).Repeated().Shape() }
	some := Shape{Some: func(model.Status) bool { return odd() }}
	each := Shape{Each: func(*model.Network, int, model.Status) bool { return odd() }}
	both := Shape{Both: func(*model.Network, int, model.Status, int, model.Status) bool { return odd() }}
	starts := Watch(func(model.View) bool { return odd() }, func(s bool, _ Observation) bool { return s }, func(bool) bool { return true })
	goes := Watch(func(model.View) bool { return true }, func(bool, Observation) bool { return odd() }, func(bool) bool { return true })
	looks := Watch(func(model.View) bool { return true }, func(s bool, _ Observation) bool { return s }, func(bool) bool { return odd() })
	sees := Watch(func(model.View) bool { return true }, func(bool, Step) bool { return odd() }, func(bool) bool { return true })
	for _, row := range []struct {
		reason string
		call   func()
		want   string
	}{
		{"a predicate of configurations", func() { NewAlways("p", "", func(model.View) bool { return odd() }).Repeated().Holds(view, nil) }, "its predicate"},
		{"a trigger", func() {
			NewLeadsTo("p", "", func(model.View) bool { return odd() }, plain).Repeated().Triggers(view, nil)
		}, "its trigger"},
		{"a predicate of steps", func() {
			NewAlwaysStep("p", "", func(_, _ model.View) bool { return odd() }).Repeated().HoldsStep(view, view)
		}, "its predicate"},
		{"a monitor that starts", func() { NewAlways("p", "", starts).Repeated().Monitor().Start(view) }, "the start of its monitor"},
		{"a monitor that goes on", func() { NewAlways("p", "", goes).Repeated().Monitor().Next(true, Observation{}) }, "its monitor"},
		{"a monitor of whole events", func() { NewAlways("p", "", sees).Repeated().Monitor().tell(true, Step{}) }, "its monitor"},
		{"a shape of one process", func() { shapes(each).Shape().Each(nil, 0, model.Status{}) }, "the part Each of its shape"},
		{"a shape of two processes", func() { shapes(both).Shape().Both(nil, 0, model.Status{}, 1, model.Status{}) }, "the part Both of its shape"},
		{"a shape of some process", func() { shapes(some).Shape().Some(model.Status{}) }, "the part Some of its shape"},
		{"a shape of steps", func() {
			NewAlwaysStep("p", "", Shape{Step: func(_, _ model.Status) bool { return odd() }}).Repeated().Shape().Step(model.Status{}, model.Status{})
		}, "the part Step of its shape"},
		{"a shape of a monitor's state", func() { NewAlways("p", "", looks).Repeated().Shape().Watch(true) }, "the part Watch of its shape"},
		{"the shape of a trigger", func() { triggers(some).Some(model.Status{}) }, "the part Some of its shape"},
		{"the shape of a goal", func() { goals(some).Some(model.Status{}) }, "the part Some of its shape"},
	} {
		calls = 0
		func() {
			defer func() {
				var e *ImpureError
				err, _ := recover().(error)
				if !errors.As(err, &e) || e.Property != "p" || e.Function != row.want {
					t.Errorf("%s: panics with %v, want that %s is impure", row.reason, err, row.want)
				}
			}()
			row.call()
		}()
	}
}
