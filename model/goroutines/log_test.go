package goroutines_test

import (
	"fmt"
	"log"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// common is a logger of the whole program.
var common = log.New(goroutines.Log(), "common: ", 0)

// chatty are processes that log, and one of which ends its process.
var chatty = goroutines.Code{Name: "chatty", Needs: model.Needs{Knowledge: model.KnowID}, Start: func(e *goroutines.Endpoint) goroutines.Process {
	own := log.New(e, fmt.Sprintf("own %d: ", e.ID()), 0)
	common.Print("starts")
	s := &shown{}
	go func() {
		for {
			select {
			case <-e.Context().Done():
				return
			case d := <-e.Inbox():
				own.Printf("receives %v", d.Value)
				s.set(func(s *model.Status) { s.Term++ })
				if d.Value == 2 {
					panic("two\nare too many")
				}
				e.Send(1, d.Value.(int)+1)
			}
		}
	}()
	if e.ID() == 1 {
		e.Send(1, 1)
	}
	return goroutines.Process{Observe: s.get}
}}

// TestLogs shows the logs of an execution by event and process, with the last words of a
// child.
func TestLogs(t *testing.T) {
	code := chatty
	code.Child = "chatty"
	a := algorithm(t, code)
	defer a.Close()
	s := system(t, a, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}})
	v := check(t, s, properties.WellFormed()).Verdicts[0]
	if v.Result != checker.Violated {
		t.Fatalf("%v", v.Result)
	}
	lines := strings.SplitAfter(a.Logs(*v.Execution), "\n")
	want := "  1 p0: common: starts\n  2 p1: common: starts\n  2 p1: own 2: receives 1\n  3 p0: own 1: receives 2\n  3 p0: panic: two\n"
	if diff := cmp.Diff(want, strings.Join(lines[:min(5, len(lines))], "")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := strings.Join(lines, ""); !strings.Contains(got, "log_test.go:") {
		t.Errorf("no stack in\n%s", got)
	}
}

// TestLogsOfWalk keeps the lines of loggers that processes share.
func TestLogsOfWalk(t *testing.T) {
	code := chatty
	w, err := algorithm(t, code).Walk(goroutines.Walk{Network: model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{2, 3}, Wake: model.WakeSet{All: true}},
		Draw: rand.New(rand.NewPCG(1, 2)).IntN, Events: 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"common: starts", "common: starts"}, w.Shared); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
