package goroutines_test

import (
	"context"
	crand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

type endpoint = *goroutines.Endpoint

// starting returns the Start of a process that does something when it starts.
func starting(do func(e endpoint)) func(e endpoint) goroutines.Process {
	return func(e endpoint) goroutines.Process {
		do(e)
		return goroutines.Process{}
	}
}

// TestUnfit gives the search code that does not suit: one line each, and no verdict
// that holds.
func TestUnfit(t *testing.T) {
	var starts atomic.Int32
	for _, c := range []struct {
		name, want, reason string
		start              func(e endpoint) goroutines.Process
	}{
		{"a channel in a message", "is a chan", "no message can carry it", starting(func(e endpoint) { e.Send(0, make(chan int)) })},
		{"a function in a message", "is a func", "no message can carry it", starting(func(e endpoint) { e.Send(0, func() {}) })},
		{"a counter outside the process", "nondeterminism", "each bubble counts on", starting(func(e endpoint) { e.Send(0, int(starts.Add(1))); e.Send(0, 0) })},
		{"the order of a map", "iteration over a map", "it is random", starting(func(e endpoint) {
			for x := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true} {
				e.Send(0, x)
			}
		})},
		{"a select with ready cases", "a select with several ready cases", "Go draws one", starting(func(e endpoint) {
			a, b := make(chan int, 9), make(chan int, 9)
			for i := range 9 {
				a <- i
				b <- -i
			}
			for range 9 {
				select {
				case x := <-a:
					e.Send(0, x)
				case x := <-b:
					e.Send(0, x)
				}
			}
		})},
		{"Start does not return", "Start does not return", "it waits for a message", starting(func(e endpoint) { <-e.Inbox() })},
		{"Start panics", "panics: no config (unfit_test.go:", "the step is not well-formed", starting(func(endpoint) { panic("no config") })},
		{"Observe panics", "panics: not yet (unfit_test.go:", "the step is not well-formed", func(endpoint) goroutines.Process {
			return goroutines.Process{Observe: func() model.Status { panic("not yet") }}
		}},
		{"sends without end", "sends more than", "nobody could receive it", starting(func(e endpoint) {
			go func() {
				for e.Context().Err() == nil {
					e.Send(0, 1)
				}
			}()
		})},
		{"a port that does not exist", "port 9, which does not exist", "the network has it not", starting(func(e endpoint) { e.Send(9, 1) })},
		{"too many outcomes", "among 0 outcomes", "there is none", starting(func(e endpoint) { e.Choose(0) })},
		{"random numbers", "random numbers other than Choose", "nobody draws them twice", starting(func(e endpoint) { e.Send(0, rand.Uint64()); e.Send(0, 0) })},
		{"random bytes", "cause: crypto/rand: ", "nobody draws them twice", starting(func(e endpoint) {
			var b [8]byte
			_, _ = crand.Read(b[:])
			e.Send(0, b)
			e.Send(0, 0)
		})},
		{"two listeners", "listens while it listens", "nobody could say which is dialled", starting(func(e endpoint) { e.Listen(); e.Listen() })},
		{"timers due at one instant", "timers that are due at one instant", "Go draws one", starting(func(e endpoint) {
			for i := range 9 {
				time.AfterFunc(time.Second, func() { e.Send(0, i) })
			}
		})},
		{"Observe waits", "Observe", "nobody sees the status", func(e endpoint) goroutines.Process {
			return goroutines.Process{Observe: func() model.Status { <-e.Inbox(); return model.Status{} }}
		}},
		{"Observe sleeps", "Observe lets 1s pass", "time is part of the state", func(endpoint) goroutines.Process {
			return goroutines.Process{Observe: func() model.Status { time.Sleep(time.Second); return model.Status{} }}
		}},
		{"Start ends its goroutine", "Start does not return", "there is no process", starting(func(endpoint) { runtime.Goexit() })},
		{"a message without a text", "panics: no text", "an event could not be named", starting(func(e endpoint) { e.Send(0, mute(1)) })},
		{"a message twice in one text", "text", "an event would name two messages", starting(func(e endpoint) { e.Send(0, blurred(1)); e.Send(0, blurred(2)) })},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := algorithm(t, goroutines.Code{Name: "unfit", Start: c.start, Time: goroutines.Effects, Longest: 2 * time.Second, Steps: 2})
			s, err := model.New(a, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}})
			if err != nil {
				t.Fatal(err)
			}
			r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{properties.Uniqueness()}, MaxConfigurations: 10000})
			said := fmt.Sprint(err)
			for _, v := range r.Verdicts {
				said += " " + v.Note()
				if err == nil && v.Result == checker.Holds {
					t.Errorf("%s: %s holds", c.reason, v.Property.Name)
				}
			}
			if !strings.Contains(said, c.want) {
				t.Errorf("%s: %q, want %q", c.reason, said, c.want)
			}
		})
	}
}

// mute is a number that has no text.
type mute int

func (mute) String() string { panic("no text") }

// blurred is a number whose text does not tell which.
type blurred int

func (blurred) String() string { return "B" }

// TestUntilEffect lets time pass until something visible happens: a process that waits
// for an hour has a timer that runs out, once.
func TestUntilEffect(t *testing.T) {
	code := goroutines.Code{Name: "late", Time: goroutines.Effects, Longest: 2 * time.Hour, Tick: time.Minute, Steps: 3, Start: starting(func(e endpoint) {
		go func() {
			select {
			case <-time.After(time.Hour):
				e.Send(0, "late")
			case <-e.Context().Done():
			}
		}()
	})}
	s := system(t, algorithm(t, code), model.Network{Topology: model.Complete, N: 1, IDs: []model.ID{1}})
	var events []string
	for c := s.Initial(); len(s.Successors(c)) > 0; {
		next := s.Successors(c)[0]
		events, c = append(events, next.Event.String()), next.Next
	}
	if got := strings.Join(events, ", "); got != "wake p0, timeout p0:0(time), receive p0:0 late" {
		t.Errorf("events %s", got)
	}
}
