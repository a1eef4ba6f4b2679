package bullyimproved_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	bully "github.com/interrex/interrex/protocols/bullyimproved"
)

type (
	process = model.Process[bully.Message]
	input   = model.Input[bully.Message]
)

func receives(in input, m bully.Message) bool { return in.Kind == model.Receive && in.Msg == m }

func TestMutantsAreCaught(t *testing.T) {
	for _, row := range []struct {
		name    string
		instead checkertest.Defect[bully.State, bully.Message]
		caught  string
		reason  string
	}{
		{"answers nothing", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, receives(in, bully.Election)
		}, "uniqueness", "each process that starts becomes coordinator"},
		{"needs no crosscheck", func(p *process, s bully.State, in input) (bully.State, bool) {
			return bully.State{Phase: bully.Coordinating, Current: p.ID(), Sent: true}, receives(in, bully.YouCoordinator)
		}, "known", "it does not announce itself"},
		{"ignores that the time is over", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, in.Kind == model.Timeout && in.Timer == 0
		}, "elected", "nobody becomes coordinator"},
		{"names itself", func(p *process, s bully.State, in input) (bully.State, bool) {
			return bully.State{Current: p.ID()}, receives(in, bully.Coordinator)
		}, "agreement", "each process names itself"},
		{"takes itself for the greatest", func(p *process, s bully.State, in input) (bully.State, bool) {
			return bully.State{Phase: bully.Coordinating, Current: p.ID()}, in.Kind == model.Idle && s.Expired
		}, "validity", "an elector becomes coordinator"},
		{"stays in its election", func(_ *process, s bully.State, in input) (bully.State, bool) {
			return s, receives(in, bully.Coordinator) && s.Phase != bully.Normal
		}, "decided", "the elector waits on"},
		{"echoes announcements", func(p *process, s bully.State, in input) (bully.State, bool) {
			if receives(in, bully.Coordinator) {
				p.Send(in.Port, bully.Coordinator)
			}
			return s, receives(in, bully.Coordinator)
		}, "quiescence", "two processes announce each other for ever"},
		{"asks a process that there is not", func(p *process, s bully.State, in input) (bully.State, bool) {
			if in.Kind == model.Wake {
				p.Send(model.Port(p.Ports()), bully.Election)
			}
			return s, in.Kind == model.Wake
		}, "well-formed", "there is no such port"},
	} {
		t.Run(row.name, func(t *testing.T) {
			checkertest.Caught(t, bully.Algorithm{Fixes: fixed}, row.instead, checkertest.Judged{
				Network: among([]model.ID{3, 1, 2}), Fairness: model.Strong, Property: row.caught, Reason: row.reason})
		})
	}
}

func checked(t *testing.T, s *model.System, p properties.Property) checker.Result {
	t.Helper()
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Strong})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
