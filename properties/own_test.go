package properties_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// mutex lets a process enter its critical section whenever it wakes, and leave it
// when it wakes again.
type mutex struct{}

type section struct {
	Inside  bool
	Entered int
}

func (mutex) Init(model.Self) section                 { return section{} }
func (mutex) Restart(_ model.Self, s section) section { return section{} }
func (mutex) Ready(_ model.Self, s section) model.Spontaneous {
	return model.Spontaneous{Wake: s.Entered < 2}
}
func (mutex) Observe(_ model.Self, s section) model.Status { return model.Status{Own: s} }
func (mutex) Step(_ *model.Process[int], s section, _ model.Input[int]) section {
	if !s.Inside {
		s.Entered++
	}
	s.Inside = !s.Inside
	return s
}

func sections(t *testing.T, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(mutex{}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOwn judges properties of values that processes show, of a type of their own.
func TestOwn(t *testing.T) {
	s := sections(t, model.Network{N: 3, Topology: model.Complete, Faults: model.Faults{Crash: 1, Restart: 1}})
	inside := func(a section) bool { return a.Inside }
	apart := func(a, b section) bool { return !a.Inside || !b.Inside }
	exclusion := "at most one process is inside"
	counted := properties.NewAlways("exclusion", exclusion, func(v model.View) bool { return properties.Count(v, inside) <= 1 })
	shaped := properties.NewAlways("exclusion", exclusion, properties.Both(apart))
	entered := properties.NewAlways("entered", "", properties.Watch(
		func(model.View) int { return 0 },
		func(sum int, o properties.Observation) int {
			if own, ok := properties.OwnOf[section](o.After); ok {
				return max(sum, own.Entered)
			}
			return sum
		},
		func(sum int) bool { return sum < 2 }))
	for _, test := range []struct {
		property properties.Property
		events   []string
		refuted  bool
		reason   string
	}{
		{counted, []string{"wake p0", "wake p1"}, true, "two are inside"},
		{shaped, []string{"wake p0", "wake p1"}, true, "two are inside"},
		{counted, []string{"wake p0", "wake p0", "wake p1"}, false, "one has left"},
		{shaped, []string{"wake p0", "wake p0", "wake p1"}, false, "one has left"},
		{counted, []string{"wake p0", "crash p0", "wake p1"}, false, "who is down shows nothing"},
		{shaped, []string{"wake p0", "crash p0", "wake p1"}, false, "who is down shows nothing"},
		{properties.NewAlways("p", "", properties.AtMost(1, inside)), []string{"wake p0", "wake p2"}, true, "two of at most one are inside"},
		{properties.NewAlways("p", "", properties.AtMost(2, inside)), []string{"wake p0", "wake p2"}, false, "two of at most two"},
		{properties.NewAlways("p", "", properties.AtMost(1, inside)), []string{"wake p0", "crash p0", "wake p2"}, false, "who is down shows nothing"},
		{properties.NewReachable("p", "", properties.AtLeast(2, inside)), []string{"wake p0"}, false, "one of at least two"},
		{properties.NewReachable("p", "", properties.AtLeast(2, inside)), []string{"wake p0", "wake p2"}, true, "two of at least two"},
		{properties.NewAlways("p", "", properties.Exactly(0, inside)), []string{"wake p0"}, true, "one where there should be none"},
		{properties.NewReachable("p", "", properties.Exactly(2, inside)), []string{"wake p0", "wake p1"}, true, "two of two"},
		{properties.NewAlways("p", "", properties.Between(apart)), []string{"wake p0", "wake p1"}, true, "between two of one type"},
		{properties.NewAlways("p", "", properties.Each(func(a section) bool { return !a.Inside })), []string{"wake p2"}, true, "each: one is inside"},
		{properties.NewReachable("p", "", properties.Of(1, inside)), []string{"wake p1"}, true, "process 1 is inside"},
		{properties.NewReachable("p", "", properties.Of(1, inside)), []string{"wake p2"}, false, "process 1 is not"},
		{properties.NewAlways("p", "", properties.Of(0, func(section) bool { return true })), []string{"crash p0"}, true, "who is down does not satisfy it"},
		{properties.NewReachable("p", "", properties.Some(inside)), []string{"wake p2"}, true, "some is inside"},
		{properties.NewReachable("p", "", properties.Some(func(a section) bool { return !a.Inside && a.Entered == 0 })), []string{}, true, "some is not"},
		{properties.NewAlwaysStep("p", "", properties.EachStep(func(before, after section) bool { return before.Entered <= after.Entered })),
			[]string{"wake p0", "crash p0", "restart p0"}, false, "a restart is not seen by processes that show something before and after"},
		{properties.NewAlwaysStep("p", "", properties.EachStep(func(before, after section) bool { return !before.Inside || after.Inside })),
			[]string{"wake p0", "wake p0"}, true, "an event leaves the section"},
		{entered, []string{"wake p0", "wake p0", "wake p0"}, true, "a monitor sees what processes show"},
		{properties.Symmetric(), []string{"wake p0"}, true, "what they show is part of a status"},
	} {
		x, err := s.Replay(model.Lasso{Stem: parsed(t, test.events)})
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		if err := test.property.Judge(x, model.Weak); (err == nil) != test.refuted {
			t.Errorf("%s: refuted (witnessed) is %t: %v", test.reason, !test.refuted, err)
		}
	}
}

// TestOwnOfAnotherType says that a property that reads another type than processes
// show is in error: it would hold as nothing is read.
func TestOwnOfAnotherType(t *testing.T) {
	type other struct{ Inside bool }
	s := sections(t, model.Network{N: 2})
	x := model.Execution{System: s, Start: s.Initial()}
	const shown = "it reads what processes show as properties_test.other, but they show properties_test.section"
	inside := func(a other) bool { return a.Inside }
	_, _, line, _ := runtime.Caller(0)
	counted := func(v model.View) bool { return properties.Count(v, inside) == 0 } // the line after that
	for _, test := range []struct {
		property     properties.Property
		want, reason string
	}{
		{properties.NewAlways("p", "", properties.Each(inside)), "property p: " + shown, "a shape, before any search"},
		{properties.NewAlways("p", "", properties.Both(func(a, b other) bool { return true })), "property p: " + shown, "a shape"},
		{properties.NewReachable("p", "", properties.Some(inside)), "property p: " + shown, "a shape"},
		{properties.NewAlwaysStep("p", "", properties.EachStep(func(_, _ other) bool { return true })), "property p: " + shown, "a shape of events"},
		{properties.NewAlways("p", "", counted), fmt.Sprintf("property p panics: own_test.go:%d: %s", line+1, shown), "a function, at its line"},
		{properties.NewAlways("p", "", func(v model.View) bool { return properties.Count(v, func(a any) bool { return a == nil }) == 0 }),
			"p: is not decided by the last configuration", "whatever they show"},
	} {
		if got := complaint(test.property.Judge(x, model.Weak)); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.reason, got, test.want)
		}
	}
	silent := sleepers(t, model.Network{})
	want := "property p: it reads what processes show as properties_test.other, but they show nothing (Status.Own is nil)"
	if got := complaint(properties.CheckAll(silent, []properties.Property{properties.NewAlways("p", "", properties.Each(inside))})); got != want {
		t.Errorf("nothing is shown: got %s\nwant %s", got, want)
	}
}

