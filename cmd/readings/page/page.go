// Package page writes docs/readings.md from the stored results of the product of readings.
package page

import (
	"fmt"
	"io"
	"strings"

	"github.com/interrex/interrex/cmd/readings/explain"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
)

const head = `# Readings, judged together

Generated from the files in ` + "`cmd/readings/product/results`" + `. Do not edit; update with

` + "```sh\ngo test ./cmd/readings/page -run TestPage -update\n```" + `

A cell is one combination of the options of all readings, under one order, timing and at most one fault, with one number of
processes: 2 and 3, and 4 under the condition that the document assumes. All arrangements of the identities are searched. The
corrected and the printed text have such cells, and the corrected text without one fix has them under the condition in which its
erratum shows. A cell is unknown if a system of it has more configurations than the limit in its file, or if a search
cannot decide, and its file says which. The command judges the rows that are missing, those with
the fewest changes from the assumed condition first:

` + "```sh\ngo run ./cmd/readings -changes 1\n```" + `

A property has a **baseline**: the first condition under which the corrected text with the first options is known to have the property for some number of
processes, and to fail for none. The assumed condition is the first of all. A **cause** of a failure is a set of changes from the baseline with which the
property fails, while it does not fail with any part of the set that is judged: options, fixes taken away, another order or
timing, a fault. Cells count for each cause that they contain; *at most* says that a counterexample with fewer events may exist.
`

// Write writes the page for the tables of these algorithms.
func Write(w io.Writer, tables []*product.Table) error {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("\n## Figures\n\n| algorithm | combinations | rows judged | of | cells | failing | unknown | causes |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	var details strings.Builder
	var sum [7]int
	for _, t := range tables {
		causes := explain.Of(t)
		figures := [7]int{product.Count(t.Entry), len(t.Rows()), len(product.Rows(t.Entry)), causes.Cells, causes.Failing, causes.Unknown, len(explain.Grouped(causes.List))}
		line(&b, t.Entry.Name, figures)
		for i, f := range figures {
			sum[i] += f
		}
		writeCauses(&details, t.Entry, causes)
	}
	line(&b, "all", sum)
	b.WriteString(details.String())
	_, err := io.WriteString(w, b.String())
	return err
}

func line(b *strings.Builder, name string, figures [7]int) {
	fmt.Fprintf(b, "| %s |", name)
	for _, f := range figures {
		fmt.Fprintf(b, " %d |", f)
	}
	b.WriteString("\n")
}

// writeCauses writes the causes of the failures of an algorithm: of the text first.
func writeCauses(b *strings.Builder, e catalogue.Entry, causes *explain.Causes) {
	fmt.Fprintf(b, "\n## %s\n\nAssumed: %v.%s\n", e.Name, product.Assumed(e), otherBaselines(e, causes))
	if len(causes.List) == 0 {
		b.WriteString("\nNo cell fails.\n")
		return
	}
	b.WriteString("\n| changes | violates | cells |\n| --- | --- | ---: |\n")
	for _, ofText := range []bool{true, false} {
		for _, g := range explain.Grouped(causes.List) {
			if explain.IsOfText(g.Changes) != ofText {
				continue
			}
			most := 0
			for _, c := range g.Causes {
				most = max(most, c.Cells)
			}
			fmt.Fprintf(b, "| %s | %s | %d |\n", strings.Join(g.Changes, " "), g.Violations(), most)
		}
	}
}

// otherBaselines names the properties that do not hold under the assumed condition.
func otherBaselines(e catalogue.Entry, causes *explain.Causes) string {
	var b strings.Builder
	for _, name := range product.Properties(e) {
		switch base, ok := causes.Baselines[name]; {
		case !ok:
			fmt.Fprintf(&b, " No condition that is judged is a baseline of %s.", name)
		case base != product.Assumed(e):
			fmt.Fprintf(&b, " The baseline of %s is %v.", name, base)
		}
	}
	return b.String()
}
