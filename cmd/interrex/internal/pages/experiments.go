package pages

import (
	"fmt"
	"strings"
)

// A Growth describes how a measure of a sweep grows with n.
type Growth struct {
	Algorithm string
	Awake     string // the processes that wake by themselves
	Sizes     string // the range of n
	Fit       string // the best
	R2        string // of the fit; "" if the measure is constant
	Last      string // at the greatest n
	Said      string // the values of formulas there
}

// ExperimentTable returns a table of docs/experiments.md, about one measure.
func ExperimentTable(measure string, all []Growth) string {
	rows := [][]string{{"algorithm", "awake", "n", fmt.Sprintf("%s, best fit", measure), "R²", "at the greatest n", "formulas there"}}
	for _, g := range all {
		rows = append(rows, []string{g.Algorithm, g.Awake, g.Sizes, g.Fit, g.R2, g.Last, g.Said})
	}
	return Table(rows)
}

// Table returns a table in Markdown: the header, and the rows.
func Table(rows [][]string) string {
	var b strings.Builder
	table(&b, rows)
	return b.String()
}
