package checkertest_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// responses are graphs on which the verdict of leads-to, from the places that ask to
// those that have won, is known by construction.
var responses = []struct {
	name   string
	graph  checkertest.Graph
	want   want
	events int // of the counterexample, the loop included, under the first fairness for which there is one
	reason string
}{
	{"answered later", checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{0}, Won: []int{2}},
		always(holds), 0, "the question at 0 is answered at 2"},
	{"answered at once", checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{1}, Won: []int{1}},
		always(holds), 0, "the place that asks is the answer"},
	{"answered before", checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{1}, Won: []int{0}},
		always(violated), 2, "an answer before the question is none"},
	{"asked again after the answer", checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{0, 2}, Won: []int{1}},
		always(violated), 2, "the second question is not answered"},
	{"answered once for two questions", checkertest.Graph{Edges: "0 a 1; 1 a 2", Asks: []int{0, 1}, Won: []int{2}},
		always(holds), 0, "one answer follows both questions"},
	{"never asked", checkertest.Graph{Edges: "0 a 1; 1 a 1", Asks: []int{9}},
		always(vacuous), 0, "no execution could refute it"},
	{"never asked, and it ends", checkertest.Graph{Edges: "0 a 1", Asks: []int{9}, Won: []int{1}},
		always(vacuous), 0, "no execution could refute it"},
	{"never asked before the bound", checkertest.Graph{Edges: "0 a 1", Asks: []int{9}, Bound: []int{1}},
		always(unknown), 0, "beyond the bound it may be asked"},
	{"asked at the end", checkertest.Graph{Edges: "0 a 1", Asks: []int{1}},
		always(violated), 1, "the execution ends with the question"},
	{"asked at a bound", checkertest.Graph{Edges: "0 a 1", Asks: []int{1}, Bound: []int{1}},
		always(unknown), 0, "beyond the bound it may be answered"},
	{"asked on the way to a bound", checkertest.Graph{Edges: "0 a 1; 1 a 1", Asks: []int{0}, Bound: []int{1}},
		always(unknown), 0, "the loop is at the bound"},
	{"asked before an end and before a bound", checkertest.Graph{Edges: "0 a 1; 0 b 2; 2 a 3", Asks: []int{0}, Bound: []int{1}},
		always(violated), 2, "the nearest end is at the bound"},
	{"asked before a loop", checkertest.Graph{Edges: "0 a 1; 1 a 1", Asks: []int{0}},
		always(violated), 2, "the loop at 1 has no answer"},
	{"asked in a loop", checkertest.Graph{Edges: "0 a 1; 1 a 0", Asks: []int{1}},
		always(violated), 3, "0, 1 and 0 again have no answer: the loop begins where it is asked"},
	{"answered in the loop", checkertest.Graph{Edges: "0 a 1; 1 a 0", Asks: []int{0}, Won: []int{1}},
		always(holds), 0, "each question of the loop is answered"},
	{"asked on one of two ways to an end", checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3; 2 a 3", Asks: []int{2}},
		always(violated), 2, "b, then a: the least way to the end does not ask"},
	{"asked on one of two ways to a loop", checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3; 2 a 3; 3 a 3", Asks: []int{2}},
		always(violated), 3, "b, then a for ever: the least way to the loop does not ask"},
	{"asked on one of two ways, of which the other begins after the question too", checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3; 2 a 3; 2 b 1", Asks: []int{2}},
		always(violated), 2, "b, then a: the least way is over 1, which is not always behind the question"},
	{"asked at the start, where it ends", checkertest.Graph{Edges: "0 wake 0", Asks: []int{0}, Awake: true},
		always(violated), 1, "the execution may end once a process has taken a step"},
	{"asked on the longer way", checkertest.Graph{Edges: "0 a 3; 0 b 1; 1 a 2; 2 a 3", Asks: []int{1}},
		always(violated), 3, "the end is met sooner without the question"},
	{"answered on the shorter way", checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3; 2 a 4; 4 a 3", Asks: []int{0}, Won: []int{1}},
		always(violated), 3, "the way over 2 and 4 has no answer"},
	{"asked behind a way back", checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 2; 1 b 3", Asks: []int{1}, Won: []int{3}},
		always(violated), 3, "0, 1 and 0 again, then 2: 0 is met twice, once with the question open"},
	{"put off unfairly", checkertest.Graph{Edges: "0 a 0; 0 b 1", Asks: []int{0}, Won: []int{1}},
		want{violated, holds, holds}, 1, "b is enabled all the time"},
	{"put off weakly fairly", checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 2", Asks: []int{1}, Won: []int{2}},
		want{violated, violated, holds}, 3, "b is enabled now and then"},
	{"put off by a coin", checkertest.Graph{Edges: "0 a 0|1", Asks: []int{0}, Won: []int{1}},
		always(holds), 0, "the loop would need the same outcome for ever"},
	{"answered by a wake-up", checkertest.Graph{Edges: "0 wake 1", Asks: []int{0}, Won: []int{1}},
		always(violated), 0, "nobody need ever wake"},
	{"failure after the question", checkertest.Graph{Edges: "0 a !", Asks: []int{0}},
		always(unknown), 0, "what would follow the step is not known"},
	{"failure beside the end", checkertest.Graph{Edges: "0 a 1; 0 b !", Asks: []int{0}},
		always(violated), 1, "the execution that ends at 1 is well-formed"},
}

