package bullyimproved_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols"
)

func TestConformance(t *testing.T) {
	e, err := protocols.ByName("bully-improved")
	if err != nil {
		t.Fatal(err)
	}
	checkertest.Run(t, e)
}
