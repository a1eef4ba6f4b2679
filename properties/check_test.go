package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestCheck says that Check names the fault of a property.
func TestCheck(t *testing.T) {
	yes := func(model.View) bool { return true }
	each := func(*model.Network, int, model.Status) bool { return true }
	step := func(_, _ model.Status) bool { return true }
	watch := func(any) bool { return true }
	start, next := func(model.View) int { return 0 }, func(s int, _ properties.Observation) int { return s }
	watched := func(int) bool { return true }
	var noPredicate func(model.View) bool
	watching := func(start func(model.View) int, next func(int, properties.Observation) int, holds func(int) bool) properties.Property {
		return properties.NewAlways("p", "", properties.Watch(start, next, holds))
	}
	shaped := func(f properties.Form, h properties.Shape) properties.Property {
		return properties.New("p", "", f, h)
	}
	wrong := properties.NewAlways("p", "", yes)
	wrong.Form = properties.AlwaysStep
	other := properties.NewAlwaysStep("p", "", func(_, _ model.View) bool { return true })
	other.Form = properties.Always
	unseen := properties.Watch(start, next, func(model.View, int) bool { return true })
	beyond := properties.NewAlways("p", "", yes)
	beyond.Form = 9
	pointing := properties.NewAlways("p", "", properties.Watch(
		func(model.View) *int { return nil }, func(s *int, _ properties.Observation) *int { return s }, func(*int) bool { return true }))
	retyped := properties.NewLeadsTo("p", "", yes, yes)
	retyped.Form = properties.Recurs
	for _, test := range []struct {
		property     properties.Property
		want, reason string
	}{
		{properties.NewAlways("", "", yes), `the property name "" is empty; allowed: one word`, "files are named by it"},
		{properties.NewAlways("two words", "", yes), `the property name "two words" has white space; allowed: one word`, "a file could not be read"},
		{properties.NewAlways("a\nproperty: b", "", yes), `the property name "a\nproperty: b" has white space; allowed: one word`, "a file would say something else"},
		{properties.NewAlways("p", "", noPredicate), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{watching(start, next, nil), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{properties.NewLeadsTo("p", "", noPredicate, yes), "property p has no trigger; NewLeadsTo takes one", "it would panic"},
		{properties.NewLeadsTo("p", "", yes, noPredicate), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{shaped(properties.LeadsTo, properties.Shape{Each: each}), "property p has no trigger; NewLeadsTo takes one", "New takes none"},
		{retyped, "property p: a trigger is for the forms always, always-step, at-end, leads-to, not recurs", "the form was changed"},
		{properties.NewEventually("p", "", yes).TriggeredBy(properties.Shape{Each: each}, ""), "property p: a trigger is for the forms always, always-step, at-end, leads-to, not eventually", "liveness needs a trigger at each moment: NewLeadsTo"},
		{properties.NewAlways("p", "", yes).TriggeredBy(properties.Shape{}, ""), "property p: a trigger has some of the parts Each, Both, Some and Counted of a shape, and no other", "it would always hold"},
		{properties.NewAlways("p", "", yes).TriggeredBy(properties.Shape{Each: each, Step: step}, ""), "property p: a trigger has some of the parts Each, Both, Some and Counted of a shape, and no other", "a part would be passed over"},
		{properties.NewAlwaysStep("p", "", properties.Shape{Step: step}).TriggeredBy(properties.Shape{Each: each}, ""), "", "a trigger beside a predicate of events"},
		{properties.NewAlways("p", "", properties.Exactly(-1, func(int) bool { return true })), "property p: its shape counts at least -1 and at most -1 processes; allowed: 0 <= least <= most", "there are no fewer than none"},
		{properties.NewLeadsTo("p", "", properties.Shape{Step: step}, yes), "property p: the part Step of a shape is for the form always-step, not leads-to", "the trigger would hold"},
		{properties.NewLeadsTo("p", "", properties.Shape{}, properties.Shape{Each: each}), "property p: its shape has no part", "the trigger would hold"},
		{properties.NewLeadsTo("p", "", yes, properties.Shape{}), "property p: its shape has no part", "the goal would hold"},
		{properties.NewLeadsTo("p", "", properties.Shape{Watch: watch}, properties.Shape{Each: each}), "property p: the part Watch of a shape is for Watch, which sets no other", "there is nothing to watch"},
		{properties.NewLeadsTo("p", "", properties.Watch(start, next, watched), properties.Shape{}), "property p: its shape has no part", "the goal would hold"},
		{properties.NewLeadsTo("p", "", properties.Watch((func(model.View) int)(nil), next, watched), yes), "property p: its monitor lacks the function that starts, or the one that goes on", "it would panic"},
		{properties.NewLeadsTo("p", "", properties.Watch(start, next, watched), properties.Shape{Each: each}), "", "a monitor beside a shape"},
		{properties.NewLeadsTo("p", "", properties.Shape{Each: each}, properties.Shape{Each: each}), "", "two shapes"},
		{properties.Property{Name: "p"}, "property p has no predicate; NewAlways and its like make properties", "made by hand"},
		{beyond, "property p: form 9 does not exist; allowed: always, always-step, at-end, eventually, leads-to, recurs, stabilises, terminates, reachable", "no such form"},
		{wrong, "property p: its predicate is not for the form always-step", "the form was changed"},
		{other, "property p: its predicate is not for the form always", "the form was changed"},
		{shaped(properties.Always, properties.Shape{Step: step}), "property p: the part Step of a shape is for the form always-step, not always", "it would hold"},
		{shaped(properties.Always, properties.Shape{Each: each, Step: step}), "property p: the part Step of a shape is for the form always-step, not always", "a part would be passed over"},
		{shaped(properties.AlwaysStep, properties.Shape{Each: each}), "property p: the shape of an always-step has the part Step and no other", "it would panic"},
		{shaped(properties.AlwaysStep, properties.Shape{Step: step, Watch: watch}), "property p: the shape of an always-step has the part Step and no other", "a part would be passed over"},
		{shaped(properties.AlwaysStep, properties.Shape{Step: step, Each: each}), "property p: the shape of an always-step has the part Step and no other", "a part would be passed over"},
		{shaped(properties.Reachable, properties.Shape{}), "property p: its shape has no part", "it would hold"},
		{shaped(properties.Terminates, properties.Shape{}), "", "what ends needs no predicate"},
		{shaped(properties.Always, properties.Shape{Watch: watch}), "property p: the part Watch of a shape is for Watch, which sets no other", "there is nothing to watch"},
		{watching(start, next, watched), "", "a monitor that is watched"},
		{properties.New("p", "", properties.AlwaysStep, properties.Watch(start, next, watched)), "property p: the shape of an always-step has the part Step and no other", "events have no monitor"},
		{properties.New("p", "", properties.AlwaysStep, unseen), "property p: its predicate is not for the form always-step", "events have no monitor"},
		{watching(start, nil, watched), "property p: its monitor lacks the function that starts, or the one that goes on", "it would panic"},
		{watching(nil, next, watched), "property p: its monitor lacks the function that starts, or the one that goes on", "it would panic"},
		{pointing, "property p: a state of its monitor, of type *int, is not comparable by value: is a pointer", "states would be equal only if they are one variable"},
	} {
		if got := complaint(test.property.Check()); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
		}
	}
	for _, p := range append(properties.Standard(properties.Least), properties.Symmetric(), properties.MessagesAtMost(0)) {
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		if err := p.Guarded().Check(); err != nil {
			t.Errorf("guarded: %v", err)
		}
	}
}
