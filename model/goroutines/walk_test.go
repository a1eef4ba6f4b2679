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

// TestWalkPicks follows the events of a walk that was drawn: two leaders again.
func TestWalkPicks(t *testing.T) {
	net := star(2, model.Faults{Loss: 6, Cut: 1})
	for seed := range uint64(300) {
		a, r := algorithm(t, leases(6*time.Second)), rand.New(rand.NewPCG(seed, 0))
		drawn, err := a.Walk(goroutines.Walk{Network: net, Draw: r.IntN, Events: 150, See: oneLeader})
		if err == nil {
			continue
		}
		n := 0
		pick := func(possible []string) int {
			n++
			return slices.Index(possible, drawn.Events[n-1]) // -1: time passes
		}
		again, errAgain := a.Walk(goroutines.Walk{Network: net, Pick: pick, Events: len(drawn.Events), See: oneLeader})
		if !errors.Is(errAgain, errTwo) || !slices.Equal(again.Events, drawn.Events) {
			t.Errorf("seed %d: %v after\n%vwant %v after\n%v", seed, errAgain, again, err, drawn)
		}
		return
	}
	t.Error("no walk has two leaders")
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

// TestWalkWakesAll wakes all processes at the start by itself: they may draw then, and no
// step is taken before the walk.
func TestWalkWakesAll(t *testing.T) {
	starts := 0
	code := goroutines.Code{Name: "drawing", Start: starting(func(e endpoint) { starts++; e.Send(0, e.Choose(2)) })}
	walked, err := algorithm(t, code).Walk(goroutines.Walk{Network: model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Wake: model.WakeSet{All: true}},
		Draw: func(int) int { return 0 }, Events: 1})
	if err != nil || starts != 2 || !slices.Equal(walked.Events, []string{"receive p0:0 0"}) {
		t.Errorf("%v, %d starts, events %v; want 2, and the receipt of a number", err, starts, walked.Events)
	}
}

// errElected ends a walk in which a process has won.
var errElected = errors.New("a leader is elected")

// elected ends a walk when somebody has won.
func elected(m goroutines.Moment) error {
	if slices.ContainsFunc(m.View.Status, won) {
		return errElected
	}
	return nil
}

// BenchmarkWalk draws schedules of five small processes in one bubble: until there is a leader, and forty events, here and in a child.
func BenchmarkWalk(b *testing.B) {
	for _, row := range []struct {
		name, child string
		events      int
		see         func(goroutines.Moment) error
		want        error
	}{
		{"election", "", 1000, elected, errElected},
		{"forty", "", 40, oneLeader, nil},
		{"forty-child", "chang", 40, oneLeader, nil},
	} {
		b.Run(row.name, func(b *testing.B) {
			code := changCode
			code.Child = row.child
			a, events := algorithm(b, code), 0
			defer a.Close()
			r := rand.New(rand.NewPCG(1, 2))
			net := ring(5)
			net.Wake.All = true
			for b.Loop() {
				w, err := a.Walk(goroutines.Walk{Network: net, Draw: r.IntN, Events: row.events, See: row.see})
				if !errors.Is(err, row.want) {
					b.Fatalf("error %v, want %v", err, row.want)
				}
				events += len(w.Events)
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "walks/s")
		})
	}
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

// TestWalkRefuses says which networks no walk takes, in one line.
func TestWalkRefuses(t *testing.T) {
	a := algorithm(t, changCode)
	for _, row := range []struct {
		reason, want string
		change       func(net *model.Network)
	}{
		{"the bubble has one network, which is whole", "divide=1; a walk takes crashes, restarts, losses, duplications and cuts",
			func(net *model.Network) { net.Faults.Divide = 1 }},
		{"no code says which messages a traitor forges", "traitor=1; a walk takes crashes, restarts, losses, duplications and cuts",
			func(net *model.Network) { net.Faults.Traitor = 1 }},
		{"a process takes one message at a time", "order inbox; a walk takes fifo, bag or set",
			func(net *model.Network) { net.Order = model.Inbox }},
	} {
		net := ring(3)
		row.change(&net)
		_, err := a.Walk(goroutines.Walk{Network: net, Draw: func(int) int { return 0 }})
		if err == nil || !strings.HasSuffix(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", row.reason, err, row.want)
		}
	}
}

// TestWalkOnAnotherNetwork walks on a network that its caller has changed in place since the last walk.
func TestWalkOnAnotherNetwork(t *testing.T) {
	var ids []model.ID
	code := goroutines.Code{Name: "named", Needs: model.Needs{Knowledge: model.KnowID}, Start: starting(func(e endpoint) { ids = append(ids, e.ID()) })}
	a := algorithm(t, code)
	net := model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Wake: model.WakeSet{All: true}}
	walk := func() {
		t.Helper()
		if _, err := a.Walk(goroutines.Walk{Network: net, Draw: func(int) int { return 0 }, Events: 1}); err != nil {
			t.Fatal(err)
		}
	}
	walk()
	walk()
	net.IDs[1] = 7
	walk()
	net.N, net.IDs = 1, net.IDs[1:]
	walk()
	if want := []model.ID{1, 2, 1, 2, 1, 7, 7}; !slices.Equal(ids, want) {
		t.Errorf("processes %v start, want %v", ids, want)
	}
}
