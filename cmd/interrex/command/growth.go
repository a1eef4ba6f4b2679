package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/protocols/claims"
)

// inTables reports whether the sweep is a row of the tables of all algorithms.
func (s *sweep) inTables() bool {
	return slices.Contains([]string{"unit", "one", "last-change"}, strings.TrimPrefix(s.name, s.algorithm+"-"))
}

// startText says which processes wake by themselves.
func (s *sweep) startText() string {
	switch s.start() {
	case claims.AllAwake:
		return "all"
	case claims.OneAwake:
		return "one"
	}
	return fmt.Sprintf("%g %%", 100*s.wakeRate())
}

// growthTables returns the tables of messages and time of all algorithms, in
// Markdown.
func growthTables(all []*sweepResult) string {
	var tables []string
	for _, m := range []claims.Measure{claims.Messages, claims.Time} {
		var rows []pages.Growth
		for _, s := range all {
			if s.inTables() {
				rows = append(rows, s.growth(m))
			}
		}
		tables = append(tables, pages.ExperimentTable(m.String(), rows))
	}
	for _, s := range all {
		if s.isPrinted() {
			tables = append(tables, s.besideFormulas())
		}
	}
	return strings.Join(tables, "\n")
}

// isPrinted reports whether the sweep has the parameters of an experiment that a
// document prints.
func (s *sweep) isPrinted() bool { return strings.HasSuffix(s.name, "-document") }

// besideFormulas returns the averages of every tenth size, beside the lines that the
// document has fitted to its own.
func (s *sweepResult) besideFormulas() string {
	header := []string{"n", "messages", "per process", "received by the busiest process", "time in delays"}
	var lines []claims.Curve
	for _, m := range []claims.Measure{claims.Messages, claims.Time} {
		lines = append(lines, s.formulas(m)...)
	}
	for _, l := range lines {
		header = append(header, l.Name)
	}
	rows := [][]string{header}
	for i, same := range s.samples {
		n := same[0].n
		if i > 0 && n%10 != 0 {
			continue
		}
		at := func(m claims.Measure) float64 { return s.curve(m).points[i].Y }
		row := []string{fmt.Sprint(n), number(at(claims.Messages)), number(at(claims.Messages) / float64(n)), number(at(claims.Busiest)), number(at(claims.Time))}
		for _, l := range lines {
			row = append(row, number(l.At(n)))
		}
		rows = append(rows, row)
	}
	return fmt.Sprintf("The experiment that the document of %s prints, with its parameters: %s of the processes awake, %d repeats of each size, delay %v.\nThe columns are averages, and the lines that the document fits to its own, in delays where it has seconds.\n\n%s",
		s.algorithm, s.startText(), s.repeats, s.options.Delay, pages.Table(rows))
}

// growth returns the row of a table.
func (s *sweepResult) growth(m claims.Measure) pages.Growth {
	c := s.curve(m)
	best, last := c.best(), c.last()
	g := pages.Growth{Algorithm: s.algorithm, Awake: s.startText(), Sizes: sizes{s.sizes[0], s.sizes[len(s.sizes)-1]}.String(),
		Fit: best.textWithMargins(), Last: number(last.Y)}
	if !best.constant() {
		g.R2 = fmt.Sprintf("%.4f", best.r2)
	}
	var said []string
	for _, f := range c.formulas {
		said = append(said, fmt.Sprintf("%s = %s", f.Name, number(f.At(int(last.X)))))
	}
	g.Said = strings.Join(said, "; ")
	return g
}

// wakeRate returns the share of the processes that wake by themselves.
func (s *sweep) wakeRate() float64 { return float64(1000-s.options.Asleep) / 1000 }

func (s *sweep) title(m claims.Measure) string { return m.String() + ": " + s.conditions() }

// conditions describes in one line what the samples of a file have in common.
func (s *sweep) conditions() string {
	line := fmt.Sprintf("%s %s, delay %v, wake rate %g", s.entry.Name, s.entry.VariantText(s.variant), s.options.Delay, s.wakeRate())
	if readings := s.entry.ReadingsText(s.variant.Readings); readings != "" {
		line += ", reading " + readings
	}
	if s.options.Limit > 0 {
		line += fmt.Sprintf(", to the last change of status within %d events", s.options.Limit)
	}
	return line
}
