package orset_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/orset"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, a orset.Algorithm, n int) *model.System {
	t.Helper()
	s, err := model.New(a, orset.Network(n))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

func TestReplicas(t *testing.T) {
	a := orset.Algorithm{Adds: 2, Removals: 1}
	enough.Check(t, system(t, a, 2), orset.Converges(), orset.AddWins(), orset.Added())
	if a.Adds = 1; checkertest.Long() {
		a.Removals = 2
	}
	enough.Check(t, system(t, a, 3), orset.Converges(), orset.AddWins(), orset.Added())
}

// TestFaults plants one fault at a time. Each is found by a shortest execution.
func TestFaults(t *testing.T) {
	for _, row := range []struct {
		reason   string
		a        orset.Algorithm
		n        int
		expected interrextest.Expectation
	}{
		{"a third replica hears of the removal first", orset.Algorithm{Adds: 1, Removals: 1, Forgets: true}, 3, interrextest.Violated(orset.Converges()).In(6)},
		{"an addition at the same time as a removal is lost", orset.Algorithm{Adds: 1, Removals: 1, Greedy: true}, 2, interrextest.Violated(orset.AddWins()).In(6)},
		{"a second addition has the tag that was removed", orset.Algorithm{Adds: 2, Removals: 1, Reuses: true}, 2, interrextest.Violated(orset.Added()).In(3)},
	} {
		t.Run(row.reason, func(t *testing.T) { enough.Expect(t, system(t, row.a, row.n), row.expected) })
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, orset.Algorithm{Adds: 2, Removals: 1}, 2), system(t, orset.Algorithm{Adds: 1, Removals: 1, Forgets: true}, 2),
		system(t, orset.Algorithm{Adds: 1, Removals: 1, Greedy: true}, 2), system(t, orset.Algorithm{Adds: 2, Removals: 1, Reuses: true}, 2))
}
