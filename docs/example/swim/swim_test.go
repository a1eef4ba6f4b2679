package swim_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/swim"
	"github.com/interrex/interrex/model"
)

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

func system(t *testing.T, a swim.Algorithm, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A row of a test is a system, and what is expected of it.
type row struct {
	reason   string
	a        swim.Algorithm
	n        int
	timing   model.Timing
	faults   model.Faults
	long     bool // it takes some processor seconds
	expected []interrextest.Expectation
}

func run(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.reason, func(t *testing.T) {
			if r.long && !checkertest.Long() {
				t.Skip("takes some processor seconds: INTERREX_LONG is not set")
			}
			enough.Expect(t, system(t, r.a, swim.Network(r.n, r.timing, r.faults)), r.expected...)
		})
	}
}

var (
	accurate = interrextest.Holds(swim.Accuracy())
	trusts   = interrextest.Holds(swim.Trust())
	complete = interrextest.Holds(swim.Completeness())
)

func inaccurate(events int) []interrextest.Expectation {
	return []interrextest.Expectation{interrextest.Violated(swim.Accuracy()).In(events)}
}

// TestPing is about section 3.1, where nobody is suspected: who does not answer is dead.
func TestPing(t *testing.T) {
	two, three := swim.Algorithm{Helpers: 1}, swim.Algorithm{Helpers: 2}
	run(t, []row{
		{"all messages arrive", two, 3, model.Timely, model.Faults{Crash: 2}, false, []interrextest.Expectation{accurate, complete}},
		{"one message is lost", two, 3, model.Timely, model.Faults{Loss: 1}, false, []interrextest.Expectation{accurate}},
		{"one link is cut", two, 3, model.Timely, model.Faults{Cut: 1}, false, []interrextest.Expectation{accurate}},
		{"two messages are lost", two, 3, model.Timely, model.Faults{Loss: 2}, false, inaccurate(5)},
		{"one of two helpers has crashed", three, 4, model.Timely, model.Faults{Crash: 1, Loss: 1}, true, []interrextest.Expectation{accurate, complete}},
		{"two messages are lost, and there are two helpers", three, 4, model.Timely, model.Faults{Loss: 2}, true, []interrextest.Expectation{accurate}},
		{"timers run as long as they must", two, 3, model.Bounded, model.Faults{Loss: 1}, true, []interrextest.Expectation{accurate}},
	})
}

// TestSuspicion is about section 4.2. A suspicion lasts for as many periods as there are members.
func TestSuspicion(t *testing.T) {
	two, three, four := swim.Algorithm{Helpers: 1, Patience: 2}, swim.Algorithm{Helpers: 1, Patience: 3}, swim.Algorithm{Helpers: 1, Patience: 4}
	run(t, []row{
		{"one message is lost, and all may crash", three, 3, model.Timely, model.Faults{Crash: 3, Loss: 1}, false,
			[]interrextest.Expectation{accurate, complete, interrextest.Violated(swim.Trust()).In(5)}},
		{"three messages are lost", three, 3, model.Timely, model.Faults{Loss: 3}, false, []interrextest.Expectation{accurate}},
		{"one link is cut", three, 3, model.Timely, model.Faults{Cut: 1}, false, []interrextest.Expectation{accurate, trusts}},
		{"timers run as long as they must", two, 2, model.Bounded, model.Faults{Crash: 2, Loss: 1}, false, []interrextest.Expectation{accurate, complete}},
		{"timers run as long as they must, and there are three", three, 3, model.Bounded, model.Faults{Crash: 1, Loss: 1}, true, []interrextest.Expectation{accurate, complete}},
		{"of four", four, 4, model.Timely, model.Faults{Crash: 1, Loss: 1}, true, []interrextest.Expectation{accurate, complete}},

		{"four messages are lost", three, 3, model.Timely, model.Faults{Loss: 4}, false, inaccurate(15)},
		{"two messages are lost, and one crashes", three, 3, model.Timely, model.Faults{Crash: 1, Loss: 2}, false, inaccurate(14)},
		{"the only helper crashes, and a link is cut", three, 3, model.Timely, model.Faults{Crash: 1, Cut: 1}, false, inaccurate(11)},
		{"a suspicion lasts for too few periods", two, 3, model.Timely, model.Faults{Loss: 2}, false, inaccurate(11)},
		{"of four, a suspicion lasts for too few periods", three, 4, model.Timely, model.Faults{Crash: 1, Loss: 1}, true, inaccurate(20)},
	})
}

// TestAsync says that timers which run out at any time cost the accuracy, but not the completeness.
func TestAsync(t *testing.T) {
	run(t, []row{
		{"who does not answer is dead", swim.Algorithm{}, 2, model.Async, model.Faults{Crash: 2, Loss: model.Unbounded}, false,
			[]interrextest.Expectation{complete, interrextest.Violated(swim.Accuracy()).In(3)}},
		{"a suspicion lasts for three periods", swim.Algorithm{Helpers: 1, Patience: 3}, 3, model.Async, model.Faults{}, false, inaccurate(9)},
	})
}

// TestFaults plants one fault at a time. Each is found by a shortest execution.
func TestFaults(t *testing.T) {
	run(t, []row{
		{"nobody else pings a member to which the link is cut", swim.Algorithm{Patience: 3}, 3, model.Timely, model.Faults{Cut: 1}, false, inaccurate(12)},
		{"the only helper has crashed, and a suspicion is confirmed at once", swim.Algorithm{Helpers: 1}, 3, model.Timely, model.Faults{Crash: 1, Loss: 1}, false, inaccurate(5)},
		{"an answer with the incarnation of the suspicion is no news", swim.Algorithm{Helpers: 1, Patience: 3, Meek: true}, 3, model.Timely, model.Faults{Crash: 1, Loss: 1}, false, inaccurate(14)},
		{"two tell each other of their suspicion again and again", swim.Algorithm{Helpers: 1, Patience: 3, Renews: true}, 3, model.Timely, model.Faults{Crash: 1}, false,
			[]interrextest.Expectation{interrextest.Violated(swim.Completeness()).In(20)}},
	})
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, swim.Algorithm{Helpers: 1, Patience: 2}, swim.Network(2, model.Timely, model.Faults{Crash: 1, Loss: 1})),
		system(t, swim.Algorithm{Helpers: 1}, swim.Network(3, model.Timely, model.Faults{Crash: 1, Loss: 1})))
}
