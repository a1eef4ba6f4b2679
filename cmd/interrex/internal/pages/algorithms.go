package pages

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/claims"
)

// Files are the files that the page of an algorithm quotes.
type Files struct {
	Counterexamples fs.FS  // the folder counterexamples/
	Quantities      string // the text of docs/quantities.md
}

// WriteAlgorithm writes docs/algorithms/<package>.md, the page of one algorithm.
func WriteAlgorithm(w io.Writer, e claims.Entry, f Files) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\nSource: %s.\n\nGenerated. Do not edit; update with\n\n", e.Name, e.Title, e.Source)
	b.WriteString("```sh\ngo test ./cmd/interrex/internal/pages -run TestAlgorithmPages -update\n```\n\n")
	fmt.Fprintf(&b, "The code is in [protocols/%[1]s](../../protocols/%[1]s). To see the code of one variant, with its fixes and readings resolved:\n\n", e.Package())
	fmt.Fprintf(&b, "```sh\ngo run ./cmd/interrex show %s --variant printed\n```\n", e.Name)
	if err := writeLines(&b, e); err != nil {
		return err
	}
	var inner strings.Builder
	inner.WriteString("\n## Errata and readings\n")
	if e.Errata != nil || e.Readings != nil {
		inner.WriteString(readTables)
	}
	if err := writeTables(&inner, e); err != nil {
		return err
	}
	inner.WriteString("\n## Assumptions\n\nThe corrected algorithm on other networks: the properties that hold for each n of a row, unless others stand beside\nthem, and those that are violated, with links to the shortest counterexamples. A property that is violated for some n of a row holds for the rest, unless it says that nothing is claimed.\n")
	writeAssumptions(&inner, e)
	b.WriteString(strings.ReplaceAll(inner.String(), "](../counterexamples", "](../../counterexamples"))
	if err := writeMutants(&b, e); err != nil {
		return err
	}
	if err := writeCharts(&b, e, f.Counterexamples); err != nil {
		return err
	}
	if strings.Contains(f.Quantities, "\n## "+e.Name+"\n") {
		fmt.Fprintf(&b, "\n## Exact quantities\n\nThe greatest and least numbers of messages and events in all executions are in [quantities.md](../quantities.md#%s).\n", e.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	numberedLine = regexp.MustCompile(`^ *(\d+)  (.*)$`)
	citationEnd  = regexp.MustCompile(`\s*// ((?:\d+|[ER]\d+)(?:,? (?:\d+|[ER]\d+))*)$`)
	citedLine    = regexp.MustCompile(`\d+|[ER]\d+`)
)

// writeLines writes the lines of the source beside the lines of Go that
// implement them.
func writeLines(b *strings.Builder, e claims.Entry) error {
	source, err := fs.ReadFile(protocols.Files(), e.Package()+"/source.txt")
	if err != nil {
		return err
	}
	cited, err := citations(e.Package())
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\n## The source, and the code that implements it\n\nLines are those of [source.txt](../../protocols/%[1]s/source.txt), in our words.\nA number links [%[1]s.go](../../protocols/%[1]s/%[1]s.go), whose lines are quoted once.\n\n", e.Package())
	tableHead(b, []string{"line", "source", "code"})
	quoted := map[string]bool{}
	for line := range strings.Lines(string(source)) {
		m := numberedLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m != nil {
			fmt.Fprintf(b, "| %s | %s | %s |\n", m[1], plain(strings.TrimSpace(m[2])), quote(cited[m[1]], quoted))
		}
	}
	return nil
}

// A citation is a line of Go code that cites a line of the source: a link, and the code behind it.
type citation struct{ link, code string }

// quote returns citations as Markdown, with the code of those that were not quoted before.
func quote(list []citation, quoted map[string]bool) string {
	var texts []string
	for _, c := range list {
		if !quoted[c.link] {
			quoted[c.link] = true
			c.link += c.code
		}
		texts = append(texts, c.link)
	}
	return strings.Join(texts, "<br>")
}

// citations returns the lines of Go code that cite each line of the source.
func citations(folder string) (map[string][]citation, error) {
	names, err := fs.Glob(protocols.Files(), folder+"/*.go")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	cited := map[string][]citation{}
	for _, name := range names {
		base := path.Base(name)
		if strings.HasSuffix(base, "_test.go") || base == "errata.go" {
			continue
		}
		text, err := fs.ReadFile(protocols.Files(), name)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(string(text), "\n") {
			m := citationEnd.FindStringSubmatchIndex(line)
			if m == nil {
				continue
			}
			label := fmt.Sprint(i + 1)
			if base != folder+".go" {
				label = base + ":" + label
			}
			link, code := fmt.Sprintf("[%s](../../protocols/%s#L%d)", label, name, i+1), ""
			if text := strings.TrimSpace(line[:m[0]]); text != "" { // in a table a code span keeps all but bars
				code = " `" + strings.ReplaceAll(text, "|", `\|`) + "`"
			}
			for _, number := range citedLine.FindAllString(line[m[2]:m[3]], -1) {
				cited[number] = append(cited[number], citation{link, code})
			}
		}
	}
	return cited, nil
}

// writeCharts links the counterexamples of errata and of readings, and draws the shortest one of an erratum.
func writeCharts(b *strings.Builder, e claims.Entry, files fs.FS) error {
	violations := shownViolations(e)
	if len(e.Errata)+len(violations) > 0 {
		b.WriteString("\n## Counterexamples\n")
	}
	if err := writeErrataCharts(b, e, files); err != nil {
		return err
	}
	if len(violations) == 0 {
		return nil
	}
	b.WriteString("\nWith other readings, or in one arrangement; each file has a shortest execution and its chart:\n\n")
	tableHead(b, []string{"condition", "violates", "events"})
	for _, same := range violations {
		condition := same[0].Condition()
		var links, events []string
		for _, c := range same {
			file := path.Join(e.Name, claims.ViolationName(condition, c.Property)+".txt")
			f, err := stored(files, file)
			if err != nil {
				return err
			}
			links, events = append(links, fmt.Sprintf("[%s](../../counterexamples/%s)", c.Property, file)), append(events, fmt.Sprint(f.Schedule.Len()))
		}
		row(b, condition, strings.Join(links, ", "), strings.Join(events, ", "))
	}
	return nil
}

// stored reads a stored counterexample.
func stored(files fs.FS, name string) (*counterexamples.File, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return counterexamples.Parse(text)
}

// shownViolations returns the claims with stored counterexamples that a property fails
// with a reading other than the first, or in one arrangement; those under one
// condition together.
func shownViolations(e claims.Entry) [][]claims.Claim {
	var list [][]claims.Claim
	for _, c := range e.Claims {
		if !c.IsShown() || c.Readings == "" && c.IDs == nil {
			continue
		}
		i := slices.IndexFunc(list, func(same []claims.Claim) bool { return same[0].Condition() == c.Condition() })
		if i < 0 {
			i, list = len(list), append(list, nil)
		}
		list[i] = append(list[i], c)
	}
	return list
}

// writeErrataCharts links the counterexample of each erratum, and draws the shortest one.
func writeErrataCharts(b *strings.Builder, e claims.Entry, files fs.FS) error {
	if len(e.Errata) == 0 {
		return nil
	}
	b.WriteString("\nWithout one fix; each file has a shortest execution:\n\n")
	tableHead(b, []string{"without", "violates", "events"})
	var shortest *counterexamples.File
	drawn := 0
	for i, erratum := range e.Errata {
		name := path.Join(e.Name, erratum.ID+"-"+erratum.Breaks+".txt")
		f, err := stored(files, name)
		if err != nil {
			return err
		}
		row(b, erratum.ID, fmt.Sprintf("[%s](../../counterexamples/%s)", erratum.Breaks, name), fmt.Sprint(f.Schedule.Len()))
		if shortest == nil || f.Schedule.Len() < shortest.Schedule.Len() {
			shortest, drawn = f, i
		}
	}
	fmt.Fprintf(b, "\nThe shortest, without %s:\n\n```text\n%s```\n", e.Errata[drawn].ID, shortest.Chart)
	return nil
}
