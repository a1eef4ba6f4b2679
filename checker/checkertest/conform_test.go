package checkertest_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols"
)

func TestCatalogueConforms(t *testing.T) {
	for _, e := range protocols.All() {
		t.Run(e.Name, func(t *testing.T) { checkertest.Run(t, e) })
	}
}
