package refine

import (
	"context"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

// asked shows 1 where the process of a graph asks, 2 where it has won, else 0.
func asked(c properties.Configuration) int {
	switch x := c.Status(0); {
	case x.Role == model.Won:
		return 2
	default:
		return x.Term
	}
}

// table is an abstract system with these steps. State a shows a % 10.
func table(initial []int, steps map[int][]int) Abstract[int, int] {
	return Abstract[int, int]{initial, func(a int) []int { return steps[a] }, func(a int) int { return a % 10 }}
}

func TestCheck(t *testing.T) {
	once := map[int][]int{0: {1}}
	for _, test := range []struct {
		graph    checkertest.Graph
		abstract Abstract[int, int]
		options  Options
		want     checker.Result
		note     string
		events   int
		reason   string
	}{
		{checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{2}}, table([]int{0}, once), Options{}, checker.Holds, "", 0, "the first event shows nothing new: it stutters"},
		{checkertest.Graph{Edges: "0 a 1", Asks: []int{1}}, table([]int{0}, map[int][]int{0: {10}, 10: {20}, 20: {21}}), Options{}, checker.Holds, "", 0, "two steps that show nothing new come before the one that does"},
		{checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{1}, Won: []int{2}}, table([]int{0}, map[int][]int{0: {1, 11}, 11: {2}}), Options{}, checker.Holds, "", 0, "only one of two states that show 1 can go on"},
		{checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{1}, Won: []int{2}}, table([]int{0, 10}, map[int][]int{0: {1}, 10: {11}, 11: {2}}), Options{}, checker.Holds, "", 0, "only one of two initial states is the right one"},
		{checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3", Asks: []int{1, 2}, Won: []int{3}}, table([]int{0}, once), Options{}, checker.Violated, "", 2, "no abstract step shows 2"},
		{checkertest.Graph{Edges: "0 a 1", Won: []int{1}}, table([]int{0}, map[int][]int{0: {1}, 1: {2}}), Options{}, checker.Violated, "", 1, "two abstract steps at once, with a value between them"},
		{checkertest.Graph{Edges: "0 a 1; 1 a 0", Asks: []int{1}}, table([]int{0}, once), Options{}, checker.Violated, "", 2, "the abstract system has no way back"},
		{checkertest.Graph{Edges: "0 a 1", Asks: []int{0}}, table([]int{0}, once), Options{}, checker.Violated, "", 0, "no initial state shows 1"},
		{checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{2}}, table([]int{0}, once), Options{MaxPairs: 1}, checker.Unknown, "bound on 1 pairs", 0, "a bound on pairs"},
		{checkertest.Graph{Edges: "0 a 2; 0 b 1; 1 a 3; 2 a 3; 3 a 4", Asks: []int{1}, Won: []int{4}}, table([]int{0}, map[int][]int{0: {1, 2}, 1: {10}}), Options{}, checker.Violated, "", 3, "two executions to one configuration, of which the second shows more"},
		{checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{2}}, table([]int{0}, once), Options{MaxPairs: 2}, checker.Unknown, "bound on 2 pairs", 0, "a bound that is one too low"},
		{checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{2}}, table([]int{0}, once), Options{MaxPairs: 3}, checker.Holds, "", 0, "a bound that is just enough"},
		{checkertest.Graph{Edges: "0 a 1", Asks: []int{1}}, Abstract[int, int]{[]int{0}, func(a int) []int { return []int{a + 10} }, func(a int) int { return a % 10 }}, Options{MaxStates: 100}, checker.Unknown, "bound on 100 abstract states", 0, "hidden steps without end"},
		{checkertest.Graph{Edges: "0 a 1; 0 b !", Asks: []int{1}}, table([]int{0}, once), Options{}, checker.Unknown, "upon timeout p0:1 the step of p0 is not well-formed", 0, "a step that is not well-formed"},
		{checkertest.Graph{Edges: "0 a !; 0 b 1", Won: []int{1}}, table([]int{0}, once), Options{}, checker.Violated, "", 1, "well-formed steps refute it, beside one that is not"},
		{checkertest.Graph{Edges: "0 a 1"}, table([]int{0}, once), Options{}, checker.Vacuous, "no event changes the value", 0, "nothing is ever shown"},
	} {
		got, err := Check(t.Context(), test.graph.System(), test.abstract, asked, test.options)
		if err != nil || got.Result != test.want || !strings.Contains(got.Note, test.note) {
			t.Errorf("%s: got %v, %v, want %v, %q", test.reason, got, err, test.want, test.note)
		}
		if got.Mismatch != nil && len(got.Mismatch.Execution.Steps) != test.events {
			t.Errorf("%s: want %d events\n%v", test.reason, test.events, got)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := Check(ctx, checkertest.Graph{Edges: "0 a 1", Asks: []int{1}}.System(), table([]int{0}, map[int][]int{0: {1}}), asked, Options{})
	if err != nil || got.Result != checker.Unknown || !strings.Contains(got.Note, "context canceled") {
		t.Errorf("got %v, %v, want unknown", got, err)
	}
}

func TestErrors(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1", Asks: []int{1}}.System()
	good := table([]int{0}, nil)
	calls := 0
	for _, test := range []struct {
		s        *model.System
		abstract Abstract[int, int]
		mapping  func(properties.Configuration) int
		options  Options
		want     string
		reason   string
	}{
		{nil, good, asked, Options{}, "no system", "no system"},
		{s, table(nil, nil), asked, Options{}, "without an initial state", "no initial state"},
		{s, Abstract[int, int]{Initial: []int{0}, Shows: good.Shows}, asked, Options{}, "without Next or Shows", "no Next"},
		{s, good, nil, Options{}, "no mapping", "no mapping"},
		{s, good, asked, Options{MaxPairs: -1}, "a negative bound", "a negative bound"},
		{s, good, func(properties.Configuration) int { panic("oh") }, Options{}, "the mapping panics: oh", "a mapping that panics"},
		{s, Abstract[int, int]{good.Initial, func(int) []int { panic("oh") }, good.Shows}, asked, Options{}, "Abstract.Next panics: oh", "a Next that panics"},
		{s, good, func(properties.Configuration) int { calls++; return min(calls, 3) - 1 }, Options{}, "is no function of its argument", "an impure mapping"},
	} {
		_, err := Check(t.Context(), test.s, test.abstract, test.mapping, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", test.reason, err, test.want)
		}
	}
	if _, err := Of[int](nil, asked); err == nil {
		t.Error("no abstract system: no error")
	}
	if _, err := Of[int](s, nil); err == nil {
		t.Error("no mapping of an abstract system: no error")
	}
}

// elected is what an observer sees of three processes.
type elected [3]struct {
	Role   model.Role
	Leader model.ID
	Halted bool
}

func observed(c properties.Configuration) (e elected) {
	for p, x := range c.View().Status {
		e[p].Role, e[p].Leader, e[p].Halted = x.Role, x.Leader, x.Halted
	}
	return e
}

// roles shows only who has won and who has lost.
func roles(c properties.Configuration) (e elected) {
	for p, x := range c.View().Status {
		e[p].Role = x.Role
	}
	return e
}

// TestPrintedText asks whether printed texts of lcr implement the corrected one.
func TestPrintedText(t *testing.T) {
	system := func(fixes errata.Fixes) *model.System {
		s, err := model.New(lcr.Algorithm{Fixes: fixes}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{1, 2, 3}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, test := range []struct {
		fixes, abstract errata.Fixes
		mapping         func(properties.Configuration) elected
		want            checker.Result
		under           string
		reason          string
	}{
		{errata.Corrected, errata.Corrected, observed, checker.Holds, "", "a text implements itself"},
		{0, errata.Corrected, roles, checker.Holds, "", "the printed text ends too early, which is no matter of safety"},
		{errata.Corrected, 0, observed, checker.Violated, "they allow next: [(Role=lost), (Role=lost), (Role=won Leader=3)]\n     but the last event shows [(Role=lost), (Role=lost), (Role=won Leader=3 Halted)]", "nobody halts in the printed text"},
		{errata.Corrected &^ errata.Fix(lcr.Absorb), errata.Corrected, observed, checker.Violated, "they allow next: no other value\n     but the last event shows [(Role=lost Leader=3 Halted), (Role=lost Leader=3 Halted), (Role=lost Leader=3 Halted)]", "the leader becomes a non-leader by its own termination message"},
	} {
		abstract, err := Of(system(test.abstract), test.mapping)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Check(t.Context(), system(test.fixes), abstract, test.mapping, Options{})
		if err != nil || got.Result != test.want || !strings.Contains(got.String(), test.under) {
			t.Errorf("%s: got %v, %v, want %v, %q", test.reason, got, err, test.want, test.under)
		}
	}
}

// TestText says how values stand under a chart.
func TestText(t *testing.T) {
	type part struct {
		Up   bool
		Name string
		any  any
	}
	for _, test := range []struct {
		value  any
		want   string
		reason string
	}{
		{7, "7", "a number"},
		{nil, "nil", "no value in an interface"},
		{model.Won, "won", "a value with a String method"},
		{part{Up: true, Name: "x"}, "(Up Name=x)", "fields that are not zero"},
		{part{any: [2]part{{}, {Name: "y"}}}, "(any=[(), (Name=y)])", "an array in an interface"},
		{&State{checkertest.Graph{Awake: true}.System(), checkertest.Graph{Awake: true}.System().Initial()}, "p0 walk(Started=true,At=0)", "a configuration"},
	} {
		if got := textOf(test.value); got != test.want {
			t.Errorf("%s: got %q, want %q", test.reason, got, test.want)
		}
	}
	if got := texts([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); got != "1; 2; 3; 4; 5; 6; 7; 8; and 2 more" {
		t.Errorf("a long list: got %q", got)
	}
}
