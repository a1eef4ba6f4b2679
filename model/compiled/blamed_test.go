package compiled_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// crumbling is an algorithm whose Restart and Defers fail in local state 1.
type crumbling struct{ phoenix }

func (crumbling) Restart(_ model.Self, s int) int {
	if s == 1 {
		panic("no restart")
	}
	return s
}
func (crumbling) Defers(_ model.Self, s int, _ model.Port, _ int) bool {
	if s == 1 {
		panic("no deferral")
	}
	return false
}

// TestBlamed says whether there is an entry of which no watcher is told, and that values are kept when the
// rest is given back.
func TestBlamed(t *testing.T) {
	for _, row := range []struct {
		reason string
		ask    func(*compiled.Tables, compiled.Local)
	}{
		{"a restart", func(t *compiled.Tables, l compiled.Local) { t.PeekRestart(0, l) }},
		{"a deferral", func(t *compiled.Tables, l compiled.Local) { t.PeekDeferred(0, l, 0, t.Message(5)) }},
	} {
		tables := newTables(t, crumbling{}, model.Network{N: 2, Faults: model.Faults{Crash: 1, Restart: 1}})
		for s, want := range []bool{false, true} {
			if row.ask(tables, tables.Local(0, s)); tables.Blamed() != want {
				t.Errorf("%s in local state %d: blamed %t, want %t", row.reason, s, !want, want)
			}
		}
		m := tables.Message(5)
		tables.Release()
		if n, got, msg := tables.Locals(0), tables.Value(0, 1), tables.MessageValue(m); n != 2 || got != 1 || msg != 5 {
			t.Errorf("%s: after Release %d local states, the second is %v, and the message %v; want 2, 1 and 5", row.reason, n, got, msg)
		}
	}
}
