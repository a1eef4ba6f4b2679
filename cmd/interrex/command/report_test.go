package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/protocols/claims"
)

// fewArrangements is the greatest number of arrangements of the identities with
// which a row of the page is measured without INTERREX_LONG: that of n = 5.
const fewArrangements = 24

// isWhole reports whether the page is measured with all arrangements.
func isWhole() bool { return checkertest.Long() || *update }

// reported measures the quantities of the page, unless whole for few arrangements only.
func reported(t *testing.T) []*measurement {
	t.Helper()
	if testing.Short() {
		t.Skip("measures the whole catalogue")
	}
	c := &measureCommand{request: request{known: ours()}, report: true}
	plan, err := c.plan(func() string { return "" }, io.Discard)
	if err == nil && !isWhole() {
		for _, m := range plan {
			m.amounts = slices.DeleteFunc(m.amounts, func(a *amounts) bool { return len(a.arrangements) > fewArrangements })
		}
	}
	if err == nil {
		err = c.measure(t.Context(), newSearch(&c.request), plan, &bytes.Buffer{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestQuantitiesPage says that docs/quantities.md has the measured values, and that
// the formulas agree with them unless the catalogue says that they do not.
func TestQuantitiesPage(t *testing.T) {
	plan := reported(t)
	for _, m := range plan {
		for _, f := range m.unexpected() {
			t.Errorf("%s %s: %v does not agree", m.group.entry.Name, m.condition(), f)
		}
		for _, f := range m.formulas {
			agrees := func(a *amounts) bool { return f.Agrees(a.n, a.atLeast(), a.atMost()) }
			if isWhole() && f.Refuted != "" && !slices.ContainsFunc(m.amounts, func(a *amounts) bool { return a.known() && !agrees(a) }) {
				t.Errorf("%s %s: %v agrees, although the catalogue says that it does not", m.group.entry.Name, m.condition(), f)
			}
		}
	}
	var b bytes.Buffer
	if err := pages.WriteQuantities(&b, measurements(plan)); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join("..", "..", "..", "docs", "quantities.md")
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	written := string(file)
	if !isWhole() {
		written = linesAmong(written, b.String())
	}
	if diff := cmp.Diff(written, b.String()); diff != "" {
		t.Errorf("docs/quantities.md is not what is measured (-file +measured):\n%s\n"+
			"go test ./cmd/interrex/command -run TestQuantitiesPage -update\ncommit only if you know why it changed", diff)
	}
}

// linesAmong returns page without the rows of tables that part omits: part is the
// same page with fewer rows.
func linesAmong(page, part string) string {
	var kept []string
	lines, rest := strings.Split(page, "\n"), strings.Split(part, "\n")
	for i, line := range lines {
		table := lines[i : i+1+slices.Index(lines[i:], "")] // its rows from here, and the empty line
		isNext := len(rest) > 0 && line == rest[0]
		omitted := strings.HasPrefix(line, "| ") && !isNext && len(rest) > 0 && slices.Contains(table, rest[0])
		if !omitted {
			kept = append(kept, line)
			rest = rest[min(1, len(rest)):]
		}
	}
	return strings.Join(kept, "\n")
}

// TestWrongFormulasAreFound plants formulas that do not agree.
func TestWrongFormulasAreFound(t *testing.T) {
	c := &measureCommand{request: request{known: ours(), algorithms: []string{"lcr"}, sizes: sizes{3, 3}}}
	plan, err := c.plan(func() string { return "" }, io.Discard)
	if err == nil {
		err = c.measure(t.Context(), newSearch(&c.request), plan[:1], &bytes.Buffer{})
	}
	if err != nil {
		t.Fatal(err)
	}
	at := func(x float64) func(int) float64 { return func(int) float64 { return x } }
	for _, row := range []struct {
		formula claims.Formula
		want    bool
		reason  string
	}{
		{claims.Formula{Says: claims.LeastIs, At: at(8)}, true, "3n - 1"},
		{claims.Formula{Says: claims.LeastIs, At: at(7)}, false, "less than the least"},
		{claims.Formula{Says: claims.GreatestIs, At: at(9)}, true, "n(n+1)/2 + n"},
		{claims.Formula{Says: claims.GreatestIs, At: at(8)}, false, "the least is not the greatest"},
		{claims.Formula{Says: claims.AlwaysIs, At: at(9)}, false, "not always"},
		{claims.Formula{Says: claims.GreatestAtMost, At: at(9.5)}, true, "a bound need not be reached"},
		{claims.Formula{Says: claims.GreatestAtMost, At: at(8.5)}, false, "the greatest is beyond the bound"},
		{claims.Formula{Says: claims.AverageIs, At: at(8.5)}, true, "between the extremes"},
		{claims.Formula{Says: claims.AverageIs, At: at(9.5)}, false, "an average is no greater than the greatest"},
	} {
		m := plan[0]
		m.formulas = []claims.Formula{row.formula}
		if got := len(m.unexpected()) == 0; got != row.want {
			t.Errorf("%v %v: agrees %t, want %t: %s", row.formula.Says, row.formula.At(3), got, row.want, row.reason)
		}
		if got := measuredStatus(plan[:1], &bytes.Buffer{}); (got == ok) != row.want {
			t.Errorf("%v %v: exit status %d: %s", row.formula.Says, row.formula.At(3), int(got), row.reason)
		}
	}
}
