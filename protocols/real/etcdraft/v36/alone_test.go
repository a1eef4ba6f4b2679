//go:build !raft37

package v36_test

import (
	"testing"

	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v36"
)

func TestAlone(t *testing.T) { etcdrafttest.Alone(t, v36.Library{}, "../go.mod") }
