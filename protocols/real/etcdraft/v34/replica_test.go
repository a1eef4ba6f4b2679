//go:build raft34

package v34_test

import (
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v34"
)

func TestReleases(t *testing.T) { etcdrafttest.Run(t, v34.Library{}, "v3.4") }

// TestLiveness judges the liveness properties in fair executions.
func TestLiveness(t *testing.T) { etcdrafttest.Live(t, v34.Library{}) }
