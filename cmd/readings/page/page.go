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
erratum shows. The bound on messages that a document states is judged in rows of its own, in the network for which it is claimed, where
perhaps one process starts. A row has the cells of one text under one condition with one number of processes. The command judges the rows that
are missing, those with the fewest changes from the assumed condition first:

` + "```sh\ngo run ./cmd/readings -changes 1 -for 30m\n```" + `

From the printed text one fix after the other is put back while the property still fails, each time with a row of its own; so a cause
takes away no fix too many:

` + "```sh\ngo run ./cmd/readings -reduce\n```" + `

A property has a **baseline**: the first condition under which the corrected text with the first options is known to have the property for some number of
processes, and to fail for none. The assumed condition is the first of all. A **cause** of a failure is a set of changes from the baseline with which the
property fails, while no part of the set is known to be enough: options, fixes taken away, another order or
timing, a fault. A part that is not judged, or with which the property is unknown, counts as not failing, so a cause may have a
change too many where the figures below have rows that are not judged, or unknown cells. Cells count for each cause that they
contain; *at most* says that a counterexample with fewer events may exist.
`

const (
	figuresHead = `
## Figures

| algorithm | combinations | rows judged | missing | cells | failing | unknown | causes |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`
	timeHead = `
## Time

The gate judges a sample of the cells again, 20 of each algorithm, in seven processor seconds: ` + "`go test ./cmd/readings/judge`" + `. A sample of the rows was judged again
for the processor seconds below. To judge all stored rows again takes about %.0f processor minutes:

` + "```sh\ngo run ./cmd/readings -verify -for 10m -seconds cmd/readings/page/seconds.txt\n```" + `

Every night rows are judged again for fifteen minutes, in an order that the date draws, and rows that are missing are judged for fifteen
minutes, from where the night before has stopped. The missing rows take about %.1f processor hours, if each takes as long as a judged row of its algorithm.

| algorithm | rows measured | seconds a row | seconds, all judged rows | seconds, missing rows |
| --- | ---: | ---: | ---: | ---: |
`
	unknownHead = `
## Unknown cells

Cells with an unknown property, by the reason. In those that fail another property is violated. The files have the reason of each cell. The limit
on configurations stands in the file of the algorithm; a step that is not well-formed is violated well-formedness, after which nothing holds.

| algorithm | reason | cells | that fail |
| --- | --- | ---: | ---: |
`
)

// Write writes the page for the tables of these algorithms.
func Write(w io.Writer, tables []*product.Table) error {
	var p page
	for _, t := range tables {
		p.add(t)
	}
	line(&p.figures, "all", p.sum...)
	var times strings.Builder
	if err := writeTime(&times, tables); err != nil {
		return err
	}
	for _, part := range []string{head, p.coverage.String(), figuresHead, p.figures.String(), times.String(), unknownHead, p.unknown.String(), p.details.String()} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}

// A page has the parts of the page, and the sums of their figures.
type page struct {
	coverage, figures, unknown, details strings.Builder
	sum                                 []int
}

// add adds the results of an algorithm.
func (p *page) add(t *product.Table) {
	e, causes := t.Entry, explain.Of(t)
	if !product.Whole(e) {
		p.coverage.WriteString(coverage(t))
	}
	unknown := 0
	for _, u := range causes.Unknown {
		unknown += u.Cells
		line(&p.unknown, e.Name+" | "+u.Reason, u.Cells, u.Failing)
	}
	p.count(e.Name, product.Size(e), len(t.Rows()), missing(t), causes.Cells, causes.Failing, unknown, len(explain.Grouped(causes.List)))
	if len(t.Rows()) > 0 {
		writeCauses(&p.details, e, causes)
	}
}

// coverage says which combinations of an algorithm are judged that has too many.
func coverage(t *product.Table) string {
	e := t.Entry
	text := fmt.Sprintf("\n%s has %d combinations. A row of it has those that differ in few readings from the first options, so that each choice of so many options is judged with the first options of the other readings:\n\n",
		e.Name, product.Size(e))
	if len(t.Rows()) == 0 {
		return fmt.Sprintf("\nNo row of %s is judged, which has %d combinations.\n", e.Name, product.Size(e))
	}
	for strength := 1; strength <= product.Strongest; strength++ {
		rows := 0
		for _, r := range t.Rows() {
			if t.Strength(r) == strength {
				rows++
			}
		}
		if rows > 0 {
			text += fmt.Sprintf("- %d rows have %d cells, those that differ in at most %d readings.\n", rows, product.Count(e, strength), strength)
		}
	}
	return text
}

// count writes the figures of an algorithm, and adds them to the sum.
func (p *page) count(name string, figures ...int) {
	line(&p.figures, name, figures...)
	p.sum = append(p.sum, make([]int, len(figures)-len(p.sum))...)
	for i, f := range figures {
		p.sum[i] += f
	}
}

func line(b *strings.Builder, name string, figures ...int) {
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
	for _, name := range product.Names(e) {
		switch base, ok := causes.Baselines[name]; {
		case !ok:
			fmt.Fprintf(&b, " No condition that is judged is a baseline of %s.", name)
		case base != product.Assumed(e):
			fmt.Fprintf(&b, " The baseline of %s is %v.", name, base)
		}
	}
	return b.String()
}
