package main

import (
	"context"
	"fmt"
	"log"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A lookup is a client, the hub of a star, that asks every server, and is served by the
// first answer.
type lookup struct{}

type message string

func (m message) String() string { return string(m) }

// A process shows all that it has.
type shown struct{ Client, Asked, Served bool }

func (lookup) Init(p model.Self) shown { return shown{Client: p.Ports() > 1} }

func (lookup) Ready(_ model.Self, s shown) model.Spontaneous {
	return model.Spontaneous{Wake: s.Client && !s.Asked}
}

func (lookup) Step(p *model.Process[message], s shown, in model.Input[message]) shown {
	switch {
	case in.Kind == model.Wake:
		s.Asked = true
		for q := range p.Ports() {
			p.Send(model.Port(q), "REQUEST")
		}
	case in.Msg == "REQUEST":
		p.Send(in.Port, "REPLY")
	case in.Msg == "REPLY":
		s.Served = true
	}
	return s
}

func (lookup) Observe(_ model.Self, s shown) model.Status { return model.Status{Own: s} }

func main() {
	served := properties.NewEventually("served", "the client is served",
		properties.Some(func(s shown) bool { return s.Served }))
	for _, of := range []struct {
		faults  model.Faults
		victims model.Victims
	}{
		{faults: model.Faults{Crash: 1}},
		{model.Faults{Crash: 1}, model.Victims{Crash: []int{1, 2}}},
		{model.Faults{Crash: 2}, model.Victims{Crash: []int{1, 2}}},
		{model.Faults{Loss: 2}, model.Victims{Loss: model.Messages{Names: []string{"REPLY"}}}},
		{model.Faults{Loss: 2}, model.Victims{Loss: model.Messages{On: []model.Route{{From: 1, To: 0}}}}},
	} {
		system, err := model.New(lookup{}, model.Network{Topology: model.Star, N: 3,
			Wake: model.WakeSet{All: true}, Faults: of.faults, Victims: of.victims})
		if err != nil {
			log.Fatal(err)
		}
		report, err := checker.Check(context.Background(), system, checker.Options{Properties: []properties.Property{served}})
		if err != nil {
			log.Fatal(err)
		}
		v := report.Verdicts[0]
		fmt.Printf("%v %v: %s %v\n", of.faults, of.victims, v.Property.Name, v.Result)
		if v.Execution != nil {
			for _, event := range v.Execution.Lasso().Events() {
				fmt.Printf("  %v\n", event)
			}
		}
	}
}
