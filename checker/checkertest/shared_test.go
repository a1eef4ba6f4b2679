package checkertest_test

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/internal/engine/peerstest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestSharedChecksAgreeOnTheCatalogue compares checks that two or three parts share with checks by one process, of all algorithms of the
// catalogue under the first conditions of their claims. Counts, depth, verdicts and counterexamples are the same in each part, apart from
// verdicts that are unknown: about loops, and those of monitors.
func TestSharedChecksAgreeOnTheCatalogue(t *testing.T) {
	systems, decided, unknown := 0, 0, 0
	for _, e := range catalogue.All() {
		for about, s := range smallest(t, e, 1) {
			if s.Network().Faults.Traitor > 0 {
				continue
			}
			systems++
			o := checker.Options{Properties: properties.Standard(e.Extreme), Fairness: model.Weak, Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 1_000}
			want, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			for part, got := range sharedChecks(t, s, o, 2+systems%2) {
				for i, v := range got.Verdicts {
					if v.Result != checker.Unknown {
						decided++
					} else if v.Reason.Cause == reason.NotShared || v.Reason.Cause == reason.Shared && v.Property.Form.IsLiveness() {
						unknown++
						got.Verdicts[i] = want.Verdicts[i]
					}
				}
				a, b := summary(want), summary(got)
				if a.Complete { // all that is unknown alone leaves a check incomplete
					b.Complete, b.Stopped = a.Complete, a.Stopped
				}
				if diff := cmp.Diff(a, b); diff != "" {
					t.Errorf("%s, part %d: (-one process +part)\n%s", about, part, diff)
				}
				if got.Steps < want.Steps/2 || got.Expanded < got.Configurations && got.Complete {
					t.Errorf("%s, part %d: %d steps and %d expanded, one process has %d and %d", about, part, got.Steps, got.Expanded, want.Steps, want.Expanded)
				}
			}
		}
	}
	t.Logf("%d systems, %d verdicts are decided, %d unknown", systems, decided, unknown)
	if systems < 20 || unknown > decided {
		t.Error("too few to test anything")
	}
}

// sharedChecks returns the reports of the parts of a check.
func sharedChecks(t *testing.T, s *model.System, o checker.Options, parts int) []checker.Report {
	t.Helper()
	hub, list, errs := peerstest.New(parts), make([]checker.Report, parts), make([]error, parts)
	var wg sync.WaitGroup
	for i := range parts {
		wg.Go(func() {
			defer hub.Leave(i)
			o := o
			o.Peers = hub.Part(i)
			list[i], errs[i] = checker.Check(t.Context(), s, o)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}
