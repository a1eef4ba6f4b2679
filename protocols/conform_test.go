package protocols_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols"
)

// TestCatalogueConforms needs nothing written for a new entry: for one alone,
// go test ./protocols -run /NAME.
func TestCatalogueConforms(t *testing.T) {
	for _, e := range protocols.All() {
		t.Run(e.Name, func(t *testing.T) { checkertest.Run(t, e) })
	}
}
