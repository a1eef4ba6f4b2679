package checkertest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// familyTally counts comparisons of families.
type familyTally struct {
	families, systems    int
	copied               int // reports
	verdicts, executions int // in reports that were copied
	reduced, audited     int // copied reports of reduced searches, and those whose isomorphism was checked
}

// reported is the part of a report that does not depend on how it was made.
type reported struct {
	Configurations, Events int64
	Depth                  int
	Reduction              checker.Reduction
	Complete               bool
	Stopped                string
	Verdicts               []verdictTold
}

type verdictTold struct {
	Property, Note string
	Result         checker.Result
	Stem, Loop     int // of the execution; -1: none
	Minimal        checker.Minimality
}

func reportedBy(r checker.Report) reported {
	x := reported{r.Configurations, r.Events, r.Depth, r.Reduction, r.Complete, r.Stopped.String(), nil}
	for _, v := range r.Verdicts {
		y := verdictTold{v.Property.Name, v.Note(), v.Result, -1, -1, v.Minimal}
		if v.Execution != nil {
			y.Stem, y.Loop = v.Execution.Stem, len(v.Execution.Steps)-v.Execution.Stem
		}
		x.Verdicts = append(x.Verdicts, y)
	}
	return x
}

// compare lets a family check s with other identities, in several arrangements, and compares each report that
// is copied with that of a search.
func (n *familyTally) compare(t *testing.T, s *model.System, arrangements [][]model.ID, o checker.Options, about string) {
	t.Helper()
	within := threshold.Of(t.Context())
	within.Recorded, within.InVain = 0, 0
	if n.families++; n.families%2 == 0 {
		within.FirstTurn, o.Audit = 16, false // then many are reduced
	}
	ctx, family := threshold.With(t.Context(), within), checker.Family{}
	for _, ids := range arrangements {
		net := *s.Network()
		net.IDs = ids
		other, err := s.Semantics().On(net)
		if err != nil {
			t.Fatal(err)
		}
		n.check(t, ctx, &family, other, o, fmt.Sprint(about, " ids ", ids))
	}
}

// check lets a family check a system, and compares the report, if it is copied, with that of a search.
func (n *familyTally) check(t *testing.T, ctx context.Context, family *checker.Family, s *model.System, o checker.Options, about string) {
	t.Helper()
	n.systems++
	r, err := family.Check(ctx, s, o)
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	if !r.Copied {
		return
	}
	n.copied++
	o.Audit = false
	want, err := checker.Check(ctx, s, o)
	if err != nil {
		t.Fatalf("%s: %v", about, err)
	}
	if diff := cmp.Diff(reportedBy(want), reportedBy(r)); diff != "" {
		t.Errorf("%s: the copied report differs (-search +copy):\n%s", about, diff)
	}
	if r.Expanded != 0 {
		t.Errorf("%s: %d configurations were expanded for a copied report", about, r.Expanded)
	}
	n.verdicts += len(r.Verdicts)
	for _, v := range r.Verdicts {
		if v.Execution == nil {
			continue
		}
		n.executions++
		if fmt.Sprint(v.Execution.System.Network().IDs) != fmt.Sprint(s.Network().IDs) {
			t.Errorf("%s: %s: the execution is of a system with identities %v", about, v.Property.Name, v.Execution.System.Network().IDs)
		}
	}
	if r.Reduced() {
		n.reduced++
	}
	if r.Audit != nil {
		n.audited += r.Audit.Copies
	}
}

// orders returns all ways to give the identities 1..n to the processes.
func orders(n int) (list [][]model.ID) {
	if n == 0 {
		return [][]model.ID{nil}
	}
	for _, rest := range orders(n - 1) {
		for i := range n {
			ids := append(append(append([]model.ID{}, rest[:i]...), model.ID(n)), rest[i:]...)
			list = append(list, ids)
		}
	}
	return list
}

// TestFamiliesOfTheCatalogue compares the reports that families copy with those of searches, of the
// algorithms of the catalogue with few processes. It checks that the systems are isomorphic.
func TestFamiliesOfTheCatalogue(t *testing.T) {
	var n familyTally
	for _, e := range catalogue.All() {
		for about, s := range small(t, e, 1, 3) {
			if s.Network().IDs == nil || s.Network().N > 3 {
				continue
			}
			o := checker.Options{Properties: properties.Standard(e.Extreme), MaxConfigurations: 2000, Audit: true}
			n.compare(t, s, orders(s.Network().N), o, about)
		}
	}
	t.Logf("%+v", n)
	if n.copied < 20 || n.executions < 20 || n.audited < 5 || n.reduced == 0 {
		t.Errorf("%+v: too little to test anything", n)
	}
}

// forSome returns the system of [checkertest.ForSome] for that of [checkertest.Random], or that if there is none.
func forSome(seed uint64) (*model.System, string) {
	s, about := checkertest.Random(seed)
	if one := checkertest.ForSome(s, seed); one != nil {
		return one, fmt.Sprintf("%s, %v", about, one.Network().Victims)
	}
	return s, about
}

// unshown returns the properties of which a search of s shows no execution: if the order is bag or
// set, no other reports are copied.
func unshown(t *testing.T, s *model.System, o checker.Options) (list []properties.Property) {
	t.Helper()
	r, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if v.Execution == nil && v.Result != checker.Unknown && !v.Property.IsWellFormed() {
			list = append(list, v.Property)
		}
	}
	return list
}

// TestFamiliesOfRandomSystems compares the same of random systems, most of which do not differ at all
// if their processes have other identities, and some a little.
func TestFamiliesOfRandomSystems(t *testing.T) {
	var n familyTally
	draws := []func(uint64) (*model.System, string){checkertest.Random, checkertest.RandomStarts, checkertest.Deferring, checkertest.Dull,
		func(seed uint64) (*model.System, string) { return checkertest.Bounded(seed, 1) }, checkertest.InTurn, checkertest.Commuting, checkertest.CommutingQueued, checkertest.Circling, forSome}
	for seed := range systems(80, 40) {
		s, about := draws[seed%uint64(len(draws))](seed)
		r := rand.New(rand.NewPCG(seed, 1))
		list := orders(s.Network().N)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		if s.Network().IDs == nil {
			list = [][]model.ID{nil, nil}
		}
		o := checker.Options{Properties: judged(), Fairness: model.Weak, MaxConfigurations: 500}
		if seed%3 > 0 {
			o.Properties = unshown(t, s, o)
		}
		o.Audit = true
		n.compare(t, s, list[:min(len(list), 3)], o, about)
	}
	t.Logf("%+v", n)
	if n.copied < int(systems(80, 40))/4 {
		t.Errorf("%+v: too little to test anything", n)
	}
}
