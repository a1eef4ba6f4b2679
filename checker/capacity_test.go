package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A burst sends so many messages at once when it wakes. Ready panics in the local state after that.
type burst struct{ messages int }

func (burst) Init(model.Self) bool                  { return false }
func (burst) Observe(model.Self, bool) model.Status { return model.Status{} }

func (burst) Ready(_ model.Self, sent bool) model.Spontaneous {
	if sent {
		panic("nobody asks")
	}
	return model.Spontaneous{Wake: true}
}

func (b burst) Step(p *model.Process[int], sent bool, in model.Input[int]) bool {
	for i := range b.messages {
		p.Send(0, i)
	}
	return true
}

// TestNoErrorOfWhatWaitsForEver says that a method that fails where only a step leads that finds no places is no error.
func TestNoErrorOfWhatWaitsForEver(t *testing.T) {
	for _, row := range []struct {
		reason   string
		topology model.Topology
		capacity model.Capacity
		fails    bool
	}{
		{"a step for which there is never room", model.UnidirectionalRing, model.Capacity{Places: 1, Full: model.Block}, false},
		{"nor in a channel to the process itself", model.Complete, model.Capacity{Places: 1, Full: model.Block}, false},
		{"a step that loses messages", model.UnidirectionalRing, model.Capacity{Places: 1}, true},
		{"a step for which there is room", model.Complete, model.Capacity{Places: 2, Full: model.Block}, true},
	} {
		s, err := model.New(burst{2}, model.Network{N: 2, Topology: row.topology, Capacity: row.capacity})
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{properties.Uniqueness()}})
		if (err != nil) != row.fails || err == nil && r.Configurations != 1 {
			t.Errorf("%s: %d configurations, error %v", row.reason, r.Configurations, err)
		}
	}
}
