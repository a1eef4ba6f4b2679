package checkertest_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestSymbolicAgrees compares the symbolic engine with the explicit one on random
// systems, under each fairness: counts, verdicts and exact counterexamples, loops
// included. The symbolic engine must decide every liveness property that the explicit
// one decides.
func TestSymbolicAgrees(t *testing.T) {
	seeds := systems(20, 14)
	compared, sum := 0, tally{}
	for seed := range seeds {
		generator := checkertest.Random
		if seed%6 == 5 {
			generator = checkertest.RandomStarts
		}
		s, about := generator(seed)
		options := checker.Options{Properties: followed(), Fairness: fairnesses[seed%3], MaxConfigurations: 20_000}
		n, ok := compareEngines(t, s, options, fmt.Sprintf("%s, %v fairness", about, options.Fairness))
		if ok {
			compared++
			sum.decided += n.decided
			sum.liveness += n.liveness
			sum.loops += n.loops
		}
	}
	t.Logf("%d of %d systems, %d verdicts, %d of liveness, %d loops", compared, seeds, sum.decided, sum.liveness, sum.loops)
	if compared < int(seeds)/4 || sum.liveness < 5*compared || sum.loops < 2*compared {
		t.Errorf("only %d of %d systems, %d verdicts of liveness and %d loops were compared", compared, seeds, sum.liveness, sum.loops)
	}
}

// TestSymbolicAgreesInBoundedTime compares the engines on random systems in timing
// bounded: babblers, and systems that go on for ever.
func TestSymbolicAgreesInBoundedTime(t *testing.T) {
	seeds := systems(24, 16)
	compared, sum := 0, tally{}
	for seed := range seeds {
		s, about := checkertest.CirclingBounded(seed / 2)
		if seed%2 == 0 {
			s, about = checkertest.Bounded(seed/2, 1)
		}
		options := checker.Options{Properties: followed(), Fairness: fairnesses[seed%3], MaxConfigurations: 2_000}
		if n, ok := compareEngines(t, s, options, fmt.Sprintf("%s, %v fairness", about, options.Fairness)); ok {
			compared++
			sum.decided += n.decided
			sum.liveness += n.liveness
			sum.loops += n.loops
		}
	}
	t.Logf("%d of %d systems, %d verdicts, %d of liveness, %d loops", compared, seeds, sum.decided, sum.liveness, sum.loops)
	if compared < int(seeds)/4 || sum.liveness < 4*compared || sum.loops < compared {
		t.Errorf("only %d of %d systems, %d verdicts of liveness and %d loops were compared", compared, seeds, sum.liveness, sum.loops)
	}
}

// TestSymbolicKeepsClocksOfAFailure says that configurations after a step that is not
// well-formed differ by the clocks before it. Few random systems show it.
func TestSymbolicKeepsClocksOfAFailure(t *testing.T) {
	s, about := checkertest.CirclingBounded(1671)
	if _, ok := compareEngines(t, s, checker.Options{Properties: followed()}, about); !ok {
		t.Error("the system is not small")
	}
}

// followed are properties that the symbolic engine can follow: the catalogue,
// and monitors.
func followed() []properties.Property {
	parity := func(rest int) properties.Watching {
		return properties.Watch(
			func(model.View) int { return 0 },
			func(state int, o properties.Observation) int { return (state + o.Sends) % 3 },
			func(state int) bool { return state == rest })
	}
	return append(append(properties.Standard(properties.Greatest), responsive()...), properties.MessagesAtMost(2),
		properties.NewStabilises("parity-stabilises", "at last a multiple of three messages was sent", parity(0)),
		properties.New("parity-terminates", "every execution ends", properties.Terminates, parity(0)),
		properties.NewRecurs("parity-recurs", "a multiple of three messages was sent again and again", parity(0)),
		properties.NewEventually("all-won", "all processes have won at once", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role == model.Won }}),
		properties.NewEventually("all-apart", "all roles are different", apart),
		properties.NewEventually("parity-eventually", "the second of three messages is sent", parity(2)),
		properties.NewLeadsTo("parity-leads-to-parity", "after the first of three messages a second is sent", parity(1), parity(2)),
		properties.NewLeadsTo("parity-leads", "after the first of three messages some process wins", parity(1), role(model.Won)))
}

