//go:build raft37

package v37_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/protocols/real/etcdraft"
	"github.com/interrex/interrex/protocols/real/etcdraft/etcdrafttest"
	"github.com/interrex/interrex/protocols/real/etcdraft/v37"
)

// TestReproduce runs a test without the checker on this version, whose types are
// others. The fault is that of an application that sends too early.
func TestReproduce(t *testing.T) {
	c := etcdrafttest.Case{Name: "sent-before-persisted", N: 3, Faults: model.Faults{Crash: 1, Restart: 1},
		Config: etcdraft.Config{MaxTerm: 1, Granularity: realcode.Split, Application: etcdraft.SendFirst}}
	x, p := c.Reproduce(t, v37.Library{}, etcdrafttest.Named(t, "uniqueness-ever"))
	source, err := x.GoTest("TestSentBeforePersisted", p)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		return // go builds a test program
	}
	output := etcdrafttest.RunAlone(t, "../go37.mod", map[string]string{c.Name: string(source)})
	if !strings.Contains(output, "--- FAIL: TestSentBeforePersisted") || !strings.Contains(output, "lead in term 1") {
		t.Errorf("want two leaders in term 1 in\n%s", output)
	}
}
