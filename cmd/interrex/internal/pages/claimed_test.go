package pages_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/protocols/catalogue"
)

var link = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)

// TestTablesSayTheClaims reads the table of conditions on the page of each algorithm, and compares what it says of each property under
// each condition, for each number of processes, with the claims.
func TestTablesSayTheClaims(t *testing.T) {
	for _, e := range catalogue.All() {
		page, err := os.ReadFile("../../../../docs/algorithms/" + e.Package() + ".md")
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		for _, c := range e.AsRead() {
			for n := c.From; n <= c.To && !(c.IDs != nil && c.Fails); n++ {
				want[saying(c.Condition(), c.Property, n)] = !c.Fails
			}
		}
		if diff := cmp.Diff(want, sayings(t, string(page))); diff != "" {
			t.Errorf("%s (-claims +page):\n%s", e.Name, diff)
		}
	}
}

func saying(condition, property string, n int) string {
	return fmt.Sprintf("%s, %s, n = %d", condition, property, n)
}

// sayings expands the table of conditions: whether a property holds.
func sayings(t *testing.T, page string) map[string]bool {
	t.Helper()
	_, text, _ := strings.Cut(page, "\nProperties: ")
	list, table, ok := strings.Cut(text, ".\n\n| condition | n | holds | violated |\n| --- | --- | --- | --- |\n")
	if !ok {
		t.Fatalf("no table of conditions in\n%s", page)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	is := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(line, "&lt;", "<"), "| "), " |"), " | ")
		for condition := range strings.SplitSeq(cells[0], "; ") {
			expand(is, strings.TrimSuffix(condition, "as assumed"), strings.Split(list, ", "), cells[1:])
		}
	}
	return is
}

// expand adds the sayings of a row for one of its conditions.
func expand(is map[string]bool, condition string, names, cells []string) {
	say := func(property, sizes string, holds bool) {
		for _, n := range numbers(sizes) {
			is[saying(condition, property, n)] = holds
		}
	}
	var violated []string
	for item := range strings.SplitSeq(link.ReplaceAllString(cells[2], "$1"), "; ") {
		if item == "" {
			continue
		}
		name, at, _ := strings.Cut(item, " ")
		at, remark, _ := strings.Cut(at, " (")
		rest, elsewhere := strings.CutPrefix(remark, "holds ")
		switch {
		case elsewhere:
			say(name, strings.TrimSuffix(rest, ")"), true)
		case remark == "": // it holds for the others of the row
			say(name, cells[0], true)
		}
		if at == "" {
			at = cells[0]
		}
		say(name, at, false)
		violated = append(violated, name)
	}
	for item := range strings.SplitSeq(cells[1], "; ") {
		but, all := "", false
		for _, prefix := range []string{"all others", "all"} {
			if but, all = strings.CutPrefix(item, prefix); all {
				break
			}
		}
		fields := strings.Fields(item)
		switch {
		case all:
			not := strings.Split(strings.TrimPrefix(but, " but "), ", ")
			for _, name := range names {
				if !slices.Contains(not, name) && !slices.Contains(violated, name) {
					say(name, cells[0], true)
				}
			}
		case len(fields) == 2 && !strings.HasSuffix(fields[0], ","):
			forget(is, condition, fields[0]) // "all" has said it of the row
			say(fields[0], fields[1], true)
		default:
			for name := range strings.SplitSeq(item, ", ") {
				if name != "" {
					say(name, cells[0], true)
				}
			}
		}
	}
}

// forget drops the sayings about a property under a condition.
func forget(is map[string]bool, condition, property string) {
	for n := range 100 {
		delete(is, saying(condition, property, n))
	}
}

// numbers reads "2–4, 6".
func numbers(text string) (list []int) {
	for part := range strings.SplitSeq(text, ", ") {
		first, last, isRange := strings.Cut(part, "–")
		from, _ := strconv.Atoi(first)
		to := from
		if isRange {
			to, _ = strconv.Atoi(last)
		}
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
	}
	return list
}
