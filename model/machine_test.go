package model_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// machineOf returns a machine of the rules on a network.
func machineOf(t *testing.T, rules string, net model.Network) (model.Machine, error) {
	t.Helper()
	a, err := newPuppet(rules)
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(a, model.Network{Topology: model.Ring, N: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s.Semantics().Machine(net, func(k int) int { return k - 1 })
}

// TestMachineDelivers says that on every topology a message arrives at the
// process and port to which the link of a system leads.
func TestMachineDelivers(t *testing.T) {
	for _, c := range []struct {
		net    model.Network
		reason string
	}{
		{model.Network{Topology: model.Ring, N: 2}, "two links each way"},
		{model.Network{Topology: model.UnidirectionalRing, N: 3}, "one way"},
		{model.Network{Topology: model.Complete, N: 4}, "port 0 is the process itself"},
		{model.Network{Topology: model.CompleteByID, N: 4, IDs: []model.ID{2, 4, 1, 3}}, "ports follow the identities"},
		{model.Network{Topology: model.Star, N: 4}, "process 0 has other ports than the rest"},
		{model.Network{Topology: model.HubRing, N: 4}, "three kinds of port"},
		{model.Network{Topology: model.Graph, N: 3, Graph: [][]int{{1, 1, 2}, {0, 0}, {0}}}, "two links between the same processes"},
	} {
		t.Run(c.net.Topology.String(), func(t *testing.T) {
			m, err := machineOf(t, "start wake: send 0 A", c.net)
			if err != nil {
				t.Fatal(err)
			}
			a, _ := newPuppet("start wake: send 0 A")
			s, err := model.New(a, c.net)
			if err != nil {
				t.Fatal(err)
			}
			for p := range c.net.N {
				sent := m.Step(p, model.Input[int]{Kind: model.Wake, Msg: -1})
				l := s.Links()[s.Semantics().OutLink(p, 0)]
				want := []model.Posted{{To: l.To, Port: l.ToPort, Msg: sent[0].Msg}}
				if diff := cmp.Diff(want, sent); diff != "" {
					t.Errorf("process %d (%s) (-link +machine):\n%s", p, c.reason, diff)
				}
				for q := range model.Port(s.Semantics().Ports(p)) {
					if can := s.Semantics().OutLink(p, q) >= 0; can != (int(q) < m.Ports(p)) {
						t.Errorf("process %d can send through port %d: %v, but through %d ports", p, q, can, m.Ports(p))
					}
				}
				if got := m.Peer(p, model.Port(s.Semantics().Ports(p))); got != -1 {
					t.Errorf("process %d has process %d behind a port that it does not have", p, got)
				}
			}
		})
	}
}

func TestMachineRejects(t *testing.T) {
	for _, c := range []struct{ name, rules, want string }{
		{"a port that does not exist", "start wake: send 7 A", "sends A to port 7, which does not exist; allowed: 0"},
		{"a panic", "start wake: panic", "panics: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := machineOf(t, c.rules, model.Network{Topology: model.Ring, N: 3})
			if err != nil {
				t.Fatal(err)
			}
			err = m.Guard(func() { m.Step(1, model.Input[int]{Kind: model.Wake, Msg: -1}) })
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	if _, err := machineOf(t, "start wake: send 0 A", model.Network{Topology: model.Ring}); err == nil {
		t.Error("a machine of no process")
	}
}
