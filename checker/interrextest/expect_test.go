package interrextest

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/lcr"
)

// ExampleExpect shows the test of a variant that is known to be wrong.
func ExampleExpect() {
	_ = func(t *testing.T) {
		s, err := model.New(lcr.Algorithm{}, // as printed: only the winner knows who has won
			model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		Expect(t, s, Violated(properties.Known()).In(6), Holds(properties.Uniqueness()), Configurations(21))
	}
}

func TestExpect(t *testing.T) {
	won := properties.NewAlways("none", "nobody wins", func(v model.View) bool { return v.Status[0].Role != model.Won })
	ever := properties.NewEventually("some", "somebody wins", func(v model.View) bool { return v.Status[0].Role == model.Won })
	can := properties.NewReachable("can", "somebody can win", func(v model.View) bool { return v.Status[0].Role == model.Won })
	asked := properties.NewLeadsTo("asked", "after a question somebody wins",
		func(v model.View) bool { return v.Status[0].Term == 1 }, func(v model.View) bool { return v.Status[0].Role == model.Won })
	chain := checkertest.Graph{Edges: "0 a 1; 1 a 2", Won: []int{2}}
	loop := checkertest.Graph{Edges: "0 a 1; 1 a 1", Asks: []int{0}}
	dead := checkertest.Graph{Awake: true}
	wrong := checkertest.Graph{Edges: "0 a !"}
	long := checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 3; 3 a 4; 4 a 5; 5 a 6; 6 a 7; 7 a 8", Won: []int{8}}
	for _, test := range []struct {
		graph  checkertest.Graph
		config Config
		list   []Expectation
		want   []string // the first line of each failure
		reason string
	}{
		{chain, Config{}, []Expectation{Violated(won).In(2), Holds(ever), Holds(can).In(2), Configurations(3), Generated(2), Depth(2)}, nil, "all are met"},
		{chain, Config{}, []Expectation{Violated(won)}, nil, "any length is met"},
		{chain, Config{}, []Expectation{Violated(won).In(1)}, []string{"none: expected violated by 1 event, got violated by 2 events"}, "another length"},
		{chain, Config{}, []Expectation{Violated(ever)}, []string{"some: expected violated, got holds"}, "another result"},
		{chain, Config{}, []Expectation{Holds(won)}, []string{"none: expected holds, got violated by 2 events"}, "a violation is found"},
		{chain, Config{}, []Expectation{Violated(can)}, []string{"can: expected violated, got holds by 2 events"}, "a witness is found"},
		{loop, Config{}, []Expectation{Violated(can), Violated(asked).In(2), Violated(ever)}, nil, "a loop, and no witness"},
		{chain, Config{}, []Expectation{Vacuous(asked)}, nil, "nobody asks"},
		{chain, Config{}, []Expectation{Holds(asked)}, []string{"asked: expected holds, got vacuous: its trigger holds in no configuration"}, "nobody asks"},
		{chain, Config{}, []Expectation{Configurations(4)}, []string{"expected 4 configurations, got 3"}, "a count alone"},
		{chain, Config{}, []Expectation{Violated(won), Generated(3), Depth(3)}, []string{"expected 3 events generated, got 2", "expected 3 events to the farthest configuration, got 2"}, "counts beside what is decided early"},
		{wrong, Config{}, []Expectation{Violated(properties.WellFormed()).In(1)}, nil, "the step is expected to fail"},
		{wrong, Config{}, []Expectation{Configurations(2)}, []string{"well-formed: expected holds, got violated by 1 event: upon timeout p0:0 the step of p0 is not well-formed: panics: the edge is !"}, "nobody expects that a step fails"},
		{long, Config{Random: Only, Schedules: 9}, []Expectation{Violated(won)}, nil, "a random schedule finds it"},
		{long, Config{Random: Only, Schedules: 9}, []Expectation{Violated(won).In(8)}, []string{"none: expected violated by 8 events, got unknown"}, "no search says that it is the shortest"},
		{long, Config{Random: Only}, []Expectation{Depth(8)}, []string{"expected 8 events to the farthest configuration, but nothing was searched: Config.Random is Only"}, "nothing is counted"},
		{chain, Config{}, []Expectation{{}}, []string{"interrextest: an expectation is empty; allowed: Violated, Holds, Vacuous, Configurations, Generated, Depth"}, "made by hand"},
		{chain, Config{}, []Expectation{Holds(won).In(2)}, []string{"interrextest: none: holds shows no execution, so that In means nothing; allowed: Violated, or Holds of a reachability property"}, "no execution"},
		{chain, Config{}, []Expectation{Depth(2).In(2)}, []string{"interrextest: In is for expectations of a property, not of events to the farthest configuration"}, "no property"},
		{dead, Config{}, []Expectation{Violated(ever), Configurations(1)}, []string{"interrextest: graph: nothing can ever happen: no event is enabled at the start; usual causes: Ready returns no wake-up and no timer of the first local states, or every process is down or may not wake"}, "what is expected is there for nothing"},
		{dead, Config{}, []Expectation{Vacuous(properties.Quiescence()), Configurations(1)}, nil, "it is expected"},
		{chain, Config{}, []Expectation{Violated(won), Holds(won)}, []string{`interrextest: two properties are named "none"; allowed: different names`}, "a contradiction"},
	} {
		test.config.Time = time.Hour
		spied := spyOn(t, func(tb testing.TB) { test.config.Expect(tb, test.graph.System(), test.list...) })
		var got []string
		for _, text := range spied.errors {
			first, _, _ := strings.Cut(text, "\n")
			got = append(got, checkertest.Unplaced(first))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func TestExpectShowsTheExecution(t *testing.T) {
	s, g := ring(t, 0, 3), Config{Time: time.Hour}
	spied := spyOn(t, func(tb testing.TB) { g.Expect(tb, s, Violated(properties.Known())) })
	if len(spied.errors) > 0 || !spied.logged("known: violated by") || !spied.logged("id=3") {
		t.Errorf("errors %q, logs %q: want the chart of the expected violation in the log", spied.errors, spied.logs)
	}
	spied = spyOn(t, func(tb testing.TB) { g.Expect(tb, s, Holds(properties.Known())) })
	if len(spied.errors) != 1 || !strings.Contains(spied.errors[0], "id=3") {
		t.Errorf("errors %q: want the chart of the violation", spied.errors)
	}
}
