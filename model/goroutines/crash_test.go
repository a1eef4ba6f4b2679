package goroutines_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// A crash is code that ends its process, or never waits.
type crash struct {
	name, want, reason string
	ends               bool // the search, with an error
	start              func(e endpoint)
}

// shared outlives the process that makes it.
var shared atomic.Pointer[chan int]

var crashes = []crash{
	{"panic", "panics in a goroutine: no room in goroutines_test.", "nothing can recover it", false, func(e endpoint) {
		go func() {
			for d := range e.Inbox() {
				if d.Value == "3" {
					panic("no room")
				}
			}
		}()
		e.Send(0, "3")
	}},
	{"exit", "calls os.Exit(3)", "it ends the process", false, func(endpoint) { go os.Exit(3) }},
	{"fatal", "ends with a fatal error: sync: unlock of unlocked mutex in goroutines_test.", "nothing can recover it", false, func(endpoint) {
		go func() {
			var mu sync.Mutex
			mu.Unlock()
		}()
	}},
	{"shared", "ends with a fatal error: send on synctest channel from outside bubble in goroutines_test.", "two runs of the code share a channel, so a replay ends otherwise than the first run", true, func(e endpoint) {
		e.Send(0, "again")
		if c := shared.Load(); c != nil {
			*c <- 1
			return
		}
		c := make(chan int, 9)
		shared.Store(&c)
	}},
	{"loop", "does not wait within 300ms: runnable in goroutines_test.", "it never waits", true, func(endpoint) {
		go func() {
			for n := 0; ; n++ {
				if n < 0 {
					return
				}
			}
		}()
	}},
	{"mutex", "does not wait within 300ms: sync.Mutex.Lock in goroutines_test.", "time does not pass while somebody waits for a mutex", true, func(endpoint) {
		var mu sync.Mutex
		hold := func() {
			mu.Lock()
			time.Sleep(time.Second)
			mu.Unlock()
		}
		go hold()
		go hold()
	}},
	{"network", "does not wait within 300ms: IO wait in goroutines_test.", "synctest does not know when data arrive", true, func(endpoint) {
		go func() {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				panic(err)
			}
			_, _ = l.Accept()
		}()
	}},
	{"stop", "stopped then, the process panics in a goroutine: close of closed channel", "nobody sees it before the process is stopped", true, func(e endpoint) {
		c := make(chan int)
		go func() {
			<-e.Context().Done()
			close(c)
			close(c)
		}()
	}},
}

func crashCode(name string) (goroutines.Code, error) {
	for _, c := range crashes {
		if c.name == name {
			code := goroutines.Code{Name: "crash", Start: starting(c.start)}
			if strings.HasPrefix(c.want, "does not wait") {
				code.Patience = 300 * time.Millisecond
			}
			return code, nil
		}
	}
	return goroutines.Code{}, fmt.Errorf("no crash %q", name)
}

// TestCrashes gives the search code that ends its process or never waits: one line each,
// and no verdict that holds.
func TestCrashes(t *testing.T) {
	for _, c := range crashes {
		t.Run(c.name, func(t *testing.T) {
			code, err := crashCode(c.name)
			if err != nil {
				t.Fatal(err)
			}
			code.Child = "crash " + c.name
			a := algorithm(t, code)
			defer a.Close()
			s := system(t, a, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}})
			r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{properties.WellFormed(), properties.Uniqueness()}, Search: checker.Search{Reduce: checker.NoReduction}})
			said := fmt.Sprint(err)
			for _, v := range r.Verdicts {
				said += " " + v.Property.Name + ": " + v.Note()
				if v.Result == checker.Holds && v.Property.Name == "well-formed" {
					t.Errorf("%s: well-formed holds", c.reason)
				}
			}
			if !strings.Contains(said, c.want) || (err != nil) != c.ends {
				t.Errorf("%s: %q, want %q; the search ends: %t", c.reason, said, c.want, c.ends)
			}
		})
	}
}