// asked is the leads-to of the graphs, with a shape.
func asked() properties.Property {
	return properties.NewLeadsTo("answered", "each question is answered",
		properties.Shape{Some: func(s model.Status) bool { return s.Term == 1 }},
		properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }})
}

func TestLeadsToOnGraphs(t *testing.T) {
	for _, test := range responses {
		for i, f := range fairnesses {
			t.Run(fmt.Sprintf("%s/%v", test.name, f), func(t *testing.T) {
				s := test.graph.System()
				r, err := checkertest.Explore(s, checkertest.Options{Properties: []properties.Property{asked()}, Fairness: f})
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Verdicts[0].Result; got != test.want[i] {
					t.Errorf("reference: got %v, want %v: %s", got, test.want[i], test.reason)
				}
				for _, o := range []checker.Options{{Search: checker.Search{Reduce: checker.NoReduction}}, {Search: checker.Search{Reduce: checker.NoReduction}, Workers: 2}, {Search: checker.Search{Reduce: checker.NoReduction, Engine: checker.Symbolic}}, {Search: checker.Search{Reduce: checker.Confluent}}} {
					o.Properties, o.Fairness = []properties.Property{asked()}, f
					report, err := checker.Check(t.Context(), s, o)
					if err != nil {
						t.Fatal(err)
					}
					v := report.Verdicts[0]
					reduced := o.Search.Reduce != checker.NoReduction && v.Result == checker.Unknown // loops are not judged
					failed := o.Search.Engine == checker.Symbolic && report.Verdicts[len(report.Verdicts)-1].Property.IsWellFormed()
					switch {
					case v.Result != test.want[i] && !reduced && !failed:
						t.Errorf("%v, %v: got %v, want %v: %s", o.Search.Engine, o.Search.Reduce, v.Result, test.want[i], test.reason)
					case v.Execution != nil && len(v.Execution.Steps) != test.events && o.Search.Reduce == checker.NoReduction:
						t.Errorf("%v: %d events, want %d: %s", o.Search.Engine, len(v.Execution.Steps), test.events, test.reason)
					}
				}
			})
		}
	}
}

// TestLeadsToIsWhatItsTriggerMakesIt compares leads-to with the forms that it contains:
// if the trigger always holds it is recurs, and if it holds at the start only it is
// eventually.
func TestLeadsToIsWhatItsTriggerMakesIt(t *testing.T) {
	won := func(v model.View) bool { return v.Status[0].Role == model.Won }
	// The monitor tells the initial configuration from all others.
	atStart := properties.NewLeadsTo("from-the-start", "", properties.Watch(
		func(model.View) bool { return true }, func(bool, properties.Observation) bool { return false },
		func(initial bool) bool { return initial }), won)
	list := []properties.Property{
		properties.NewRecurs("recurs", "", won), properties.NewLeadsTo("always", "", func(model.View) bool { return true }, won),
		properties.NewEventually("eventually", "", won), atStart}
	for _, test := range graphs {
		test.graph.Awake = true // the monitor is told of wake-ups before the initial configuration
		for _, f := range fairnesses {
			r, err := checker.Check(t.Context(), test.graph.System(), checker.Options{Properties: list, Fairness: f})
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(list); i += 2 {
				if a, b := shown(r.Verdicts[i]), shown(r.Verdicts[i+1]); a != b {
					t.Errorf("%s, %v fairness: %s is %s, %s is %s", test.name, f, list[i].Name, a, list[i+1].Name, b)
				}
			}
		}
	}
}

// relay passes a ball round a ring: each process holds it, when it comes for the first
// time, until it comes for the second.
type relay struct{}

type ball struct{}

func (relay) Init(model.Self) int                         { return 0 }
func (relay) Observe(_ model.Self, s int) model.Status    { return model.Status{Term: s % 2} }
func (relay) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s == 0} }

func (relay) Step(p *model.Process[ball], s int, _ model.Input[ball]) int {
	if s < 2 {
		p.Send(0, ball{})
	}
	return s + 1
}

// TestReductionsSeeWhatPasses says that a reduction leaves out no configuration that
// a leads-to is about, although deliveries end the trigger again.
func TestReductionsSeeWhatPasses(t *testing.T) {
	s, err := model.New(relay{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 2, 1}, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		t.Fatal(err)
	}
	second := properties.Shape{Each: func(_ *model.Network, p int, s model.Status) bool { return p != 1 || s.Term == 1 }}
	never := properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }}
	p := properties.NewLeadsTo("won", "after the second process has the ball some process wins", second, never)
	for _, r := range []checker.Reduction{checker.NoReduction, checker.Confluent} {
		report, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Search: checker.Search{Reduce: r}})
		if err != nil {
			t.Fatal(err)
		}
		if v := report.Verdicts[0]; v.Result != violated {
			t.Errorf("%v: %v (%s), want violated", r, v.Result, v.Note())
		}
	}
}
