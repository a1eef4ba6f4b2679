package catalogue_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/protocols/catalogue"
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
