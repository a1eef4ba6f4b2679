package checker_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestAudit checks the certificates of elections: of systems that are looked at as a whole, and
// of larger ones on random walks.
func TestAudit(t *testing.T) {
	for _, row := range []struct {
		algorithm string
		n         int
		options   checker.Options
		whole     bool
		reason    string
	}{
		{"raft", 2, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, true, "its deliveries"},
		{"raft", 2, checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}, true, "its deliveries and renamings"},
		{"raft", 4, checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}, false, "the same of 203,353 configurations"},
		{"itairodeh", 3, checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}, true, "rotations"},
		{"itairodeh", 4, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, false, "deliveries on a ring of 9,105 configurations"},
	} {
		row.options.Audit = true
		r := symmetrySearch(t, row.algorithm, row.n, row.options)
		a := r.Audit
		if a == nil || a.Searches != 1 || a.Whole != row.whole || (a.Deliveries > 0) != (row.options.Search.Reduce == checker.Confluent) || (a.Renamings > 0) != (r.Symmetry > 1) {
			t.Errorf("%s, n = %d: %+v (%s)", row.algorithm, row.n, a, row.reason)
		}
	}
	if r := symmetrySearch(t, "raft", 2, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Audit: true}); r.Audit == nil || r.Audit.Searches != 0 {
		t.Errorf("a search of the whole system relied upon %+v", r.Audit)
	}
	if r := symmetrySearch(t, "raft", 2, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}); r.Audit != nil {
		t.Errorf("nobody asked for an audit: %+v", r.Audit)
	}
}

// TestAuditOfSortedSearch checks the certificate of a sorted search of a system that is looked at as a whole, and of one that is larger.
func TestAuditOfSortedSearch(t *testing.T) {
	for n, whole := range map[int]bool{2: true, 4: false} {
		s := catalogued(t, "paxos", "corrected", n, func(*model.Network) error { return nil })
		for _, audit := range []bool{true, false} {
			r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Sorted}, Properties: []properties.Property{properties.Uniqueness()}, Audit: audit})
			if err != nil || r.Verdicts[0].Result != checker.Holds || (r.Audit != nil) != audit {
				t.Fatalf("n = %d: %v, audit %+v, %v", n, r.Verdicts, r.Audit, err)
			}
			if a := r.Audit; audit && (a.Searches != 1 || a.Whole != whole || a.Sorted == 0) {
				t.Errorf("n = %d: %+v", n, a)
			}
		}
	}
}

// TestAuditFails searches for a property whose predicate tells more apart after the search than
// it did then, so that the search has left out too much. Then the context ends before the
// audit.
func TestAuditFails(t *testing.T) {
	s := catalogued(t, "lcr", "corrected", 3, func(*model.Network) error { return nil })
	searched := false
	changes := properties.NewAlways("changes", "nobody loses after the search", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool {
		return !searched || s.Role != model.Lost
	}})
	o := checker.Options{Properties: []properties.Property{changes}, Audit: true}
	err := checker.SearchThen(t.Context(), s, o, func() { searched = true })
	var flaw *certificate.Flaw
	if !errors.As(err, &flaw) || !strings.Contains(err.Error(), "internal error, please report: lcr: a reduced search relied on what is not true: p") {
		t.Errorf("the error is %v, want a flaw", err)
	}
	searched = false
	ctx, cancel := context.WithCancel(t.Context())
	if err := checker.SearchThen(ctx, s, o, cancel); err != nil {
		t.Errorf("an audit that is interrupted is an error: %v", err)
	}
}
