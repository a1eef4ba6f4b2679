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

// TestShownSends says of random systems that a predicate of events sees the messages that the definition sends, with those that
// are lost: on channels that are sets or full, to processes that are down, and with faults. One machine is asked about all events.
func TestShownSends(t *testing.T) {
	sending, losing, kinds := 0, 0, map[string]int{}
	for seed := range uint64(84) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		if seed/6%2 > 0 { // half of them without faults
			net := *s.Network()
			net.Faults, net.Victims = model.Faults{}, model.Victims{}
			without, err := s.Semantics().On(net)
			if err != nil {
				continue
			}
			s = without
		}
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		showing := m.NewShowing()
		for _, c := range firstOf(s, 120) {
			want, got := map[string]string{}, map[string]string{}
			for _, y := range s.Successors(c) {
				if text := ""; !y.Next.Failed() && s.Semantics().MessageType() != nil {
					for _, sent := range y.Sends {
						text += fmt.Sprint(" ", sent.Link, sent.Message, sent.Lost)
						if sent.Lost {
							losing++
							kinds[s.Network().Order.String()]++
						}
						sending++
					}
					want[y.Event.String()] = text
				}
			}
			at := m.StateOf(c)
			for _, e := range m.Edges(at, nil) {
				if m.Facts(e.Next).Failed {
					continue
				}
				step, text := showing.Step(showing.Configuration(at), e), ""
				for sent := range properties.Sent[any](step) {
					text += fmt.Sprint(" ", s.Semantics().OutLink(sent.From, backPort(s, sent)), model.Envelope{Msg: sent.Msg}.Text(), sent.Lost)
				}
				got[step.Event.String()] = text
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: events of %v (-definition +shown):\n%s", about, c, diff)
			}
		}
	}
	t.Logf("%d messages sent, %d lost, by order: %v", sending, losing, kinds)
	if sending < 500 || losing < 100 || len(kinds) < 4 {
		t.Error("too few to test anything")
	}
}

// backPort returns the port from which a message was sent.
func backPort(s *model.System, sent properties.Message[any]) model.Port {
	for _, l := range s.Links() {
		if l.From == sent.From && l.To == sent.To && l.ToPort == sent.Port {
			return l.FromPort
		}
	}
	return -1
}

// firstOf returns the first configurations of a system.
func firstOf(s *model.System, most int) []model.Configuration {
	seen, list := map[string]bool{s.Initial().Key(): true}, []model.Configuration{s.Initial()}
	for i := 0; i < min(len(list), most); i++ {
		for _, y := range s.Successors(list[i]) {
			if !seen[y.Next.Key()] {
				seen[y.Next.Key()] = true
				list = append(list, y.Next)
			}
		}
	}
	return list[:min(len(list), most)]
}

// TestShownTerminal says that a configuration that is known to be terminal, or not, is seen as that, and that it is found out
// otherwise.
func TestShownTerminal(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1", Awake: true}.System()
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	ends := 0
	for _, c := range firstOf(s, 10) {
		want, showing := s.Terminal(c), m.NewShowing()
		if want {
			ends++
		}
		if got := showing.Configuration(m.StateOf(c)).View().Terminal; got != want {
			t.Errorf("%v: terminal is %t", c, got)
		}
		for _, known := range []bool{true, false} {
			if got := m.NewShowing().Expanded(m.StateOf(c), known).View().Terminal; got != known {
				t.Errorf("%v, known: terminal is %t", c, got)
			}
		}
	}
	if ends != 1 {
		t.Errorf("%d configurations are terminal, want 1", ends)
	}
}
