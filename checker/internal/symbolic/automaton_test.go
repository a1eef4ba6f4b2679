package symbolic

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/fairness"
)

// automaton is one process with a timer for each kind of step. The states that may
// follow state s when timer i runs out are next[s][i]; none: the timer is not set.
// More than one state is a choice. The process starts in state 0.
type automaton struct{ next [3][2][]int }

func (*automaton) Init(model.Self) int                      { return 0 }
func (*automaton) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (a *automaton) Ready(_ model.Self, s int) (x model.Spontaneous) {
	for i, list := range a.next[s] {
		if len(list) > 0 {
			x.Timers |= model.Timers(uint8(i))
		}
	}
	return x
}
func (a *automaton) Step(p *model.Process[string], s int, in model.Input[string]) int {
	list := a.next[s][in.Timer]
	if len(list) == 1 {
		return list[0]
	}
	return list[p.Choose(len(list))]
}

// exploreAutomaton lays out an automaton, and returns how to find the values of a state.
func exploreAutomaton(t *testing.T, next [3][2][]int) (x *System, all diagram.Set, values func(state int) []uint32) {
	t.Helper()
	s, err := model.New(&automaton{next}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	x = New(s, compiled.New(s), Options{})
	return x, x.Explore(), func(state int) []uint32 {
		c := s.Initial()
		c.Locals = []any{state}
		return x.Values(c, nil)
	}
}

// stateNames names the states in a set.
func stateNames(x *System, n diagram.Set, values func(int) []uint32) (text string) {
	for state := range 3 {
		if x.Sets.Has(n, values(state)) {
			text += fmt.Sprint(state)
		}
	}
	return text
}

// TestLoops says which states of small automata lie in an end component: with
// no fairness, with weak and with strong fairness of the two timers.
func TestLoops(t *testing.T) {
	for _, row := range []struct {
		reason               string
		next                 [3][2][]int
		all                  string
		unfair, weak, strong string
		acyclic              bool
	}{
		{"a path", [3][2][]int{{{1}}, {{2}}, {}}, "012", "", "", "", true},
		{"a loop of one, and what it leads to", [3][2][]int{{{0}, {1}}, {}, {}}, "01", "0", "", "", false},
		{"timer 1 is disabled in 0: it may starve under weak fairness", [3][2][]int{{{1}}, {{0}, {2}}, {}}, "012", "01", "01", "", false},
		{"a loop that takes both timers", [3][2][]int{{{1}}, {nil, {0}}, {}}, "01", "01", "01", "01", false},
		{"a loop behind a path", [3][2][]int{{{1}}, {{2}}, {{1}}}, "012", "12", "12", "12", false},
		{"a choice may leave: no execution can be sure to stay", [3][2][]int{{{0, 1}}, {}, {}}, "01", "", "", "", false},
		{"both outcomes stay", [3][2][]int{{{0, 1}}, {{0}}, {}}, "01", "01", "01", "01", false},
		{"one outcome leads out of the loop by a second timer, which starves", [3][2][]int{{{0}, {1, 2}}, {{0}}, {}}, "012", "0", "", "", false},
	} {
		x, all, values := exploreAutomaton(t, row.next)
		got := []any{stateNames(x, all, values)}
		for _, f := range []model.Fairness{model.Unfair, model.Weak, model.Strong} {
			got = append(got, stateNames(x, x.Loops(all, all, f).Some(all), values))
		}
		got = append(got, x.Acyclic(all))
		if diff := cmp.Diff([]any{row.all, row.unfair, row.weak, row.strong, row.acyclic}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestReturns says how often the initial configuration counts: twice where a
// step leads back to it, and how far it is from itself then.
func TestReturns(t *testing.T) {
	for _, row := range []struct {
		reason                 string
		next                   [3][2][]int
		configurations, events int64
		distances              []string
	}{
		{"to 1 and back: 0, 1, and 0 once started", [3][2][]int{{{1}}, {{0}}, {}}, 3, 3, []string{"0", "1", "0"}},
		{"a step that stays", [3][2][]int{{{0}}, {}, {}}, 2, 2, []string{"0", "0"}},
		{"around by 1 and 2", [3][2][]int{{{1}}, {{2}}, {{0}}}, 4, 4, []string{"0", "2", "1", "0"}},
	} {
		x, all, values := exploreAutomaton(t, row.next)
		configurations, events := x.Sizes(all)
		if diff := cmp.Diff([]int64{row.configurations, row.events}, []int64{configurations.Int64(), events.Int64()}); diff != "" {
			t.Errorf("%s: configurations and events (-want +got):\n%s", row.reason, diff)
		}
		var got []string
		for _, n := range x.DistancesOnceStarted(all, x.Initial()) {
			got = append(got, stateNames(x, n, values))
		}
		if diff := cmp.Diff(row.distances, got); diff != "" {
			t.Errorf("%s: distances (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestSpaces applies the operators of a space to states 0 and 1 of automata that go
// around by 2: an event that leads to 2 is not in the space.
func TestSpaces(t *testing.T) {
	for _, row := range []struct {
		reason                                      string
		next                                        [3][2][]int
		successor, predecessor, before, after, both string
		leadsTo0, leadsTo1, leadsTo0InFull          string
	}{
		{"0 to 1 to 2 to 0", [3][2][]int{{{1}}, {{2}}, {{0}}}, "0", "1", "01", "1", "1", "", "0", "2"},
		{"0 may become 1 or 2, which nobody can be sure of; both lead back", [3][2][]int{{{1, 2}}, {{0}}, {{0}}}, "1", "0", "1", "01", "1", "1", "", "12"},
	} {
		x, all, values := exploreAutomaton(t, row.next)
		l := x.Loops(all, all, model.Unfair)
		zero, one := x.Sets.Held(x.Sets.Path(values(0))), x.Sets.Held(x.Sets.Path(values(1)))
		part := x.Sets.Held(x.Sets.Union(zero, one))
		s, r := l.within(part), l.Region(part)
		var got []string
		for _, n := range []diagram.Set{s.withSuccessor(), s.withPredecessor(), s.before(one), s.after(one), s.around(one), r.Leading(zero), r.Leading(one), l.Region(all).Leading(zero)} {
			got = append(got, stateNames(x, n, values))
		}
		want := []string{row.successor, row.predecessor, row.before, row.after, row.both, row.leadsTo0, row.leadsTo1, row.leadsTo0InFull}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: with a successor, with a predecessor, before 1, after 1, around 1, leading to 0, to 1, to 0 in the whole (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestMeeting says from which states an event meets the fairness constraint of timer 1: the timer runs
// out or, under weak fairness, a state follows in which it is not set.
func TestMeeting(t *testing.T) {
	x, all, values := exploreAutomaton(t, [3][2][]int{{{1}}, {{2}, {0}}, {{0}}})
	class := fairness.Class{Kind: model.Timeout, Timer: 1}
	for _, row := range []struct {
		fairness model.Fairness
		want     string
		reason   string
	}{
		{model.Strong, "1", "it runs out in state 1 only"},
		{model.Weak, "12", "it is not set in 0 and 2, to which 1 and 2 lead"},
	} {
		l := x.Loops(all, all, row.fairness)
		part, _ := l.Component(l.Some(all), values(0))
		if got := stateNames(x, l.Region(part).Meeting(class), values); got != row.want {
			t.Errorf("%v: %q, want %q: %s", row.fairness, got, row.want, row.reason)
		}
	}
}