// responsive are properties with shapes of the forms recurs and leads-to.
func responsive() []properties.Property {
	return []properties.Property{
		properties.NewRecurs("recurs", "some process wins again and again", role(model.Won)),
		properties.NewLeadsTo("leads", "a candidate leads to a winner", role(model.Candidate), role(model.Won)),
		properties.NewLeadsTo("leads-apart", "after the loss of a process, no two processes have the same role", role(model.Lost), apart),
		asked(),
	}
}

// role is the shape of some process with a role.
func role(r model.Role) properties.Shape {
	return properties.Shape{Some: func(s model.Status) bool { return s.Role == r }}
}

// apart is the shape of processes whose roles are different.
var apart = properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool { return s.Role != t.Role }}

func shown(v checker.Verdict) string {
	text := fmt.Sprint(v.Result, " ", v.Note())
	if v.Execution != nil {
		text += fmt.Sprint(v.Execution.Lasso())
	}
	return text
}

// tally counts the verdicts that were compared.
type tally struct{ decided, liveness, loops int }

// compareEngines fails t if the engines differ on s. It reports whether both searches
// were complete.
func compareEngines(t *testing.T, s *model.System, o checker.Options, about string) (n tally, ok bool) {
	t.Helper()
	if s.Network().Timing == model.Lockstep {
		return n, false // the system does not suit the symbolic engine
	}
	o.Search.Reduce = checker.NoReduction
	explicit, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	if !explicit.Complete {
		return n, false
	}
	o.Search.Engine, o.MaxTime = checker.Symbolic, time.Minute // only larger systems, which -wide draws, may need that
	symbolic, err := checker.Check(t.Context(), s, o)
	if err != nil {
		if !strings.Contains(err.Error(), "the symbolic engine does not suit") {
			t.Fatalf("%s: %v", about, err)
		}
		return n, false
	}
	if !symbolic.Complete {
		return n, false
	}
	if explicit.Configurations != symbolic.Configurations || explicit.Events != symbolic.Events {
		t.Errorf("%s:\nexplicit %d/%d, symbolic %d/%d", about, explicit.Configurations, explicit.Events, symbolic.Configurations, symbolic.Events)
	}
	for i, v := range symbolic.Verdicts {
		want := explicit.Verdicts[i]
		if strings.HasPrefix(want.Note(), "max-configurations") {
			continue // a monitor made it too large
		}
		if want.Result == checker.Unknown && v.Result == checker.Violated && v.Property.Monitor() != nil && o.MaxConfigurations > 0 &&
			slices.ContainsFunc(explicit.Verdicts, func(v checker.Verdict) bool { return v.Property.IsWellFormed() && v.Result == checker.Violated }) {
			continue // likewise, but the note is about the step that is not well-formed
		}
		if v.Result != checker.Unknown {
			n.decided++
			if v.Property.Form.IsLiveness() {
				n.liveness++
			}
		}
		if v.Execution != nil && v.Execution.Loops() {
			n.loops++
		}
		if got, want := shown(v), shown(want); got != want {
			t.Errorf("%s: %s:\nexplicit %s\nsymbolic %s", about, v.Property.Name, want, got)
		}
	}
	return n, true
}

// TestSymbolicAgreesOnTheCatalogue compares the engines on every algorithm of
// the catalogue, printed and corrected, under each condition of its claims at
// the smallest n.
func TestSymbolicAgreesOnTheCatalogue(t *testing.T) {
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) {
			compared, all := 0, 0
			for about, s := range smallest(t, e, 3) {
				all++
				o := checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, MaxConfigurations: 20_000}
				if _, ok := compareEngines(t, s, o, about); ok {
					compared++
				}
			}
			t.Logf("%d of %d systems compared", compared, all)
		})
	}
}

// smallest yields, with a description, the smallest systems of e, printed and corrected,
// under each condition of its claims: with -short at most short of them, and without
// INTERREX_LONG twice as many.
func smallest(t *testing.T, e catalogue.Entry, short int) iter.Seq2[string, *model.System] {
	return small(t, e, short, 0)
}

