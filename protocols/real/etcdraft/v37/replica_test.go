//go:build raft37

package v37_test

import (
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v37"
)

func TestReleases(t *testing.T) { etcdrafttest.Run(t, v37.Library{}, "v3.7") }

// TestLiveness judges the liveness properties in fair executions.
func TestLiveness(t *testing.T) { etcdrafttest.Live(t, v37.Library{}) }

// TestSearch looks for faults that nobody knows.
func TestSearch(t *testing.T) { etcdrafttest.Search(t, v37.Library{}) }
