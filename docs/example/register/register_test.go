package register_test

import (
	"testing"
	"time"

	"github.com/interrex/interrex/checker/interrextest"
	"github.com/interrex/interrex/docs/example/register"
	"github.com/interrex/interrex/model"
)

func system(t *testing.T, hasty bool, down ...int) *model.System {
	t.Helper()
	s, err := register.New(hasty, down...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enough is longer than a search takes, with -short, the race detector and a machine that
// is busy too.
var enough = interrextest.Config{Time: time.Hour}

// TestDown checks the register with a minority of the replicas down. With none
// down there are millions of configurations: docs/examples.md says how to search
// those.
func TestDown(t *testing.T) {
	enough.Check(t, system(t, false, 0), register.Atomicity(), register.Answered())
}

// TestHaste plants a fault: a reader does not store what it has read.
func TestHaste(t *testing.T) {
	enough.Expect(t, system(t, true), interrextest.Violated(register.Atomicity()).In(12))
}
