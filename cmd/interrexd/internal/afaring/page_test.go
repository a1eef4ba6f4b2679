package afaring_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
)

var update = flag.Bool("update", false, "write docs/service.md, and the amounts that TestOvertaking measures")

const page = "../../../../docs/service.md"

// measured is the file with the amounts of a way to call the neighbour.
func measured(calls afaserver.Calls) string {
	return filepath.Join("testdata", calls.String()+".txt")
}

// record writes the amounts of a run, by size.
func record(t *testing.T, calls afaserver.Calls, amounts map[int][]int) {
	t.Helper()
	var b strings.Builder
	for n := smallest; n <= largest; n++ {
		f := figuresOf(amounts[n])
		fmt.Fprintln(&b, n, f.rings, f.least, f.greatest, f.median, f.mean)
	}
	if err := os.WriteFile(measured(calls), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// recorded returns the figures that record wrote.
func recorded(t *testing.T, calls afaserver.Calls) map[int]figures {
	t.Helper()
	text, err := os.ReadFile(measured(calls))
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]figures{}
	for line := range strings.Lines(string(text)) {
		var n int
		var f figures
		if _, err := fmt.Sscan(line, &n, &f.rings, &f.least, &f.greatest, &f.median, &f.mean); err != nil {
			t.Fatalf("%s: %q: %v", measured(calls), line, err)
		}
		all[n] = f
	}
	return all
}

// table1 returns the figures of the document's Table 1 in docs/quantities.md, and the
// exact ones, by size.
func table1(t *testing.T) (printed, exact map[int][4]string) {
	t.Helper()
	text, err := os.ReadFile("../../../../docs/quantities.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "in **Table 1** of the document")
	if !found {
		t.Fatal("docs/quantities.md has no Table 1")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	printed, exact = map[int][4]string{}, map[int][4]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\d+) \| .*$`).FindAllStringSubmatch(section, -1) {
		var n int
		fmt.Sscan(row[1], &n)
		cells := strings.Split(strings.ReplaceAll(strings.Trim(row[0], "| "), "*", ""), " | ")
		if len(cells) != 9 {
			t.Fatalf("docs/quantities.md: %q has %d cells, want 9", row[0], len(cells))
		}
		printed[n] = [4]string{cells[1], cells[3], cells[5], cells[7]}
		exact[n] = [4]string{cells[2], cells[4], cells[6], cells[8]}
	}
	return printed, exact
}

func (f figures) cells() [4]string {
	return [4]string{fmt.Sprint(f.least), fmt.Sprint(f.greatest), fmt.Sprint(f.median), fmt.Sprintf("%.1f", f.mean)}
}

// TestPage: docs/service.md has the tables of the measured figures.
func TestPage(t *testing.T) {
	printed, exact := table1(t)
	inOrder := map[int][4]string{}
	concurrent, nested := map[int][4]string{}, map[int][4]string{}
	for n := smallest; n <= largest; n++ {
		inOrder[n] = figuresOf(amountsInOrder(n)).cells()
	}
	for calls, cells := range map[afaserver.Calls]map[int][4]string{afaserver.Concurrent: concurrent, afaserver.Nested: nested} {
		for n, f := range recorded(t, calls) {
			cells[n] = f.cells()
			if f.rings < 20 || f.least < n || f.greatest > n*(n+1)/2 {
				t.Errorf("%s: impossible for n = %d: %+v", measured(calls), n, f)
			}
		}
	}
	text, err := os.ReadFile("testdata/page.md")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(
		"TABLE IN ORDER\n", tableOf([]string{"printed", "exact", "4,096 rings"}, printed, exact, inOrder),
		"TABLE OVERTAKING\n", tableOf([]string{"printed", "concurrent", "nested"}, printed, concurrent, nested),
	).Replace(string(text))
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != want {
		t.Errorf("docs/service.md is not that of testdata/page.md with its tables (%v): run go -C cmd/interrexd test ./internal/afaring -run TestPage -update; commit only if you know why it changed", err)
	}
}

// tableOf has min, max, median and average, each of all columns.
func tableOf(names []string, columns ...map[int][4]string) string {
	var b strings.Builder
	b.WriteString("| n |")
	for _, figure := range []string{"min", "max", "median", "average"} {
		for i, name := range names {
			if i > 0 {
				figure = ""
			}
			fmt.Fprintf(&b, " %s |", strings.TrimSpace(figure+" "+name))
		}
	}
	b.WriteString("\n|" + strings.Repeat(" --- |", 1+4*len(names)) + "\n")
	for n := smallest; n <= largest; n++ {
		fmt.Fprintf(&b, "| %d |", n)
		for i := range 4 {
			for _, column := range columns {
				fmt.Fprintf(&b, " %s |", column[n][i])
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
