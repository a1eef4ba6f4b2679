package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/cmd/interrex/internal/whole"
	"github.com/interrex/interrex/protocols/catalogue"
)

// pageFolder has the samples and the figures of docs/experiments.md.
var pageFolder = filepath.Join("..", "..", "..", "docs", "images", "experiments")

// updatePage is the command that writes the page and its files anew.
const updatePage = "go test ./cmd/interrex/command -run TestExperimentsPage -update (commit only if you know why it changed)"

// TestExperimentsPage compares the tables and figures of docs/experiments.md with
// its samples, and repeats the smallest measurements of each sweep.
func TestExperimentsPage(t *testing.T) {
	sweeps, err := plannedSweeps(ours(), catalogue.All())
	if err != nil {
		t.Fatal(err)
	}
	var all []*parts.Series
	var files []string
	for _, s := range sweeps {
		files = append(files, s.name+".csv")
		if !*update {
			checkSamples(t, s)
		}
		samples, err := s.run(t.Context(), pageFolder, &bytes.Buffer{}) // simulates the missing samples: none, unless *update
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s.series(samples))
	}
	figures, tables := whole.Parts().Experiments(all)
	for _, f := range figures {
		files = append(files, f.Name+".svg")
		checkFigure(t, f)
	}
	checkTables(t, tables)
	executions := 0
	for _, s := range sweeps {
		executions += len(s.sizes) * s.repeats
	}
	if count := fmt.Sprintf("Each of the %s executions", grouped(strconv.Itoa(executions))); !strings.Contains(readText(t, filepath.Join("..", "..", "..", "docs", "experiments.md")), count) {
		t.Errorf("docs/experiments.md does not say %q", count)
	}
	entries, err := os.ReadDir(pageFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(files, e.Name()) {
			t.Errorf("%s is no file of the page", e.Name())
		}
	}
}

// checkSamples fails unless the file of s is complete, and its first samples are
// measured again with the same result.
func checkSamples(t *testing.T, s *sweep) {
	t.Helper()
	text := readText(t, filepath.Join(pageFolder, s.name+".csv"))
	rows := strings.Split(strings.TrimSpace(text), "\n")
	if want := len(s.sizes)*s.repeats + 2; len(rows) != want {
		t.Fatalf("%s.csv has %d lines, want %d: %s", s.name, len(rows), want, updatePage)
	}
	for i, seed := range []uint64{1, 2} {
		got, err := s.sample(t.Context(), s.sizes[0], seed)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != rows[i+2] {
			t.Errorf("%s.csv: %s is measured, not %s: remove the file, and %s", s.name, got, rows[i+2], updatePage)
		}
	}
}

func checkFigure(t *testing.T, f parts.Figure) {
	t.Helper()
	if *update {
		if err := writeFigure(f, pageFolder, "svg"); err != nil {
			t.Fatal(err)
		}
	}
	if testing.Short() {
		return
	}
	picture, err := f.Draw("svg")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := picture.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	if readText(t, filepath.Join(pageFolder, f.Name+".svg")) != b.String() {
		t.Errorf("%s.svg is not what is drawn: %s", f.Name, updatePage)
	}
}

// checkTables fails unless the page has these tables.
func checkTables(t *testing.T, tables string) {
	t.Helper()
	const begin, end = "<!-- tables of measure --report -->\n", "<!-- end of the tables -->\n"
	page := filepath.Join("..", "..", "..", "docs", "experiments.md")
	text := readText(t, page)
	before, rest, found := strings.Cut(text, begin)
	_, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatalf("%s has no place for the tables, between %q and %q", page, begin, end)
	}
	want := before + begin + tables + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(text, want); diff != "" {
		t.Errorf("the tables of docs/experiments.md are not those of its samples (-file +samples):\n%s\n%s", diff, updatePage)
	}
}
