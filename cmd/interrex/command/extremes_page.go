package command

import (
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/protocols/claims"
)

// measurements returns the tables of docs/quantities.md.
func measurements(plan []*measurement) []parts.Measurement {
	var all []parts.Measurement
	for _, m := range plan {
		all = append(all, m.page())
	}
	return all
}

// page returns the table of m for the page.
func (m *measurement) page() parts.Measurement {
	p := parts.Measurement{Entry: m.group.entry, Of: m.quantity.String(), Variant: m.group.variantText(),
		Condition: m.group.condition(m.sizes.from).String(), Sizes: m.sizes.String(), Formulas: m.formulas, Remark: m.remark}
	for _, a := range m.amounts {
		row := parts.Amount{N: a.n, Arrangements: len(a.arrangements), Measured: claims.Measured{Of: p.Of, Network: m.group.network(a.n)}}
		row.Least, row.Greatest = a.cells()
		for _, f := range m.formulas {
			value, isWrong := strings.CutSuffix(valueText(f, a), differs)
			row.Values = append(row.Values, parts.Value{Text: value, Agrees: !isWrong})
		}
		for _, x := range a.extremes {
			row.Measured.Greatest = append(row.Measured.Greatest, x.GreatestBy)
		}
		p.Amounts = append(p.Amounts, row)
	}
	return p
}
