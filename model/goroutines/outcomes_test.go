package goroutines_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// drawn returns one of four numbers, by a select with four ready cases.
func drawn() int {
	var ready [4]chan int
	for i := range ready {
		ready[i] = make(chan int, 1)
		ready[i] <- i
	}
	select {
	case x := <-ready[0]:
		return x
	case x := <-ready[1]:
		return x
	case x := <-ready[2]:
		return x
	case x := <-ready[3]:
		return x
	}
}

// rare are processes that win if a select takes the last of four cases when a message comes.
// A draw at the start decides which text they send.
var rare = goroutines.Code{Name: "rare", Tries: 90, Repeats: 400, Start: func(e endpoint) goroutines.Process {
	s := &shown{}
	go func() {
		if drawn() == 0 {
			e.Send(0, "first")
		} else {
			e.Send(0, "other")
		}
		for {
			select {
			case <-e.Context().Done():
				return
			case <-e.Inbox():
			}
			if drawn() == 3 {
				s.set(func(s *model.Status) { s.Role = model.Won })
			}
		}
	}()
	return goroutines.Process{Observe: s.get}
}}

var (
	pair       = model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}}
	nobodyWins = properties.NewAlways("nobody-wins", "nobody wins", func(v model.View) bool { return !slices.ContainsFunc(v.Status, won) })
)

// TestTries finds what a rare outcome of a select shows, each time, and not each time if one
// outcome of each step is searched. Each of the two selects has its rare outcome in a quarter
// of its runs: none of 90 has one with a probability of 6*10^-12, and 40 searches all find it
// by chance with one of 10^-24. Of 400 replays all differ with one of 10^-50.
func TestTries(t *testing.T) {
	missed := 0
	for range 40 {
		one := rare
		one.Tries = 0
		if check(t, system(t, algorithm(t, one), pair), nobodyWins).Verdicts[0].Result == checker.Holds {
			missed++
		}
	}
	if missed == 0 {
		t.Error("40 searches of one outcome find the rare one")
	}
	var stored []byte
	for range 2 {
		a := algorithm(t, rare)
		s := system(t, a, pair)
		r := check(t, s, nobodyWins, properties.WellFormed())
		// A process that has not started wakes in two ways and sends to itself. Then it receives
		// that in two ways.
		if c := a.Counts(); r.Configurations != 7*7 || c.Histories != 1+2+2*2 || c.Outcomes != 1+2 || c.Differ == 0 {
			t.Errorf("%d configurations, %+v; want 49, with 7 histories and 3 more outcomes", r.Configurations, c)
		}
		v := r.Verdicts[0]
		if v.Result != checker.Violated || length(v) != 2 {
			t.Fatalf("%v in %d events, want violated in 2", v.Result, length(v))
		}
		if note := r.Verdicts[1].Note(); !strings.HasPrefix(note, "for the outcomes met: ") {
			t.Errorf("the other verdict says %q; want that it is for the outcomes met", note)
		}
		file := counterexamples.Record(counterexamples.Instance{Algorithm: "rare", Variant: "select", Network: pair}, *v.Execution, nobodyWins, model.Weak)
		if err := file.Check(); err != nil {
			t.Error(err)
		}
		if text := file.Format(); stored == nil {
			stored = text
		} else if string(text) != string(stored) {
			t.Errorf("two searches store\n%s\nand\n%s", stored, text)
		}
		if err := checkertest.Agree(s, checkertest.Options{Properties: []properties.Property{nobodyWins}}); err != nil {
			t.Error(err)
		}
	}
	file, err := counterexamples.Parse(stored)
	if err != nil {
		t.Fatal(err)
	}
	s := system(t, algorithm(t, rare), pair)
	x, err := file.Run(s)
	if err != nil || !slices.ContainsFunc(s.View(x.At(len(x.Steps))).Status, won) {
		t.Errorf("replayed by another algorithm: %v, %v", err, x)
	}
}

// TestTriesOfChoices takes each outcome of choices that the code makes in some of its runs. A
// coin falls alike in 40 tries with a probability of 2*10^-12.
func TestTriesOfChoices(t *testing.T) {
	code := goroutines.Code{Name: "choosing", Tries: 40, Repeats: 200, Start: starting(func(e endpoint) {
		if drawn()%2 == 0 && e.Choose(3) > 0 {
			e.Send(0, e.Choose(2))
		}
	})}
	s := system(t, algorithm(t, code), pair)
	var events []string
	for _, next := range s.Successors(s.Initial()) {
		if next.Event.Process == 0 {
			events = append(events, next.Event.String())
		}
	}
	want := []string{"wake p0 choose 0", "wake p0 choose 1,0", "wake p0 choose 1,1,0", "wake p0 choose 1,1,1", "wake p0 choose 1,2,0", "wake p0 choose 1,2,1"}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// seconds counts the processes that a child has started.
var seconds atomic.Int32

// second is a process that panics if it is the second one in its child.
var second = goroutines.Code{Name: "second", Tries: 2, Repeats: 2, Start: starting(func(e endpoint) {
	if seconds.Add(1) == 2 {
		go panic("the second")
	}
	e.Send(0, "well")
})}

// TestTriesInChild takes both outcomes of a step, one of which ends the child, and goes on
// from the other: the child also ends while that history is replayed.
func TestTriesInChild(t *testing.T) {
	code := second
	code.Child = "second"
	a := algorithm(t, code)
	defer a.Close()
	r := check(t, system(t, a, pair), properties.WellFormed())
	v := r.Verdicts[0]
	if v.Result != checker.Violated || length(v) != 1 {
		t.Errorf("%v in %d events, want violated in 1: %s", v.Result, length(v), v.Note())
	}
	// Each process has not started, has failed, goes on, or goes on after a message.
	if c := a.Counts(); c.Histories != 4 || c.Outcomes != 1 {
		t.Errorf("%+v, want 4 histories, and 1 more outcome", c)
	}
}

// TestTriesOfEndings ends the process in a bubble of its own, as time passes upon an input.
// The end belongs to the outcome: of a coin, on one side of which a goroutine goes on.
func TestTriesOfEndings(t *testing.T) {
	code := goroutines.Code{Name: "lingering", Time: goroutines.Effects, Steps: 1, Ends: time.Second, Tries: 40, Repeats: 200, Start: func(e endpoint) goroutines.Process {
		s := &shown{}
		if drawn()%2 == 0 {
			s.Role = model.Won
			go time.Sleep(2 * time.Second)
		}
		return goroutines.Process{Observe: s.get}
	}}
	told := properties.NewAlways("told", "exactly who has won lingers", func(v model.View) bool {
		return !slices.ContainsFunc(v.Status, func(s model.Status) bool {
			e, ok := s.Own.(goroutines.Ending)
			return ok && (e.Lingers != "") != (s.Role == model.Won)
		})
	})
	a := algorithm(t, code)
	if v := check(t, system(t, a, pair), told).Verdicts[0]; v.Result != checker.Holds || a.Counts().Outcomes != 1 {
		t.Errorf("%v %s, %+v; want it to hold, with 1 more outcome", v.Result, v.Note(), a.Counts())
	}
}

// TestTriesNeedRepeats refuses tries of code whose histories cannot be replayed.
func TestTriesNeedRepeats(t *testing.T) {
	code := rare
	code.Repeats = 0
	if _, err := goroutines.New(code); err == nil || !strings.Contains(err.Error(), "90 tries of a step without Repeats; allowed: both") {
		t.Errorf("error %v", err)
	}
}
