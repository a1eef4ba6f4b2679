package pages

import (
	"fmt"
	"io"
	"math"
	"slices"
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
			row(b, reading.ID+"="+catalogue.OptionName(o), place(reading.Line), reading.Question, option, readingSummary(e, e.ReadingsText(r)))
		}
	}
}

// readingSummary summarises the claims about the corrected algorithm with these readings
// on the network of the document: which properties it violates, or for which
// numbers of processes all of them hold. Bounds on messages come last.
func readingSummary(e catalogue.Entry, readings string) string {
	var fails []string // by sizes, in the order of the claims
	at := map[string]string{}
	from, to := 0, math.MaxInt
	for _, c := range e.Claims {
		switch n := span(c.From, c.To); {
		case c.Condition() != readings || c.Bound != nil:
		case !c.Fails:
			from, to = max(from, c.From), min(to, c.To)
		case at[n] == "":
			fails, at[n] = append(fails, n), c.Property
		default:
			at[n] += ", " + c.Property
		}
	}
	text := "holds every property, n = " + span(from, to)
	for i, n := range fails {
		fails[i] = fmt.Sprintf("%s (n = %s)", at[n], n)
		text = "violates " + strings.Join(fails[:i+1], "; ")
	}
	for _, c := range e.Claims {
		if c.Bound != nil && c.Fails && readings != "" && slices.Contains(strings.Split(c.Readings, ","), readings) {
			text += fmt.Sprintf("; sends more messages than the bound (%s, n = %s)", strings.TrimPrefix(c.Condition(), "corrected "), span(c.From, c.To))
		}
	}
	return text
}

// span writes a range of numbers of processes.
func span(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d–%d", from, to)
}

func place(line int) string {
	if line == 0 {
		return "-"
	}
	return fmt.Sprint(line)
}
