package confluent_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// TestWhatDoesNotCommuteIsRemembered learns again and again. The known messages only become more,
// so a delivery that does not commute need not be looked at a second time; one that does is.
func TestWhatDoesNotCommuteIsRemembered(t *testing.T) {
	s := newScript(t, script{step: func(_ *model.Process[string], s, in string) string {
		if in == "b" && !strings.Contains(s, "a") {
			return "o"
		}
		return ""
	}}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowN})
	tables := compiled.New(s)
	local := tables.Local(0, "x")
	a, b, c := tables.Message("a"), tables.Message("b"), tables.Message("c")
	d := confluent.New(s, tables, confluent.Sight{})
	for _, l := range []string{"ax", "bx", "cx"} {
		d.Meet(0, tables.Local(0, l), 1, a)
		d.Meet(0, tables.Local(0, l), 1, b)
	}
	d.Learn()
	for _, row := range []struct {
		reason    string
		msg       compiled.Message
		confluent bool
	}{
		{"a, unless b comes before", a, false},
		{"c commutes with both", c, true},
	} {
		polls := 0
		d.Poll = func() { polls++ }
		const times = 1000
		for range times {
			if is := d.Confluent(confluent.Delivery{Local: local, Msg: row.msg}, 0); is != row.confluent {
				t.Fatalf("%s: confluent %t, want %t", row.reason, is, row.confluent)
			}
			d.Learn()
		}
		if looked := polls > 1; looked != row.confluent {
			t.Errorf("%s: looked at again: %t, want %t", row.reason, looked, row.confluent)
		}
	}
}

// TestRecall begins with the messages that another search has met. The sight of that search, and the
// conclusions from the deliveries that it relied upon, do not matter any more.
func TestRecall(t *testing.T) {
	s := newScript(t, shown{script{step: func(_ *model.Process[string], s, in string) string {
		if in == "b" && !strings.Contains(s, "a") {
			return "o"
		}
		return ""
	}}}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowN})
	tables := compiled.New(s)
	at := func(local string, q model.Port, m string) confluent.Delivery {
		return confluent.Delivery{Local: tables.Local(0, local), Port: q, Msg: tables.Message(m)}
	}
	before := confluent.New(s, tables, everything)
	meet := func(x confluent.Delivery) { before.Meet(x.Process, x.Local, x.Port, x.Msg) }
	before.Confluent(at("az", 0, "b"), 0)
	meet(at("ax", 1, "b"))
	before.Enter(1, tables.Local(1, "v"))
	before.Broken()
	d := confluent.New(s, tables, confluent.Sight{})
	d.Recall(before)
	for _, row := range []struct {
		reason    string
		x         confluent.Delivery
		confluent bool
	}{
		{"b may come before, which was met", at("x", 0, "a"), false},
		{"b was only relied upon there", at("z", 1, "a"), true},
		{"what is seen is not the same", at("y", 0, "a"), true},
	} {
		if is := d.Confluent(row.x, 0); is != row.confluent {
			t.Errorf("%s: confluent %t, want %t", row.reason, is, row.confluent)
		}
	}
	if d.Broken() {
		t.Error("broken by what was met before")
	}
}
