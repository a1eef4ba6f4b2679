package command

import (
	"io"
	"strings"

	"github.com/interrex/interrex/cmd/interrex/internal/pages"
	"github.com/interrex/interrex/protocols/claims"
)

// writeReport writes docs/quantities.md.
func writeReport(w io.Writer, plan []*measurement) error {
	var all []pages.Measurement
	for _, m := range plan {
		all = append(all, m.page())
	}
	return pages.WriteQuantities(w, all)
}

// page returns the table of m for the page.
func (m *measurement) page() pages.Measurement {
	p := pages.Measurement{Entry: m.group.entry, Of: m.quantity.String(), Variant: m.group.variantText(),
		Condition: m.group.condition(m.sizes.from).String(), Sizes: m.sizes.String(), Formulas: m.formulas, Remark: m.remark}
	for _, a := range m.amounts {
		row := pages.Amount{N: a.n, Arrangements: len(a.arrangements), Measured: claims.Measured{Of: p.Of, Network: m.group.network(a.n)}}
		row.Least, row.Greatest = a.cells()
		for _, f := range m.formulas {
			value, isWrong := strings.CutSuffix(valueText(f, a), differs)
			row.Values = append(row.Values, pages.Value{Text: value, Agrees: !isWrong})
		}
		for _, x := range a.extremes {
			row.Measured.Greatest = append(row.Measured.Greatest, x.GreatestBy)
		}
		p.Amounts = append(p.Amounts, row)
	}
	return p
}
