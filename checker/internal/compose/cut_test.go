package compose_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/lcr"
)

// TestRecut cuts the leaves of machines of random systems, of all kinds, at each place. Each configuration is the same, has the same
// view, and enables the same events, into the same configurations. The halves at each place are those that are counted.
func TestRecut(t *testing.T) {
	for _, row := range []struct {
		reason string
		draw   func(uint64) (*model.System, string)
		make   func(*model.System) (*compose.Machine, error)
	}{
		{"events and pushes are composed anew", checkertest.Random, wholeOf(properties.Property{})},
		{"several initial configurations", checkertest.RandomStarts, wholeOf(properties.Property{})},
		{"a monitor is part of the environment", checkertest.Random, wholeOf(properties.UniquenessEver())},
		{"what the monitor said of a configuration is remembered", checkertest.Random, wholeOf(inFlight())},
		{"confluent deliveries are taken, and closed processes alone", checkertest.CommutingQueued, normalOf},
		{"with order inbox messages overtake others", checkertest.Commuting, normalOf},
		{"the halves that renamings lead to are remembered", checkertest.AnonymousCommuting, func(s *model.System) (*compose.Machine, error) {
			return compose.NewOrbits(symmetry.New(s), nil, nil)
		}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			compared := 0
			for seed := range uint64(12) {
				s, about := row.draw(seed)
				m, err := row.make(s)
				if err != nil {
					t.Fatal(about, err)
				}
				if m.MayRecut() {
					compared += recutEverywhere(t, m, about, s.Network().N)
				}
			}
			if compared < 120 {
				t.Errorf("only %d configurations were compared", compared)
			}
		})
	}
}

// recutEverywhere cuts a machine at each place, and returns how many configurations were compared.
func recutEverywhere(t *testing.T, m *compose.Machine, about string, n int) (compared int) {
	t.Helper()
	all := slices.Sorted(maps.Keys(reached(m, 60)))
	var before []string
	for _, s := range all {
		before = append(before, contents(m, s))
	}
	initials := func() (all string) {
		for _, s := range m.Initials() {
			all += contents(m, s)
		}
		return all
	}
	first := initials()
	want := make([]int64, n+1)
	for at := 1; at <= n; at++ {
		want[at] = countHalves(m, all, at)
	}
	for i := range n {
		at := 1 + (m.Cut()+i)%n
		if got := m.Halves(slices.Values(all)); !slices.Equal(got, want) {
			t.Fatalf("%s, cut at %d: %v halves, want %v", about, m.Cut(), got, want)
		}
		m.Recut(at, func(renewed func(compose.State) compose.State) {
			for i := range all {
				all[i] = renewed(all[i])
			}
		})
		if got := initials(); m.Cut() != at || got != first {
			t.Fatalf("%s: cut at %d the initial configurations are\n%s\nand were\n%s", about, at, got, first)
		}
		for i, s := range all {
			if after := contents(m, s); after != before[i] {
				t.Fatalf("%s: cut at %d\n%s\nand before\n%s", about, at, after, before[i])
			}
		}
		compared += len(all)
	}
	return compared
}

// contents is shown without the numbers of views.
func contents(m *compose.Machine, s compose.State) string {
	text := func(s compose.State) string {
		f := m.Facts(s)
		view, monitor := m.View(f)
		return fmt.Sprintf("%+v %v %+v %t %t", m.Decode(s), monitor, view, f.Failed, f.Started)
	}
	list, obligatory := m.Successors(0, s, nil)
	all := text(s) + fmt.Sprint(obligatory)
	for i, e := range m.Edges(s, nil) {
		all += fmt.Sprintf("\n%v: %s, %s, for which stands %s", m.Label(e.Label).Event, text(e.Next), text(list[i]), text(m.Representative(0, list[i])))
	}
	return all
}

// countHalves counts the different halves of configurations.
func countHalves(m *compose.Machine, list []compose.State, at int) int64 {
	lefts, rights := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		states := m.Leaves(s)
		lefts[fmt.Sprint(states[:at])], rights[fmt.Sprint(states[at:])] = true, true
	}
	return int64(len(lefts) + len(rights))
}

// TestMayRecut says where the leaves stay: another cut would change which closed process is taken, or is of no use.
func TestMayRecut(t *testing.T) {
	for _, row := range []struct {
		reason  string
		change  func(net *model.Network)
		reduces bool
		want    bool
	}{
		{"no component refuses anything", func(*model.Network) {}, true, true},
		{"no reduction, so it takes all events", func(net *model.Network) { net.Faults.Crash = 1 }, false, true},
		{"no budget is left, perhaps", func(net *model.Network) { net.Faults.Crash = 1 }, true, false},
		{"a process is down", func(net *model.Network) { net.Down = []int{1} }, true, false},
		{"there is no place in a channel, perhaps", func(net *model.Network) { net.Capacity = model.Capacity{Places: 1, Full: model.Block} }, true, false},
		{"rounds are events of no component", func(net *model.Network) { net.Timing = model.Lockstep }, false, false},
	} {
		net := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{1, 2, 3}}
		row.change(&net)
		s, err := model.New(lcr.Algorithm{}, net)
		if err != nil {
			t.Fatal(row.reason, err)
		}
		m, err := compose.New(s, compiled.New(s), nil)
		if row.reduces {
			m, err = normalOf(s)
		}
		if err != nil {
			t.Fatal(row.reason, err)
		}
		if m.MayRecut() != row.want {
			t.Errorf("%s: the leaves may be cut elsewhere: %t", row.reason, m.MayRecut())
		}
	}
}

// TestCheapest says where the leaves are best cut.
func TestCheapest(t *testing.T) {
	for _, row := range []struct {
		reason string
		halves []int64
		now    int
		want   int
	}{
		{"an eighth fewer are worth it", []int64{0, 90, 70, 80}, 3, 2},
		{"fewer than an eighth are not", []int64{0, 90, 71, 80}, 3, 3},
		{"the first of several", []int64{0, 7, 7, 80}, 3, 1},
		{"it is there now", []int64{0, 7, 70, 80}, 1, 1},
	} {
		if got := compose.Cheapest(row.halves, row.now); got != row.want {
			t.Errorf("%s: %d, want %d", row.reason, got, row.want)
		}
	}
}
