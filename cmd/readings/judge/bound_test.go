package judge_test

import (
	"testing"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestBoundsAreThoseOfTheClaims compares the stored rows about messages with the claims of the catalogue, whose searches
// have no limit.
func TestBoundsAreThoseOfTheClaims(t *testing.T) {
	compared := 0
	for _, e := range catalogue.All() {
		bound, ok := product.BoundOf(e)
		if !ok {
			continue
		}
		table, err := product.Stored(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range e.Claims {
			options, err := e.ParseReadings(c.Readings)
			if err != nil {
				t.Fatal(err)
			}
			for n := c.From; n <= c.To; n++ {
				r := product.Row{Variant: "corrected", Condition: product.Assumed(e), N: n, Messages: true}
				stored, judged := table.At(r, options)
				if c.Bound == nil || c.Variant != "" || !judged || bound.Property(n).Statement != claimed(t, e, c, n) {
					continue
				}
				result := stored.Of(product.Messages).Result
				if result != product.Unknown && (result == product.Violated) != c.Fails {
					t.Errorf("%s %v %s: stored %v, claimed to fail: %v", e.Name, r, c.Readings, stored, c.Fails)
				}
				compared++
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d cells are compared", compared)
	}
}

// claimed returns the statement of the property of a claim.
func claimed(t *testing.T, e catalogue.Entry, c catalogue.Claim, n int) string {
	t.Helper()
	p, err := c.PropertyFor(n, e)
	if err != nil {
		t.Fatal(err)
	}
	return p.Statement
}
