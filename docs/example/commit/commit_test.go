package commit_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/commit"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

func system(t *testing.T, o commit.Options) *model.System {
	t.Helper()
	s, err := commit.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

// Three messages for each participant are the textbook's; the client has two.
func TestCommit(t *testing.T) {
	s := system(t, commit.Options{Participants: 3})
	enough.Check(t, s, commit.Atomicity(), commit.Consent(), commit.Answered(), commit.Unblocked(), properties.MessagesAtMost(3*3+2))
	enough.Expect(t, s, interrextest.Violated(properties.MessagesAtMost(3*3+1)))
}

// TestCrash shows that two-phase commit is safe, but blocks: if the coordinator
// crashes, a participant that has voted waits for ever.
func TestCrash(t *testing.T) {
	enough.Expect(t, system(t, commit.Options{Participants: 2, Faults: model.Faults{Crash: 1}}),
		interrextest.Holds(commit.Atomicity()), interrextest.Holds(commit.Consent()), interrextest.Violated(commit.Unblocked()).In(3))
}

// TestFaults plants faults.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		name, reason string
		options      commit.Options
		breaks       properties.Property
		events       int
	}{
		{"impatient", "a participant that hears nothing after its vote aborts of its own accord", commit.Options{Impatient: true}, commit.Atomicity(), 8},
		{"hasty", "one that cannot commit is not asked, or asked too late", commit.Options{Hasty: true}, commit.Consent(), 5},
		{"lax", "a participant commits that has voted no", commit.Options{Lax: true}, commit.Consent(), 7},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.options.Participants = 2
			enough.Expect(t, system(t, test.options), interrextest.Violated(test.breaks).In(test.events))
		})
	}
}

// TestSymmetry searches once with all participants, and once with those that may change places
// told apart no more.
func TestSymmetry(t *testing.T) {
	var counts [2]int64
	for i, symmetry := range []bool{false, true} {
		o := checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Engine: checker.Explicit, Symmetry: symmetry},
			Properties: []properties.Property{commit.Atomicity(), commit.Consent(), commit.Answered(), commit.Unblocked()}}
		r, err := checker.Check(t.Context(), system(t, commit.Options{Participants: 5}), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Verdicts {
			if v.Result != checker.Holds {
				t.Errorf("symmetry %t: %s %v", symmetry, v.Property.Name, v.Result)
			}
		}
		counts[i] = r.Configurations
	}
	if counts != [2]int64{137_716, 2_569} {
		t.Errorf("%d configurations without symmetry and with it, want 137,716 and 2,569", counts)
	}
}

// TestCoverage says that some execution takes each branch.
func TestCoverage(t *testing.T) {
	interrextest.Coverage(t, system(t, commit.Options{Participants: 2, Faults: model.Faults{Crash: 1}}),
		system(t, commit.Options{Participants: 2, Impatient: true}), system(t, commit.Options{Participants: 2, Hasty: true}),
		system(t, commit.Options{Participants: 2, Lax: true}))
}
