package mutex_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/mutex"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

func system(t *testing.T, a mutex.Algorithm, n int) *model.System {
	t.Helper()
	s, err := model.New(a, mutex.Network(n))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

func TestTwoProcessesThatAskTwice(t *testing.T) {
	interrextest.Check(t, system(t, mutex.Algorithm{Requests: 2}, 2), mutex.Exclusion(), mutex.Entry())
}

// Ricart and Agrawala count 2(n-1) messages for each entry: three processes that
// enter once send at most 12.
func TestThreeProcesses(t *testing.T) {
	s := system(t, mutex.Algorithm{Requests: 1}, 3)
	enough.Check(t, s, mutex.Exclusion(), mutex.Entry(), properties.MessagesAtMost(12))
	enough.Expect(t, s, interrextest.Violated(properties.MessagesAtMost(11)))
}

// TestTies plants a fault: nobody goes first if two requests have one timestamp.
func TestTies(t *testing.T) {
	interrextest.Expect(t, system(t, mutex.Algorithm{Requests: 1, Ties: true}, 2),
		interrextest.Holds(mutex.Exclusion()), interrextest.Violated(mutex.Entry()).In(4))
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, mutex.Algorithm{Requests: 2}, 2), system(t, mutex.Algorithm{Requests: 1}, 3),
		system(t, mutex.Algorithm{Requests: 1, Ties: true}, 2))
}
