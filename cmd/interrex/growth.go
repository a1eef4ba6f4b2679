package main

import (
	"fmt"
	"slices"
	"strings"
)

// inTables reports whether the sweep is a row of the tables of all algorithms.
func (s *sweep) inTables() bool {
	return slices.Contains([]string{"unit", "one", "settled"}, strings.TrimPrefix(s.name, s.algorithm+"-"))
}

// startText says who wakes of their own accord.
func (s *sweep) startText() string {
	switch s.options.Asleep {
	case 0:
		return "all"
	case 1000:
		return "one"
	}
	return fmt.Sprintf("%g %%", 100*s.wakeRate())
}

// growthTables returns the tables of messages and time of all algorithms, in
// Markdown.
func growthTables(all []*swept) string {
	var b strings.Builder
	for _, m := range []measure{messages, elapsed} {
		rows := [][]string{{"algorithm", "awake", "n", m.String() + ", best fit", "R²", "at the greatest n", "what is said, there"},
			{"---", "---", "---", "---", "---", "---", "---"}}
		for _, s := range all {
			if s.inTables() {
				rows = append(rows, s.growth(m))
			}
		}
		writeMarkdown(&b, rows)
		if m == messages {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// growth returns the row of a table.
func (s *swept) growth(m measure) []string {
	c := s.curve(m)
	best := c.best()
	row := []string{s.algorithm, s.startText(), fmt.Sprintf("%d..%d", s.sizes[0], s.sizes[len(s.sizes)-1]),
		best.textWithMargins(), fmt.Sprintf("%.4f", best.r2), number(c.last().Y), ""}
	if best.constant() {
		row[4] = ""
	}
	var said []string
	for _, f := range c.formulas {
		said = append(said, fmt.Sprintf("%s = %s", f.name, number(f.at(c.last().X))))
	}
	row[6] = strings.Join(said, "; ")
	return row
}
