package main

import (
	"testing"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestElection checks the election on three processes, with timeouts that are
// longer than delays.
func TestElection(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{3, 1, 2}, Timing: model.Timely}
	system, err := model.New(election{joins: true}, net)
	if err != nil {
		t.Fatal(err)
	}
	interrextest.Check(t, system, properties.Uniqueness(), properties.Decided(), properties.LeaderReachable())
}
