package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestLeadsToHasTwoMonitors says that trigger and goal each see the state of their own
// monitor.
func TestLeadsToHasTwoMonitors(t *testing.T) {
	sent := func(want int) properties.Watching {
		return properties.Watch(func(model.View) int { return 0 },
			func(n int, o properties.Observation) int { return n + o.Sends }, func(n int) bool { return n >= want })
	}
	ever := func(r model.Role) properties.Watching {
		return properties.Watch(func(model.View) bool { return false },
			func(ever bool, o properties.Observation) bool { return ever || o.After.Role == r }, func(ever bool) bool { return ever })
	}
	is := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role == r }
	}
	// The process sends a message upon each step: it is a candidate, has won, and ends.
	a := script{statuses: [][]model.Status{{undecided, candidate, won, lost}}, sends: []int{1}}
	s := scripted(t, a, model.Faults{})
	for _, test := range []struct {
		property properties.Property
		refuted  bool
		reason   string
	}{
		{properties.NewLeadsTo("p", "", sent(2), ever(model.Won)), false, "the goal has held since the second message"},
		{properties.NewLeadsTo("p", "", ever(model.Won), sent(4)), true, "there are three messages"},
		{properties.NewLeadsTo("p", "", ever(model.Won), sent(3)), false, "there are three messages"},
		{properties.NewLeadsTo("p", "", sent(4), ever(model.Undecided)), false, "the trigger never holds"},
		{properties.NewLeadsTo("p", "", sent(3), is(model.Lost)), false, "the goal sees the view"},
		{properties.NewLeadsTo("p", "", sent(3), is(model.Won)), true, "the goal sees the view, and held before"},
		{properties.NewLeadsTo("p", "", is(model.Won), sent(4)), true, "the trigger sees the view"},
	} {
		x := execution(t, s, []int{0, 0, 0}, -1)
		for len(s.Successors(x.Last())) > 0 { // what is in flight arrives, and changes nothing
			l := x.Lasso()
			l.Stem = append(l.Stem, s.Successors(x.Last())[0].Event)
			next, err := s.Replay(l)
			if err != nil {
				t.Fatal(err)
			}
			x = next
		}
		if err := test.property.Judge(x, model.Weak); (err == nil) != test.refuted {
			t.Errorf("%s: got %v, want refuted %t", test.reason, err, test.refuted)
		}
	}
}
