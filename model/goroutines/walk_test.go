package goroutines_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

var errTwo = errors.New("two leaders")

// oneLeader ends a walk in which two processes have won at once.
func oneLeader(m goroutines.Moment) error {
	leaders := 0
	for _, s := range m.View.Status {
		if won(s) {
			leaders++
		}
	}
	if leaders > 1 {
		return errTwo
	}
	return nil
}

// TestWalkElects draws walks on a ring: after the timely phase somebody has won, and
// never two.
func TestWalkElects(t *testing.T) {
	a := algorithm(t, changCode)
	rapid.Check(t, func(t *rapid.T) {
		elected := false
		walked, err := a.Walk(goroutines.Walk{Network: ring(5), Events: 30, Timely: time.Second,
			Draw: func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "event") },
			See: func(m goroutines.Moment) error {
				elected = slices.ContainsFunc(m.View.Status, won)
				return oneLeader(m)
			}})
		started := slices.ContainsFunc(walked.Events, func(e string) bool { return strings.HasPrefix(e, "wake p0") })
		if err != nil || walked.Left != "" || started && !elected {
			t.Errorf("%v, left %q, elected %t after\n%v", err, walked.Left, elected, walked)
		}
	})
}

// TestWalkFinds finds two leaders at random, with losses and cuts. The same draws lead
// to the same walk.
func TestWalkFinds(t *testing.T) {
	net := star(2, model.Faults{Loss: 6, Cut: 1})
	for holds, want := range map[time.Duration]error{2500 * time.Millisecond: nil, 6 * time.Second: errTwo} {
		a := algorithm(t, leases(holds))
		walk := func(seed uint64) (goroutines.Walked, error) {
			r := rand.New(rand.NewPCG(seed, 0))
			return a.Walk(goroutines.Walk{Network: net, Draw: r.IntN, Events: 150, See: oneLeader})
		}
		var found error
		for seed := uint64(0); seed < 300 && found == nil; seed++ {
			first, err := walk(seed)
			second, again := walk(seed)
			if fmt.Sprint(first, err) != fmt.Sprint(second, again) {
				t.Fatalf("seed %d leads to %v\n%v and to %v\n%v", seed, err, first, again, second)
			}
			found = err
		}
		if !errors.Is(found, want) {
			t.Errorf("leases of %v: %v, want %v", holds, found, want)
		}
	}
}

// TestWalkRestarts crashes and restarts processes, which then find the data that they
// wrote.
func TestWalkRestarts(t *testing.T) {
	code := goroutines.Code{Name: "counter", Start: func(e *goroutines.Endpoint) goroutines.Process {
		e.Persist(e.Disk() + "x")
		return goroutines.Process{Observe: func() model.Status { return model.Status{Term: len(e.Disk())} }}
	}}
	most, r := 0, rand.New(rand.NewPCG(1, 2))
	_, err := algorithm(t, code).Walk(goroutines.Walk{Network: model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2},
		Faults: model.Faults{Crash: 9, Restart: 9}}, Draw: r.IntN, Events: 100, See: func(m goroutines.Moment) error {
		most = max(most, m.View.Status[0].Term)
		return nil
	}})
	if err != nil || most < 3 {
		t.Errorf("%v; process 0 has started %d times in one life of its disk, want at least 3", err, most)
	}
}

// BenchmarkWalk draws schedules of five small processes in one bubble.
func BenchmarkWalk(b *testing.B) {
	a, events := algorithm(b, changCode), 0
	r := rand.New(rand.NewPCG(1, 2))
	net := ring(5)
	net.Wake.All = true
	for b.Loop() {
		w, err := a.Walk(goroutines.Walk{Network: net, Draw: r.IntN, Events: 40, See: oneLeader})
		if err != nil {
			b.Fatal(err)
		}
		events += len(w.Events)
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}

// TestWalkNeedsObserve ends a walk with an error if Observe does not return.
func TestWalkNeedsObserve(t *testing.T) {
	code := goroutines.Code{Name: "blind", Start: func(e *goroutines.Endpoint) goroutines.Process {
		return goroutines.Process{Observe: func() model.Status {
			<-e.Inbox()
			return model.Status{}
		}}
	}}
	_, err := algorithm(t, code).Walk(goroutines.Walk{Network: model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}, Wake: model.WakeSet{All: true}},
		Draw: rand.New(rand.NewPCG(1, 2)).IntN, Events: 9})
	if err == nil || !strings.Contains(err.Error(), "Observe does not return") {
		t.Errorf("error %v", err)
	}
}
