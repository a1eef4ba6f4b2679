package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/interrex/interrex/protocols/catalogue"
)

const reportHead = `# Quantities

Generated. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex measure --exact --report --output docs/quantities.md\n```" + `

How many messages and rounds the algorithms take: the exact least and greatest amount over **all** schedules and all
arrangements of the identities 1..n, as the shortest and longest paths of the configuration graph. What documents and
textbooks say is held against that; what does not agree is in bold type. Messages are counted when they are sent, termination
messages included. Where an arrangement is named, others give other amounts. "ours" is a formula of this project: found at
the sizes of its table, and of no further claim. "always" is least and greatest in one. Log is to base 2.
`

// writeReport writes docs/quantities.md.
func writeReport(w io.Writer, plan []*measurement) error {
	var b strings.Builder
	b.WriteString(reportHead)
	summarise(&b, plan)
	for i, m := range plan {
		if i == 0 || m.group.entry.Name != plan[i-1].group.entry.Name {
			fmt.Fprintf(&b, "\n## %s\n\n%s.\n", m.group.entry.Name, m.group.entry.Title)
		}
		m.report(&b)
		if i == len(plan)-1 || m.group.entry.Name != plan[i+1].group.entry.Name {
			reportMore(&b, m.group.entry.Name, plan)
		}
	}
	reportFigures(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// reportFigures writes the printed numbers that are no formulas of n.
func reportFigures(b *strings.Builder) {
	b.WriteString("\n## Printed figures\n\nNumbers that the documents print, held against their own formulas and the counting of their own steps.\n\n")
	rows := [][]string{{"document", "figure", "printed", "right", "counted as", "remark"}, slices.Repeat([]string{"---"}, 6)}
	for _, f := range catalogue.Figures() {
		printed := fmt.Sprint(f.Printed)
		if !f.Agrees() {
			printed = "**" + printed + "**"
		}
		rows = append(rows, []string{f.Source, f.What, printed, fmt.Sprint(f.Value()), f.Count, f.Remark})
	}
	writeMarkdown(b, rows)
}

// reportMore writes what is to be said of an algorithm besides its extremes.
func reportMore(b *strings.Builder, algorithm string, plan []*measurement) {
	switch algorithm {
	case "hs":
		reportPhases(b, plan)
	case "afa":
		reportSamples(b)
	}
}

// summarise lists the formulas that do not agree.
func summarise(b *strings.Builder, plan []*measurement) {
	b.WriteString("\n## What does not agree\n\n")
	for _, m := range plan {
		for _, f := range m.formulas {
			if f.Refuted != "" {
				fmt.Fprintf(b, "- [%s](#%s), %v, n = %v: %s (%s): %s.\n", m.group.entry.Name, m.group.entry.Name,
					m.quantity, m.sizes, markdown(f.String()), f.Source, markdown(f.Refuted))
			}
		}
	}
	for _, f := range catalogue.Figures() {
		if !f.Agrees() {
			fmt.Fprintf(b, "- [%s](#printed-figures), %s: %d, %s.\n", f.Source, f.What, f.Printed, f.Remark)
		}
	}
	b.WriteString("- [hs](#hs): the last phase is not always ceil(log(n-1)) + 1.\n" +
		"- [afa](#afa): Table 1 cannot be of rings on which all processes start by themselves.\n" +
		"- [sun](#sun): two sums of the document are miscounted, the latency of Sun(1) and the lengths of the rings of Sun(n).\n" +
		"- [bully-improved](#bully-improved): 3N - 2k is one too many for k = N.\n")
}

// report writes the table of a measurement.
func (m *measurement) report(b *strings.Builder) {
	fmt.Fprintf(b, "\nThe number of **%v**: %s, %v.\n\n", m.quantity, m.group.variantText(), m.group.condition(m.sizes.from))
	header := []string{"n", "arrangements", "least", "greatest"}
	for _, f := range m.formulas {
		header = append(header, f.String())
	}
	rows := [][]string{header, slices.Repeat([]string{"---"}, len(header))}
	for _, a := range m.amounts {
		least, greatest := a.cells()
		row := []string{fmt.Sprint(a.n), fmt.Sprint(len(a.arrangements)), least, greatest}
		for _, f := range m.formulas {
			row = append(row, emphasised(f, a))
		}
		rows = append(rows, row)
	}
	writeMarkdown(b, rows)
	for i, f := range m.formulas {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "- %s: %s.", markdown(f.String()), f.Source)
		if f.Refuted != "" {
			fmt.Fprintf(b, " **Differs**: %s.", markdown(f.Refuted))
		}
		b.WriteString("\n")
	}
	if m.remark != "" {
		fmt.Fprintf(b, "\n%s\n", markdown(m.remark))
	}
}

// emphasised returns the value of a formula, in bold type if it does not agree.
func emphasised(f catalogue.Formula, a *amounts) string {
	value, bold := strings.CutSuffix(valueText(f, a), differs)
	if bold {
		return "**" + value + "**"
	}
	return value
}

// writeMarkdown writes a table.
func writeMarkdown(b *strings.Builder, rows [][]string) {
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = cell
			if !strings.HasPrefix(cell, "**") {
				cells[i] = markdown(cell)
			}
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
	}
}

// markdown returns text in which no character has a meaning of its own.
func markdown(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`).Replace(s)
}
