package symbolic_test

import (
	"math"
	"sort"
	"testing"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// effort returns the outcomes that a search finds for some properties, and how often it requests a node.
func effort(t *testing.T, s *model.System, list ...properties.Property) (found []engine.Outcome, made int) {
	t.Helper()
	b := engine.NewBudget(t.Context(), engine.Bounds{}, nil)
	q := engine.Question{System: s, Tables: compiled.New(s), Properties: list, Fairness: model.Strong}
	a, err := symbolic.Engine{}.Search(q, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Findings {
		found = append(found, f.Outcome)
	}
	return found, 1 + sort.Search(math.MaxInt32, func(most int) bool {
		b.Turn.Effort = int64(most + 1)
		return !b.Spent()
	})
}

// TestMonitorsThatNothingRefutes says that a property with a monitor needs no search of its
// own if no order of the events refutes it, and that it gets one otherwise.
func TestMonitorsThatNothingRefutes(t *testing.T) {
	e, err := catalogue.ByName("bully-original")
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.ParseVariant("corrected")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason   string
		crash    int
		property properties.Property
		want     engine.Outcome
		alone    bool // it needs a search of its own
	}{
		{"only the greatest process ever wins", 0, properties.UniquenessEver(), engine.Absent, false},
		{"when it has crashed another one wins", 1, properties.UniquenessEver(), engine.Found, true},
		{"more messages would be too many, if events were repeated", 0, properties.MessagesAtMost(100), engine.Absent, true},
	} {
		net := e.Network(3)
		net.IDs, net.Faults.Crash = []model.ID{3, 2, 1}, row.crash
		s, err := e.New(v, net)
		if err != nil {
			t.Fatal(err)
		}
		_, without := effort(t, s, properties.Uniqueness())
		found, with := effort(t, s, properties.Uniqueness(), row.property)
		if found[1] != row.want || (2*with > 3*without) != row.alone {
			t.Errorf("%s: %s: outcome %d, want %d; %d nodes, without it %d", row.reason, row.property.Name, found[1], row.want, with, without)
		}
	}
}
