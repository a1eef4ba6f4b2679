package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
)

const beyondHead = `# Beyond the sizes of the catalogue

Generated on the machine at hand, whose speed decides where a search gives up. Do not edit; update with

` + "```sh\ngo run ./cmd/interrex check --beyond 2 --ids worst --max-instance-time 20s --report -o docs/beyond.md\n```" + `

` + "`interrex check`" + ` searches each claim of the catalogue up to the n at which all arrangements of the identities take moments
together. Here each is searched at the next two n as well, with the identities n..1, by the engine that ` + "`auto`" + ` ends with. A claim
that says why it ends (` + "`Ends`" + ` in ` + "`protocols/catalogue`" + `) is left out. A number alone is that of the configurations met
in a search that confirmed all claims of the row; "nodes" that of the diagram of all of them, where the symbolic engine decided. Where a search was cut short
the rest of the row was not tried, or only for what one more size asked. "Not refuted" is a claim that something fails, where n..1 does not show it.
`

// A beyondPage collects what --report writes.
type beyondPage struct {
	reports map[*group]map[int]checker.Report
}

func newBeyondPage() *beyondPage { return &beyondPage{map[*group]map[int]checker.Report{}} }

// add notes the report of an instance; of several of one size the least
// complete, and then the largest.
func (p *beyondPage) add(i *instance, r checker.Report) {
	sizes := p.reports[i.group]
	if sizes == nil {
		sizes = map[int]checker.Report{}
		p.reports[i.group] = sizes
	}
	n := i.network.N
	old, ok := sizes[n]
	if !ok || !endedEarly(old) && (endedEarly(r) || old.Configurations < r.Configurations) {
		sizes[n] = r
	}
}

// write writes docs/beyond.md.
func (p *beyondPage) write(w io.Writer, groups []*group, j judge) {
	io.WriteString(w, beyondHead)
	for k, g := range groups {
		if k == 0 || g.entry.Name != groups[k-1].entry.Name {
			fmt.Fprintf(w, "\n## %s\n\n| variant | condition | catalogue | beyond |\n| --- | --- | --- | --- |\n", g.entry.Name)
		}
		fmt.Fprintf(w, "| %s | %s | %v | %s |\n", g.variantText(), g.condition(g.rows[0].sizes.from), g.claimed(), p.cell(g, j))
	}
}

// claimed returns the range of n of the claims of g.
func (g *group) claimed() sizes {
	all := sizes{g.claims[0].From, g.claims[0].To}
	for _, c := range g.claims {
		all = sizes{min(all.from, c.From), max(all.to, c.To)}
	}
	return all
}

// cell says what was found of a group, size by size.
func (p *beyondPage) cell(g *group, j judge) string {
	var parts []string
	all := g.sizes()
	for n := all.from; n <= all.to; n++ {
		rows := slices.DeleteFunc(slices.Clone(g.rows), func(r *row) bool { return r.sizes.from != n })
		if len(rows) > 0 {
			parts = append(parts, fmt.Sprintf("%d: %s", n, p.entry(g, n, rows, j)))
		}
	}
	return strings.Join(parts, "; ")
}

// entry says what was found of a group at one size.
func (p *beyondPage) entry(g *group, n int, rows []*row, j judge) string {
	names := map[outcome][]string{}
	for _, r := range rows {
		o := j.outcome(r)
		names[o] = append(names[o], r.property)
	}
	report, searched := p.reports[g][n]
	var text string
	switch open := len(names[unsettled]); {
	case !searched:
		return "not tried"
	case open > 0:
		text = fmt.Sprintf("%d of %d claims, then %s", len(rows)-open, len(rows), bareTime(why(report)))
	default:
		configurations, _ := report.Counts()
		text = grouped(configurations.String())
		if report.Exact != nil {
			text += fmt.Sprintf(" (%s nodes)", grouped(fmt.Sprint(report.Exact.Final)))
		}
	}
	if list := names[rejected]; list != nil {
		text += ", **refuted: " + strings.Join(list, ", ") + "**"
	}
	if list := names[untried]; list != nil {
		text += ", vacuous: " + strings.Join(list, ", ")
	}
	if list := names[noClaim]; list != nil {
		text += ", not refuted: " + strings.Join(list, ", ")
	}
	return text
}

// why returns what left some property of a report undecided.
func why(r checker.Report) string {
	for _, v := range r.Verdicts {
		if v.Result == checker.Unknown {
			return v.Note
		}
	}
	return r.Stopped
}

// bareTime returns why a search was cut short, without the digits of a time
// that depend on when it began.
func bareTime(stopped string) string {
	name, _, _ := strings.Cut(stopped, " ")
	return cmp.Or(map[string]string{"max-time": "out of time", "max-memory": "out of memory"}[name], stopped)
}
