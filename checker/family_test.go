package checker_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// arranged returns an algorithm of the catalogue, on a network that may be changed, whose processes have
// these identities.
func arranged(t *testing.T, algorithm, variant string, change func(*model.Network), ids ...model.ID) *model.System {
	t.Helper()
	return catalogued(t, algorithm, variant, len(ids), func(net *model.Network) error {
		net.IDs = ids
		if change != nil {
			change(net)
		}
		return nil
	})
}

// recording lets a family record the smallest search, and compare as much as it likes.
func recording(t *testing.T) context.Context {
	within := threshold.Of(t.Context())
	within.Recorded, within.InVain = 0, 0
	return threshold.With(t.Context(), within)
}

// TestFamily says which reports are copied, if a system is checked twice.
func TestFamily(t *testing.T) {
	told := properties.NewAlways("told", "of configurations", func(c properties.Configuration) bool { return true })
	plain := []properties.Property{properties.Uniqueness(), properties.Agreement()}
	lossy := func(net *model.Network) { net.Faults.Loss = 1 }
	bag := func(net *model.Network) { net.Order = model.Bag }
	for _, row := range []struct {
		reason    string
		algorithm string
		variant   string
		change    func(*model.Network)
		options   checker.Options
		copied    bool
	}{
		{"the same system", "lcr", "corrected", nil, checker.Options{Properties: plain}, true},
		{"without properties", "lcr", "corrected", nil, checker.Options{}, true},
		{"each engine in its turn", "lcr", "corrected", nil, checker.Options{Properties: plain, Search: checker.Search{Engine: checker.Auto}}, true},
		{"a reduced search", "lcr", "corrected", nil, checker.Options{Properties: plain, Search: checker.Search{Reduce: checker.Confluent}}, true},
		{"monitors", "lcr", "corrected", nil, checker.Options{Properties: []properties.Property{properties.MessagesAtMost(3), properties.MessagesAtMost(30)}}, true},
		{"a counterexample", "lcr", "corrected", nil, checker.Options{Properties: []properties.Property{properties.MessagesAtMost(3)}}, true},
		{"order bag, no counterexample", "lcr", "corrected", bag, checker.Options{Properties: plain}, true},
		{"losses, no counterexample", "lcr", "corrected", lossy, checker.Options{Properties: plain}, true},
		{"order bag: which counterexample is the least depends on the texts of messages", "lcr", "corrected", bag, checker.Options{Properties: []properties.Property{properties.MessagesAtMost(3)}}, false},
		{"losses: so it does there", "lcr", "corrected", lossy, checker.Options{Properties: []properties.Property{properties.MessagesAtMost(3)}}, false},
		{"diagrams are not recorded", "lcr", "corrected", nil, checker.Options{Properties: plain, Search: checker.Search{Engine: checker.Symbolic}}, false},
		{"nor is a search up to symmetry", "itairodeh", "corrected", nil, checker.Options{Properties: plain, Search: checker.Search{Symmetry: true}}, false},
		{"nor are monitors that are told of whole events", "lcr", "corrected", nil, checker.Options{Properties: []properties.Property{told}}, false},
		{"a search was cut short", "lcr", "corrected", nil, checker.Options{Properties: plain, MaxConfigurations: 10}, false},
	} {
		t.Run(row.reason, func(t *testing.T) {
			var f checker.Family
			for i := range 2 {
				s := arranged(t, row.algorithm, row.variant, row.change, 4, 1, 3, 2)
				r, err := f.Check(recording(t), s, row.options)
				if err != nil {
					t.Fatal(err)
				}
				if row.copied && r.Recorded != (i == 0) {
					t.Errorf("check %d: recorded %t", i, r.Recorded)
				}
				if want := row.copied && i == 1; r.Copied != want {
					t.Errorf("check %d: copied %t, want %t", i, r.Copied, want)
				}
				for _, v := range r.Verdicts {
					if v.Execution != nil && v.Execution.System != s {
						t.Errorf("%s: the execution is of another system", v.Property.Name)
					}
				}
			}
		})
	}
}

// TestFamilyAtOnce lets many goroutines use a family.
func TestFamilyAtOnce(t *testing.T) {
	var f checker.Family
	var copied atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s := arranged(t, "divided", "corrected", nil, 4, 1, 3, 2)
			r, err := f.Check(recording(t), s, checker.Options{Properties: properties.Standard(properties.Greatest)})
			if err != nil {
				t.Error(err)
			}
			if r.Copied {
				copied.Add(1)
			}
		})
	}
	all.Wait()
	s := arranged(t, "divided", "corrected", nil, 4, 1, 3, 2)
	if r, err := f.Check(recording(t), s, checker.Options{Properties: properties.Standard(properties.Greatest)}); err != nil || !r.Copied {
		t.Errorf("after %d copies: copied %t, %v", copied.Load(), r.Copied, err)
	}
}

