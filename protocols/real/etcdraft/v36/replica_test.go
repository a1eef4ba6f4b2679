//go:build !raft37

package v36_test

import (
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

func TestReleases(t *testing.T) { etcdrafttest.Run(t, v36.Library{}, "v3.6") }

// TestLiveness judges the liveness properties in fair executions.
func TestLiveness(t *testing.T) { etcdrafttest.Live(t, v36.Library{}) }

// TestSearch looks for faults that nobody knows.
func TestSearch(t *testing.T) { etcdrafttest.Search(t, v36.Library{}) }
