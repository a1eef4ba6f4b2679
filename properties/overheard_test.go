package properties_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// diary is a listener that writes down each call.
type diary struct{ lines []string }

func (d *diary) write(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}
func (d *diary) Held(v model.View, monitor any, holds bool) {
	d.write("held %v %v %t", v.Status, monitor, holds)
}
func (d *diary) Triggered(v model.View, monitor any, triggers bool) {
	d.write("triggered %v %v %t", v.Status, monitor, triggers)
}
func (d *diary) HeldOfStep(before, after model.View, holds bool) {
	d.write("held %v %v %t", before.Status, after.Status, holds)
}
func (d *diary) Started(first model.View, state any) { d.write("started %v %v", first.Status, state) }
func (d *diary) Moved(state any, o properties.Observation, next any) {
	d.write("moved %v %d %v", state, o.Process, next)
}
func (d *diary) Saw(x properties.Sighting, is bool) {
	d.write("saw %d %t %d %v %d %v %v %t", x.Part, x.Trigger, x.P, x.First, x.Q, x.Other, x.State, is)
}
func (d *diary) Failed() { d.write("failed") }

// TestOverheard calls each function of some properties, and lists the calls that a
// listener is told of.
func TestOverheard(t *testing.T) {
	idle, won := model.Status{}, model.Status{Role: model.Won}
	view := model.View{Status: []model.Status{idle, won}}
	net := &model.Network{}
	has := func(v model.View) bool { return v.Status[0] == won }
	count := properties.Watch(func(model.View) int { return 0 }, func(n int, o properties.Observation) int { return n + o.Sends }, func(n int) bool { return n < 2 })
	shape := properties.Shape{
		Each: func(_ *model.Network, p int, s model.Status) bool { return s == won },
		Both: func(_ *model.Network, p int, s model.Status, q int, t model.Status) bool { return s != t },
		Some: func(s model.Status) bool { return s == won },
	}
	step := properties.Shape{Step: func(before, after model.Status) bool { return before == after }}
	for _, row := range []struct {
		reason   string
		property properties.Property
		ask      func(p properties.Property)
		want     []string
	}{
		{"a predicate", properties.NewAlways("has", "", has), func(p properties.Property) { p.Holds(view, nil) }, []string{"held [undecided won] <nil> false"}},
		{"a predicate of events", properties.NewAlwaysStep("same", "", func(before, after model.View) bool { return true }),
			func(p properties.Property) { p.HoldsStep(view, view) }, []string{"held [undecided won] [undecided won] true"}},
		{"a trigger", properties.NewLeadsTo("leads", "", shape, has), func(p properties.Property) {
			p.Triggers(view, nil)
			p.TriggerShape().Some(won)
		}, []string{"triggered [undecided won] <nil> false", "saw 2 true 0 won 0 undecided <nil> true"}},
		{"a monitor", properties.NewAlways("few", "", count), func(p properties.Property) {
			state := p.Monitor().Start(view)
			p.Monitor().Next(state, properties.Observation{Process: 1, Sends: 3})
			p.Shape().Watch(7)
		}, []string{"started [undecided won] 0", "moved 0 1 3", "saw 4 false 0 undecided 0 undecided 7 false"}},
		{"the parts of a shape", properties.NewAlways("shaped", "", shape), func(p properties.Property) {
			p.Shape().Each(net, 1, won)
			p.Shape().Both(net, 1, won, 0, won)
			p.Shape().Some(idle)
		}, []string{"saw 0 false 1 won 0 undecided <nil> true", "saw 1 false 1 won 0 won <nil> false", "saw 2 false 0 undecided 0 undecided <nil> false"}},
		{"the shape of an event", properties.NewAlwaysStep("still", "", step), func(p properties.Property) { p.Shape().Step(idle, won) },
			[]string{"saw 3 false 0 undecided 0 won <nil> false"}},
		{"a predicate that panics", properties.NewAlways("panics", "", func(model.View) bool { panic("no") }), func(p properties.Property) {
			defer func() { _ = recover() }()
			p.Holds(view, nil)
		}, []string{"failed"}},
	} {
		d := &diary{}
		row.ask(row.property.Overheard(d))
		if diff := cmp.Diff(row.want, d.lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}
