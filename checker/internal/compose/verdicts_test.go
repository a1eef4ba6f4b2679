package compose_test

import (
	"fmt"
	"hash/fnv"
	"testing"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestKeptAnswers says of random systems that a predicate of events that is asked only where its answer is not known says the same as one that is asked
// of each event, for all that it may look at. One that looks at little is asked much less.
func TestKeptAnswers(t *testing.T) {
	looks := []struct {
		at   string
		text func(s properties.Step) string
	}{
		{"the event", func(s properties.Step) string { return s.Event.String() }},
		{"what it sends", func(s properties.Step) string {
			text := s.Event.Kind.String()
			for m := range properties.Sent[any](s) {
				text += fmt.Sprint(m)
			}
			return text
		}},
		{"statuses, of some events", func(s properties.Step) string {
			if s.Event.Process == 0 {
				return "0"
			}
			return fmt.Sprint(s.Before.Status(0), s.After.Status(0))
		}},
		{"views", func(s properties.Step) string { return fmt.Sprint(s.Before.View(), s.After.View()) }},
		{"messages, of some that send", func(s properties.Step) string {
			text := ""
			for range properties.Sent[any](s) {
				text = fmt.Sprint(properties.CountInFlight(s.After, func(any) bool { return true }))
			}
			return text
		}},
		{"faults", func(s properties.Step) string { return fmt.Sprint(s.IsFault(), s.After.Left()) }},
	}
	asked, all, calls := make([]int, len(looks)), 0, 0
	var list []properties.Property
	for _, look := range looks {
		list = append(list, properties.NewAlwaysStep("p", "", func(s properties.Step) bool {
			calls++
			h := fnv.New32a()
			fmt.Fprint(h, look.text(s))
			return h.Sum32()%2 == 0
		}))
	}
	for seed := range uint64(30) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		if s.Semantics().MessageType() == nil {
			continue
		}
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		showing := m.NewShowing()
		for _, c := range firstOf(s, 60) {
			at, ends := m.StateOf(c), s.Terminal(c)
			for _, e := range m.Edges(at, nil) {
				if m.Facts(e.Next).Failed {
					continue
				}
				all++
				for i := range list {
					want := list[i].RefutedBy(m.ShownStep(at, e))
					calls = 0
					if got := showing.IsRefuted(i, &list[i], at, ends, e); got != want {
						t.Fatalf("%s: a predicate of %s is refuted by %v of %v: %t, want %t", about, looks[i].at, m.Label(e.Label).Event, c, got, want)
					}
					asked[i] += calls
				}
			}
		}
	}
	t.Logf("of %d events predicates were asked %v times", all, asked)
	if all < 1_000 || asked[0] > all/2 || asked[1] > all*9/10 || asked[3] < all {
		t.Errorf("of %d events predicates were asked %v times", all, asked)
	}
}

// TestToldOfEachState says that a monitor that is told of the same event again goes on from the state that it has.
func TestToldOfEachState(t *testing.T) {
	s, err := model.New(counting{}, model.Network{N: 2, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		t.Fatal(err)
	}
	p := properties.NewAlways("p", "", properties.Watch(func(model.View) int { return 0 }, func(n int, s properties.Step) int { return n + 2 },
		func(int) bool { return true }))
	m, err := compose.New(s, compiled.New(s), p.Monitor())
	if err != nil {
		t.Fatal(err)
	}
	at := []compose.State{m.Initial()}
	for i := range 5 {
		if _, monitor := m.View(m.Facts(at[i])); monitor != 2*i {
			t.Errorf("after %d events the state of the monitor is %v", i, monitor)
		}
		at, _ = m.Successors(0, at[i], at)
	}
}
