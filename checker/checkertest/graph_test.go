package checkertest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// want has the verdicts under no, weak and strong fairness.
type want [3]checker.Result

const (
	holds    = checker.Holds
	violated = checker.Violated
	vacuous  = checker.Vacuous
	unknown  = checker.Unknown
)

func always(r checker.Result) want { return want{r, r, r} }

// graphs are graphs on which every liveness verdict is known by construction.
var graphs = []struct {
	name   string
	graph  checkertest.Graph
	elects want // eventually won
	stays  want // stabilises as won
	recurs want // wins again and again
	ends   want // terminates
	reason string
}{
	{"path to the goal", checkertest.Graph{Edges: "0 a 1", Won: []int{1}},
		always(holds), always(holds), always(holds), always(holds),
		"the only maximal execution ends in the goal"},
	{"path past the goal", checkertest.Graph{Edges: "0 a 1; 1 a 2", Won: []int{1}},
		always(holds), always(violated), always(violated), always(holds),
		"the goal is reached and left"},
	{"dead end", checkertest.Graph{Edges: "0 a 1; 0 b 2", Won: []int{1}},
		always(violated), always(violated), always(violated), always(holds),
		"a finite execution is fair, and b ends without the goal"},
	{"ways to a dead end, the least through the goal", checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3; 2 a 3", Won: []int{1}},
		always(violated), always(violated), always(violated), always(holds),
		"b, then a, ends without the goal; a, then a, meets it"},
	{"ways to a loop, the least through the goal", checkertest.Graph{Edges: "0 a 1; 0 b 2; 1 a 3; 2 a 3; 3 a 3", Won: []int{1}},
		always(violated), always(violated), always(violated), always(violated),
		"b, then a for ever, misses the goal; a for ever meets it"},
	{"loop without exit", checkertest.Graph{Edges: "0 a 0"},
		always(violated), always(violated), always(violated), always(violated),
		"the only execution is a loop without the goal, and takes all that is enabled"},
	{"loop in the goal", checkertest.Graph{Edges: "0 a 1; 1 a 1", Won: []int{1}},
		always(holds), always(holds), always(holds), always(violated),
		"the execution is infinite, but stays in the goal"},
	{"loop through the goal", checkertest.Graph{Edges: "0 a 1; 1 a 0", Won: []int{1}},
		always(holds), always(violated), always(holds), always(violated),
		"the goal is reached again and again, and left again and again"},
	{"loop through the goal that can be put off", checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 0", Won: []int{1}},
		want{violated, holds, holds}, always(violated), want{violated, holds, holds}, always(violated),
		"b for ever is unfair to a, which comes to the goal"},
	{"goal, then a loop", checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 2", Won: []int{1}},
		always(holds), always(violated), always(violated), always(violated),
		"what happens after the goal matters to stabilises only"},
	{"unfair self-loop", checkertest.Graph{Edges: "0 a 0; 0 b 1", Won: []int{1}},
		want{violated, holds, holds}, want{violated, holds, holds}, want{violated, holds, holds}, want{violated, holds, holds},
		"b is enabled all the time and never happens"},
	{"weakly fair loop", checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 2", Won: []int{2}},
		want{violated, violated, holds}, want{violated, violated, holds}, want{violated, violated, holds}, want{violated, violated, holds},
		"b is enabled now and then, and never happens"},
	{"class taken elsewhere", checkertest.Graph{Edges: "0 a 1; 1 a 0; 0 b 2; 1 b 1", Won: []int{2}},
		always(violated), always(violated), always(violated), always(violated),
		"b happens again and again at 1, so that the loop is fair though it avoids b at 0"},
	{"strongly fair loop within an unfair one",
		checkertest.Graph{Edges: "0 b 1; 1 a 2; 2 a 1; 2 b 1; 1 b 0; 0 c 3", Won: []int{3}},
		always(violated), always(violated), always(violated), always(violated),
		"0, 1 and 2 are unfair to c, but 1 and 2 never enable it"},
	{"no strongly fair loop within an unfair one",
		checkertest.Graph{Edges: "0 b 1; 1 a 2; 2 a 1; 1 b 0; 0 c 3", Won: []int{3}},
		want{violated, violated, holds}, want{violated, violated, holds}, want{violated, violated, holds}, want{violated, violated, holds},
		"without 0, where c is enabled, 1 and 2 are unfair to b"},
	{"coin that leaves", checkertest.Graph{Edges: "0 a 0|1", Won: []int{1}},
		always(holds), always(holds), always(holds), always(holds),
		"the loop would need the same outcome for ever, which has probability zero"},
	{"coin that leaves and comes back", checkertest.Graph{Edges: "0 a 0|1; 1 a 0", Won: []int{1}},
		always(holds), always(violated), always(holds), always(violated),
		"the loop at 0 would need the same outcome for ever; the one over the goal has both"},
	{"coin that stays", checkertest.Graph{Edges: "0 a 0|1; 1 a 0|1; 1 b 2; 0 b 0", Won: []int{2}},
		always(violated), always(violated), always(violated), always(violated),
		"both outcomes stay, and b happens at 0"},
	{"coin that can be put off", checkertest.Graph{Edges: "0 a 0|1; 0 b 0", Won: []int{1}},
		want{violated, holds, holds}, want{violated, holds, holds}, want{violated, holds, holds}, want{violated, holds, holds},
		"b for ever is unfair to a, and a leaves with probability one"},
	{"coin that can be put off now and then", checkertest.Graph{Edges: "0 a 1|2; 0 c 1; 1 b 0", Won: []int{2}},
		want{violated, violated, holds}, want{violated, violated, holds}, want{violated, violated, holds}, want{violated, violated, holds},
		"a is enabled at 0 only, where c can take its place"},
	{"coin into a loop", checkertest.Graph{Edges: "0 a 1|2; 1 a 1", Won: []int{2}},
		always(violated), always(violated), always(violated), always(violated),
		"with probability one half the loop at 1 is reached"},
	{"coin of which one side comes back", checkertest.Graph{Edges: "0 a 1|2; 1 a 0", Won: []int{2}},
		always(holds), always(holds), always(holds), always(holds),
		"the loop over 1 would need the same outcome each time"},
	{"wake-ups for ever", checkertest.Graph{Edges: "0 wake 0"},
		always(violated), always(violated), always(violated), always(violated),
		"the configuration is terminal, and waking again and again is fair to everybody"},
	{"wake-ups that put off the goal", checkertest.Graph{Edges: "0 wake 0; 0 a 1", Won: []int{1}},
		want{violated, holds, holds}, want{violated, holds, holds}, want{violated, holds, holds}, want{violated, holds, holds},
		"a is enabled all the time; wake-ups do not stand for it"},
	{"goal that needs a wake-up", checkertest.Graph{Edges: "0 wake 1", Won: []int{1}},
		always(violated), always(violated), always(violated), always(holds),
		"nobody need ever wake, so that 0 is the end of an execution"},
	{"wake-up out of the goal", checkertest.Graph{Edges: "0 a 1; 1 wake 2; 2 b 2", Won: []int{1}},
		always(holds), always(violated), always(violated), always(violated),
		"the terminal goal can be left by a wake-up"},
	{"bound", checkertest.Graph{Edges: "0 a 1", Won: []int{1}, Bound: []int{1}},
		always(unknown), always(unknown), always(unknown), always(unknown),
		"beyond the bound nothing is known"},
	{"bound beside a loop", checkertest.Graph{Edges: "0 a 1; 0 b 0", Won: []int{1}, Bound: []int{1}},
		want{violated, unknown, unknown}, want{violated, unknown, unknown}, want{violated, unknown, unknown}, want{violated, unknown, unknown},
		"the loop refutes without the bound; b for ever is unfair to a"},
	{"failure", checkertest.Graph{Edges: "0 a !"},
		always(unknown), always(unknown), always(unknown), always(unknown),
		"what would follow the step is not known"},
	{"failure beside the goal", checkertest.Graph{Edges: "0 a 1|!", Won: []int{1}},
		always(unknown), always(unknown), always(unknown), always(unknown),
		"the goal is reached by well-formed steps only"},
	{"failure beside an end", checkertest.Graph{Edges: "0 a 1; 0 b !"},
		always(violated), always(violated), always(violated), always(unknown),
		"the execution that ends at 1 is well-formed"},
	{"failure beside a loop", checkertest.Graph{Edges: "0 a 0; 0 b 1; 1 a 1; 1 wake !"},
		always(violated), always(violated), always(violated), always(violated),
		"the loop at 1 is well-formed, and fair to a"},
	{"failure that a fair loop would have to meet", checkertest.Graph{Edges: "0 a 0; 0 b !"},
		want{violated, unknown, unknown}, want{violated, unknown, unknown}, want{violated, unknown, unknown}, want{violated, unknown, unknown},
		"a for ever is unfair to b, whose step is not well-formed"},
}

