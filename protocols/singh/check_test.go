package singh_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/singh"
)

// claimed are the properties claimed of the corrected algorithm.
var claimed = []string{"well-formed", "uniqueness", "uniqueness-ever", "irrevocability", "agreement",
	"elected", "decided", "known", "halted", "quiescence", "leader-reachable"}

// all stands for: any process may wake.
var all []int

// network returns a network of n processes whose identities descend from n,
// where only these processes may wake.
func network(n int, wake []int) model.Network {
	net := model.Network{Topology: model.Complete, N: n, Wake: model.WakeSet{Only: wake}}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	return net
}

// ascending returns net with its identities reversed.
func ascending(net model.Network) model.Network {
	ids := make([]model.ID, net.N)
	for p, id := range net.IDs {
		ids[net.N-1-p] = id
	}
	net.IDs = ids
	return net
}

// results returns the results of the engine for the named properties.
func results[L comparable](t *testing.T, a model.Algorithm[L, singh.Message], net model.Network, names ...string) map[string]checker.Result {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	var list []properties.Property
	for _, name := range names {
		p, err := properties.Named(name, properties.Greatest)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Weak})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]checker.Result{}
	for _, v := range r.Verdicts {
		found[v.Property.Name] = v.Result
	}
	return found
}

// holds checks that every claim holds.
func holds[L comparable](t *testing.T, a model.Algorithm[L, singh.Message], net model.Network) {
	t.Helper()
	for name, got := range results(t, a, net, claimed...) {
		if got != checker.Holds {
			t.Errorf("%s: got %v, want holds", name, got)
		}
	}
}
