package afaring_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/interrex/interrex/cmd/interrexd/internal/afaring"
	"github.com/interrex/interrex/cmd/interrexd/internal/afaserver"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

func runFor(t *testing.T, d time.Duration, ids []int32, o afaring.Options) []afaring.Process {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), d)
	defer stop()
	ends, err := afaring.Run(ctx, ids, o)
	if err != nil {
		t.Fatal(err)
	}
	return ends
}

// TestPreparation: the faults of a topology that is no ring that the Ping phase finds, and those that it misses.
func TestPreparation(t *testing.T) {
	const soon, ample = 500 * time.Millisecond, 20 * time.Second
	for _, row := range []struct {
		name    string
		ids     []int32
		options afaring.Options
		limit   time.Duration
		leaders []int32 // of each process, 0: it has not ended
		err     error   // of those that have not
		reason  string
	}{
		{"missing", []int32{3, 1, 2, 4}, afaring.Options{Absent: []int{2}}, soon, []int32{0, 0, 0, 0}, context.DeadlineExceeded,
			"Pings wait until the process is there; no process starts its election, and none is told why"},
		{"late", []int32{3, 1, 2, 4}, afaring.Options{Late: map[int]time.Duration{2: 100 * time.Millisecond}}, ample, []int32{1, 1, 1, 1}, nil,
			"Pings wait until it is started: this is what the phase is for"},
		{"two rings", []int32{3, 1, 2, 6, 5, 4}, afaring.Options{Right: []int{1, 2, 0, 4, 5, 3}}, ample, []int32{1, 1, 1, 4, 4, 4}, nil,
			"on each ring Pings come back, so both elect"},
		{"no ring", []int32{1, 3, 2, 4}, afaring.Options{Right: []int{1, 2, 3, 1}}, ample, []int32{0, 2, 2, 2}, afaring.ErrAtRest,
			"the Ping of the least process goes around a ring without it; the others elect another leader, and shut down"},
		{"one identity twice", []int32{1, 3, 1, 2}, afaring.Options{}, ample, []int32{1, 1, 1, 1}, nil,
			"the Ping of a process ends at the other one, which takes it for its own: two leaders"},
		{"alone", []int32{7}, afaring.Options{}, ample, []int32{7}, nil, "its right neighbour is itself"},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.options.Fixes = errata.Corrected
			for i, e := range runFor(t, row.limit, row.ids, row.options) {
				switch leader := row.leaders[i]; {
				case e.Outcome.Leader != leader, e.Outcome.Won != (leader != 0 && row.ids[i] == leader):
					t.Errorf("process %d: %+v, want leader %d: %s", i, e.Outcome, leader, row.reason)
				case leader == 0 && row.options.Absent == nil && !errors.Is(e.Err, row.err):
					t.Errorf("process %d: %v, want %v: %s", i, e.Err, row.err, row.reason)
				case leader == 0 && (e.Status.Role != model.Undecided || e.Stats.Sent.Elections > 0):
					t.Errorf("process %d: %+v, %+v: it has started: %s", i, e.Status, e.Stats, row.reason)
				}
			}
		})
	}
}

// TestShutDown: as printed the leader passes its own termination message on (E3). A
// neighbour that has shut down stops it; where handlers call before they reply, no
// process ever shuts down.
func TestShutDown(t *testing.T) {
	printed := fixesOf(0, 1)
	stopped := int64(0)
	for k := range 5 {
		ids := arrangement(10, k)
		r := run(t.Context(), ids, afaring.Options{Fixes: printed})
		if err := r.elected(); err != nil {
			t.Error(err)
		}
		stopped += r.failed().Terminations
	}
	if stopped == 0 {
		t.Error("in order: no call to a process that has shut down failed")
	}
	var sent afaserver.Count
	for _, e := range runFor(t, time.Second, arrangement(5, 0), afaring.Options{Fixes: printed, Calls: afaserver.Nested}) {
		sent = sent.Plus(e.Stats.Sent)
		if e.Err == nil {
			t.Errorf("nested: a process has ended: %+v", e.Outcome)
		}
	}
	if sent.Terminations < 5*5 {
		t.Errorf("nested: only %d termination messages: they do not go around for ever", sent.Terminations)
	}
}
