//go:build raft37

package v37_test

import (
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v37"
)

func TestAlone(t *testing.T) { etcdrafttest.Alone(t, v37.Library{}, "../go37.mod") }
