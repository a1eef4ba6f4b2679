package goroutines_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// An end is code whose end is flawed in one place, or mended.
type end struct {
	name, properties, shows, reason string
	length                          int
	start                           func(e endpoint, flawed bool) goroutines.Process
}

var ends = []end{
	{"goroutine", "goroutines-end", "lingers: chan receive in goroutines_test.", "a worker waits for work that nobody gives it any more", 2, func(e endpoint, flawed bool) goroutines.Process {
		go func() {
			for {
				select {
				case <-e.Context().Done():
					return
				case <-e.Inbox():
					work := make(chan int)
					go func() { <-work }()
					if !flawed {
						close(work)
					}
				}
			}
		}()
		e.Send(0, "work")
		return goroutines.Process{}
	}},
	{"slow", "goroutines-end", "lingers: sleep in goroutines_test.", "a pause is not cut short, and lasts longer than the bound", 1, func(e endpoint, flawed bool) goroutines.Process {
		go func() {
			if !flawed {
				<-e.Context().Done()
			}
			time.Sleep(4500 * time.Millisecond)
			if flawed {
				time.Sleep(time.Second)
			}
		}()
		return goroutines.Process{}
	}},
	{"call", "goroutines-end stop-returns", "stop-waits: chan receive in goroutines_test.", "a call that nobody answers does not end with the context, and Stop waits for it", 1, func(e endpoint, flawed bool) goroutines.Process {
		done := make(chan struct{})
		go func() {
			defer close(done)
			ctx := e.Context()
			if flawed {
				ctx = context.WithoutCancel(ctx)
			}
			_, _ = e.Call(ctx, 0, "release")
		}()
		e.Serve(func(context.Context, model.Port, any) (any, error) { return "released", nil })
		return goroutines.Process{Stop: func() { <-done }}
	}},
	{"panic", "stop-is-orderly", "stopped: panics: close of closed channel", "a channel is closed by the message that ends the work, and by Stop", 2, func(e endpoint, flawed bool) goroutines.Process {
		c, closed := make(chan int), false
		go func() {
			select {
			case <-e.Context().Done():
			case <-e.Inbox():
				close(c)
				closed = true
			}
		}()
		e.Send(0, "end")
		return goroutines.Process{Stop: func() {
			if flawed || !closed {
				close(c)
			}
		}}
	}},
}

func endCode(name string) (goroutines.Code, error) {
	name, flawed := strings.CutSuffix(name, " flawed")
	for _, c := range ends {
		if c.name == name {
			return goroutines.Code{Name: "end", Ends: 5 * time.Second, Start: func(e endpoint) goroutines.Process { return c.start(e, flawed) }}, nil
		}
	}
	return goroutines.Code{}, fmt.Errorf("no end %q", name)
}

// TestEndings finds processes that do not end when they are stopped, by a shortest
// schedule, which replays. The reference explorer agrees.
func TestEndings(t *testing.T) {
	net := model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}}
	for _, c := range ends {
		t.Run(c.name, func(t *testing.T) {
			for _, suffix := range []string{"", " flawed"} {
				code, err := endCode(c.name + suffix)
				if err != nil {
					t.Fatal(err)
				}
				s := system(t, algorithm(t, code), net)
				for _, v := range check(t, s, goroutines.Endings()...).Verdicts {
					if !strings.Contains(c.properties, v.Property.Name) || suffix == "" {
						if v.Result != checker.Holds {
							t.Errorf("%s%s: %s: %v %s", c.name, suffix, v.Property.Name, v.Result, v.Note())
						}
						continue
					}
					if v.Result != checker.Violated || length(v) != c.length {
						t.Fatalf("%s: %v in %d events, want %d", c.reason, v.Result, length(v), c.length)
					}
					file := counterexamples.Record(counterexamples.Instance{Algorithm: "ends", Variant: c.name, Network: net}, *v.Execution, v.Property, model.Weak)
					if err := file.Check(); err != nil {
						t.Error(err)
					}
					if chart := counterexamples.Chart(*v.Execution); !strings.Contains(chart, c.shows) {
						t.Errorf("%s: the chart does not say %q:\n%s", c.reason, c.shows, chart)
					}
				}
				if err := checkertest.Agree(s, checkertest.Options{Properties: goroutines.Endings()}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestEndingsNeedEnds refuses to judge endings that nobody looks at.
func TestEndingsNeedEnds(t *testing.T) {
	_, err := checker.Check(t.Context(), system(t, algorithm(t, changCode), ring(2)), checker.Options{Properties: goroutines.Endings()[:1]})
	if err == nil || !strings.Contains(err.Error(), "goroutines-end") {
		t.Errorf("error %v", err)
	}
}