// TestOfNobody says that a property of a process that does not exist is in error: it
// would hold as no process has that index.
func TestOfNobody(t *testing.T) {
	s := sections(t, model.Network{N: 3, IDs: []model.ID{1, 2, 3}, Topology: model.Complete})
	x := model.Execution{System: s, Start: s.Initial()}
	never := func(section) bool { return false }
	at := func(p int) properties.Shape { return properties.Of(p, never) }
	const nobody = "property p: it is about process %d of n = 3; allowed: 0..2, since Of takes the index of a process, not its identity"
	for _, test := range []struct {
		property properties.Property
		index    int
		reason   string
	}{
		{properties.NewAlways("p", "", at(3)), 3, "the greatest identity is no index"},
		{properties.NewAlways("p", "", at(-1)), -1, "an index is not negative"},
		{properties.NewReachable("p", "", at(3)), 3, "reachable"},
		{properties.NewEventually("p", "", at(7)), 7, "eventually"},
		{properties.NewRecurs("p", "", at(3)), 3, "recurs"},
		{properties.NewStabilises("p", "", at(3)), 3, "stabilises"},
		{properties.NewAtEnd("p", "", at(3)), 3, "at the end"},
		{properties.NewLeadsTo("p", "", at(0), at(3)), 3, "a goal"},
		{properties.NewLeadsTo("p", "", at(3), at(0)), 3, "a trigger"},
		{properties.NewLeadsTo("p", "", at(3), watching), 3, "a trigger beside a goal with a monitor"},
		{properties.NewLeadsTo("p", "", watching, at(3)), 3, "a goal beside a trigger with a monitor"},
	} {
		want := fmt.Sprintf(nobody, test.index)
		if got := complaint(properties.CheckAll(s, []properties.Property{test.property})); got != want {
			t.Errorf("%s, before a search:\ngot  %s\nwant %s", test.reason, got, want)
		}
		if got := complaint(test.property.Judge(x, model.Weak)); got != want {
			t.Errorf("%s, of an execution:\ngot  %s\nwant %s", test.reason, got, want)
		}
		if got := refusal(func() { properties.NewJudge(stepwise.NewPath(s), test.property) }); got != want {
			t.Errorf("%s, along a path: panics with\ngot  %s\nwant %s", test.reason, got, want)
		}
	}
	if err := properties.NewAlways("p", "", at(2)).CheckFor(s); err != nil {
		t.Errorf("the last process exists: %v", err)
	}
}

