package confluent_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

var all = confluent.Sight{Shapes: []*properties.Shape{{Step: func(before, after model.Status) bool { return before == after }}}}

func TestTry(t *testing.T) {
	for _, row := range []struct {
		name string
		n    int
		down bool
	}{{"lcr", 6, true}, {"hs", 5, true}, {"bully", 4, true}, {"bully", 4, false}, {"bully-reply", 5, true}, {"raft", 3, true}, {"bully-improved", 3, true}, {"paxos", 3, true}, {"tokenring", 4, true}, {"itairodeh", 4, true}, {"sun", 4, true}} {
		e, err := catalogue.ByName(row.name)
		if err != nil {
			t.Error(err)
			continue
		}
		v, _ := e.ParseVariant("corrected")
		net := e.Network(row.n)
		for p := range row.n {
			net.IDs = append(net.IDs, model.ID(row.n-p))
		}
		s, err := e.New(v, net)
		if err != nil {
			t.Error(err)
			continue
		}
		full := explore(s, nil, 60000)
		var got []int
		for _, sight := range []confluent.Sight{{}, all} {
			tables := s.Compile()
			r := explore(s, &reducer{confluent.New(s, tables, sight), tables}, 60000)
			got = append(got, len(r.seen), r.rounds)
			if len(r.ends) != len(full.ends) {
				t.Errorf("%s: ends %d %d", row.name, len(r.ends), len(full.ends))
			}
			if sight.Shapes != nil && len(r.views) != len(full.views) {
				t.Errorf("%s: views %d %d", row.name, len(r.views), len(full.views))
			}
		}
		t.Log(row.name, row.n, s.Network().Timing, s.Network().Order, len(full.seen), full.cut, got)
	}
}
