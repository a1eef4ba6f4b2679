package goroutines_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// awake is an Own.
type awake bool

// TestAsleep gives the status of a process that has not started: a search demands it of
// code that shows an Own, and a walk shows it too.
func TestAsleep(t *testing.T) {
	code := goroutines.Code{Name: "riser", Start: func(*goroutines.Endpoint) goroutines.Process {
		return goroutines.Process{Observe: func() model.Status { return model.Status{Own: awake(true)} }}
	}}
	net := model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}}
	rises := properties.NewAlways("sleeps", "no process is awake", func(v model.View) bool { return v.Status[0].Own != awake(true) })
	_, err := checker.Check(context.Background(), system(t, algorithm(t, code), net), checker.Options{Properties: []properties.Property{rises}})
	if err == nil || !strings.Contains(err.Error(), "Own is nil") {
		t.Errorf("without Asleep: %v", err)
	}
	code.Asleep = model.Status{Own: awake(false)}
	a := algorithm(t, code)
	if v := check(t, system(t, a, net), rises).Verdicts[0]; v.Result != checker.Violated || length(v) != 1 {
		t.Errorf("%v in %d events, want violated in 1", v.Result, length(v))
	}
	var seen []any
	_, err = a.Walk(goroutines.Walk{Network: net, Draw: rand.New(rand.NewPCG(1, 2)).IntN, Events: 9, See: func(m goroutines.Moment) error {
		seen = append(seen, m.View.Status[0].Own)
		return nil
	}})
	if err != nil || seen[0] != awake(false) || seen[len(seen)-1] != awake(true) {
		t.Errorf("%v; the walk shows %v", err, seen)
	}
}
