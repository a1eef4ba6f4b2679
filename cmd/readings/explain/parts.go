package explain

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

// Parts returns rows that decide whether the causes need all fixes that they take away: each puts one fix back, with those that
// it needs. Rows that are judged are not among them; those that take away the fewest fixes come first. A search for minimal
// sets judges the first, and asks again, until there is none: then no cause has a fix too many (1-minimal, as in delta debugging).
func Parts(t *product.Table, causes *Causes) []product.Row {
	judged := map[product.Row]bool{} // with the variants written alike
	for _, r := range t.Rows() {
		judged[alike(t.Entry, r)] = true
	}
	var rows []product.Row
	for _, c := range causes.List {
		v, err := t.Entry.ParseVariant(c.Row.Variant)
		if err != nil {
			continue // "own", which has no fixes
		}
		for i := range t.Entry.Errata {
			if v.Fixes.Has(i) {
				continue
			}
			r := c.Row
			r.Variant = without(t.Entry, v.Fixes|closed(t.Entry, i))
			if key := alike(t.Entry, r); !judged[key] {
				judged[key] = true
				rows = append(rows, r)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b product.Row) int { return strings.Count(a.Variant, "-") - strings.Count(b.Variant, "-") })
	return rows
}

// closed returns the fix of erratum i with those that it needs.
func closed(e catalogue.Entry, i int) errata.Fixes {
	fixes := errata.Fix(i)
	for range e.Errata { // a chain of needs is at most this long
		for j, x := range e.Errata {
			if fixes.Has(j) {
				fixes |= x.Needs
			}
		}
	}
	return fixes
}

// without writes the variant with these fixes by those that it lacks: "-E1,-E2".
func without(e catalogue.Entry, fixes errata.Fixes) string {
	var gone []string
	for i, x := range e.Errata {
		if !fixes.Has(i) {
			gone = append(gone, "-"+x.ID)
		}
	}
	if gone == nil {
		return "corrected"
	}
	return strings.Join(gone, ",")
}

// alike returns the row with its variant written as all variants with the same fixes are.
func alike(e catalogue.Entry, r product.Row) product.Row {
	if v, err := e.ParseVariant(r.Variant); err == nil {
		r.Variant = e.VariantText(claims.Variant{Fixes: v.Fixes})
	}
	return r
}
