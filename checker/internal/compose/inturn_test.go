package compose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// TestTurnsByDefinition compares the events of random systems whose timers run out in turn, and the configurations after
// them, with those of the definition. Timers of several processes are due together, in each half and in both.
func TestTurnsByDefinition(t *testing.T) {
	compared, due := 0, map[int]int{}
	for seed := range uint64(60) {
		s, about := checkertest.InTurn(seed)
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		seen, list := map[string]bool{s.Initial().Key(): true}, []model.Configuration{s.Initial()}
		for i := 0; i < min(len(list), 80); i++ {
			c := list[i]
			want, got := map[string]string{}, map[string]string{}
			for _, y := range s.Successors(c) {
				want[y.Event.String()] = y.Next.Key()
				if !seen[y.Next.Key()] {
					seen[y.Next.Key()] = true
					list = append(list, y.Next)
				}
			}
			for _, e := range m.Edges(m.StateOf(c), nil) {
				got[s.Semantics().Named(m.Label(e.Label).Event).String()] = m.Decode(e.Next).Key()
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %s (-definition +machine):\n%s", about, s.Text(c), diff)
			}
			compared++
			due[processesDue(c)]++
		}
	}
	t.Logf("%d configurations, by processes whose timers are due %v", compared, due)
	if due[1] < 50 || due[2] < 10 || due[3] < 2 {
		t.Error("too few to test anything")
	}
}

// processesDue returns how many processes have a clock that is over.
func processesDue(c model.Configuration) (count int) {
	for _, clocks := range c.Clocks {
		for _, k := range clocks {
			if k.Greatest == 0 {
				count++
				break
			}
		}
	}
	return count
}
