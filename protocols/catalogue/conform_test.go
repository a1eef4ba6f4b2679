package catalogue_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols/catalogue"
)

// TestCatalogueConforms needs nothing written for a new entry: for one alone,
// go test ./protocols/catalogue -run /NAME.
func TestCatalogueConforms(t *testing.T) {
	for _, e := range catalogue.All() {
		t.Run(e.Name, func(t *testing.T) { checkertest.Run(t, e) })
	}
}
