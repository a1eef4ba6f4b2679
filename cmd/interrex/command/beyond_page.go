package command

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// A beyondPage collects the reports that --report writes.
type beyondPage struct {
	reports map[*group]map[int]checker.Report
}

func newBeyondPage() *beyondPage { return &beyondPage{map[*group]map[int]checker.Report{}} }

// add stores the report of an instance. If there are several of one size it keeps
// one that ended early, or else the largest.
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

// rows returns the rows of docs/beyond.md.
func (p *beyondPage) rows(groups []*group, j judge) []parts.BeyondRow {
	var rows []parts.BeyondRow
	for _, g := range groups {
		found, cut := p.cell(g, j)
		rows = append(rows, parts.BeyondRow{Algorithm: g.entry.Name, Variant: g.variantText(), Condition: g.condition(g.rows[0].sizes.from).String(),
			Claimed: g.claimed().String(), Found: found, Cut: cut})
	}
	return rows
}

// claimed returns the range of n that the claims of g cover.
func (g *group) claimed() sizes {
	all := sizes{g.claims[0].From, g.claims[0].To}
	for _, c := range g.claims {
		all = sizes{min(all.from, c.From), max(all.to, c.To)}
	}
	return all
}

// cell returns the results of a group, size by size, and the least n at which some
// claim is undecided, 0 if there is none.
func (p *beyondPage) cell(g *group, j judge) (text string, cut int) {
	var parts []string
	all := g.sizes()
	for n := all.from; n <= all.to; n++ {
		rows := slices.DeleteFunc(slices.Clone(g.rows), func(r *row) bool { return r.sizes.from != n })
		if len(rows) == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%d: %s", n, p.entry(g, n, rows, j)))
		if cut == 0 && slices.ContainsFunc(rows, func(r *row) bool { return j.conclusion(r) == undecided }) {
			cut = n
		}
	}
	return strings.Join(parts, "; "), cut
}

// entry returns the results of a group at one size.
func (p *beyondPage) entry(g *group, n int, rows []*row, j judge) string {
	names := map[conclusion][]string{}
	for _, r := range rows {
		o := j.conclusion(r)
		names[o] = append(names[o], r.property)
	}
	report, searched := p.reports[g][n]
	var size counted
	size.add(report)
	var text string
	switch open := len(names[undecided]); {
	case !searched:
		return "not tried"
	case open > 0:
		configurations, _ := report.Counts()
		text = fmt.Sprintf("%d of %d claims in %s, then %s", len(rows)-open, len(rows),
			size.text(roughly(configurations)), outOf(why(report)))
	default:
		configurations, _ := report.Counts()
		text = size.text(configurations)
		if report.Exact != nil {
			text += fmt.Sprintf(" (%s nodes)", grouped(fmt.Sprint(report.Exact.Final)))
		}
		if report.Elapsed > parts.BeyondTime {
			text += fmt.Sprintf(" in %v", report.Elapsed.Round(time.Second))
		}
	}
	if list := names[rejected]; list != nil {
		text += ", **refuted: " + strings.Join(list, ", ") + "**"
	}
	if list := names[isVacuous]; list != nil {
		text += ", vacuous: " + strings.Join(list, ", ")
	}
	if list := names[noClaim]; list != nil {
		text += ", not refuted: " + strings.Join(list, ", ")
	}
	return text
}

// roughly returns n without its digits after the first two: where time ends a search they
// depend on chance.
func roughly(n *big.Int) *big.Int {
	unit := big.NewInt(1)
	for hundred, ten := big.NewInt(100), big.NewInt(10); n.Cmp(new(big.Int).Mul(hundred, unit)) >= 0; {
		unit.Mul(unit, ten)
	}
	return new(big.Int).Mul(unit, new(big.Int).Quo(n, unit))
}

// why returns the reason why some property of a report is undecided.
func why(r checker.Report) string {
	for _, v := range r.Verdicts {
		if v.Result == checker.Unknown {
			return v.Note
		}
	}
	return r.Stopped
}

// outOf returns why a search was cut short, in words: the limit on time or
// memory that it reached, or the text of any other reason.
func outOf(stopped string) string {
	name, limit, _ := strings.Cut(stopped, " ")
	limit, _, _ = strings.Cut(limit, ":")
	switch name {
	case "max-time":
		return "out of time after " + limit
	case "max-memory":
		return "out of memory"
	}
	return stopped
}
