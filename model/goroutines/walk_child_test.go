package goroutines_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// TestWalkInChild compares walks in a child with those here: the events, the times, the
// statuses that See is told of, and the errors.
func TestWalkInChild(t *testing.T) {
	for _, c := range []struct {
		child, reason string
		net           model.Network
	}{
		{"chang", "messages are numbers", ring(4)},
		{"lease", "calls, losses and cuts, until two lead", star(2, model.Faults{Loss: 6, Cut: 1})},
		{"casting", "statuses have pointers and interfaces; the code chooses", model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Faults: model.Faults{Crash: 1, Restart: 1}}},
	} {
		code, err := codeOf(c.child)
		if err != nil {
			t.Fatal(err)
		}
		here := algorithm(t, code)
		code.Child = c.child
		there := algorithm(t, code)
		walk := func(a *goroutines.Algorithm, seed uint64) string {
			r, seen := rand.New(rand.NewPCG(seed, 0)), ""
			w, err := a.Walk(goroutines.Walk{Network: c.net, Draw: r.IntN, Events: 60, Timely: 3 * time.Second, See: func(m goroutines.Moment) error {
				seen += fmt.Sprint(m.Event, m.Time, m.Timely, m.View.Status, m.View.Network.N, "\n")
				return oneLeader(m)
			}})
			return fmt.Sprint(seen, w, w.Time, w.Left, errors.Is(err, errTwo), err)
		}
		for seed := range uint64(5) {
			if want, got := walk(here, seed), walk(there, seed); got != want {
				t.Errorf("%s, seed %d (%s): in a child\n%s\nhere\n%s", c.child, seed, c.reason, got, want)
			}
		}
		there.Close()
	}
}

// TestWalkPicksInChild picks the events of a walk in a child.
func TestWalkPicksInChild(t *testing.T) {
	code := changCode
	code.Child = "chang"
	a := algorithm(t, code)
	defer a.Close()
	w, err := a.Walk(goroutines.Walk{Network: ring(2), Events: 3, Pick: func(possible []string) int { return slices.Index(possible, "wake p1") }})
	if want := []string{"wake p1", "time 1s", "time 1s"}; err != nil || !slices.Equal(w.Events, want) {
		t.Errorf("%v, %q; want %q", err, w.Events, want)
	}
}

// TestWalkCrashes walks through code that ends its process or never waits: one line each,
// and the events up to it.
func TestWalkCrashes(t *testing.T) {
	for _, c := range crashes {
		if c.name == "stop" || c.name == "shared" {
			continue // it ends orderly while it runs; a walk runs one process once
		}
		t.Run(c.name, func(t *testing.T) {
			code, err := crashCode(c.name)
			if err != nil {
				t.Fatal(err)
			}
			code.Child = "crash " + c.name
			a := algorithm(t, code)
			defer a.Close()
			r, seen := rand.New(rand.NewPCG(1, 2)), 0
			w, err := a.Walk(goroutines.Walk{Network: model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}}, Draw: r.IntN, Events: 50,
				See: func(goroutines.Moment) error { seen++; return nil }})
			switch last := len(w.Events) - 1; {
			case err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n"):
				t.Errorf("%s: %v, want %s", c.reason, err, c.want)
			case last < 0 || seen != len(w.Events) || !strings.Contains(err.Error(), fmt.Sprintf("after %d events, upon %s: ", last, w.Events[last])):
				t.Errorf("%s: %v after %d moments and\n%v", c.reason, err, seen, w)
			}
		})
	}
}

// TestWalkAbandoned ends walks in a child by a panic of one of their functions, as a
// property-based library does. The next walk runs.
func TestWalkAbandoned(t *testing.T) {
	code := changCode
	code.Child = "chang"
	a := algorithm(t, code)
	defer a.Close()
	for range 2 {
		func() {
			defer func() {
				if r := recover(); r != "enough" {
					t.Errorf("panics with %v", r)
				}
			}()
			_, _ = a.Walk(goroutines.Walk{Network: ring(2), Draw: func(int) int { panic("enough") }})
		}()
	}
	if w, err := a.Walk(goroutines.Walk{Network: ring(2), Draw: rand.New(rand.NewPCG(1, 2)).IntN, Events: 5}); err != nil || len(w.Events) != 5 {
		t.Errorf("%v after %v", err, w)
	}
}

// TestWalkCrashesAtStart runs no code outside the child, also where all processes are awake
// at the start.
func TestWalkCrashesAtStart(t *testing.T) {
	code, err := crashCode("exit")
	if err != nil {
		t.Fatal(err)
	}
	code.Child = "crash exit"
	a := algorithm(t, code)
	defer a.Close()
	net := model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Wake: model.WakeSet{All: true}}
	w, err := a.Walk(goroutines.Walk{Network: net, Draw: func(int) int { return 0 }})
	if err == nil || !strings.HasSuffix(err.Error(), "after 0 events: calls os.Exit(3)") || len(w.Events) > 0 {
		t.Errorf("%v after %v", err, w)
	}
}

// TestWalkIsRefusedInChild says which networks no walk takes, in one line, and the next
// walk runs.
func TestWalkIsRefusedInChild(t *testing.T) {
	code := changCode
	code.Child = "chang"
	a := algorithm(t, code)
	defer a.Close()
	draw := rand.New(rand.NewPCG(1, 2)).IntN
	net := ring(3)
	net.Faults.Divide = 1
	if _, err := a.Walk(goroutines.Walk{Network: net, Draw: draw}); err == nil || !strings.HasSuffix(err.Error(), "divide=1; a walk takes crashes, restarts, losses, duplications and cuts") {
		t.Errorf("error %v", err)
	}
	if _, err := a.Walk(goroutines.Walk{Network: ring(3), Draw: draw, Events: 5}); err != nil {
		t.Error(err)
	}
}
