package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// keysAfter returns the keys of the configurations that follow the initial one.
func keysAfter(s *model.System, kind model.Kind) map[string]model.Event {
	keys := map[string]model.Event{}
	for _, x := range s.Successors(s.Initial()) {
		if x.Event.Kind == kind {
			keys[x.Next.Key()] = x.Event
		}
	}
	return keys
}

func TestKeysTellConfigurationsApart(t *testing.T) {
	cuts := newPuppets(t, "start wake: become a", model.Network{N: 2, Faults: model.Faults{Cut: 1}})
	if keys := keysAfter(cuts, model.Cut); len(keys) != 2 {
		t.Errorf("which link is cut: got %d keys, want 2", len(keys))
	}
	ports := newPuppets(t, "start wake: send 0 A | send 1 A", model.Network{N: 2, Order: model.Inbox, Wake: model.WakeSet{Only: []int{0}}})
	if keys := keysAfter(ports, model.Wake); len(keys) != 2 {
		t.Errorf("the port on which a message of an inbox arrives: got %d keys, want 2", len(keys))
	}
}

func TestCausesNameEachCutOnce(t *testing.T) {
	s := newPuppets(t, "start wake: become a", model.Network{N: 2, Topology: model.Ring, Faults: model.Faults{Cut: 1}})
	var cuts []model.Event
	s.Semantics().Causes(s.Initial(), func(e model.Event, _ int) {
		if e.Kind == model.Cut {
			cuts = append(cuts, e)
		}
	})
	want := []model.Event{{Process: 0, Kind: model.Cut, Peer: 1}, {Process: 1, Kind: model.Cut, Peer: 0}} // each of two links
	if diff := cmp.Diff(want, cuts); diff != "" {
		t.Errorf("cuts of a ring of two (-want +got):\n%s", diff)
	}
}

// boaster sets the parts of its status that only the network may set.
type boaster struct{ titled }

func (boaster) Observe(model.Self, int) model.Status {
	return model.Status{Role: model.Won, Down: true, Failed: true}
}

func TestDownAndFailedAreSetByTheNetwork(t *testing.T) {
	s, err := model.New(boaster{titled{"boaster"}}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := model.Status{Role: model.Won}
	if got := s.Status(s.Initial(), 0); got != want {
		t.Errorf("definition: got %v, want %v", got, want)
	}
	tables := compiled.New(s)
	if got := tables.Status(0, tables.Local(0, s.Initial().Locals[0])); got != want {
		t.Errorf("tables: got %v, want %v", got, want)
	}
}

func TestRestrictedSystemsHaveNoOtherFaults(t *testing.T) {
	s := newPuppets(t, "start wake: become a", model.Network{N: 2, Faults: model.Faults{Crash: 1, Cut: 1}}).Semantics().Restrict([]int{1}, model.Faults{})
	list := s.Successors(s.Initial())
	if len(list) != 1 || list[0].Event.String() != "wake p1" {
		t.Errorf("got %d events, the first %v; want wake p1 alone", len(list), list[0].Event)
	}
}

// chooser chooses among k outcomes when it wakes.
type chooser struct{ k int }

func (chooser) Init(model.Self) int                                         { return 0 }
func (chooser) Ready(model.Self, int) model.Spontaneous                     { return model.Spontaneous{Wake: true} }
func (chooser) Observe(model.Self, int) model.Status                        { return model.Status{} }
func (a chooser) Step(p *model.Process[int], _ int, _ model.Input[int]) int { return p.Choose(a.k) }

func TestAsManyOutcomesAsAllowed(t *testing.T) {
	for k, want := range map[int]int{4096: 4096, 4097: 1} {
		s, err := model.New(chooser{k}, model.Network{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(wakeUp(t, s, false)); got != want {
			t.Errorf("a choice among %d: got %d outcomes, want %d", k, got, want)
		}
	}
}

func TestSetsRefuseWhatTheyCannotHold(t *testing.T) {
	for reason, f := range map[string]func(){
		"port 64":     func() { model.Ports(64) },
		"port -1":     func() { model.Ports(-1) },
		"timer 8":     func() { model.Timers(8) },
		"identity 64": func() { model.IDs(64) },
		"identity 0":  func() { model.IDs(0) },
	} {
		if panicked(f) == nil {
			t.Errorf("%s: want a panic", reason)
		}
	}
	if !model.Ports(0, 63).Has(63) || !model.Timers(7).Has(7) || !model.IDs(1, 63).Has(63) {
		t.Error("the greatest members are not held")
	}
}
