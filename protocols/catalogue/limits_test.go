package catalogue_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

func TestMutantsAreRead(t *testing.T) {
	for _, row := range []struct {
		table  string
		want   []catalogue.Mutant
		err    string
		reason string
	}{
		{"forgets | its vote | 2 | 3 | bag crash=1 | uniqueness | 8\nshouts | harmless | never\n", []catalogue.Mutant{
			{Name: "forgets", Reason: "its vote", Catch: catalogue.Catch{Limit: 2, N: 3, Condition: "bag crash=1", Property: "uniqueness", Events: 8}},
			{Name: "shouts", Reason: "harmless"},
		}, "", "one that is caught, and one that is not"},
		{"forgets | its vote | 2 | 3 |  | uniqueness | 8\n", []catalogue.Mutant{
			{Name: "forgets", Reason: "its vote", Catch: catalogue.Catch{Limit: 2, N: 3, Property: "uniqueness", Events: 8}},
		}, "", "the condition of the document has no text"},
		{"forgets | its vote | 2\n", nil, `line 1: got 3 columns, want 7, or 3 of which the last is "never"`, "columns are missing"},
		{"a | b | never\nforgets | its vote | 2 | three | | uniqueness | 8\n", nil, `line 2: got 6 columns, want 7, or 3 of which the last is "never"`, "a bar needs a space on each side"},
		{"forgets | its vote | 2 | three |  | uniqueness | 8\n", nil, `line 1: column 4: "three" is no number`, "a word for a number"},
	} {
		got, err := catalogue.ParseMutants(row.table)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if diff := cmp.Diff(row.want, got); diff != "" || message != row.err {
			t.Errorf("%s: got error %q, want %q; %s", row.reason, message, row.err, diff)
			continue
		}
		again := ""
		for _, m := range got {
			again += m.String() + "\n"
		}
		if err == nil && again != row.table {
			t.Errorf("%s: written again it is %q, want %q", row.reason, again, row.table)
		}
	}
}

// TestLimitsCatchTheirMutants holds the limits of the catalogue against the tables of mutants: each instance that
// catches a mutant has the limit that the mutant needs. With a limit that is one lower, one escapes.
func TestLimitsCatchTheirMutants(t *testing.T) {
	const least = 20 // mutants of each algorithm
	for _, e := range catalogue.All() {
		if e.Limits == nil {
			continue
		}
		mutants, err := catalogue.Mutants(e)
		if err != nil || len(mutants) < least {
			t.Errorf("%s: %d mutants, error %v; want %d or more", e.Name, len(mutants), err, least)
			continue
		}
		if err := suffice(e, mutants); err != nil {
			t.Error(err)
		}
		usual := e.Limits[0].Of
		e.Limits = slices.Clone(e.Limits)
		e.Limits[0].Of = func(net model.Network) int { return min(usual(net), greatest(mutants)-1) }
		if suffice(e, mutants) == nil {
			t.Errorf("%s: %s up to %d only: no mutant escapes, want one", e.Name, e.Limits[0].Name, greatest(mutants)-1)
		}
	}
}

// suffice returns an error if a mutant escapes.
func suffice(e claims.Entry, mutants []catalogue.Mutant) error {
	for _, m := range mutants {
		if err := m.Suffices(e); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	return nil
}

// greatest returns the greatest limit that a mutant needs.
func greatest(mutants []catalogue.Mutant) int {
	most := 0
	for _, m := range mutants {
		most = max(most, m.Limit)
	}
	return most
}
