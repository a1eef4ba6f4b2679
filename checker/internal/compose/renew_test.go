package compose_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestRenew renews machines of random systems, of all kinds, with some of the configurations that
// they have met. Each configuration that is kept is the same, has the same view, and enables the
// same events, into the same configurations.
func TestRenew(t *testing.T) {
	for _, row := range []struct {
		reason string
		limit  int // of the configurations that are met
		draw   func(uint64) (*model.System, string)
		make   func(*model.System) (*compose.Machine, error)
	}{
		{"only numbers of pairs change", 200, checkertest.Random, wholeOf(properties.Property{})},
		{"a monitor is part of the environment", 200, checkertest.Random, wholeOf(properties.UniquenessEver())},
		{"what the monitor said of a configuration is remembered", 200, checkertest.Random, wholeOf(inFlight())},
		{"confluent deliveries are taken, so the first configuration is another", 200, checkertest.CommutingQueued, normalOf},
		{"the halves that renamings lead to are remembered", 2_000, checkertest.AnonymousCommuting, func(s *model.System) (*compose.Machine, error) {
			return compose.NewOrbits(symmetry.New(s), nil, nil)
		}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			kept := 0
			for seed := range uint64(18) {
				s, about := row.draw(seed)
				m, err := row.make(s)
				if err != nil {
					t.Fatal(about, err)
				}
				kept += renewSome(t, m, about, row.limit)
			}
			if kept < 200 {
				t.Errorf("only %d configurations were kept", kept)
			}
		})
	}
}

// wholeOf returns a function to the machine of a system with the monitor of p.
func wholeOf(p properties.Property) func(*model.System) (*compose.Machine, error) {
	return func(s *model.System) (*compose.Machine, error) { return compose.New(s, compiled.New(s), p.Monitor()) }
}

// normalOf returns the machine of the normal forms of s, in lockstep of all configurations.
func normalOf(s *model.System) (*compose.Machine, error) {
	tables := compiled.New(s)
	if s.Network().Timing == model.Lockstep {
		return compose.New(s, tables, nil)
	}
	return compose.NewNormal(s, tables, nil, confluent.New(s, tables, confluent.Sight{}))
}

// renewSome renews a machine with some of the configurations that it meets, and returns how many
// these are.
func renewSome(t *testing.T, m *compose.Machine, about string, limit int) int {
	t.Helper()
	const most = 50
	all := slices.Sorted(maps.Keys(reached(m, limit)))
	var kept []compose.State
	for i := len(all) - 1; i >= 0; i -= 1 + len(all)/most {
		kept = append(kept, all[i])
	}
	before := []string{shown(m, m.Initial())}
	for _, s := range kept {
		before = append(before, shown(m, s))
	}
	bytes, tables := m.Bytes(), m.Renewable()
	renewed := m.Renew(slices.Values(kept))
	if given, less := bytes-m.Bytes(), tables-m.Renewable(); given != less || less < 0 {
		t.Errorf("%s: the tables of pairs are %d bytes smaller, and all are %d", about, less, given)
	}
	if after := shown(m, m.Initial()); after != before[0] {
		t.Fatalf("%s: after the renewal the first configuration is\n%s\nand was\n%s", about, after, before[0])
	}
	for i, s := range kept {
		if after := shown(m, renewed(s)); after != before[i+1] {
			t.Fatalf("%s: after the renewal\n%s\nand before\n%s", about, after, before[i+1])
		}
	}
	return len(kept)
}

// shown returns the configurations that a state and its successors stand for, as text.
func shown(m *compose.Machine, s compose.State) string {
	text := func(s compose.State) string {
		s = m.Representative(0, s)
		_, monitor := m.View(m.Facts(s))
		return fmt.Sprintf("%+v %v %+v", m.Decode(s), monitor, m.Facts(s))
	}
	list, obligatory := m.Successors(0, s, nil)
	all := text(s) + fmt.Sprint(obligatory)
	for i, e := range m.Edges(s, nil) {
		all += fmt.Sprintf("\n%v: %s, %s", m.Label(e.Label).Event, text(e.Next), text(list[i]))
	}
	return all
}
