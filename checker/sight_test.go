package checker

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestSight says how many shapes, and which monitor, a reduced search must see to
// judge properties.
func TestSight(t *testing.T) {
	of := func(f properties.Form) properties.Property {
		return properties.New("won", "somebody has won", f, properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }})
	}
	watched := properties.UniquenessEver()
	for _, row := range []struct {
		reason   string
		list     []properties.Property
		fairness model.Fairness
		shapes   int
		monitor  bool
		bounded  bool
	}{
		{"nothing is asked", nil, model.Weak, 0, false, false},
		{"each configuration is judged", []properties.Property{of(properties.Always), of(properties.Reachable)}, model.Weak, 2, false, false},
		{"terminal configurations are judged", []properties.Property{of(properties.AtEnd)}, model.Weak, 0, false, false},
		{"where it holds first matters", []properties.Property{of(properties.Eventually)}, model.Weak, 1, false, true},
		{"ends and fair loops are judged", []properties.Property{of(properties.Recurs), of(properties.Stabilises), of(properties.Terminates)}, model.Weak, 0, false, true},
		{"all loops are judged", []properties.Property{of(properties.Recurs)}, model.Unfair, 1, false, true},
		{"liveness comes first", []properties.Property{of(properties.Stabilises), of(properties.AtEnd)}, model.Weak, 0, false, true},
		{"a monitor is told", []properties.Property{watched}, model.Weak, 0, true, false},
		{"a monitor counts messages", []properties.Property{properties.MessagesAtMost(3)}, model.Weak, 0, false, false},
	} {
		k := &check{options: Options{Fairness: row.fairness}}
		s := k.sightOf(row.list)
		if len(s.Shapes) != row.shapes || (s.Monitor != nil) != row.monitor || s.Bounded != row.bounded {
			t.Errorf("%s: %d shapes, a monitor %t, bounded %t, want %d, %t, %t", row.reason, len(s.Shapes), s.Monitor != nil, s.Bounded, row.shapes, row.monitor, row.bounded)
		}
	}
}
