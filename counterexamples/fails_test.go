package counterexamples_test

import (
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// napper wakes twice. A bound keeps it from going on after the first time; one
// that ticks has none, and its timer runs out for ever after the second.
type napper struct{ ticks bool }

func (napper) Init(model.Self) int { return 0 }
func (n napper) Observe(_ model.Self, naps int) model.Status {
	return model.Status{Term: naps, Bounded: naps == 1 && !n.ticks}
}

func (n napper) Ready(_ model.Self, naps int) model.Spontaneous {
	if naps == 2 && n.ticks {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{Wake: naps < 2}
}

func (napper) Step(_ *model.Process[string], naps int, in model.Input[string]) int {
	return min(naps+1, 2)
}

// TestFails says of short lassos of a napper which properties they refute.
func TestFails(t *testing.T) {
	first := func(v model.View) bool { return v.Status[0].Term < 2 }
	never := func(model.View) bool { return false }
	for _, test := range []struct {
		stem, loop []string
		ticks      bool
		p          properties.Property
		want       bool
		reason     string
	}{
		{[]string{"wake p0"}, nil, false, properties.NewAtEnd("none", "", never), true, "a bound does not keep a configuration from being terminal"},
		{[]string{"wake p0"}, nil, false, properties.NewEventually("never", "", never), false, "but it is a bound that it goes no further"},
		{[]string{"wake p0", "wake p0"}, nil, false, properties.NewEventually("never", "", never), true, "what is refuted later is, though a bound was reached on the way"},
		{[]string{"wake p0"}, nil, false, properties.NewStabilises("never", "", never), false, "a bound again"},
		{[]string{"wake p0", "wake p0"}, nil, false,
			properties.NewAlwaysStep("goes-on", "", func(before, after model.View) bool { return !before.Terminal && !after.Terminal }), false,
			"what a step is seen to do does not say whether it is the last"},
		{[]string{"wake p0", "wake p0"}, nil, false,
			properties.NewAlwaysStep("once", "", func(before, after model.View) bool { return before.Status[0].Term == 0 }), true, "the second step"},
		{[]string{"wake p0", "wake p0"}, []string{"timeout p0:0"}, true, properties.NewAlways("first", "", first), false,
			"a loop refutes nothing that is always to hold"},
		{[]string{"wake p0", "wake p0"}, []string{"timeout p0:0"}, true, properties.NewEventually("never", "", never), true, "a loop that avoids it"},
		{[]string{"wake p0"}, []string{"wake p0"}, true, properties.NewEventually("never", "", never), false, "what does not come back is no loop"},
	} {
		s, err := model.New(napper{test.ticks}, model.Network{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		l := model.Lasso{Stem: schedule(t, test.stem), Loop: schedule(t, test.loop)}
		if got := counterexamples.Fails(s, test.p, model.Weak)(l); got != test.want {
			t.Errorf("%v, %v refutes %s: %t, want %t: %s", test.stem, test.loop, test.p.Name, got, test.want, test.reason)
		}
	}
}
