package pages_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write docs/errata.md, docs/assumptions.md and docs/bibliography.md")

func TestErrataPage(t *testing.T) { comparePage(t, "errata", pages.WriteErrata) }

func TestBibliographyPage(t *testing.T) { comparePage(t, "bibliography", pages.WriteBibliography) }

func TestAssumptionsPage(t *testing.T) { comparePage(t, "assumptions", pages.WriteAssumptions) }

// comparePage compares a generated page of docs/ with what the tables say.
func comparePage(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	page := "../../../../docs/" + name + ".md"
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(file), b.String()); diff != "" {
		t.Errorf("%s is not what the tables say (-file +tables):\n%s\n"+
			"go test ./cmd/interrex/internal/pages -run %s -update\ncommit only if you know why it changed", page, diff, t.Name())
	}
}

// TestAlgorithmPages holds the page of each algorithm against the code, the
// catalogue, the stored counterexamples and docs/quantities.md.
func TestAlgorithmPages(t *testing.T) {
	const root = "../../../../"
	quantities, err := os.ReadFile(root + "docs/quantities.md")
	if err != nil {
		t.Fatal(err)
	}
	files := pages.Files{Counterexamples: os.DirFS(root + "counterexamples"), Quantities: string(quantities)}
	for _, e := range catalogue.All() {
		comparePage(t, "algorithms/"+e.Package(), func(w io.Writer) error { return pages.WriteAlgorithm(w, e, files) })
	}
}