// TestFamilyKeepsItsReports changes a report of a family: the copies that follow are of the search.
func TestFamilyKeepsItsReports(t *testing.T) {
	var f checker.Family
	for _, want := range []bool{false, true, true} {
		s := arranged(t, "lcr", "corrected", nil, 1, 2, 3)
		r, err := f.Check(recording(t), s, checker.Options{Properties: []properties.Property{properties.Uniqueness()}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Copied != want || r.Verdicts[0].Note() != "" {
			t.Errorf("copied: %t, note %q; want %t and none", r.Copied, r.Verdicts[0].Note(), want)
		}
		r.Verdicts[0].Reason.Detail = "changed by the caller"
	}
}

// TestFamilyInVain gives up where nothing is isomorphic.
func TestFamilyInVain(t *testing.T) {
	within := threshold.Of(t.Context())
	within.Recorded, within.InVain = 0, 1<<20
	ctx := threshold.With(t.Context(), within)
	var f checker.Family
	o := checker.Options{Properties: []properties.Property{properties.Uniqueness()}}
	for i, ids := range [][]model.ID{{4, 3, 2, 1}, {1, 2, 3, 4}, {4, 3, 2, 1}} {
		r, err := f.Check(ctx, arranged(t, "lcr", "corrected", nil, ids...), o)
		if err != nil || r.Copied {
			t.Errorf("check %d: copied %t, %v", i, r.Copied, err)
		}
	}
}

// TestFamilyOfOtherQuestions copies no answer to another question.
func TestFamilyOfOtherQuestions(t *testing.T) {
	var f checker.Family
	for _, row := range []struct {
		reason  string
		options checker.Options
		copied  bool
	}{
		{"the first", checker.Options{Properties: []properties.Property{properties.Uniqueness()}}, false},
		{"another property", checker.Options{Properties: []properties.Property{properties.Agreement()}}, false},
		{"another fairness", checker.Options{Properties: []properties.Property{properties.Uniqueness()}, Fairness: model.Strong}, false},
		{"another reduction", checker.Options{Properties: []properties.Property{properties.Uniqueness()}, Search: checker.Search{Reduce: checker.NoReduction}}, false},
		{"the same as the first", checker.Options{Properties: []properties.Property{properties.Uniqueness()}, Workers: 2}, true},
	} {
		r, err := f.Check(recording(t), arranged(t, "lcr", "corrected", nil, 4, 1, 3, 2), row.options)
		if err != nil || r.Copied != row.copied {
			t.Errorf("%s: copied %t, want %t, %v", row.reason, r.Copied, row.copied, err)
		}
	}
}

// TestFamilyInterrupted says that a comparison ends when the context is done, and the report says why.
func TestFamilyInterrupted(t *testing.T) {
	var f checker.Family
	s := arranged(t, "lcr", "corrected", nil, 4, 1, 3, 2)
	o := checker.Options{Properties: []properties.Property{properties.Uniqueness()}}
	if _, err := f.Check(recording(t), s, o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(recording(t))
	cancel()
	r, err := f.Check(ctx, s, o)
	if err != nil || r.Copied || r.Stopped.String() != "interrupted" {
		t.Errorf("copied %t, stopped %q, %v", r.Copied, r.Stopped, err)
	}
}

// TestFamilyOfAFailingProperty says that a property that panics for one system only is an error of that one.
func TestFamilyOfAFailingProperty(t *testing.T) {
	var f checker.Family
	p := properties.NewAlways("fails", "it fails if process 0 has identity 2", func(v model.View) bool {
		if v.Network.IDs[0] == 2 {
			panic("two")
		}
		return true
	})
	o := checker.Options{Properties: []properties.Property{p}}
	for _, ids := range [][]model.ID{{1, 2}, {2, 1}} {
		_, err := f.Check(recording(t), arranged(t, "lcr", "corrected", nil, ids...), o)
		if panicked := (*properties.PanicError)(nil); errors.As(err, &panicked) != (ids[0] == 2) {
			t.Errorf("identities %v: %v", ids, err)
		}
	}
}
