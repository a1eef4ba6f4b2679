package compose_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestDrop lets machines of random systems, of all kinds, make their events and pushes again: each configuration that was met has its
// number, the same view, and the same events into the same configurations, and the tables are as large as before.
func TestDrop(t *testing.T) {
	for _, row := range []struct {
		reason string
		draw   func(uint64) (*model.System, string)
		make   func(*model.System) (*compose.Machine, error)
	}{
		{"events and pushes are made again", checkertest.Random, wholeOf(properties.Property{})},
		{"with a monitor", checkertest.Random, wholeOf(properties.UniquenessEver())},
		{"lists of confluent deliveries are in the same arena", checkertest.CommutingQueued, normalOf},
		{"events that are taken alone too", checkertest.Commuting, normalOf},
	} {
		t.Run(row.reason, func(t *testing.T) {
			dropped := int64(0)
			for seed := range uint64(12) {
				s, about := row.draw(seed)
				m, err := row.make(s)
				if err != nil {
					t.Fatal(about, err)
				}
				all := slices.Sorted(maps.Keys(reached(m, 200)))
				show := func() (list []string) {
					for _, s := range all {
						list = append(list, shown(m, s))
					}
					return list
				}
				before, made, bytes := show(), m.Droppable(), m.Bytes()
				left, right := m.Numbered()
				m.Drop()
				if m.Droppable() != 0 || m.Bytes() != bytes-made {
					t.Errorf("%s: %d bytes can be dropped after that, %d are left of %d, with %d that could", about, m.Droppable(), m.Bytes(), bytes, made)
				}
				if !slices.Equal(before, show()) {
					t.Errorf("%s: configurations are others", about)
				}
				if l, r := m.Numbered(); l != left || r != right || m.Bytes() > bytes {
					t.Errorf("%s: %d and %d numbers, were %d and %d; %d bytes, were %d", about, l, r, left, right, m.Bytes(), bytes)
				}
				dropped += made
			}
			if dropped < 1<<16 {
				t.Errorf("%d bytes were dropped in all", dropped)
			}
		})
	}
}
