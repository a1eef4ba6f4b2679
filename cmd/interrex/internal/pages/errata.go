package pages

import (
	"fmt"
	"io"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// WriteErrata writes the errata and readings of the catalogue, and the claims
// about each reading, as the Markdown page docs/errata.md.
func WriteErrata(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`# Errata and readings

Generated from the tables beside the algorithms. Do not edit; update with

` + "```sh\ngo test ./cmd/interrex/internal/pages -run TestErrataPage -update\n```" + `

An **erratum** is a place where the printed text violates its claims: with all fixes except that one (and those that need it),
the property under "breaks" is violated. A **reading** is one interpretation of a place that has several; errata are judged
with the first option of each reading. Lines are those of ` + "`protocols/<name>/source.txt`" + `.
The name of an erratum links to its stored counterexample, a schedule with its chart.
The documentation of each package lists oddities that do no harm.
`)
	for _, e := range catalogue.All() {
		fmt.Fprintf(&b, "\n## %s\n\n%s. Source: %s. The [page of the algorithm](algorithms/%s.md) has its lines beside the code.\n", e.Name, e.Title, e.Source, e.Package())
		writeErrata(&b, e)
		writeReadings(&b, e)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeErrata(b *strings.Builder, e catalogue.Entry) {
	if e.Errata == nil {
		b.WriteString("\nNo errata: the documents do not print its text.\n")
		return
	}
	b.WriteString("\n| erratum | line | as printed | corrected | breaks | needs |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, erratum := range e.Errata {
		needs := "-"
		if erratum.Needs != 0 {
			needs = strings.ReplaceAll(e.VariantText(catalogue.Variant{Fixes: erratum.Needs}), "+", "")
		}
		row(b, charted(e, erratum), place(erratum.Line), erratum.Printed, erratum.Corrected, erratum.Shows(), needs)
	}
}

// charted returns the name of an erratum as a link to the counterexample that
// shows it, whose file ends in a chart.
func charted(e catalogue.Entry, erratum model.Erratum) string {
	return fmt.Sprintf("[%s](../counterexamples/%s/%s-%s.txt)", erratum.ID, e.Name, erratum.ID, erratum.Breaks)
}

func writeReadings(b *strings.Builder, e catalogue.Entry) {
	if e.Readings == nil {
		return
	}
	b.WriteString("\n| reading | line | question | option | the corrected algorithm |\n| --- | --- | --- | --- | --- |\n")
	for i, reading := range e.Readings {
		for o, option := range reading.Options {
			var r model.Readings
			r[i] = uint8(o)
			row(b, reading.ID+"="+catalogue.OptionName(o), place(reading.Line), reading.Question, option, outcome(e, e.ReadingsText(r)))
		}
	}
}

// outcome summarises the claims about the corrected algorithm with these readings
// on the network of the document.
func outcome(e catalogue.Entry, readings string) string {
	var fails []string
	sizes := ""
	for _, c := range e.Claims {
		if c.Fails && c.Condition() == readings {
			fails = append(fails, c.Property)
			sizes = fmt.Sprintf("n = %d..%d", c.From, c.To)
		}
	}
	if fails == nil {
		return "holds every claim"
	}
	return fmt.Sprintf("violates %s (%s)", strings.Join(fails, ", "), sizes)
}

func place(line int) string {
	if line == 0 {
		return "-"
	}
	return fmt.Sprint(line)
}
