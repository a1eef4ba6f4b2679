package interrextest

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// TestPace logs how many bubbles of code with goroutines have run, and how many a second.
func TestPace(t *testing.T) {
	a, err := goroutines.New(goroutines.Code{Name: "idle", Start: func(*goroutines.Endpoint) goroutines.Process { return goroutines.Process{} }})
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(a, model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}})
	if err != nil {
		t.Fatal(err)
	}
	spied := spyOn(t, func(t testing.TB) { Check(t, s, properties.WellFormed()) })
	if len(spied.errors) > 0 || !spied.logged("1 bubbles, ") || !spied.logged("; 2 configurations, ") {
		t.Errorf("errors %q, log %q", spied.errors, spied.logs)
	}
}
