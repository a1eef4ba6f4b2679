package model_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
)

// A forger forges the result of a function.
type forger struct {
	lcr
	forges func(p model.Self, q model.Port) []lcrMsg
}

func (forger) Name() string                                 { return "forger" }
func (f forger) Forges(p model.Self, q model.Port) []lcrMsg { return f.forges(p, q) }

// TestForgeriesThatAreNone says which methods Forges and budgets New refuses.
func TestForgeriesThatAreNone(t *testing.T) {
	calls := model.ID(0)
	of := func(ids ...model.ID) func(model.Self, model.Port) []lcrMsg {
		return func(model.Self, model.Port) []lcrMsg {
			var list []lcrMsg
			for _, id := range ids {
				list = append(list, lcrMsg{ID: id})
			}
			return list
		}
	}
	for _, test := range []struct {
		reason string
		alg    model.Algorithm[lcrState, lcrMsg]
		faults model.Faults
		want   string
	}{
		{"who does not betray forges nothing", forger{forges: of(1)}, model.Faults{Forge: 1}, "forger: only traitors forge messages: forge=1 but traitor=0"},
		{"nobody says what", lcr{}, model.Faults{Traitor: 1, Forge: 2}, "lcr: forge=2, but the algorithm has no Forges method"},
		{"nothing", forger{forges: of()}, model.Faults{Traitor: 1, Forge: 2}, "forger: Forges returns no message that a traitor may forge; allowed: one at least, or forge=0"},
		{"twice", forger{forges: of(1, 2, 1)}, model.Faults{Traitor: 1, Forge: 2}, "forger: Forges returns lcrMsg(false,1) twice for port 0 of process 0; allowed: different messages"},
		{"a panic", forger{forges: func(model.Self, model.Port) []lcrMsg { panic("no idea") }}, model.Faults{Traitor: 1, Forge: 2}, "forger: Forges: panics"},
		{"another list each time", forger{forges: func(model.Self, model.Port) []lcrMsg { calls++; return []lcrMsg{{ID: calls}} }}, model.Faults{Traitor: 1, Forge: 2},
			"forger: Forges is impure: process 0, port 0"},
	} {
		_, err := model.New(test.alg, model.Network{N: 3, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2, 3}, Faults: test.faults})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got  %v\nwant %s", test.reason, err, test.want)
		}
		if impure := (*model.ImpureError)(nil); errors.As(err, &impure) != (calls > 0) {
			t.Errorf("%s: %v", test.reason, err)
		}
	}
	if _, err := model.New(lcr{}, model.Network{N: 3, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2, 3}, Faults: model.Faults{Traitor: 1}}); err != nil {
		t.Errorf("a silent traitor needs no method: %v", err)
	}
}

// TestTraitorsAreToldApart says that who crashed and who betrayed are part of a configuration, even before
// anybody has taken a step.
func TestTraitorsAreToldApart(t *testing.T) {
	s, err := model.New(lcr{}, model.Network{N: 2, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2}, Faults: model.Faults{Traitor: 1, Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for traitor := range 2 {
		x, err := s.Replay(model.Lasso{Stem: model.Schedule{{Process: traitor, Kind: model.Betray}, {Process: 1 - traitor, Kind: model.Crash}}})
		if err != nil {
			t.Fatal(err)
		}
		if last := x.Last(); last.Started || !last.Betrayed(traitor) || last.Betrayed(1-traitor) {
			t.Errorf("p%d is a traitor: started %t, betrayed %t and %t", traitor, last.Started, last.Betrayed(0), last.Betrayed(1))
		}
		keys = append(keys, x.Last().Key())
	}
	if keys[0] == keys[1] {
		t.Errorf("both have the key %s", keys[0])
	}
}
