package confluent_test

import (
	"strings"
	"testing"

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

// TestShare tells of three processes that share what they meet. Each row but the first
// would be wrong of processes that do not share something: what one of them meets bears
// upon the others, and what is seen of one of them.
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
	class := [][]int{{0, 1, 2}}
	tables := compiled.NewShared(s, class)
	local := func(letters string) compiled.Local { return tables.Local(0, letters) }
	a := tables.Message("a")
	for _, row := range []struct {
		reason                    string
		sight                     confluent.Sight
		told                      func(*confluent.Deliveries)
		confluent, broken, closed bool // broken: by what is told after the question was asked
	}{
		{"nothing is met", beside(func(s model.Status) bool { return s.Role == model.Won }), func(*confluent.Deliveries) {}, true, false, true},
		{"process 1 meets f, and process 2 meets b after f, which does not commute there", confluent.Sight{}, func(d *confluent.Deliveries) {
			d.Meet(1, local("ax"), 1, tables.Message("f"))
			d.Meet(2, local("afx"), 1, tables.Message("b"))
		}, false, true, true},
		{"process 2 wins, and what process 0 does is seen beside 1 if that wins", beside(func(s model.Status) bool { return s.Role == model.Won }),
			func(d *confluent.Deliveries) { d.Enter(2, local("v")) }, false, true, false},
		{"process 2 goes down, and what process 0 does is seen beside 1 if that is down", beside(func(s model.Status) bool { return s.Down }),
			func(d *confluent.Deliveries) { d.Fall(2) }, false, true, false},
		{"what process 0 does is seen", shape(properties.Shape{Each: func(_ *model.Network, p int, s model.Status) bool { return p != 0 || s.Role != model.Candidate }}),
			func(*confluent.Deliveries) {}, false, false, false},
	} {
		d := confluent.New(s, tables, row.sight)
		d.Share(class)
		x := confluent.Delivery{Process: 2, Local: local("x"), Msg: a}
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
