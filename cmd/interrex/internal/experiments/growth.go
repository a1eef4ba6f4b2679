package experiments

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// A tableWriter writes a table with these rows, of which the first is the header.
type tableWriter = func(rows [][]string) string

// growthTables returns the tables of messages and time of all algorithms.
func growthTables(all []*parts.Series, table tableWriter) string {
	var tables []string
	for _, m := range []claims.Measure{claims.Messages, claims.Time} {
		rows := [][]string{{"algorithm", "awake", "n", m.String() + ", best fit", "R²", "at the greatest n", "formulas there"}}
		for _, s := range all {
			if s.InTables() {
				rows = append(rows, growth(s, m))
			}
		}
		tables = append(tables, table(rows))
	}
	for _, s := range all {
		if s.IsPrinted() {
			tables = append(tables, besideFormulas(s, table))
		}
	}
	return strings.Join(tables, "\n")
}

// besideFormulas returns the averages of every tenth size, beside the lines that the
// document has fitted to its own.
func besideFormulas(s *parts.Series, table tableWriter) string {
	header := []string{"n", "messages", "per process", "received by the busiest process", "time in delays"}
	var lines []claims.Curve
	for _, m := range []claims.Measure{claims.Messages, claims.Time} {
		lines = append(lines, s.Formulas(m)...)
	}
	for _, l := range lines {
		header = append(header, l.Name)
	}
	rows := [][]string{header}
	for i, same := range s.Samples {
		n := same[0].N
		if i > 0 && n%10 != 0 {
			continue
		}
		at := func(m claims.Measure) float64 { return curveOf(s, m).points[i].Y }
		row := []string{fmt.Sprint(n), parts.Number(at(claims.Messages)), parts.Number(at(claims.Messages) / float64(n)), parts.Number(at(claims.Busiest)), parts.Number(at(claims.Time))}
		for _, l := range lines {
			row = append(row, parts.Number(l.At(n)))
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("The experiment that the document of %s prints, with its parameters: %s of the processes awake, %d repeats of each size, delay %v.\nThe columns are averages, and the lines that the document fits to its own, in delays where it has seconds.\n\n%s",
		s.Entry.Name, s.StartText(), s.Repeats, s.Options.Delay, table(rows))
}

// growth returns the row of a table: how a measure grows with n.
func growth(s *parts.Series, m claims.Measure) []string {
	c := curveOf(s, m)
	best, last := c.best(), c.last()
	r2 := ""
	if !best.constant() {
		r2 = fmt.Sprintf("%.4f", best.r2)
	}
	var said []string
	for _, f := range c.formulas {
		said = append(said, fmt.Sprintf("%s = %s", f.Name, parts.Number(f.At(int(last.X)))))
	}
	return []string{s.Entry.Name, s.StartText(), fmt.Sprintf("%d..%d", s.Sizes[0], s.Sizes[len(s.Sizes)-1]),
		best.textWithMargins(), r2, parts.Number(last.Y), strings.Join(said, "; ")}
}
