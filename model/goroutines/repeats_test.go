package goroutines_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// coin returns code that sends what a select with two ready cases gives, at the start and
// after each second.
func coin(repeats int) goroutines.Code {
	toss := func(e endpoint) {
		a, b := make(chan int, 1), make(chan int, 1)
		a <- 0
		b <- 1
		select {
		case x := <-a:
			e.Send(0, x)
		case x := <-b:
			e.Send(0, x)
		}
	}
	return goroutines.Code{Name: "coin", Repeats: repeats, Time: goroutines.Effects, Steps: 3, Start: func(e endpoint) goroutines.Process {
		go func() {
			for toss(e); ; {
				select {
				case <-time.After(time.Second):
					toss(e)
				case <-e.Context().Done():
					return
				}
			}
		}()
		return goroutines.Process{}
	}}
}

func search(t *testing.T, code goroutines.Code, net model.Network, list ...properties.Property) (checker.Report, goroutines.Counts, error) {
	t.Helper()
	a := algorithm(t, code)
	r, err := checker.Check(context.Background(), system(t, a, net), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: list})
	return r, a.Counts(), err
}

// TestRepeats searches code that tosses a coin: a history is replayed until the coin falls
// as it did first, and not more often than allowed. A history has at most four tosses, so
// that 2000 bubbles which all differ have a chance of 10^-56.
func TestRepeats(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Wake: model.WakeSet{All: true}}
	r, ran, err := search(t, coin(2000), net, properties.WellFormed())
	if err != nil || r.Verdicts[0].Result != checker.Holds || ran.Differ == 0 {
		t.Errorf("%v, %+v, %+v; want it to hold, after replays that differed", err, r.Verdicts, ran)
	}
	if note := r.Verdicts[0].Note(); !strings.HasPrefix(note, "for the outcomes met: ") {
		t.Errorf("the verdict says %q; want that it is for the outcomes met", note)
	}
	if _, _, err := search(t, coin(0), net, properties.WellFormed()); err == nil || !strings.Contains(err.Error(), "nondeterminism") {
		t.Errorf("no repeats: error %v", err)
	}
	starts := 0
	counts := goroutines.Code{Name: "counts", Repeats: 5, Start: starting(func(e endpoint) { starts++; e.Send(0, starts) })}
	if _, _, err := search(t, counts, net, properties.WellFormed()); err == nil || !strings.Contains(err.Error(), "nondeterminism") {
		t.Errorf("no replay is like the first: error %v", err)
	}
}

// TestStepsOf lets time pass once less at each process than its identity says.
func TestStepsOf(t *testing.T) {
	code := goroutines.Code{Name: "clock", Time: goroutines.Effects, Needs: model.Needs{Knowledge: model.KnowID},
		StepsOf: func(id model.ID) int { return int(id) - 1 },
		Start: func(e endpoint) goroutines.Process {
			var mu sync.Mutex
			ticks := 0
			go func() {
				for range time.Tick(time.Second) {
					mu.Lock()
					ticks++
					mu.Unlock()
					if e.Context().Err() != nil {
						return
					}
				}
			}()
			return goroutines.Process{Observe: func() model.Status {
				mu.Lock()
				defer mu.Unlock()
				return model.Status{Term: ticks}
			}}
		}}
	net := model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{1, 2, 3}, Wake: model.WakeSet{All: true}}
	most := [3]int{}
	r, _, err := search(t, code, net, properties.NewAlways("sees", "the test looks at each configuration", func(v model.View) bool {
		for p, s := range v.Status {
			most[p] = max(most[p], s.Term)
			if s.Bounded != (s.Term == p) {
				return false
			}
		}
		return true
	}))
	if err != nil || r.Verdicts[0].Result != checker.Holds || r.Configurations != 1*2*3 || most != [3]int{0, 1, 2} {
		t.Errorf("%v, %v, %d configurations, %v times; want it to hold in 6, and 0, 1 and 2 times", err, r.Verdicts, r.Configurations, most)
	}
	code.Needs.Knowledge = 0
	if _, err := goroutines.New(code); err == nil || !strings.Contains(err.Error(), "KnowID") {
		t.Errorf("without identities: error %v", err)
	}
}
