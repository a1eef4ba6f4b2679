package compose_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestReplay compares a machine with one of the same system that got the same requests from its record: states have the same
// numbers and stand for the same configurations, also those that come later. Workers ask in random order.
func TestReplay(t *testing.T) {
	for _, row := range []struct {
		reason string
		draw   func(uint64) (*model.System, string)
		make   func(*model.System) (*compose.Machine, error)
	}{
		{"tables of events and pushes", checkertest.Random, wholeOf(properties.Property{})},
		{"several initial configurations", checkertest.RandomStarts, wholeOf(properties.Property{})},
		{"messages that wait", checkertest.Deferring, wholeOf(properties.Property{})},
		{"a monitor is part of the environment", checkertest.Random, wholeOf(properties.UniquenessEver())},
		{"confluent deliveries are taken, and closed processes alone", checkertest.CommutingQueued, normalOf},
		{"with order inbox messages overtake others", checkertest.Commuting, normalOf},
		{"renamings lead to halves", checkertest.AnonymousCommuting, func(s *model.System) (*compose.Machine, error) {
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
				if m.Record() {
					again, _ := row.make(s)
					compared += replayed(t, m, again, rand.New(rand.NewPCG(seed, 3)), about)
				}
			}
			if compared < 200 {
				t.Errorf("only %d configurations were compared", compared)
			}
		})
	}
}

// replayed compares a machine that records with another one of the same system, and returns in how many configurations it did.
func replayed(t *testing.T, m, again *compose.Machine, r *rand.Rand, about string) int {
	t.Helper()
	again.Record()
	met, known := []compose.State(nil), map[compose.State]bool{}
	expand := func(limit int) {
		for ; len(met) < limit && len(met) > 0; limit-- {
			next, _ := m.Successors(r.IntN(2), met[r.IntN(len(met))], nil)
			for _, s := range next {
				if s = m.Representative(0, s); !known[s] {
					known[s], met = true, append(met, s)
				}
			}
		}
	}
	met = append(met, m.Representative(0, m.Initial()))
	for part := range 2 { // the record is taken in parts
		expand(len(met) + 150)
		if part == 0 && m.MayRecut() && r.IntN(2) == 0 {
			m.Recut(1+r.IntN(len(m.Leaves(m.Initial()))-1), func(renewed func(compose.State) compose.State) {
				clear(known)
				for i, s := range met {
					met[i] = renewed(s)
					known[met[i]] = true
				}
			})
		}
		data, sum := m.TakeRecord()
		if err := again.Replay(data); err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		if left, got := again.TakeRecord(); got != sum || len(left) > 0 {
			t.Fatalf("%s: sum %x after the replay, not %x; %d bytes recorded", about, got, sum, len(left))
		}
	}
	for _, s := range met {
		if a, b := shown(m, s), shown(again, s); a != b {
			t.Fatalf("%s: state %x is %s after the replay, not %s", about, s, b, a)
		}
	}
	for _, s := range met { // both go on in the same way
		a, obliges := m.Successors(0, s, nil)
		b, same := again.Successors(0, s, nil)
		if !slices.Equal(a, b) || obliges != same {
			t.Fatalf("%s: the successors of %x are %x after the replay, not %x", about, s, b, a)
		}
	}
	return len(met)
}

// TestReplayRefuses replays records that are of another system, or in which bits are not as they were written: that is an error or
// another sum, and no panic.
func TestReplayRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	refused, differ := 0, 0
	for seed := range uint64(80) {
		s, _ := checkertest.Random(seed)
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil || !m.Record() {
			continue
		}
		met := []compose.State{m.Initial()}
		for i := 0; i < len(met) && len(met) < 50; i++ {
			met, _ = m.Successors(0, met[i], met)
		}
		data, sum := m.TakeRecord()
		if len(data) == 0 {
			continue
		}
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		other, _ := compose.New(s, compiled.New(s), nil)
		other.Record()
		if other.Replay(data) != nil {
			refused++
		} else if _, got := other.TakeRecord(); got != sum {
			differ++
		}
	}
	if refused < 3 || differ < 3 {
		t.Errorf("%d records were refused, and %d had another sum: too few to test anything", refused, differ)
	}
}
