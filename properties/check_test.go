package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestCheck says that Check names what is wrong with a property.
func TestCheck(t *testing.T) {
	yes := func(model.View) bool { return true }
	each := func(*model.Network, int, model.Status) bool { return true }
	step := func(_, _ model.Status) bool { return true }
	watch := func(any) bool { return true }
	monitor := properties.Monitor{Start: func(model.View) any { return 0 }, Next: func(s any, _ properties.Observation) any { return s }}
	shaped := func(f properties.Form, h properties.Shape) properties.Property {
		return properties.NewShaped("p", "", f, h)
	}
	wrong := properties.NewAlways("p", "", yes)
	wrong.Form = properties.AlwaysStep
	other := properties.NewAlwaysStep("p", "", func(_, _ model.View) bool { return true })
	other.Form = properties.Always
	beyond := properties.NewAlways("p", "", yes)
	beyond.Form = 7
	for _, test := range []struct {
		property     properties.Property
		want, reason string
	}{
		{properties.NewAlways("", "", yes), `the property name "" is empty; allowed: one word`, "files are named by it"},
		{properties.NewAlways("two words", "", yes), `the property name "two words" has white space; allowed: one word`, "a file could not be read"},
		{properties.NewAlways("a\nproperty: b", "", yes), `the property name "a\nproperty: b" has white space; allowed: one word`, "a file would say something else"},
		{properties.NewAlways("p", "", nil), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{properties.NewAlways("p", "", yes).Monitored(monitor, nil), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{properties.NewAlways("p", "", yes).Watching(monitor, nil), "property p has no predicate; NewAlways and its like make properties", "it would panic"},
		{properties.Property{Name: "p"}, "property p has no predicate; NewAlways and its like make properties", "made by hand"},
		{beyond, "property p: form 7 does not exist; allowed: always, always-step, at-end, eventually, stabilises, terminates, reachable", "no such form"},
		{wrong, "property p: its predicate is not for the form always-step", "the form was changed"},
		{other, "property p: its predicate is not for the form always", "the form was changed"},
		{shaped(properties.Always, properties.Shape{Step: step}), "property p: the part Step of a shape is for the form always-step, not always", "it would hold"},
		{shaped(properties.Always, properties.Shape{Each: each, Step: step}), "property p: the part Step of a shape is for the form always-step, not always", "a part would be passed over"},
		{shaped(properties.AlwaysStep, properties.Shape{Each: each}), "property p: the shape of an always-step has the part Step and no other", "it would panic"},
		{shaped(properties.AlwaysStep, properties.Shape{Step: step, Watch: watch}), "property p: the shape of an always-step has the part Step and no other", "a part would be passed over"},
		{shaped(properties.AlwaysStep, properties.Shape{Step: step, Each: each}), "property p: the shape of an always-step has the part Step and no other", "a part would be passed over"},
		{shaped(properties.Reachable, properties.Shape{}), "property p: its shape has no part", "it would hold"},
		{shaped(properties.Terminates, properties.Shape{}), "", "what ends needs no predicate"},
		{shaped(properties.Always, properties.Shape{Watch: watch}), "property p: the part Watch of a shape is for Watching, which has no other", "there is nothing to watch"},
		{properties.NewAlways("p", "", nil).Watching(monitor, watch), "", "a monitor that is watched"},
		{properties.NewAlways("p", "", yes).Watching(properties.Monitor{Start: monitor.Start}, watch), "property p: its monitor lacks Start or Next", "it would panic"},
		{properties.NewAlways("p", "", yes).Watching(properties.Monitor{Next: monitor.Next}, watch), "property p: its monitor lacks Start or Next", "it would panic"},
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
