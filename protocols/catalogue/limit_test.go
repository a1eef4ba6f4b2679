package catalogue_test

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

func TestParseLimits(t *testing.T) {
	for _, row := range []struct {
		algorithm, text, canonical string
		limits                     claims.Limits
		err                        string
		reason                     string
	}{
		{"paxos", "", "", claims.Limits{}, "", "none is chosen"},
		{"paxos", "rounds=3", "rounds=3", claims.Limits{3}, "", "its only one"},
		{"raft", "lengths=3,terms=5", "terms=5,lengths=3", claims.Limits{5, 3}, "", "the order of limits, not of writing"},
		{"paxos", "terms=3", "", claims.Limits{}, `paxos: unknown limit "terms"; allowed: rounds`, "that of another algorithm"},
		{"lcr", "terms=3", "", claims.Limits{}, `lcr: unknown limit "terms"; its instances have none`, "it needs none"},
		{"paxos", "rounds", "", claims.Limits{}, `paxos: limit "rounds"; allowed: rounds=1 to rounds=99`, "no number"},
		{"paxos", "rounds=0", "", claims.Limits{}, `paxos: limit "rounds=0"; allowed: rounds=1 to rounds=99`, "nobody could propose"},
		{"itairodeh", "identities=10", "", claims.Limits{}, `itairodeh: limit "identities=10"; allowed: identities=1 to identities=9`, "too many"},
		{"raft", "terms=1,terms=2", "", claims.Limits{}, `raft: limit terms occurs twice in "terms=1,terms=2"`, "which of them?"},
	} {
		e := entry(t, row.algorithm)
		got, err := e.ParseLimits(row.text)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if got != row.limits || message != row.err || e.LimitsText(got) != row.canonical {
			t.Errorf("%s %q: got %v, %q, error %q, want %v, %q, error %q: %s",
				row.algorithm, row.text, got, e.LimitsText(got), message, row.limits, row.canonical, row.err, row.reason)
		}
	}
}

// TestChosenLimitsChangeTheInstance says that each limit reaches the algorithm: with the greatest that may be chosen
// the instance is another system than with the least, wherever the limit bounds anything.
func TestChosenLimitsChangeTheInstance(t *testing.T) {
	for _, e := range catalogue.All() {
		for i, l := range e.Limits {
			changed := 0
			for _, timing := range []model.Timing{model.Async, model.Lockstep} {
				net := e.Network(2)
				net.Timing = timing
				if net.IDs = claims.DescendingIDs(2); e.Name == "itairodeh" {
					net.IDs = nil
				}
				if l.Of(net) == 0 {
					continue
				}
				var least, greatest catalogue.Variant
				least.Fixes, greatest.Fixes = errata.Corrected, errata.Corrected
				least.Limits[i], greatest.Limits[i] = 1, l.Greatest
				if reached(t, e, least, net) != reached(t, e, greatest, net) {
					changed++
				}
			}
			if changed == 0 {
				t.Errorf("%s: limit %s changes nothing", e.Name, l.Name)
			}
		}
	}
}

// reached returns how many configurations of an instance a few events reach.
func reached(t *testing.T, e catalogue.Entry, v catalogue.Variant, net model.Network) int {
	t.Helper()
	const events, most = 12, 20_000
	s, err := e.New(v, net)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	level := []model.Configuration{s.Initial()}
	for range events {
		var next []model.Configuration
		for _, c := range level {
			if text := s.Text(c); !seen[text] && len(seen) < most {
				seen[text] = true
				for _, x := range s.Successors(c) {
					next = append(next, x.Next)
				}
			}
		}
		level = next
	}
	return len(seen)
}
