package compose_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// ends returns the local states at the ends of all executions of s, by the definition.
func ends(s *model.System) []string {
	seen, found := map[string]bool{s.Initial().Key(): true}, map[string]bool{}
	for list := []model.Configuration{s.Initial()}; len(list) > 0; list = list[1:] {
		if s.Terminal(list[0]) {
			found[fmt.Sprint(list[0].Locals)] = true
		}
		for _, y := range s.Successors(list[0]) {
			if k := y.Next.Key(); !seen[k] {
				seen[k] = true
				list = append(list, y.Next)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// endsOfNormalForms is ends by the normal forms.
func endsOfNormalForms(t *testing.T, s *model.System) []string {
	t.Helper()
	m, forms := normalForms(t, s)
	found := map[string]bool{}
	for _, c := range forms {
		if _, obligatory := m.Successors(0, c, nil); m.Facts(c).Started && !obligatory {
			found[fmt.Sprint(m.Decode(c).Locals)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// traveller is an algorithm in which a message goes round a ring in both directions, for so
// many hops. A local state is how many a process has received.
type traveller struct{ hops int }

func (traveller) Init(model.Self) int                  { return 0 }
func (traveller) Observe(model.Self, int) model.Status { return model.Status{} }
func (traveller) Ready(p model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0 && p.ID() == 1}
}
func (a traveller) Step(p *model.Process[int], s int, in model.Input[int]) int {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, a.hops)
		p.Send(1, a.hops)
	case in.Msg > 1:
		p.Send(1-in.Port, in.Msg-1)
	}
	return s + 1
}

// hasty is an algorithm in which a message, sent at the start, lets timer 0 start anew. A local
// state has the events that happened, in order.
type hasty struct{ text }

type text struct{}

func (text) Init(model.Self) string                  { return "" }
func (text) Observe(model.Self, string) model.Status { return model.Status{} }
func (hasty) Ready(p model.Self, s string) model.Spontaneous {
	if p.ID() == 2 {
		return model.Spontaneous{Wake: s == ""}
	}
	ready := model.Spontaneous{}
	for t := range uint8(2) {
		if !slices.Contains([]byte(s), '0'+t) {
			ready.Timers |= model.Timers(t)
		}
	}
	return ready
}
func (hasty) Durations(model.Self, string) (d model.Durations) {
	d.Timers[0], d.Timers[1] = model.Exactly(2), model.Exactly(3)
	return d
}
func (hasty) Step(p *model.Process[string], s string, in model.Input[string]) string {
	switch in.Kind {
	case model.Wake:
		p.Send(1, "m")
		return "w"
	case model.Timeout:
		return s + string('0'+rune(in.Timer))
	}
	p.Reset(0)
	return s + in.Msg
}

// TestNormalFormsHaveTheSameEnds compares the local states at the ends of executions: the
// messages of a delivery that is taken at once, and its resets, must not be lost.
func TestNormalFormsHaveTheSameEnds(t *testing.T) {
	ring := func(n int) model.Network {
		net := model.Network{N: n, Topology: model.Ring, Grants: model.KnowID}
		for p := range n {
			net.IDs = append(net.IDs, model.ID(p+1))
		}
		return net
	}
	for n := 2; n <= 6; n++ {
		s, err := model.New(traveller{2*n - 1}, ring(n))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ends(s), endsOfNormalForms(t, s)); diff != "" {
			t.Errorf("a message goes round %d processes (-want +got):\n%s", n, diff)
		}
	}
	couple := ring(2)
	couple.Timing, couple.Topology, couple.Wake = model.Bounded, model.Complete, model.WakeSet{All: true}
	s, err := model.New(hasty{}, couple)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ends(s), endsOfNormalForms(t, s)); diff != "" {
		t.Errorf("a timer starts anew (-want +got):\n%s", diff)
	}
}

// TestCyclesHideNoOtherProcess says that beside a cycle of confluent deliveries the events of
// others are taken too, although the process that has the message is closed.
func TestCyclesHideNoOtherProcess(t *testing.T) {
	s, err := model.New(passer{}, model.Network{N: 3, Topology: model.Graph, Graph: [][]int{{1}, {0}, {2}}})
	if err != nil {
		t.Fatal(err)
	}
	m, list := normalForms(t, s)
	awake := map[string]bool{}
	for _, c := range list {
		awake[m.Locals(c)] = true
	}
	if len(awake) != 8 {
		t.Errorf("%d vectors of local states, want 8", len(awake))
	}
}

// parcels is an algorithm whose processes send two messages on each link when they wake.
type parcels struct{}

func (parcels) Init(model.Self) bool                  { return false }
func (parcels) Observe(model.Self, bool) model.Status { return model.Status{} }
func (parcels) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}
func (parcels) Step(p *model.Process[string], awake bool, in model.Input[string]) bool {
	if in.Kind == model.Wake {
		p.Send(1, "a")
		p.Send(1, "b")
	}
	return true
}

// TestOrbitsOfBags is about channels with several messages that are not queued.
func TestOrbitsOfBags(t *testing.T) {
	for _, order := range []model.Order{model.Bag, model.Set} {
		s, err := model.New(parcels{}, model.Network{N: 2, Topology: model.Complete, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		if _, largest, ok := sumOrbits(t, s, properties.Property{}, order.String()); !ok || largest != 2 {
			t.Errorf("%v: the largest orbit has %d configurations, want 2", order, largest)
		}
	}
}

// TestStepsOfOtherRandomSystems compares the steps of random systems that defer messages, and
// of those in timing bounded.
func TestStepsOfOtherRandomSystems(t *testing.T) {
	compared := 0
	for seed := range uint64(80) {
		s, about := checkertest.Deferring(seed)
		if seed%2 == 1 {
			s, about = checkertest.Bounded(seed, 1)
		}
		if agrees(t, s, 150) {
			compared++
		}
		if t.Failed() {
			t.Fatal(about)
		}
	}
	if compared < 10 {
		t.Errorf("only %d systems were compared", compared)
	}
}

// reluctant is an algorithm whose process 1 defers the messages of process 0 until its timer,
// the last of the eight, has run out.
type reluctant struct{ text }

func (reluctant) Ready(p model.Self, s string) model.Spontaneous {
	if p.ID() == 1 {
		return model.Spontaneous{Wake: len(s) < 2}
	}
	ready := model.Spontaneous{}
	if s == "" {
		ready.Timers = model.Timers(7)
	}
	return ready
}
func (reluctant) Defers(p model.Self, s string, _ model.Port, _ string) bool {
	return p.ID() == 2 && s == ""
}
func (reluctant) Step(p *model.Process[string], s string, in model.Input[string]) string {
	if in.Kind == model.Wake {
		p.Send(1, "m")
	}
	return s + in.Kind.String()[:1]
}

// TestDeferredTwice compares the steps of a process that defers the same message twice.
func TestDeferredTwice(t *testing.T) {
	for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
		s, err := model.New(reluctant{}, model.Network{N: 2, Topology: model.Complete, Order: order, IDs: []model.ID{1, 2}, Grants: model.KnowID, Faults: model.Faults{Loss: 1, Dup: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if !agrees(t, s, 500) {
			t.Errorf("order %v: too many configurations", order)
		}
	}
}
