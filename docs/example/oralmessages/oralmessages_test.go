package oralmessages_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/oralmessages"
	"github.com/interrex/interrex/model"
)

var enough = interrextest.Config{Time: time.Hour}

func system(t *testing.T, a oralmessages.Algorithm, n int) *model.System {
	t.Helper()
	s, err := model.New(a, oralmessages.Network(n, n-1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGenerals says that four generals come to an agreement with a traitor among them, whatever the order is, and that three do not obey
// (section 2 of the paper).
func TestGenerals(t *testing.T) {
	for _, order := range []oralmessages.Value{oralmessages.Retreat, oralmessages.Attack} {
		a := oralmessages.Algorithm{Order: order}
		enough.Check(t, system(t, a, 4), oralmessages.Agreement(), oralmessages.Obedience(), oralmessages.Decision())
	}
	three := system(t, oralmessages.Algorithm{Order: oralmessages.Attack}, 3)
	enough.Expect(t, three, interrextest.Violated(oralmessages.Obedience()).In(4), interrextest.Holds(oralmessages.Agreement()))
}

// TestFaults plants faults.
func TestFaults(t *testing.T) {
	for _, row := range []struct {
		reason   string
		planted  oralmessages.Algorithm
		expected interrextest.Expectation
	}{
		{"one who says attack is enough", oralmessages.Algorithm{Decides: func(attacks, _ uint8) oralmessages.Value {
			return oralmessages.Value(min(attacks, 1))
		}}, interrextest.Violated(oralmessages.Obedience()).In(5)},
		{"all must say attack", oralmessages.Algorithm{Order: oralmessages.Attack, Decides: func(attacks, generals uint8) oralmessages.Value {
			return oralmessages.Value(attacks / generals)
		}}, interrextest.Violated(oralmessages.Obedience()).In(4)},
		{"nobody asks what the others have heard", oralmessages.Algorithm{Hasty: true},
			interrextest.Violated(oralmessages.Agreement()).In(5)},
	} {
		t.Run(row.reason, func(t *testing.T) { enough.Expect(t, system(t, row.planted, 4), row.expected) })
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, oralmessages.Algorithm{Order: oralmessages.Attack}, 3))
}
