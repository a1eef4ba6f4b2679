package bracha_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/bracha"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, o bracha.Thresholds, who bracha.Traitor) *model.System {
	t.Helper()
	s, err := bracha.New(4, o, who)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too. The largest search needs two gigabytes.
var enough = interrextest.Config{Time: time.Hour, Memory: 3 << 30}

// TestBroadcast lets nobody be a traitor, one of those who receive, and the sender. A traitor who sends may send
// different values, or none: then agreement and totality are all that is promised.
func TestBroadcast(t *testing.T) {
	right := bracha.Right()
	enough.Check(t, system(t, right, bracha.Nobody), bracha.Agreement(), bracha.Totality(), bracha.Integrity(), bracha.Validity())
	enough.Check(t, system(t, right, bracha.SomeReceiver), bracha.Agreement(), bracha.Integrity())
	if checkertest.Long() { // more than a processor minute
		enough.Check(t, system(t, right, bracha.SomeReceiver), bracha.Totality(), bracha.Validity())
		enough.Check(t, system(t, right, bracha.Sender), bracha.Agreement(), bracha.Totality())
	}
}

// TestFaults plants faults: thresholds that are too low, or too high.
func TestFaults(t *testing.T) {
	for _, row := range []struct {
		reason   string
		change   func(*bracha.Thresholds)
		who      bracha.Traitor
		expected interrextest.Expectation
		long     bool // it takes up to a processor minute
	}{
		{"the READY of a traitor makes others ready", func(o *bracha.Thresholds) { o.Readies = 1 },
			bracha.SomeReceiver, interrextest.Violated(bracha.Integrity()).In(5), false},
		{"the READY of a traitor is enough to deliver", func(o *bracha.Thresholds) { o.Deliver = 1 },
			bracha.SomeReceiver, interrextest.Violated(bracha.Agreement()).In(4), false},
		{"one delivers after the READY of a traitor and of one other, who are too few for the rest", func(o *bracha.Thresholds) { o.Deliver = 2 },
			bracha.Sender, interrextest.Violated(bracha.Totality()).In(18), true},
		{"nobody is ready because others are", func(o *bracha.Thresholds) { o.Readies = 5 },
			bracha.Sender, interrextest.Violated(bracha.Totality()).In(23), true},
	} {
		t.Run(row.reason, func(t *testing.T) {
			if row.long && !checkertest.Long() {
				t.Skip("takes up to a processor minute: INTERREX_LONG is not set")
			}
			changed := bracha.Right()
			row.change(&changed)
			enough.Expect(t, system(t, changed, row.who), row.expected)
		})
	}
}

// TestCoverage says that some execution takes each branch. Two processes are too few for a traitor, but enough for that.
func TestCoverage(t *testing.T) {
	few := bracha.Thresholds{Echoes: 2, Readies: 1, Deliver: 2}
	var systems []*model.System
	for _, who := range []bracha.Traitor{bracha.Nobody, bracha.Sender} {
		s, err := bracha.New(2, few, who)
		if err != nil {
			t.Fatal(err)
		}
		systems = append(systems, s)
	}
	interrextest.Coverage(t, systems...)
}
