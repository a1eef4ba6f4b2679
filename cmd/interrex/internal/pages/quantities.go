package pages

import (
	"fmt"
	"io"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

const quantitiesHead = `# Quantities

Generated. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex measure --exact --report --output docs/quantities.md\n```" + `

The numbers of messages and rounds that the algorithms take: the exact least and greatest amount over **all** schedules and
all arrangements of the identities 1..n, as the shortest and longest paths of the state space. They are compared with the
formulas of documents and textbooks; disagreements are in bold type. Messages, including termination messages, are counted
when they are sent. If a row names an arrangement, other arrangements give other amounts. "ours" is a formula of this
project, which agrees at the sizes of its table; we claim no more. "always" means that least and greatest are equal. Log is
to base 2.
`

// WriteQuantities writes docs/quantities.md: all measurements, those of one
// algorithm together.
func WriteQuantities(w io.Writer, all []parts.Measurement) error {
	var b strings.Builder
	b.WriteString(quantitiesHead)
	writeDisagreements(&b, all)
	for i, m := range all {
		if i == 0 || m.Entry.Name != all[i-1].Entry.Name {
			fmt.Fprintf(&b, "\n## %s\n\n[The algorithm](algorithms/%s.md).\n", m.Entry.Name, m.Entry.Package())
		}
		writeMeasurement(&b, m)
		if i == len(all)-1 || m.Entry.Name != all[i+1].Entry.Name {
			writeSupplement(&b, m.Entry, all)
		}
	}
	writeFigures(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeFigures writes the printed numbers that are not formulas of n.
func writeFigures(b *strings.Builder) {
	b.WriteString("\n## Printed figures\n\nNumbers that the documents print, compared with their own formulas and a count of their own steps.\n\n")
	rows := [][]string{{"document", "figure", "printed", "right", "counted as", "remark"}}
	for _, f := range catalogue.Figures() {
		printed := fmt.Sprint(f.Printed)
		if !f.Agrees() {
			printed = "**" + printed + "**"
		}
		rows = append(rows, []string{f.Source, f.What, printed, fmt.Sprint(f.Value()), f.Count, f.Remark})
	}
	table(b, rows)
}

// writeSupplement writes the additional table of an algorithm.
func writeSupplement(b *strings.Builder, e claims.Entry, all []parts.Measurement) {
	if e.Supplement == nil {
		return
	}
	var measured []claims.Measured
	for _, m := range all {
		if m.Entry.Name != e.Name {
			continue
		}
		for _, a := range m.Amounts {
			measured = append(measured, a.Measured)
		}
	}
	x := e.Supplement(measured)
	b.WriteString("\n" + x.Before + "\n")
	table(b, x.Rows)
	if x.After != "" {
		b.WriteString("\n" + x.After)
	}
}

// writeDisagreements lists the formulas and printed numbers that do not agree
// with the exact quantities.
func writeDisagreements(b *strings.Builder, all []parts.Measurement) {
	b.WriteString("\n## Disagreements\n\n")
	for _, m := range all {
		for _, f := range m.Formulas {
			if f.Refuted != "" {
				fmt.Fprintf(b, "- [%s](#%s), %s, n = %s: %s (%s): %s.\n", m.Entry.Name, m.Entry.Name,
					m.Of, m.Sizes, plain(f.String()), f.Source, plain(f.Refuted))
			}
		}
	}
	for _, f := range catalogue.Figures() {
		if !f.Agrees() {
			fmt.Fprintf(b, "- [%s](#printed-figures), %s: %d, %s.\n", f.Source, f.What, f.Printed, f.Remark)
		}
	}
	for _, e := range catalogue.All() {
		if e.Disagrees != "" {
			fmt.Fprintf(b, "- [%s](#%s): %s.\n", e.Name, e.Name, e.Disagrees)
		}
	}
}

// write writes the table of a measurement.
func writeMeasurement(b *strings.Builder, m parts.Measurement) {
	fmt.Fprintf(b, "\nThe number of **%s**: %s, %s.\n\n", m.Of, m.Variant, m.Condition)
	header := []string{"n", "arrangements", "least", "greatest"}
	for _, f := range m.Formulas {
		header = append(header, f.String())
	}
	rows := [][]string{header}
	for _, a := range m.Amounts {
		row := []string{fmt.Sprint(a.N), fmt.Sprint(a.Arrangements), a.Least, a.Greatest}
		for _, v := range a.Values {
			row = append(row, valueMarkdown(v))
		}
		rows = append(rows, row)
	}
	table(b, rows)
	for i, f := range m.Formulas {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "- %s: %s.", plain(f.String()), f.Source)
		if f.Refuted != "" {
			fmt.Fprintf(b, " **Differs**: %s.", plain(f.Refuted))
		}
		b.WriteString("\n")
	}
	if m.Remark != "" {
		fmt.Fprintf(b, "\n%s\n", plain(m.Remark))
	}
}

// markdown returns the value, in bold type if it does not agree.
func valueMarkdown(v parts.Value) string {
	if v.Agrees {
		return v.Text
	}
	return "**" + v.Text + "**"
}
