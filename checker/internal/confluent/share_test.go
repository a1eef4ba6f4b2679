package confluent_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// TestShare lets process 1 meet a message that does not commute with another one. The
// latter is then confluent for process 0 only if they do not share what they meet.
func TestShare(t *testing.T) {
	s := newScript(t, script{func(_ *model.Process[string], s, in string) string {
		if in == "b" && !strings.Contains(s, "a") {
			return "o"
		}
		return ""
	}}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{3, 1, 2}, Grants: model.KnowID | model.KnowN})
	for _, share := range []bool{true, false} {
		tables := compiled.New(s)
		d := confluent.New(s, tables, confluent.Sight{})
		if share {
			tables = compiled.NewShared(s, [][]int{{0, 1}})
			d = confluent.New(s, tables, confluent.Sight{})
			d.Share([][]int{{0, 1}}, [][]int{{0, 2}})
		}
		a, b := tables.Message("a"), tables.Message("b")
		local := tables.Local(0, "x")
		tables.Local(1, "x")
		ask := func() (confluents, silents int) {
			for range 2 { // what is asked first makes no difference
				if _, silent := d.Silent(0, local, 0, a); silent {
					silents++
				}
				if d.Confluent(0, local, 0, a, 0) {
					confluents++
				}
			}
			return confluents, silents
		}
		if confluents, silents := ask(); confluents != 2 || silents != 2 {
			t.Errorf("shared %t: confluent %d times and silent %d times of 2, and nothing was met", share, confluents, silents)
		}
		d.Meet(1, local, 1, b)
		d.Fill(0)
		if d.Broken() != share {
			t.Errorf("shared %t: broken %t, as process 1 met what does not commute", share, d.Broken())
		}
		d.Learn()
		want := 2
		if share {
			want = 0
		}
		if confluents, silents := ask(); confluents != want || silents != want {
			t.Errorf("shared %t: confluent %d times and silent %d times after that, want %d", share, confluents, silents, want)
		}
	}
}
