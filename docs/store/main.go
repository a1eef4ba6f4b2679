// Command store checks a server with one value and two clients that add to it.
// docs/store.md quotes it.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The messages: a client gets the value, and puts another in its place.
type (
	get   struct{}
	value struct{ Is int }
	put   struct{ Is int }
)

// store is the local state of the server.
type store struct {
	Value  int
	Locked bool
	By     model.Port // whose put it waits for while it is locked
}

type server struct{}

func (server) Init(model.Self) store                      { return store{} }
func (server) Ready(model.Self, store) model.Spontaneous  { return model.Spontaneous{} }
func (server) Observe(_ model.Self, s store) model.Status { return model.Status{Own: s} }
func (server) Step(p *model.Process[any], s store, in model.Input[any]) store {
	switch m := in.Msg.(type) {
	case get:
		s.Locked, s.By = true, in.Port
		p.Send(in.Port, value{s.Value})
	case put:
		s.Value, s.Locked, s.By = m.Is, false, 0
	}
	return s
}

// Locking is a server that receives nothing from others while it is locked.
type locking struct{ server }

func (locking) Defers(_ model.Self, s store, q model.Port, _ any) bool { return s.Locked && q != s.By }

// counter is the local state of a client.
type counter struct {
	By   int // the number that it adds at present; 0: nothing
	Done int // the sum that it has added
}

type client struct{}

func (client) Needs() model.Needs { return model.Needs{Knowledge: model.KnowNeighbourLabels} }

func (client) Init(model.Self) counter                      { return counter{} }
func (client) Observe(_ model.Self, s counter) model.Status { return model.Status{Own: s} }
func (client) Ready(_ model.Self, s counter) model.Spontaneous {
	if s.By > 0 || s.Done >= 2 {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Operations: 2}
}

func (client) InputNames() model.InputNames {
	return model.InputNames{Operations: []string{"add-1", "add-2"}}
}

func (client) Step(p *model.Process[any], s counter, in model.Input[any]) counter {
	server := p.PortTo(0)
	if in.Kind == model.Invoke {
		p.Send(server, get{})
		return counter{By: 1 + int(in.Operation), Done: s.Done}
	}
	p.Send(server, put{in.Msg.(value).Is + s.By})
	return counter{Done: s.Done + s.By}
}

func check(server model.Program) {
	alg := model.Join(server, model.ProgramOf(client{}))
	s, err := model.New(alg, model.Network{Topology: model.Star, N: 3, Labels: []int{0, 1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	counted := properties.NewAtEnd("counted", "at the end the value is the sum of what was added", func(v model.View) bool {
		sum := 0
		for _, c := range properties.Own[counter](v) {
			sum += c.Done
		}
		return properties.Count(v, func(s store) bool { return s.Value == sum }) == 1
	})
	report, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{counted}})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range report.Verdicts {
		fmt.Println(s.Name(), v.Property.Name, v.Result)
		if v.Execution != nil {
			fmt.Print(counterexamples.Chart(*v.Execution))
		}
	}
}

func main() {
	check(model.ProgramOf(server{}))
	check(model.ProgramOf(locking{}))
}
