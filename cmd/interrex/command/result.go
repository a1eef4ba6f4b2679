package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A result says how the results of check are written.
type result struct {
	each  bool // one row of the table for each property, however many there are
	brief bool // only the rows that need a look: those neither confirmed nor open
	audit bool
}

// writeResult writes the table, the summary, the notes that explain them, and the counterexamples of the
// refuted claims. Open claims are left out of a large table: there may be thousands of such rows.
func writeResult(w io.Writer, groups []*group, s *search, j judge, how result) {
	width := terminalWidth(w)
	show := how.rows(groups, j)
	if lines := tableLines(groups, j, how.each, show); len(lines) > 0 || !how.brief {
		writeTable(w, lines, j, width)
	}
	prose := []string{summary(groups, j, s.totals)}
	if how.brief {
		prose = append(prose, briefLegend)
	}
	if open := openText(groups, j, show); open != "" {
		prose = append(prose, open)
	}
	if how.audit {
		prose = append(prose, auditText(s.audit))
	}
	writeProse(w, width, strings.Join(append(prose, legend(groups, j, show)...), "\n"))
	writeCharts(w, width, violations(groups, func(r *row) bool { return j.conclusion(r) == rejected }))
}

// briefLegend explains the lines of the algorithms.
const briefLegend = "E1 (k): the printed text violates a claim; its stored counterexample, which was replayed, has k events"

// rows returns which rows are shown.
func (how result) rows(groups []*group, j judge) func(*row) bool {
	count := 0
	for _, g := range groups {
		count += len(g.rows)
	}
	return func(r *row) bool {
		switch j.conclusion(r) {
		case undecided:
			return count <= maxRows
		case confirmed, noClaim:
			return !how.brief
		}
		return true
	}
}

// openText says in one line how many claims are open that have no row, and why if a search says
// so; "" if none is.
func openText(groups []*group, j judge, show func(*row) bool) string {
	open, partly, reasons := 0, 0, map[string]int{}
	for _, g := range groups {
		for _, r := range g.rows {
			if j.conclusion(r) != undecided || show(r) {
				continue
			}
			open++
			if r.partly > 0 {
				partly++
			}
			if r.note != "" {
				reasons[r.note]++
			}
		}
	}
	if open == 0 {
		return ""
	}
	text := "open: " + plural(open, "claim", "claims")
	if partly > 0 {
		text += fmt.Sprintf(", %s of them confirmed at some n", grouped(fmt.Sprint(partly)))
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		text += fmt.Sprintf("; %s: %s", plural(reasons[why], "claim", "claims"), why)
	}
	return text
}
