package goroutines_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// asked is code that tells its neighbour, a second after it was asked to.
func asked() goroutines.Code {
	return goroutines.Code{
		Name: "asked", Needs: model.Needs{Topologies: []model.Topology{model.UnidirectionalRing}},
		Time: goroutines.Rounds, Steps: 4, Operations: 1,
		Start: func(e *goroutines.Endpoint) goroutines.Process {
			var told atomic.Bool
			go func() {
				for {
					select {
					case <-e.Operations():
						time.Sleep(time.Second)
						e.Send(0, "GO")
					case <-e.Inbox():
						told.Store(true)
					case <-e.Context().Done():
						return
					}
				}
			}()
			return goroutines.Process{Observe: func() (s model.Status) {
				if told.Load() {
					s.Role = model.Won
				}
				return s
			}}
		},
	}
}

// TestOperationsBetweenRounds invokes an operation between two rounds: the second passes in the
// next one, and the message arrives in the one after that.
func TestOperationsBetweenRounds(t *testing.T) {
	a, err := goroutines.New(asked())
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(a, model.Network{Topology: model.UnidirectionalRing, N: 2, Timing: model.Lockstep, Wake: model.WakeSet{All: true}})
	if err != nil {
		t.Fatal(err)
	}
	nobody := properties.NewAlways("untold", "nobody is told", func(v model.View) bool { return v.Status[1].Role != model.Won })
	r, err := checker.Check(context.Background(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxDepth: 4, Properties: []properties.Property{nobody}})
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[0]
	if v.Result != checker.Violated {
		t.Fatalf("%v %v", v.Property.Name, v.Result)
	}
	if got, want := fmt.Sprint(v.Execution.Lasso().Events()), "[invoke p0:0 round round]"; got != want {
		t.Errorf("the shortest schedule is %s, want %s", got, want)
	}
	if chart := counterexamples.Chart(*v.Execution); !strings.Contains(chart, "o invoke 0") {
		t.Errorf("the chart does not show the operation:\n%s", chart)
	}
}
