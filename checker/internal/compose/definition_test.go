package compose_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// drawn has the ways in which random systems are drawn, one of each kind of network and time.
var drawn = []func(uint64) (*model.System, string){checkertest.Random, checkertest.Deferring, checkertest.CommutingBounded, checkertest.Full, checkertest.Anonymous, dividing, checkertest.InTurn}

// dividing draws a system whose network divides, on more than one process.
func dividing(seed uint64) (*model.System, string) {
	s, about := checkertest.Random(seed)
	if s.Network().N == 1 {
		return s, about
	}
	return checkertest.Dividing(s, seed)
}

// TestStatesStandForConfigurations says of random systems that a state is taken apart into the configuration that it was made
// of, and that its facts and its view are those that the definition has.
func TestStatesStandForConfigurations(t *testing.T) {
	compared, failing, divided, turns := 0, 0, 0, 0
	for seed := range uint64(105) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		seen, list := map[string]bool{s.Initial().Key(): true}, []model.Configuration{s.Initial()}
		for i := 0; i < min(len(list), 60); i++ {
			c := list[i]
			at := m.StateOf(c)
			if got := m.Decode(at); got.Key() != c.Key() {
				t.Fatalf("%s: %v became %v", about, c, got)
			}
			f := m.Facts(at)
			if f.Failed != c.Failed() || f.Started != c.Started || m.InTurn(at) != s.Semantics().InTurn(c) {
				t.Fatalf("%s: %v failed: %t, started: %t, in turn: %t", about, c, f.Failed, f.Started, m.InTurn(at))
			}
			if m.InTurn(at) {
				turns++
			}
			want := s.View(c)
			got, _ := m.View(f)
			got.Terminal = want.Terminal
			if diff := cmp.Diff(fmt.Sprint(want), fmt.Sprint(got)); diff != "" {
				t.Fatalf("%s: view of %v (-definition +machine):\n%s", about, c, diff)
			}
			if compared++; f.Failed {
				failing++
			}
			if len(s.Semantics().Divided(c)) > 0 {
				divided++
			}
			for _, y := range s.Successors(c) {
				if !seen[y.Next.Key()] {
					seen[y.Next.Key()] = true
					list = append(list, y.Next)
				}
			}
		}
	}
	t.Logf("%d configurations, of which %d are not well-formed; in %d the network is divided, in %d a timer takes its turn", compared, failing, divided, turns)
	if compared < 500 || failing < 5 || divided < 20 || turns < 20 {
		t.Error("too few to test anything")
	}
}

// TestUnmonitoredByDefinition counts the configurations of random systems with a monitor as if its state made no difference, by
// what they stand for. The count ends when there are more than most.
func TestUnmonitoredByDefinition(t *testing.T) {
	more := 0
	for seed := range uint64(60) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		m, err := compose.New(s, compiled.New(s), properties.MessagesAtMost(3).Monitor())
		if err != nil {
			t.Fatal(about, err)
		}
		all := reached(m, 100)
		distinct := map[string]bool{}
		keys := func(yield func(uint64) bool) {
			for x := range all {
				if !yield(uint64(x)) {
					return
				}
			}
		}
		for x := range all {
			distinct[m.Decode(x).Key()] = true
		}
		if got := m.Unmonitored(keys, int64(len(all)), 1_000); got != int64(len(distinct)) {
			t.Errorf("%s: %d configurations without the monitor, want %d", about, got, len(distinct))
		}
		if len(distinct) < len(all) {
			more++
		}
		if most := int64(len(distinct)) / 2; m.Unmonitored(keys, int64(len(all)), most) != most+1 {
			t.Errorf("%s: the count does not end behind %d", about, most)
		}
	}
	if more < 10 {
		t.Errorf("the monitor made a difference in %d systems: too few to test anything", more)
	}
}

// TestHalvesByDefinition counts the halves that configurations would have for each place of the cut, by the states of their leaves.
func TestHalvesByDefinition(t *testing.T) {
	compared := 0
	for seed := range uint64(40) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		all := reached(m, 80)
		got := m.Halves(func(yield func(compose.State) bool) {
			for x := range all {
				if !yield(x) {
					return
				}
			}
		})
		for at := 1; at < len(got); at++ {
			lefts, rights := map[string]bool{}, map[string]bool{}
			for x := range all {
				states := m.Leaves(x)
				lefts[fmt.Sprint(states[:at])], rights[fmt.Sprint(states[at:])] = true, true
			}
			compared++
			if want := int64(len(lefts) + len(rights)); got[at] != want {
				t.Errorf("%s: cut at %d: %d halves, want %d", about, at, got[at], want)
			}
		}
	}
	if compared < 80 {
		t.Errorf("%d places: too few to test anything", compared)
	}
}

// TestLabelsTellEventsApart says that events have one label if and only if they are the same to a search, that the same cause means that
// only choices differ, and that only obligatory events have a class of fairness.
func TestLabelsTellEventsApart(t *testing.T) {
	choices := 0
	for seed := range uint64(60) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		for x := range reached(m, 60) {
			m.Edges(x, nil)
		}
		met, causes := map[string]int{}, map[uint32]string{}
		for i, l := range m.Labels() {
			if diff := cmp.Diff(m.Label(uint32(i)), l); diff != "" {
				t.Errorf("%s: label %d is another one in the list:\n%s", about, i, diff)
			}
			text := fmt.Sprintf("%#v", l.Event) + fmt.Sprint(l.Obligatory, l.Sends)
			if other, ok := met[text]; ok {
				t.Errorf("%s: labels %d and %d are of one event: %s", about, other, i, text)
			}
			met[text] = i
			if (l.Class >= 0) != l.Obligatory {
				t.Errorf("%s: %v, obligatory %t, has class %d", about, l.Event, l.Obligatory, l.Class)
			}
			cause := l.Event
			cause.Choices = nil
			text = fmt.Sprintf("%#v", cause)
			if other, ok := causes[l.Cause]; ok && other != text {
				t.Errorf("%s: one cause: %s and %s", about, other, text)
			} else if ok && len(l.Event.Choices) > 0 {
				choices++
			}
			causes[l.Cause] = text
		}
		distinct := map[string]bool{}
		for _, text := range causes {
			if distinct[text] {
				t.Errorf("%s: two causes: %s", about, text)
			}
			distinct[text] = true
		}
	}
	if choices < 20 {
		t.Errorf("%d events with the cause of another one: too few to test anything", choices)
	}
}
