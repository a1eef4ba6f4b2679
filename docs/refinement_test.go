package docs_test

import (
	"testing"

	"github.com/interrex/interrex/checker/refine"
	"github.com/interrex/interrex/docs/example/chain"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/lcr"
)

// TestQuotedRefinements compares charts of docs/examples.md and docs/refinement.md with the least counterexamples.
func TestQuotedRefinements(t *testing.T) {
	calls := [2][]int{{1}, {0}}
	s, err := chain.New(chain.Early, 0, calls)
	if err != nil {
		t.Fatal(err)
	}
	compareOutput(t, examples, "docs/example/chain", refuted(t, s, chain.Abstract(calls), chain.Clients))

	net := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{1, 2, 3}}
	corrected, err := model.New(lcr.Algorithm{Fixes: errata.Corrected}, net)
	if err != nil {
		t.Fatal(err)
	}
	printed, err := model.New(lcr.Algorithm{Fixes: errata.Corrected &^ errata.Fix(lcr.Absorb)}, net)
	if err != nil {
		t.Fatal(err)
	}
	roles := func(c properties.Configuration) (roles [3]model.Role) {
		for p := range roles {
			roles[p] = c.Status(p).Role
		}
		return roles
	}
	abstract, err := refine.Of(corrected, roles)
	if err != nil {
		t.Fatal(err)
	}
	compareOutput(t, "docs/refinement.md", "lcr without E3", refuted(t, printed, abstract, roles))
}

// refuted returns the chart of an execution that shows something else.
func refuted[A, O comparable](t *testing.T, s *model.System, abstract refine.Abstract[A, O], mapping func(properties.Configuration) O) string {
	t.Helper()
	r, err := refine.Check(t.Context(), s, abstract, mapping, refine.Options{})
	if err != nil || r.Mismatch == nil {
		t.Fatalf("got %v, %v, want a counterexample", r, err)
	}
	return r.Mismatch.Chart()
}
