package bullyoriginal_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols"
)

func TestConformance(t *testing.T) {
	e, err := protocols.ByName("bully-original")
	if err != nil {
		t.Fatal(err)
	}
	checkertest.Run(t, e)
}