// refusal returns the error that do panics with, "" if it does not panic.
func refusal(do func()) (text string) {
	defer func() {
		if err, ok := recover().(error); ok {
			text = err.Error()
		}
	}()
	do()
	return ""
}

// watching is a predicate of a monitor, which has a shape.
var watching = properties.Watch(
	func(model.View) bool { return true },
	func(so bool, _ properties.Observation) bool { return so },
	func(so bool) bool { return so })

// TestOwnYieldsInOrder lists the values that processes show, and leaves out who is
// down.
func TestOwnYieldsInOrder(t *testing.T) {
	s := sections(t, model.Network{N: 3, Down: []int{1}})
	var got []string
	for p, own := range properties.Own[section](s.View(s.Initial())) {
		got = append(got, fmt.Sprintf("p%d %+v", p, own))
	}
	if diff := cmp.Diff([]string{"p0 {Inside:false Entered:0}", "p2 {Inside:false Entered:0}"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestNeighbours says which pairs of processes a property of neighbours is about.
func TestNeighbours(t *testing.T) {
	both := properties.NewAlways("apart", "", properties.Neighbours(func(a, b section) bool { return !a.Inside || !b.Inside }))
	for _, row := range []struct {
		topology model.Topology
		events   []string
		refuted  bool
		reason   string
	}{
		{model.Ring, []string{"wake p0", "wake p1"}, true, "they are side by side"},
		{model.Ring, []string{"wake p0", "wake p2"}, false, "one is between them"},
		{model.Ring, []string{"wake p3", "wake p0"}, true, "the ring is closed"},
		{model.UnidirectionalRing, []string{"wake p1", "wake p0"}, true, "a port leads to whoever sends, too"},
		{model.Star, []string{"wake p1", "wake p2"}, false, "neither is the hub"},
		{model.Star, []string{"wake p0", "wake p2"}, true, "one is the hub"},
		{model.Complete, []string{"wake p0", "wake p2"}, true, "all are neighbours"},
	} {
		x, err := sections(t, model.Network{N: 4, Topology: row.topology}).Replay(model.Lasso{Stem: parsed(t, row.events)})
		if err != nil {
			t.Fatal(err)
		}
		if err := both.Judge(x, model.Weak); (err == nil) != row.refuted {
			t.Errorf("%v, %s: refuted is %t: %v", row.topology, row.reason, !row.refuted, err)
		}
	}
}

// kinds are processes that show values of two types: the first a bool, the others an int.
type kinds struct{}

func (kinds) Init(model.Self) int { return 0 }
func (kinds) Ready(_ model.Self, at int) model.Spontaneous {
	return model.Spontaneous{Wake: at < 2}
}
func (kinds) Step(_ *model.Process[int], at int, _ model.Input[int]) int { return at + 1 }
func (kinds) Needs() model.Needs                                         { return model.Needs{Knowledge: model.KnowLabel} }
func (kinds) Observe(p model.Self, at int) model.Status {
	if p.Label() == 1 {
		return model.Status{Own: at > 0}
	}
	return model.Status{Own: at}
}

// TestBetween judges a property of processes of two types.
func TestBetween(t *testing.T) {
	s, err := model.New(kinds{}, model.Network{N: 3, Topology: model.Complete, Labels: []int{1, 0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	open := properties.NewAlways("open", "nobody counts before the door is open", properties.Between(func(open bool, count int) bool { return open || count == 0 }))
	for _, row := range []struct {
		events  []string
		refuted bool
		reason  string
	}{
		{[]string{"wake p0", "wake p1", "wake p2"}, false, "the door is opened first"},
		{[]string{"wake p2"}, true, "it is closed"},
	} {
		x, err := s.Replay(model.Lasso{Stem: parsed(t, row.events)})
		if err != nil {
			t.Fatal(err)
		}
		if err := open.Judge(x, model.Weak); (err == nil) != row.refuted {
			t.Errorf("%s: refuted is %t: %v", row.reason, !row.refuted, err)
		}
	}
	texts := properties.NewAlways("texts", "", properties.Between(func(bool, string) bool { return true }))
	if err := texts.CheckFor(s); err == nil {
		t.Error("no process shows a string, and the property suits the system")
	}
}
