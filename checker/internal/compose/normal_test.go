package compose_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// normalForms returns how many normal forms s has, in how many rounds.
func normalForms(tb testing.TB, s *model.System, sight confluent.Sight) (count, rounds int) {
	tb.Helper()
	tables := s.Compile()
	d := confluent.New(s, tables, sight)
	for rounds := 1; ; rounds++ {
		m, err := compose.NewNormal(s, tables, nil, d)
		if err != nil {
			tb.Fatal(err)
		}
		seen := map[compose.State]bool{m.Initial(): true}
		for list := []compose.State{m.Initial()}; len(list) > 0; {
			c := list[len(list)-1]
			list = list[:len(list)-1]
			next, _ := m.Successors(0, c, nil)
			for _, n := range next {
				if !seen[n] {
					seen[n] = true
					list = append(list, n)
				}
			}
		}
		if !m.Broken() {
			return len(seen), rounds
		}
		d.Learn()
	}
}

func TestTry(t *testing.T) {
	all := confluent.Sight{Shapes: []*properties.Shape{{Step: func(before, after model.Status) bool { return before == after }}}}
	for _, row := range []struct {
		name string
		n    int
	}{{"lcr", 6}, {"hs", 6}, {"afa", 8}, {"bully", 5}, {"bully", 6}, {"bully-reply", 6}, {"raft", 3}, {"raft", 4}, {"sun", 5}, {"divided", 5}, {"tokenring", 5}, {"itairodeh", 5}, {"bully-original", 4}, {"bully-improved", 4}, {"paxos", 3}} {
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
		if row.name == "raft" && row.n == 4 {
			net.Order = model.Bag
		}
		s, err := e.New(v, net)
		if err != nil {
			t.Error(err)
			continue
		}
		a, r1 := normalForms(t, s, confluent.Sight{})
		b, r2 := normalForms(t, s, all)
		t.Log(row.name, row.n, a, r1, b, r2)
	}
}
