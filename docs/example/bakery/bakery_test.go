package bakery_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/bakery"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, a bakery.Algorithm, n int, order model.Order) *model.System {
	t.Helper()
	s, err := model.New(a, bakery.Network(n, order))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

func TestBakery(t *testing.T) {
	enough.Check(t, system(t, bakery.Algorithm{Requests: 2}, 2, model.Bag), bakery.Exclusion(), bakery.Entry())
	several := bakery.Algorithm{Requests: 1}
	if checkertest.Long() {
		several.Requests = 2
	}
	enough.Check(t, system(t, several, 3, model.Bag), bakery.Exclusion(), bakery.Entry())
}

// TestFaults plants one fault at a time. Each is found by a shortest execution.
func TestFaults(t *testing.T) {
	for _, row := range []struct {
		reason   string
		a        bakery.Algorithm
		order    model.Order
		expected interrextest.Expectation
	}{
		{"one with a smaller identity chooses the same number, and has answered before", bakery.Algorithm{Requests: 1, Open: true}, model.Bag, interrextest.Violated(bakery.Exclusion()).In(10)},
		{"one with a smaller identity chooses the number of the one inside", bakery.Algorithm{Requests: 1, Equal: true}, model.Bag, interrextest.Violated(bakery.Exclusion()).In(10)},
		{"two with one number wait for each other", bakery.Algorithm{Requests: 1, Ties: true}, model.Bag, interrextest.Violated(bakery.Entry()).In(6)},
		{"an answer waits behind a question that is deferred", bakery.Algorithm{Requests: 1}, model.FIFO, interrextest.Violated(bakery.Entry()).In(5)},
	} {
		t.Run(row.reason, func(t *testing.T) { enough.Expect(t, system(t, row.a, 2, row.order), row.expected) })
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, bakery.Algorithm{Requests: 1}, 2, model.Bag), system(t, bakery.Algorithm{Requests: 1, Equal: true}, 2, model.Bag))
}
