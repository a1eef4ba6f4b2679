package compose_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// gambler sends itself a bet through port 0, and more to others, by lot. It answers bets.
type gambler struct{}

func (gambler) Init(model.Self) bool                  { return false }
func (gambler) Observe(model.Self, bool) model.Status { return model.Status{} }
func (gambler) Ready(model.Self, bool) model.Spontaneous {
	return model.Spontaneous{Operations: 1, Suspect: model.Ports(1)}
}

func (gambler) Step(p *model.Process[string], _ bool, in model.Input[string]) bool {
	switch {
	case in.Kind == model.Invoke && p.Choose(2) == 0:
		p.Send(0, "bet")
	case in.Kind == model.Invoke:
		p.Send(1, "bet")
		p.Send(1, "more")
	case in.Kind == model.Suspect:
		p.Send(1, "bet")
	case in.Msg == "bet":
		p.Send(in.Port, "more")
	}
	return true
}

// TestPlacesAreTaken compares the events of the machine and of model where channels have few places.
func TestPlacesAreTaken(t *testing.T) {
	block := func(places int) model.Capacity { return model.Capacity{Places: places, Full: model.Block} }
	for _, row := range []struct {
		reason string
		net    model.Network
	}{
		{"what finds no place is lost", model.Network{Capacity: model.Capacity{Places: 1}}},
		{"an outcome that always fits waits for one that does not", model.Network{Capacity: block(1)}},
		{"two messages of a step need two places", model.Network{Capacity: block(2)}},
		{"a set that holds a message needs no place for it", model.Network{Order: model.Set, Capacity: block(2)}},
		{"an inbox has the places for all links", model.Network{Order: model.Inbox, Capacity: block(2)}},
		{"a bag has places for equal messages", model.Network{Order: model.Bag, Capacity: block(2)}},
		{"nobody waits for who is down", model.Network{Capacity: block(1), Faults: model.Faults{Crash: 1}}},
		{"nor for a link that is cut", model.Network{Capacity: block(1), Faults: model.Faults{Cut: 1}}},
		{"a duplicate keeps its place", model.Network{Capacity: block(2), Faults: model.Faults{Dup: 1}}},
		{"a suspicion of who is up waits", model.Network{Capacity: block(2), Faults: model.Faults{Suspect: 1}}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			row.net.N, row.net.Topology = 2, model.Complete
			s, err := model.New(gambler{}, row.net)
			if err != nil {
				t.Fatal(err)
			}
			if !agrees(t, s, 3000) {
				t.Error("too many configurations")
			}
		})
	}
}

// A burst sends two messages at once when it wakes. Ready panics in the local state after that.
type burst struct{}

func (burst) Init(model.Self) bool                  { return false }
func (burst) Observe(model.Self, bool) model.Status { return model.Status{} }

func (burst) Ready(_ model.Self, sent bool) model.Spontaneous {
	if sent {
		panic("nobody asks")
	}
	return model.Spontaneous{Wake: true}
}

func (burst) Step(p *model.Process[int], _ bool, _ model.Input[int]) bool {
	p.Send(0, 1)
	p.Send(0, 2)
	return true
}

// TestNobodyIsBlamedForWhatWaits says that a step that waits for ever leads nowhere.
func TestNobodyIsBlamedForWhatWaits(t *testing.T) {
	s, err := model.New(burst{}, model.Network{N: 2, Topology: model.UnidirectionalRing, Capacity: model.Capacity{Places: 1, Full: model.Block}})
	if err != nil {
		t.Fatal(err)
	}
	if !agrees(t, s, 1) {
		t.Error("too many configurations")
	}
}
