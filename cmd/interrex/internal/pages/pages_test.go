package pages_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/protocols/catalogue"
)

var update = flag.Bool("update", false, "write docs/errata.md, docs/assumptions.md and docs/bibliography.md")

func TestErrataPage(t *testing.T) { comparePage(t, "errata", pages.WriteErrata) }

func TestBibliographyPage(t *testing.T) { comparePage(t, "bibliography", pages.WriteBibliography) }

func TestAssumptionsPage(t *testing.T) { comparePage(t, "assumptions", pages.WriteAssumptions) }

// TestBeyondPage compares the text above the tables of docs/beyond.md, whose rows
// take too long to measure in a test.
func TestBeyondPage(t *testing.T) {
	const page = "../../../../docs/beyond.md"
	var b strings.Builder
	if err := pages.WriteBeyond(&b, nil); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, tables, ok := strings.Cut(string(file), "\n## ")
	if !ok {
		t.Fatalf("%s has no tables", page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(b.String()+"\n## "+tables), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(head, b.String()); diff != "" {
		t.Errorf("%s does not begin with the text of WriteBeyond (-file +text):\n%s\ngo test ./cmd/interrex/internal/pages -run %s -update", page, diff, t.Name())
	}
}

// comparePage compares a generated page of docs/ with the tables.
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
		t.Errorf("%s differs from the tables (-file +tables):\n%s\n"+
			"go test ./cmd/interrex/internal/pages -run %s -update\ncommit only if you know why it changed", page, diff, t.Name())
	}
}

// TestReadingsHaveCharts says that each stored counterexample of a reading is
// linked from the page of its algorithm, and that each condition has a chart there.
func TestReadingsHaveCharts(t *testing.T) {
	const root = "../../../../"
	files, err := filepath.Glob(root + "counterexamples/*/R[0-9]*.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d stored counterexamples of readings, %v", len(files), err)
	}
	drawn := map[string]bool{} // by algorithm and condition
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		page, err := os.ReadFile(root + "docs/algorithms/" + strings.ReplaceAll(name, "-", "") + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if link := "](../../counterexamples/" + name + "/" + filepath.Base(file) + ")"; !strings.Contains(string(page), link) {
			t.Errorf("the page of %s has no link to %s", name, filepath.Base(file))
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, chart, _ := strings.Cut(string(text), "\n----\n")
		condition, _, _ := strings.Cut(filepath.Base(file), "-")
		drawn[name+" "+condition] = drawn[name+" "+condition] || strings.Contains(string(page), "```text\n"+chart+"```\n")
	}
	for condition, ok := range drawn {
		if !ok {
			t.Errorf("%s: the page has no chart", condition)
		}
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