// liveness are the properties of the verdicts of the graphs, in order.
func liveness() []properties.Property {
	won := func(v model.View) bool { return v.Status[0].Role == model.Won }
	return []properties.Property{properties.Elected(),
		properties.NewStabilises("stays", "in the end the process has won", won),
		properties.NewRecurs("recurs", "the process wins again and again", won), properties.Quiescence()}
}

var fairnesses = []model.Fairness{model.Unfair, model.Weak, model.Strong}

func TestExploreGraphs(t *testing.T) {
	for _, test := range graphs {
		for i, f := range fairnesses {
			t.Run(fmt.Sprintf("%s/%v", test.name, f), func(t *testing.T) {
				r, err := checkertest.Explore(test.graph.System(), checkertest.Options{Properties: liveness(), Fairness: f})
				if err != nil {
					t.Fatal(err)
				}
				for j, want := range []checker.Result{test.elects[i], test.stays[i], test.recurs[i], test.ends[i]} {
					if got := r.Verdicts[j].Result; got != want {
						t.Errorf("%s: got %v, want %v: %s", liveness()[j].Name, got, want, test.reason)
					}
				}
			})
		}
	}
}

func TestCheckGraphs(t *testing.T) {
	for _, test := range graphs {
		for i, f := range fairnesses {
			for workers := 1; workers <= 2; workers++ {
				t.Run(fmt.Sprintf("%s/%v/workers=%d", test.name, f, workers), func(t *testing.T) {
					o := checker.Options{Properties: liveness(), Fairness: f, Workers: workers}
					r, err := checker.Check(context.Background(), test.graph.System(), o)
					if err != nil {
						t.Fatal(err)
					}
					for j, want := range []checker.Result{test.elects[i], test.stays[i], test.recurs[i], test.ends[i]} {
						if got := r.Verdicts[j].Result; got != want {
							t.Errorf("%s: got %v, want %v: %s", liveness()[j].Name, got, want, test.reason)
						}
					}
				})
			}
		}
	}
}
