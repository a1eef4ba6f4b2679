package checkertest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

func (n *tally) add(m tally) {
	n.decided += m.decided
	n.liveness += m.liveness
}

// compareReduced fails t if a reduced search differs from the full one. A verdict that
// the reduction does not preserve may be unknown.
func compareReduced(t *testing.T, whole, reduced checker.Report, about string) (n tally) {
	t.Helper()
	if reduced.Complete && reduced.Configurations > whole.Configurations {
		t.Errorf("%s: %d configurations are left of %d", about, reduced.Configurations, whole.Configurations)
	}
	for i, v := range reduced.Verdicts {
		want := whole.Verdicts[i]
		switch {
		case v.Result == checker.Unknown:
			if want.Result != checker.Unknown && v.Note() == "" {
				t.Errorf("%s: %s: unknown, and nothing is said why", about, v.Property.Name)
			}
			continue
		case want.Result == checker.Unknown && (strings.HasPrefix(want.Note(), "max-configurations") || v.Result == checker.Violated && isIllFormed(whole)):
			continue // the whole search for the property alone was too large; that some step is not well-formed hides that in the note
		case v.Result != want.Result:
			t.Errorf("%s: %s: %v, want %v", about, v.Property.Name, v.Result, want.Result)
		case (v.Execution == nil) != (want.Execution == nil):
			t.Errorf("%s: %s: %v, shown %t, want %t", about, v.Property.Name, v.Result, v.Execution != nil, want.Execution != nil)
		case v.Execution != nil && !want.Execution.Loops() && len(v.Execution.Steps) < len(want.Execution.Steps):
			t.Errorf("%s: %s: an execution of %d events is shorter than the shortest, %d", about, v.Property.Name, len(v.Execution.Steps), len(want.Execution.Steps))
		}
		n.decided++
		if v.Property.Form.IsLiveness() {
			n.liveness++
		}
	}
	return n
}

// isIllFormed reports whether some step is not well-formed.
func isIllFormed(r checker.Report) bool {
	return slices.ContainsFunc(r.Verdicts, func(v checker.Verdict) bool { return v.Property.IsWellFormed() && v.Result == checker.Violated })
}

// searchReduced searches s with two workers and, if it is small, with one too. It fails t
// if they differ, or, without -short, if the certificate of the first search is wrong.
func searchReduced(t *testing.T, s *model.System, o checker.Options, about string) checker.Report {
	t.Helper()
	var reports []checker.Report
	for o.Workers = 2; o.Workers > 0; o.Workers-- {
		o.Audit = o.Workers == 2 && !testing.Short()
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		if !r.Complete {
			t.Fatalf("%s: the reduced search stopped: %s", about, r.Stopped)
		}
		reports = append(reports, r)
		if r.Configurations > 300 {
			return r
		}
	}
	if diff := cmp.Diff(summaryOf(reports[0]), summaryOf(reports[1])); diff != "" {
		t.Errorf("%s: two workers and one differ:\n%s", about, diff)
	}
	return reports[0]
}

// summaryOf returns the part of a report that must not depend on the number of workers.
func summaryOf(r checker.Report) []string {
	list := []string{fmt.Sprint(r.Configurations, r.Events, r.Depth)}
	for _, v := range r.Verdicts {
		list = append(list, fmt.Sprint(v.Property.Name, " ", shown(v), v.Note()))
	}
	return list
}

// TestReducedAgreesFromEveryStart compares searches with and without reduction on
// random systems with several initial configurations.
func TestReducedAgreesFromEveryStart(t *testing.T) {
	seeds := systems(20, 10)
	var n confluentTally
	for seed := range seeds {
		s, about := checkertest.RandomStarts(seed)
		list := append(properties.Standard(properties.Greatest), responsive()...)
		if s.Semantics().One() == nil || s.Network().Timing == model.Lockstep {
			continue
		}
		o := checker.Options{Properties: list, Fairness: fairnesses[seed%3], MaxConfigurations: 1_000}
		if checker.Confluent.Suits(s, list) == nil {
			n.compare(t, s, o, about)
		}
	}
	t.Logf("%+v", n)
	if n.systems < int(seeds)/10 || n.smaller == 0 {
		t.Errorf("%+v: too little to test anything", n)
	}
}
