package grpclease_test

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/protocols/real/grpclease"
)

// A walkRow is a system of which random schedules are drawn, in one bubble with one
// clock, with losses before all is timely.
type walkRow struct {
	name, reason string
	options      grpclease.Options
	faults       model.Faults
	two          bool          // leaders at once, in some schedule
	longest      time.Duration // without a leader once all is timely
	exceeded     bool          // in some schedule that takes longer
	events       int           // before all is timely
}

var walkRows = []walkRow{
	{"calls", "a client that is cut off leads no longer than the server knows", grpclease.Options{Calls: true}, model.Faults{Cut: 1}, false, 4 * time.Second, false, 600},
	{"calls-planted", "a client counts its lease from the answer, which is late", grpclease.Options{Calls: true, FromAnswer: true}, model.Faults{Cut: 1}, true, 4 * time.Second, false, 600},
	{"connections", "nobody learns that a connection is broken: each call over it ends after its timeout", grpclease.Options{}, model.Faults{Loss: 1}, false, time.Minute, true, 200},
	{"connections-keepalive", "gRPC asks after ten seconds, and dials again after three more", grpclease.Options{Keepalive: true}, model.Faults{Loss: 1}, false, 15 * time.Second, false, 200},
	{"connections-restart", "a reset says that the server has been restarted", grpclease.Options{Cautious: true}, model.Faults{Crash: 1, Restart: 1}, false, 15 * time.Second, false, 200},
}

// TestWalk draws schedules. A few are drawn by default, and a hundred with INTERREX_LONG=1.
func TestWalk(t *testing.T) {
	schedules := uint64(20)
	if os.Getenv("INTERREX_LONG") != "" {
		schedules = 100
	}
	for _, c := range walkRows {
		t.Run(c.name, func(t *testing.T) {
			a, err := goroutines.New(grpclease.Code(c.options))
			if err != nil {
				t.Fatal(err)
			}
			begun, events, two, longest := time.Now(), 0, 0, time.Duration(0)
			for seed := range schedules {
				r, w := rand.New(rand.NewPCG(seed, 0)), &grpclease.Watch{}
				walked, err := a.Walk(goroutines.Walk{Network: grpclease.Network(2, c.options, c.faults), Draw: r.IntN, Events: c.events, Timely: 90 * time.Second, See: w.See})
				if err != nil || walked.Left != "" {
					t.Fatalf("seed %d: %v, left %q", seed, err, walked.Left)
				}
				if w.Two > 0 {
					two++
				}
				longest = max(longest, w.Longest)
				events += len(walked.Events)
			}
			t.Logf("two leaders in %d of %d, at most %v without, %d events in %v", two, schedules, longest, events, time.Since(begun))
			if (two > 0) != c.two || (longest > c.longest) != c.exceeded {
				t.Errorf("%s: two leaders in %d schedules, at most %v without; want two: %t, more than %v: %t", c.reason, two, longest, c.two, c.longest, c.exceeded)
			}
		})
	}
}
