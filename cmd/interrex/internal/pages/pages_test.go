package pages_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write docs/errata.md, docs/assumptions.md and docs/bibliography.md")

func TestErrataPage(t *testing.T) { comparePage(t, "errata", pages.WriteErrata) }

func TestBibliographyPage(t *testing.T) { comparePage(t, "bibliography", pages.WriteBibliography) }

func TestAssumptionsPage(t *testing.T) { comparePage(t, "assumptions", pages.WriteAssumptions) }

// TestSizesPages compares docs/sizes.md with the rows of docs/sizes, which take too long to measure in a test.
func TestSizesPages(t *testing.T) {
	within, beyond := sizes(t, "catalogue"), sizes(t, "beyond")
	comparePage(t, "sizes", func(w io.Writer) error { return pages.WriteSizes(w, within, beyond) })
	compareFile(t, "../whole/costs.txt", func(w io.Writer) error {
		pages.WriteCosts(w, slices.Concat(within, beyond))
		return nil
	})
}

// sizes returns the rows of a file of docs/sizes.
func sizes(t *testing.T, name string) []parts.SizeRow {
	t.Helper()
	data, err := os.ReadFile("../../../../docs/sizes/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := parts.ParseSizes(string(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// comparePage compares a generated page of docs/ with the tables.
func comparePage(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	compareFile(t, "../../../../docs/"+name+".md", write)
}

// compareFile compares a generated file with the tables.
func compareFile(t *testing.T, page string, write func(io.Writer) error) {
	t.Helper()
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
		t.Errorf("%s differs from the tables (-file +tables):\n%s\n"+
			"go test ./cmd/interrex/internal/pages -run %s -update\ncommit only if you know why it changed", page, diff, t.Name())
	}
}

// TestReadingsAreLinked says that each stored counterexample of a reading is
// linked from the page of its algorithm.
func TestReadingsAreLinked(t *testing.T) {
	const root = "../../../../"
	files, err := filepath.Glob(root + "counterexamples/*/R[0-9]*.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d stored counterexamples of readings, %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		page, err := os.ReadFile(root + "docs/algorithms/" + strings.ReplaceAll(name, "-", "") + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if link := "](../../counterexamples/" + name + "/" + filepath.Base(file) + ")"; !strings.Contains(string(page), link) {
			t.Errorf("the page of %s has no link to %s", name, filepath.Base(file))
		}
	}
}

// TestAlgorithmPages holds the page of each algorithm against the code, the
// catalogue, the stored counterexamples and docs/quantities.md.
func TestAlgorithmPages(t *testing.T) {
	if testing.Short() {
		t.Skip("writes every page")
	}
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
