package pages

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// writeHidden writes which claims hold under timing timely and fail under bounded.
func writeHidden(b *strings.Builder) {
	b.WriteString(`
## Failures that an idealisation hides

Under timing [timely](semantics.md#timings) a timer runs out only when nothing at all is in flight. That is more than the documents say,
which reason that timeouts are longer than delays. Under [bounded](semantics.md#bounded-time) they are just that: a timer is longer than a message and its answer, and no
more. Each claim about a coordinator is made under both, for two to four processes. These hold under timely and fail under bounded.
Where ` + "`within-bounds`" + ` fails an election may go on as far as the instance has terms, rounds or groups: that it ends, which is claimed
under timely, is unknown.

`)
	tableHead(b, []string{"algorithm", "condition", "property", "n", "because"})
	for _, e := range catalogue.All() {
		for _, c := range e.Claims {
			if c.Timing == model.Bounded && c.Fails && (c.Property == properties.WithinBounds().Name || holdsIfTimely(e, c)) {
				row(b, e.Name, c.Condition(), counterexample(e, c), span(c.From, c.To), c.Reason)
			}
		}
	}
	b.WriteString("\nAll other claims that are made under both hold under both, or fail under both: [assumptions.md](assumptions.md) has them.\n")
}

// holdsIfTimely reports whether the property of claim c, which is about timing bounded, is claimed
// to hold under timely.
func holdsIfTimely(e claims.Entry, c claims.Claim) bool {
	want := c.On(e.Network(c.From))
	want.Timing = model.Timely
	return slices.ContainsFunc(e.Claims, func(d claims.Claim) bool {
		same := d.Property == c.Property && d.Variant == c.Variant && d.Readings == c.Readings && d.Layout.Name == c.Layout.Name
		return same && !d.Fails && d.From <= c.From && c.From <= d.To && sameNetwork(d.On(e.Network(c.From)), want)
	})
}
