package pages

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// writePassages writes the place of every line of each document in the project.
func writePassages(b *strings.Builder) error {
	b.WriteString(`
## Coverage of each document

Every line of the five documents, with its place in the project. Lines are those of the copies that the [bibliography](bibliography.md)
names. Where a passage has numbered lines in ` + "`source.txt`" + `, these follow: implemented, or a
remark with the reason why there is nothing to execute, and the errata and readings that begin there. Figures are pictures that the copies
do not have, unless their numbers are in the text.
`)
	for _, d := range catalogue.Documents() {
		fmt.Fprintf(b, "\n### %s\n\n%s, %d lines.\n\n", d.Key, d.Title, d.Lines)
		tableHead(b, []string{"lines", "passage", "coverage"})
		for _, p := range catalogue.Passages(d.Key) {
			lines, err := sourceSummary(p)
			if err != nil {
				return err
			}
			var became []string
			for _, text := range []string{p.Became, lines} {
				if text != "" {
					became = append(became, text)
				}
			}
			row(b, span(p.First, p.Last), strings.ReplaceAll(p.What, "*", `\*`), strings.Join(became, ". "))
		}
	}
	if err := writeAlternatives(b); err != nil {
		return err
	}
	b.WriteString("\n### Lines of no document\n\nLines of sources that complete a step that a document only names, or that its reader looks for next.\n\n")
	tableHead(b, []string{"source", "from"})
	for _, e := range catalogue.All() {
		for _, a := range e.Additions {
			row(b, e.Name+" "+a.Lines, a.From)
		}
	}
	return nil
}

// writeAlternatives writes how else the lines of the documents may be read.
func writeAlternatives(b *strings.Builder) error {
	trials, err := catalogue.Trials()
	if err != nil {
		return err
	}
	count, refer, remarks := 0, 0, 0
	for _, d := range catalogue.Documents() {
		for _, a := range catalogue.Alternatives(d.Key) {
			count++
			if strings.HasPrefix(a.Became, "reading") {
				refer++
			}
			if strings.HasPrefix(a.Became, "remark") {
				remarks++
			}
		}
	}
	b.WriteString(`
### How else a line may be read

The lines of ` + "`source.txt`" + ` that are executed and at which no reading and no erratum begins, and some others, with another way to read them
and the judgement: an option of a reading of another line; excluded by the text; the same, because processes do the
same or no claim can tell; different, though no line says otherwise; or a remark, because no step could do it.

`)
	fmt.Fprintf(b, "%d of %d are tried: the algorithm, with all fixes and the first option of each reading unless the row says otherwise, is searched with\n"+
		"the lines read that way, with two to four processes and under every condition of its claims%s. The result is at the end of the row\n"+
		"(`INTERREX_LONG=1 go test ./protocols/catalogue -run TestAlternativesAreTried`). Of the others, %d refer to a reading.\n"+
		"Remarks: %d.\n\n", len(trials), count, triedBeyond(), refer, remarks)
	tableHead(b, []string{"document", "lines", "another way to read them", "judgement"})
	for _, d := range catalogue.Documents() {
		for _, a := range catalogue.Alternatives(d.Key) {
			became := a.Became
			for _, trial := range trials {
				if trial.Source == a.Source && trial.Other == a.Other {
					became += ". **" + trial.String() + "**"
				}
			}
			row(b, d.Key, a.Source, a.Other, became)
		}
	}
	return nil
}

// triedBeyond names the larger systems in which alternatives are tried.
func triedBeyond() string {
	var text string
	for _, e := range catalogue.All() {
		var systems []string
		for _, c := range catalogue.TriedBeyond(e.Name) {
			systems = append(systems, fmt.Sprintf("n = %d %s", c.From, c.Condition()))
		}
		if systems != nil {
			text += fmt.Sprintf("; those of %s also with %s", e.Name, strings.Join(systems, ", "))
		}
	}
	return text
}

// sourceSummary lists the numbered lines of a passage that are implemented, the remarks on the
// others, the errata and the readings, algorithm by algorithm.
func sourceSummary(p catalogue.Passage) (string, error) {
	if p.Source == "" {
		return "", nil
	}
	list, err := catalogue.ParseSourceLines(p.Source)
	if err != nil {
		return "", err
	}
	var names, parts []string
	for _, l := range list {
		if !slices.Contains(names, l.Algorithm) {
			names = append(names, l.Algorithm)
		}
	}
	for _, name := range names {
		e, err := catalogue.ByName(name)
		if err != nil {
			return "", err
		}
		var lines []int
		for _, l := range list {
			if l.Algorithm == name {
				lines = append(lines, l.Line)
			}
		}
		text, err := linesSummary(e, lines)
		if err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf("[%s](algorithms/%s.md): %s", name, e.Package(), text))
	}
	return strings.Join(parts, ". "), nil
}

// linesSummary groups lines of the source of e: those that are implemented, the
// remarks by reason, the errata and the readings.
func linesSummary(e claims.Entry, lines []int) (string, error) {
	source, err := fs.ReadFile(protocols.Files(), e.Package()+"/source.txt")
	if err != nil {
		return "", err
	}
	var order []string
	of := map[string][]int{}
	for line := range strings.Lines(string(source)) {
		m := numberedLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		number, err := strconv.Atoi(m[1])
		if err != nil || !slices.Contains(lines, number) {
			continue
		}
		kind := "implemented"
		if reason, ok := strings.CutPrefix(m[2], "remark ("); ok {
			kind, _, _ = strings.Cut(reason, ")")
		}
		if of[kind] == nil {
			order = append(order, kind)
		}
		of[kind] = append(of[kind], number)
	}
	var parts []string
	for _, kind := range order {
		parts = append(parts, kind+" "+ranges(of[kind]))
	}
	for _, erratum := range e.Errata {
		if slices.Contains(lines, erratum.Line) {
			parts = append(parts, fmt.Sprintf("erratum %s (%d)", erratum.ID, erratum.Line))
		}
	}
	for _, reading := range e.Readings {
		if slices.Contains(lines, reading.Line) {
			parts = append(parts, fmt.Sprintf("reading %s (%d)", reading.ID, reading.Line))
		}
	}
	return strings.Join(parts, "; "), nil
}

// ranges writes numbers, which ascend, with runs as ranges.
func ranges(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		parts = append(parts, span(list[i], list[j]))
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
