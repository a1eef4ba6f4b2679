// Command exectrace runs a ring of servers in goroutines under a flight recorder. When a second
// server wins, it takes a snapshot and asks the model whether the servers could have written it.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"runtime/trace"
	"sync"
	"sync/atomic"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/checker/validate/exectrace"
	"github.com/interrex/interrex/model"
)

// ring is the model: the greatest identity comes round to its owner.
type ring struct{}

func (ring) Init(model.Self) model.Role                         { return model.Undecided }
func (ring) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (ring) Ready(_ model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: role == model.Undecided}
}
func (ring) Step(p *model.Process[model.ID], role model.Role, in model.Input[model.ID]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, p.ID())
		return model.Candidate
	case in.Msg > p.ID():
		p.Send(0, in.Msg)
		return model.Lost
	case in.Msg == p.ID():
		return model.Won
	}
	return role
}

// run is the server of process p. A careless one passes every identity on.
func run(p int, id model.ID, careless bool, in, next chan model.ID, won func()) {
	out := validate.RuntimeLog(context.Background())
	did(out, validate.Line{Process: p, Event: "wake", Status: &validate.Status{Role: "candidate"}}, next, id)
	for m := range in {
		line := validate.Line{Process: p, Event: "receive", Message: fmt.Sprint(int(m))}
		switch {
		case m == id:
			did(out, line, next)
			won()
		case m > id || careless:
			did(out, line, next, m)
		default:
			did(out, line, next)
		}
	}
}

// did writes the line, and then sends.
func did(out io.Writer, line validate.Line, next chan model.ID, sent ...model.ID) {
	line.Sends = []validate.Send{}
	for _, id := range sent {
		line.Sends = append(line.Sends, validate.Send{Message: fmt.Sprint(int(id))})
	}
	fmt.Fprintln(out, line)
	for _, id := range sent {
		next <- id
	}
}

// elect runs three servers, and returns the data of the recorder once as many have won as
// were awaited.
func elect(careless bool, awaited int32) []byte {
	recorder := trace.NewFlightRecorder(trace.FlightRecorderConfig{})
	if err := recorder.Start(); err != nil {
		log.Fatal(err)
	}
	defer recorder.Stop()
	var links [3]chan model.ID
	for p := range links {
		links[p] = make(chan model.ID, 10)
	}
	var winners atomic.Int32
	var once sync.Once
	over := make(chan []byte, 1)
	won := func() {
		if winners.Add(1) == awaited {
			once.Do(func() {
				var snapshot bytes.Buffer
				if _, err := recorder.WriteTo(&snapshot); err != nil {
					log.Fatal(err)
				}
				over <- snapshot.Bytes()
			})
		}
	}
	for p := range links {
		go run(p, model.ID(p+1), careless, links[p], links[(p+1)%3], won)
	}
	return <-over
}

func main() {
	system, err := model.New(ring{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{1, 2, 3}})
	if err != nil {
		log.Fatal(err)
	}
	for _, run := range []struct {
		name     string
		careless bool
		winners  int32
	}{{"one winner", false, 1}, {"two winners", true, 2}} {
		lines, err := exectrace.Read("snapshot", bytes.NewReader(elect(run.careless, run.winners)), exectrace.Options{})
		if err != nil {
			log.Fatal(err)
		}
		result, err := validate.Log(context.Background(), system, lines, validate.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(run.name, result.Verdict)
	}
}
