//go:build raft37

package v37_test

import (
	"testing"

	"github.com/interrex/interrex/model/realcode/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/model/realcode/etcdraft/v37"
)

func TestReleases(t *testing.T) { etcdrafttest.Run(t, v37.Library{}, "v3.7") }