// small is smallest with each number of processes up to a greatest.
func small(t *testing.T, e catalogue.Entry, short, greatest int) iter.Seq2[string, *model.System] {
	most := 2 * short
	switch {
	case checkertest.Long():
		most = math.MaxInt
	case testing.Short():
		most = short
	}
	return func(yield func(string, *model.System) bool) {
		seen := map[string]bool{}
		for _, claim := range e.Claims {
			for _, variant := range []string{"printed", "corrected"} {
				claim.Variant = variant
				v, err := claim.ParseVariant(e)
				if err != nil {
					t.Fatal(err)
				}
				// Without errata, printed and corrected are one variant.
				key := fmt.Sprint(e.VariantText(v), " ", claim.Readings, claim.Order, claim.Timing, claim.Wake, claim.Faults)
				if seen[key] || len(seen) >= most {
					continue
				}
				seen[key] = true
				for n := claim.From; n <= max(claim.From, greatest); n++ {
					if s := systemOf(t, e, v, claim, n); s != nil && !yield(e.Name+" "+key, s) {
						return
					}
				}
			}
		}
	}
}

// systemOf returns the system of a claim with n processes, in a variant, with its first
// arrangement. It returns nil if there is none.
func systemOf(t *testing.T, e catalogue.Entry, v catalogue.Variant, claim catalogue.Claim, n int) *model.System {
	t.Helper()
	net := claim.On(e.Network(n))
	arrangements, err := model.Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	for net.IDs = range arrangements {
		break // the first
	}
	s, err := e.New(v, net)
	if err != nil {
		return nil // the printed variant does not run there
	}
	return s
}

// TestSymbolicAgreesOnGraphs compares the engines on the graphs for loops, except those
// with a step that is not well-formed.
func TestSymbolicAgreesOnGraphs(t *testing.T) {
	sum := tally{}
	for _, test := range graphs {
		for _, f := range fairnesses {
			options := checker.Options{Properties: followed(), Fairness: f}
			n, _ := compareEngines(t, test.graph.System(), options, fmt.Sprintf("%s, %v fairness", test.name, f))
			sum.liveness += n.liveness
			sum.loops += n.loops
		}
	}
	if sum.loops < len(graphs) {
		t.Errorf("only %d loops were compared", sum.loops)
	}
}

// TestSymbolicAgreesWhereTheStartComesBack compares the engines on random graphs whose
// process is awake from the start. The first place is then two configurations: the
// initial one, which is not terminal and on no loop, and the one after a return.
func TestSymbolicAgreesWhereTheStartComesBack(t *testing.T) {
	graphs := []string{"0 wake 0", "0 wake 1; 1 a 0", "0 wake 1; 1 a 2; 2 a 0", "0 a 0", "0 a 1; 1 a 0", "0 wake 1; 0 wake 2; 2 wake 0", ""}
	rng := rand.New(rand.NewPCG(3, 3))
	for range 150 {
		graphs = append(graphs, randomEdges(rng))
	}
	sum := tally{}
	for i, edges := range graphs {
		g := checkertest.Graph{Edges: edges, Won: [][]int{nil, {0}, {1}}[i%3], Asks: [][]int{{0}, {1}}[i%2], Awake: true}
		f := fairnesses[i%3]
		n, _ := compareEngines(t, g.System(), checker.Options{Properties: followed(), Fairness: f}, fmt.Sprintf("%+v, %v fairness", g, f))
		sum.decided += n.decided
		sum.loops += n.loops
	}
	if sum.decided < 10*len(graphs) || sum.loops < len(graphs) {
		t.Errorf("only %d verdicts and %d loops of %d graphs were compared", sum.decided, sum.loops, len(graphs))
	}
}

// randomEdges returns the edges of a small graph. About half of them lead back to the
// start.
func randomEdges(rng *rand.Rand) string {
	var list []string
	used := map[string]bool{}
	for range 1 + rng.IntN(5) {
		cause := fmt.Sprint(rng.IntN(3), " ", []string{"wake", "wake", "a", "b"}[rng.IntN(4)])
		if used[cause] {
			continue
		}
		used[cause] = true
		ends := fmt.Sprint(rng.IntN(2) * rng.IntN(3))
		if rng.IntN(4) == 0 {
			ends += fmt.Sprint("|", rng.IntN(3))
		}
		list = append(list, cause+" "+ends)
	}
	return strings.Join(list, "; ")
}
