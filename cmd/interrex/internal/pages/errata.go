package pages

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/explain"
	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

// WriteErrata writes an overview of the errata and readings of the catalogue, as the Markdown
// page docs/errata.md. Their tables are on the pages of the algorithms.
func WriteErrata(w io.Writer) error {
	var b strings.Builder
	b.WriteString(`# Errata and readings

Generated from the tables beside the algorithms. Do not edit; update with

` + "```sh\ngo test ./cmd/interrex/internal/pages -run TestErrataPage -update\n```" + `

An **erratum** is a place where the printed text violates its claims: with all fixes except that one (and those that need it),
the property that it breaks is violated. Its name links to its stored counterexample, a schedule with its chart. A **reading** is one interpretation
of a place that has several; errata are judged with the first option of each reading. The pages of the algorithms have their
tables: the text as printed, as corrected, and what holds under each option. The documentation of each package lists oddities that do no
harm. Below stand the [failures that the timing timely hides](#failures-that-an-idealisation-hides), and at the end the coverage of
[every line, figure, table, theorem and number](#coverage-of-each-document) of the five documents.

`)
	tableHead(&b, []string{"algorithm", "source", "errata, with the property that each breaks", "readings"})
	for _, e := range catalogue.All() {
		var errata []string
		for _, x := range e.Errata {
			errata = append(errata, charted(e, x)+" "+x.Shows())
		}
		row(&b, fmt.Sprintf("[%s](algorithms/%s.md#errata-and-readings)", e.Name, e.Package()), e.Source, strings.Join(errata, ", "), fmt.Sprint(len(e.Readings)))
	}
	writeHidden(&b)
	if err := writePassages(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// readTables explains the tables of the errata and the readings of an algorithm.
const readTables = `
The last column of each table is computed from all combinations of options [judged together](../readings.md): in which of them a fix is
needed, and the failures that an option adds to those of the other readings: none, if each failure with it has a cause without it.
The claims in the column before are about one option each, and about more processes.
`

// writeTables writes the errata and the readings of an algorithm.
func writeTables(b *strings.Builder, e claims.Entry) error {
	judged, err := product.Stored(e)
	if err != nil {
		return err
	}
	writeErrata(b, e, judged)
	writeReadings(b, e, judged)
	return nil
}

func writeErrata(b *strings.Builder, e claims.Entry, judged *product.Table) {
	if e.Errata == nil {
		b.WriteString("\nNo errata: the documents do not print its text.\n")
		return
	}
	b.WriteString("\n| erratum | line | as printed | corrected | breaks | needs | is needed |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for i, erratum := range e.Errata {
		needs := "-"
		if erratum.Needs != 0 {
			needs = strings.ReplaceAll(e.VariantText(claims.Variant{Fixes: erratum.Needs}), "+", "")
		}
		row(b, charted(e, erratum), place(erratum.Line), erratum.Printed, erratum.Corrected, erratum.Shows(), needs, needed(judged, i))
	}
}

// needed says in which combinations of options the fix of erratum i is needed.
func needed(judged *product.Table, i int) string {
	if need, ok := explain.Needed(judged, i); ok {
		return need.String()
	}
	return "not judged"
}

// charted returns the name of an erratum as a link to the counterexample that
// shows it, whose file ends in a chart.
func charted(e claims.Entry, erratum errata.Erratum) string {
	return fmt.Sprintf("[%s](../counterexamples/%s/%s-%s.txt)", erratum.ID, e.Name, erratum.ID, erratum.Breaks)
}

func writeReadings(b *strings.Builder, e claims.Entry, judged *product.Table) {
	if e.Readings == nil {
		return
	}
	b.WriteString("\n| reading | line | question | option | the corrected algorithm | with other options |\n| --- | --- | --- | --- | --- | --- |\n")
	causes := explain.Of(judged)
	for i, reading := range e.Readings {
		for o, option := range reading.Options {
			var r errata.Readings
			r[i] = uint8(o)
			where, question := place(reading.Line), reading.Question
			if o > 0 {
				where, question = "", "" // as above
			}
			row(b, reading.ID+"="+claims.OptionName(o), where, question, option, readingSummary(e, e.ReadingsText(r)), added(judged, causes, i, o))
		}
	}
}

// added says which failures an option adds to those of the other readings.
func added(judged *product.Table, causes *explain.Causes, i, o int) string {
	switch {
	case o == 0:
		return "-"
	case len(judged.Rows()) == 0:
		return "not judged"
	}
	return explain.Option(judged, causes, i, o)
}

// readingSummary summarises the claims about the corrected algorithm with these readings
// on the network of the document: which properties it violates, or for which
// numbers of processes all of them hold, with the bound on messages if there is one.
func readingSummary(e claims.Entry, readings string) string {
	var holds, fails, beyond, also []claims.Claim // beyond: more messages than a bound; also: with another reading too
	bounded := false                              // a bound holds
	for _, c := range e.Claims {
		switch about := concerns(e, c, readings); {
		case about == others && c.Fails && c.Bound == nil:
			also = append(also, c)
		case about != unconcerned && c.Fails && c.Bound != nil:
			beyond = append(beyond, c)
		case about == exactly && c.Fails:
			fails = append(fails, c)
		case about == exactly && c.Bound != nil:
			bounded = true
		case about == exactly && c.Condition() == readings:
			holds = append(holds, c)
		}
	}
	text := "holds every property, n = " + sizesOf(holds)
	switch {
	case slices.ContainsFunc(fails, func(c claims.Claim) bool { return c.Condition() == readings }):
		text = violations(fails, readings)
	case fails != nil:
		text = violations(fails, readings) + "; holds every property, n = " + sizesOf(holds)
	case beyond != nil && !bounded:
		text = "holds every property but the bound on messages, n = " + sizesOf(holds)
	}
	for i := range beyond {
		beyond[i].Property = "the bound on messages"
	}
	for _, list := range [][]claims.Claim{beyond, also} {
		if list != nil {
			text += "; " + violations(list, readings)
		}
	}
	for _, c := range holds {
		if note := "; " + c.Ends; c.Ends != "" && !strings.Contains(text, note) {
			text += note
		}
	}
	return text
}

// relevance says how a claim is about readings.
type relevance uint8

const (
	unconcerned relevance = iota
	exactly               // about these
	others                // about these and others
)

// concerns says how a claim about the corrected algorithm is about readings, on the
// network of the document, on another layout of it or, where any process may wake
// there, with some of them.
func concerns(e claims.Entry, c claims.Claim, readings string) relevance {
	whole := c
	whole.IDs, whole.Layout = nil, claims.Layout{}
	if e.Network(c.From).Wake.String() == (model.WakeSet{}).String() || c.Bound != nil {
		whole.Wake = model.WakeSet{}
	}
	switch among := readings != "" && slices.Contains(strings.Split(c.Readings, ","), readings); {
	case c.Variant != "" || whole.Condition() != c.Readings || c.IsBeside():
		return unconcerned
	case c.Readings == readings:
		return exactly
	case among:
		return others
	}
	return unconcerned
}

// sizesOf returns the numbers of processes at which a claim about each of the properties
// of the claims is made.
func sizesOf(made []claims.Claim) string {
	var names []string
	for _, c := range made {
		if !slices.Contains(names, c.Property) {
			names = append(names, c.Property)
		}
	}
	return strings.ReplaceAll(sizesByWord(made, func(at []claims.Claim) string {
		for _, name := range names {
			if !slices.ContainsFunc(at, func(c claims.Claim) bool { return c.Property == name }) {
				return ""
			}
		}
		return "all"
	}), "all ", "")
}

// violations writes the claims that fail, by sizes and by the parts of their conditions other
// than the readings, in the order of the claims.
func violations(made []claims.Claim, readings string) string {
	var where []string
	at := map[string]string{}
	for _, c := range made {
		place := "n = " + span(c.From, c.To)
		if rest := strings.TrimSpace(strings.TrimPrefix(c.Condition(), readings)); c.Readings != readings {
			place += ", " + c.Condition()
		} else if rest != "" {
			place += ", " + rest
		}
		if at[place] == "" {
			where, at[place] = append(where, place), c.Property
		} else {
			at[place] += ", " + c.Property
		}
	}
	for i, place := range where {
		where[i] = fmt.Sprintf("%s (%s)", at[place], place)
	}
	return "violates " + strings.Join(where, "; ")
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
