package v35_test

import (
	"flag"
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v35"
)

var update = flag.Bool("update", false, "write replica.go")

func TestReleases(t *testing.T) { etcdrafttest.Run(t, v35.Library{}, "v3.5") }

// TestLiveness judges the liveness properties in fair executions.
func TestLiveness(t *testing.T) { etcdrafttest.Live(t, v35.Library{}) }
