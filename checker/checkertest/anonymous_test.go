package checkertest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// symmetryTally counts comparisons of searches with and without symmetry.
type symmetryTally struct {
	systems, folded, refused int // refused: some renaming keeps the network, but changes steps of processes or views of properties
	full, left               int64
	loops, finite            int
}

// compare reports as errors where a search of s up to symmetry differs from the whole
// search: in a verdict, or in an execution that it shows.
func (n *symmetryTally) compare(t *testing.T, s *model.System, o checker.Options, about string) {
	t.Helper()
	whole, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	if !whole.Complete {
		return
	}
	o.Search.Symmetry = true
	folded := searchReduced(t, s, o, about)
	n.systems++
	n.full, n.left = n.full+whole.Configurations, n.left+folded.Configurations
	switch {
	case folded.Symmetry > 1:
		n.folded++
	case len(s.Semantics().Automorphisms()) > 1 || len(s.Semantics().Exchanges()) > 0:
		n.refused++
	}
	if least := (whole.Configurations + int64(folded.Symmetry) - 1) / int64(folded.Symmetry); folded.Configurations < least || folded.Configurations > whole.Configurations {
		t.Errorf("%s: %d of %d configurations are left by %d renamings", about, folded.Configurations, whole.Configurations, folded.Symmetry)
	}
	if folded.Symmetry == 1 && (folded.Configurations != whole.Configurations || folded.Events != whole.Events) {
		t.Errorf("%s: no renaming, but %d configurations and %d events, want %d and %d", about, folded.Configurations, folded.Events, whole.Configurations, whole.Events)
	}
	if folded.Depth != whole.Depth {
		t.Errorf("%s: depth %d, want %d", about, folded.Depth, whole.Depth)
	}
	for i, v := range folded.Verdicts {
		n.sameVerdict(t, whole.Verdicts[i], v, about+", "+v.Property.Name)
	}
}

func (n *symmetryTally) sameVerdict(t *testing.T, want, got checker.Verdict, about string) {
	t.Helper()
	if want.Result == checker.Unknown && (got.Result == checker.Violated || strings.HasPrefix(want.Note(), "max-configurations")) {
		return // the search for the property alone, without symmetry, was too large
	}
	if got.Result != want.Result || got.Note() != want.Note() || got.Minimal != want.Minimal || (got.Execution == nil) != (want.Execution == nil) {
		t.Errorf("%s: %v (%s, %v), want %v (%s, %v)", about, got.Result, got.Note(), got.Minimal, want.Result, want.Note(), want.Minimal)
		return
	}
	if want.Execution == nil {
		return
	}
	if want.Execution.Loops() {
		n.loops++
	} else {
		n.finite++
	}
	if diff := cmp.Diff(want.Execution.Lasso(), got.Execution.Lasso(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: another execution is shown (-whole +folded):\n%s", about, diff)
	}
}

// favourites name process 0, or the process that a monitor saw last.
func favourites() []properties.Property {
	return []properties.Property{
		properties.NewAlways("not-zero", "process 0 never wins", func(v model.View) bool { return v.Status[0].Role != model.Won }),
		properties.NewAlways("last", "process 0 is not the last that takes a step", properties.Watch(
			func(model.View) int { return -1 },
			func(_ int, o properties.Observation) int { return o.Process },
			func(v model.View, last int) bool { return last != 0 || v.Status[0].Role != model.Won })),
	}
}

// undecided is a property that no search decides early, so that none stops early.
var undecided = properties.NewAlways("all", "nothing is wrong", properties.Shape{Each: func(*model.Network, int, model.Status) bool { return true }})

// TestSymmetryAgrees compares searches with and without symmetry on random systems: in
// half of them with properties that name a process, which leaves no renaming where it makes a difference.
func TestSymmetryAgrees(t *testing.T) {
	seeds := systems(16, 12)
	var even, odd symmetryTally
	list := slices.Concat(properties.Standard(properties.Greatest), []properties.Property{properties.MessagesAtMost(2), properties.Symmetric(), undecided}, responsive())
	for seed := range seeds {
		s, about := checkertest.Anonymous(seed)
		o := checker.Options{Properties: list, Fairness: fairnesses[seed%3], MaxConfigurations: 3_000, Search: checker.Search{Reduce: checker.NoReduction}}
		even.compare(t, s, o, about)
		o.Properties = slices.Concat(favourites(), responsive(), []properties.Property{undecided})
		odd.compare(t, s, o, about)
	}
	t.Logf("%+v, with favourites %+v", even, odd)
	if even.folded < even.systems/4 || even.refused == 0 || even.left*5 > even.full*4 || even.loops == 0 || even.finite < even.systems || odd.refused < odd.systems/8 {
		t.Errorf("%+v, with favourites %+v: too little to test anything", even, odd)
	}
}

// TestSymmetryAgreesWithConfluence compares searches of the normal forms, up to symmetry,
// with whole searches: all properties at once, and each alone, as they determine how much
// a search must see.
func TestSymmetryAgreesWithConfluence(t *testing.T) {
	seeds := systems(9, 8)
	var n bothTally
	list := slices.Concat(properties.Standard(properties.Greatest), []properties.Property{properties.MessagesAtMost(2)}, responsive())
	for seed := range seeds {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Anonymous, checkertest.AnonymousCommuting} {
			s, about := generator(seed)
			if checker.Confluent.Suits(s, list) != nil {
				continue
			}
			o := checker.Options{Properties: append(slices.Clip(list), undecided), Fairness: fairnesses[seed%3], MaxConfigurations: 3_000}
			n.compare(t, s, o, about)
			o.Properties = []properties.Property{list[seed%uint64(len(list))], undecided}
			n.compare(t, s, o, about+", "+o.Properties[0].Name)
		}
	}
	t.Logf("%+v", n)
	if n.folded < n.systems/2 || n.reduced < n.folded/6 || n.found.liveness < n.systems {
		t.Errorf("%+v: too little to test anything", n)
	}
}

// bothTally counts comparisons of searches with and without symmetry and confluent
// deliveries.
type bothTally struct {
	systems, folded, reduced int // folded: up to more than one renaming; reduced: that, and deliveries made a difference
	found                    tally
}

func (n *bothTally) compare(t *testing.T, s *model.System, o checker.Options, about string) {
	t.Helper()
	search := func(r checker.Reduction, symmetry bool) checker.Report {
		o.Search.Reduce, o.Search.Symmetry = r, symmetry
		report, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		return report
	}
	whole := search(checker.NoReduction, false)
	if !whole.Complete {
		return
	}
	folded := search(checker.NoReduction, true)
	o.Search.Reduce, o.Search.Symmetry = checker.Confluent, true
	both := searchReduced(t, s, o, about)
	n.systems++
	if both.Symmetry > 1 {
		n.folded++
		if both.Configurations < folded.Configurations {
			n.reduced++
		}
	}
	n.found.add(compareReduced(t, whole, both, about))
}

// TestSymmetryAgreesOnTheCatalogue compares searches with and without symmetry of the
// algorithms of the catalogue that run without identities, and of one that does not.
func TestSymmetryAgreesOnTheCatalogue(t *testing.T) {
	for _, e := range catalogue.All() {
		if e.Name != "itairodeh" && e.Name != "anonymous" && e.Name != "raft" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			var n symmetryTally
			for about, s := range smallest(t, e, 1) {
				if n.systems < 10 {
					n.compare(t, s, checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, MaxConfigurations: 500, Search: checker.Search{Reduce: checker.NoReduction}}, about)
				}
			}
			t.Logf("%+v", n)
		})
	}
}
