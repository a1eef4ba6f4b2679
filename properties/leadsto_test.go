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
		for len(s.Successors(x.Last())) > 0 { // the messages in flight arrive, and change nothing
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

// TestPending says when a property still waits for its goal.
func TestPending(t *testing.T) {
	is := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role == r }
	}
	either := func(v model.View) bool { return v.Status[0].Role != model.Undecided }
	p := properties.NewLeadsTo("p", "", either, is(model.Won))
	for _, row := range []struct {
		before bool
		role   model.Role
		want   bool
		reason string
	}{
		{false, model.Undecided, false, "nothing has triggered it"},
		{false, model.Candidate, true, "it is triggered"},
		{true, model.Undecided, true, "it goes on to wait"},
		{true, model.Won, false, "the goal holds"},
		{false, model.Won, false, "the goal holds where it is triggered"},
	} {
		if got := p.Pending(row.before, model.View{Status: []model.Status{{Role: row.role}}}, nil); got != row.want {
			t.Errorf("%s: pending %t, want %t", row.reason, got, row.want)
		}
	}
}

// TestLeadsToSeesWhatEitherSees says that one half that watches events is enough.
func TestLeadsToSeesWhatEitherSees(t *testing.T) {
	looks := func(properties.Configuration) bool { return true }
	watches := properties.Watch(func(model.View) bool { return false },
		func(ever bool, s properties.Step) bool { return ever || s.IsFault() }, func(ever bool) bool { return ever })
	for _, row := range []struct {
		reason string
		p      properties.Property
		want   bool
	}{
		{"the goal watches events", properties.NewLeadsTo("p", "", looks, watches), true},
		{"the trigger watches events", properties.NewLeadsTo("p", "", watches, looks), true},
		{"both look at configurations", properties.NewLeadsTo("p", "", looks, looks), false},
	} {
		if got := row.p.Monitor().SeesEvents(); got != row.want {
			t.Errorf("%s: sees events %t, want %t", row.reason, got, row.want)
		}
	}
}

// who is the state of a monitor that names a process.
type who int

func (w who) Renamed(image []int) any { return who(image[w]) }

// TestLeadsToRenamesBothMonitors says that after a renaming both halves name the renamed process.
func TestLeadsToRenamesBothMonitors(t *testing.T) {
	names := func(p, want int) properties.Watching {
		return properties.Watch(func(model.View) who { return who(p) }, func(w who, _ properties.Observation) who { return w }, func(w who) bool { return int(w) == want })
	}
	view := model.View{Status: make([]model.Status, 3)}
	for _, row := range []struct {
		image         []int
		trigger, goal bool
		reason        string
	}{
		{[]int{0, 1, 2}, false, false, "p0 and p1 keep their names"},
		{[]int{2, 1, 0}, true, false, "p0 is p2"},
		{[]int{0, 2, 1}, false, true, "p1 is p2"},
		{[]int{1, 2, 0}, false, true, "p0 is p1, and p1 is p2"},
	} {
		p := properties.NewLeadsTo("p", "", names(0, 2), names(1, 2))
		for _, p := range []properties.Property{p, p.Guarded()} {
			m := p.Monitor()
			state := m.Renamed(m.Start(view), row.image)
			if got := [2]bool{p.Triggers(view, state), p.Holds(view, state)}; got != [2]bool{row.trigger, row.goal} {
				t.Errorf("%s: trigger and goal are %v, want %t and %t", row.reason, got, row.trigger, row.goal)
			}
		}
	}
}
