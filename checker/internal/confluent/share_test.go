package confluent_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// shown is a script in which an observer sees who has met "a", and who has met "v".
type shown struct{ script }

func (shown) Observe(_ model.Self, s string) model.Status {
	switch {
	case strings.Contains(s, "a"):
		return model.Status{Role: model.Lost}
	case strings.Contains(s, "v"):
		return model.Status{Role: model.Won}
	}
	return model.Status{Role: model.Candidate}
}

// rotation makes of process p of three the next one, and of its local states the same ones.
type rotation struct{ tables *compiled.Tables }

func (rotation) Process(p int) int                                   { return (p + 1) % 3 }
func (rotation) Port(_ int, q model.Port) model.Port                 { return q }
func (rotation) Ports(_ int, set model.PortSet) model.PortSet        { return set }
func (rotation) Slot(_, i int) int                                   { return i }
func (rotation) Message(m compiled.Message) (compiled.Message, bool) { return m, true }
func (r rotation) Local(p int, l compiled.Local) (compiled.Local, bool) {
	return r.tables.Local(r.Process(p), r.tables.Value(p, l)), true
}

// TestShare tells of three processes that share the messages and statuses that they meet. Each row
// but the first would be wrong without sharing: a message or a status that one process meets bears
// upon the others, and so does a predicate that sees only one of them.
func TestShare(t *testing.T) {
	shape := func(h properties.Shape) confluent.Sight { return confluent.Sight{Shapes: []*properties.Shape{&h}} }
	beside := func(sees func(model.Status) bool) confluent.Sight {
		return shape(properties.Shape{Both: func(_ *model.Network, p int, s model.Status, q int, other model.Status) bool {
			return p != 0 || q != 1 || s.Role != model.Candidate || !sees(other)
		}})
	}
	s := newScript(t, shown{script{step: func(_ *model.Process[string], s, in string) string {
		if in == "b" && strings.Contains(s, "f") && !strings.Contains(s, "a") {
			return "o"
		}
		return ""
	}}}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{3, 1, 2}, Grants: model.KnowID | model.KnowN})
	tables := compiled.New(s)
	a := tables.Message("a")
	for _, row := range []struct {
		reason                    string
		sight                     confluent.Sight
		told                      func(*confluent.Deliveries)
		confluent, broken, closed bool // broken: by something told after the question was asked
	}{
		{"nothing is met", beside(func(s model.Status) bool { return s.Role == model.Won }), func(*confluent.Deliveries) {}, true, false, true},
		{"process 1 meets f, and process 2 meets b after f, which does not commute there", confluent.Sight{}, func(d *confluent.Deliveries) {
			d.Meet(1, tables.Local(1, "ax"), 1, tables.Message("f"))
			d.Meet(2, tables.Local(2, "afx"), 1, tables.Message("b"))
		}, false, true, true},
		{"process 2 wins, and what process 0 does is seen beside 1 if that wins", beside(func(s model.Status) bool { return s.Role == model.Won }),
			func(d *confluent.Deliveries) { d.Enter(2, tables.Local(2, "v")) }, false, true, false},
		{"process 2 goes down, and what process 0 does is seen beside 1 if that is down", beside(func(s model.Status) bool { return s.Down }),
			func(d *confluent.Deliveries) { d.Fall(2) }, false, true, false},
		{"what process 0 does is seen", shape(properties.Shape{Each: func(_ *model.Network, p int, s model.Status) bool { return p != 0 || s.Role != model.Candidate }}),
			func(*confluent.Deliveries) {}, false, false, false},
	} {
		d := confluent.New(s, tables, row.sight)
		d.Share([]confluent.Renaming{rotation{tables}})
		x := confluent.Delivery{Process: 2, Local: tables.Local(2, "x"), Msg: a}
		d.Confluent(x, 0)
		row.told(d)
		if d.Broken() != row.broken {
			t.Errorf("%s: broken %t, want %t", row.reason, d.Broken(), row.broken)
		}
		d.Learn()
		is := d.Confluent(x, 0)
		_, silent := d.Silent(x)
		closed := d.Closed([]confluent.Delivery{x, {Process: 2, Local: x.Local, Port: 1, Msg: a}}, 0)
		if is != row.confluent || silent != row.confluent || closed != row.closed || d.Broken() {
			t.Errorf("%s: confluent %t, silent %t, want %t; closed %t, want %t; broken %t", row.reason, is, silent, row.confluent, closed, row.closed, d.Broken())
		}
	}
}

// exchange makes of each of two processes the other one, and of all that it has the next.
type exchange struct{}

func (exchange) Process(p int) int                                    { return 1 - p }
func (exchange) Port(_ int, q model.Port) model.Port                  { return 1 - q }
func (exchange) Ports(_ int, set model.PortSet) model.PortSet         { return set ^ 3 }
func (exchange) Slot(_, i int) int                                    { return 1 - i }
func (exchange) Message(m compiled.Message) (compiled.Message, bool)  { return 1 - m, m < 2 }
func (exchange) Local(_ int, l compiled.Local) (compiled.Local, bool) { return 1 - l, l < 2 }

// TestShareRenames says which images deliveries have under a renaming.
func TestShareRenames(t *testing.T) {
	s := newScript(t, script{}, model.Network{N: 2, Topology: model.Ring, IDs: []model.ID{2, 1}, Grants: model.KnowID | model.KnowN})
	d := confluent.New(s, compiled.New(s), confluent.Sight{})
	d.Share([]confluent.Renaming{exchange{}})
	first := confluent.Delivery{Process: 0, Local: 0, Port: 0, Msg: 0, Ticks: 3, Due: confluent.DueOn(0)}
	second := confluent.Delivery{Process: 1, Local: 1, Port: 1, Msg: 1, Ticks: 3, Due: confluent.DueOn(1)}
	none := confluent.Delivery{Process: 0, Local: 0, Port: 1, Msg: -1, Due: confluent.DueOn(0)}
	noneThere := confluent.Delivery{Process: 1, Local: 1, Port: 0, Msg: -1, Due: confluent.DueOn(1)}
	unknown := confluent.Delivery{Local: 2}
	for _, row := range []struct {
		of     confluent.Delivery
		want   []confluent.Delivery
		reason string
	}{
		{first, []confluent.Delivery{first, second}, "all has another name"},
		{none, []confluent.Delivery{none, noneThere}, "nothing arrives there either"},
		{unknown, []confluent.Delivery{unknown}, "nobody knows what it is after the renaming"},
	} {
		if diff := cmp.Diff(row.want, d.DeliveriesOf(row.of), cmp.AllowUnexported(confluent.Due{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
	want := [][]confluent.Delivery{{first, none}, {noneThere, second}}
	if diff := cmp.Diff(want, d.HeadsOf(want[0]), cmp.AllowUnexported(confluent.Due{})); diff != "" {
		t.Errorf("heads (-want +got):\n%s", diff)
	}
}
