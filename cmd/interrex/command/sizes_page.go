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

// A sizesReport collects the reports that --report writes.
type sizesReport struct {
	reports map[*group]map[int]checker.Report
}

func newSizesReport() *sizesReport { return &sizesReport{map[*group]map[int]checker.Report{}} }

// add stores the report of an instance. If there are several of one size it keeps
// one that ended early, or else the largest.
func (p *sizesReport) add(i *instance, r checker.Report) {
	sizes := p.reports[i.group]
	if sizes == nil {
		sizes = map[int]checker.Report{}
		p.reports[i.group] = sizes
	}
	n := i.network.N
	old, ok := sizes[n]
	if !ok || !old.CutShort() && (r.CutShort() || old.Configurations < r.Configurations) {
		sizes[n] = r
	}
}

// splitSizes gives each claim of the groups a row for each n.
func splitSizes(groups []*group) {
	for _, g := range groups {
		var rows []*row
		for _, r := range g.rows {
			for n := r.sizes.from; n <= r.sizes.to; n++ {
				rows = append(rows, g.newRow(r.property, r.claim, sizes{n, n}))
			}
		}
		g.rows = rows
	}
}

// rows returns the results of groups whose rows are about one n each.
func (p *sizesReport) rows(groups []*group, j judge) []parts.SizeRow {
	var rows []parts.SizeRow
	for _, g := range groups {
		all := g.sizes()
		for n := all.from; n <= all.to; n++ {
			about := slices.DeleteFunc(slices.Clone(g.rows), func(r *row) bool { return r.sizes.from != n })
			if len(about) > 0 {
				rows = append(rows, p.row(g, n, about, j))
			}
		}
	}
	return rows
}

// row returns the results of a group at one size.
func (p *sizesReport) row(g *group, n int, rows []*row, j judge) parts.SizeRow {
	names := map[conclusion][]string{}
	var spent time.Duration
	for _, r := range rows {
		o := j.conclusion(r)
		names[o] = append(names[o], r.property)
		spent += r.time
	}
	result := parts.SizeRow{Algorithm: g.entry.Name, Variant: g.variantText(), Condition: g.condition(g.rows[0].sizes.from).String(), Claimed: g.claimed().String(),
		N: n, Limits: g.limits(n), Claims: len(rows), Decided: len(rows) - len(names[undecided])}
	report, searched := p.reports[g][n]
	if !searched {
		return result
	}
	var size counted
	size.add(report)
	configurations, _ := report.Counts()
	if names[undecided] != nil {
		configurations, result.Why = roughly(configurations), outOf(why(report))
	}
	result.Count, result.Time = size.text(configurations), max(spent, time.Millisecond) // 0: it was not kept
	if report.Exact != nil {
		result.Nodes = grouped(fmt.Sprint(report.Exact.Final))
	}
	result.Remark = unconfirmed(names)
	return result
}

// unconfirmed says which claims a row refutes, finds vacuous, or does not refute although they should fail.
func unconfirmed(names map[conclusion][]string) string {
	var list []string
	for _, of := range []struct {
		conclusion conclusion
		text       string
	}{{rejected, "**refuted: %s**"}, {isVacuous, "vacuous: %s"}, {noClaim, "not refuted: %s"}} {
		if found := names[of.conclusion]; found != nil {
			list = append(list, fmt.Sprintf(of.text, strings.Join(found, ", ")))
		}
	}
	return strings.Join(list, ", ")
}

// claimed returns the range of n that the claims of g cover.
func (g *group) claimed() sizes {
	all := sizes{g.claims[0].From, g.claims[0].To}
	for _, c := range g.claims {
		all = sizes{min(all.from, c.From), max(all.to, c.To)}
	}
	return all
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
			return v.Note()
		}
	}
	return r.Stopped.String()
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
