package simulation

import (
	"context"
	"slices"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// maxWalk is the largest number of processes for the schedulers that look at all
// enabled events.
const maxWalk = 64

// walk takes events, faults included, that a scheduler of package schedule selects,
// until nothing is enabled.
func walk(ctx context.Context, s *model.System, net model.Network, o Options) (r Result, err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *model.ValueError:
			err = value
		default:
			panic(value)
		}
	}()
	if s, err = s.Semantics().On(net); err != nil {
		return Result{}, err
	}
	starts, err := s.Semantics().Starts()
	if err != nil {
		return Result{}, err
	}
	s = starts[o.Seed%uint64(len(starts))]
	scheduler, err := schedule.New(o.Scheduler.String(), schedule.Options{Seed: o.Seed})
	if err != nil {
		return Result{}, err
	}
	goesOn := properties.NewAlways("true", "nothing is asked", func(model.View) bool { return true })
	w := schedule.Start(s, model.Strong, goesOn)
	cut := false
	for len(w.Enabled()) > 0 && !cut {
		if cut = ctx.Err() != nil || o.Limit > 0 && int64(w.Len()) >= o.Limit; !cut {
			schedule.Run(w, scheduler, w.Len()+1)
		}
	}
	x := w.Execution()
	for _, step := range x.Steps {
		if o.Record != nil {
			o.Record(step.Event)
		}
	}
	r = Count(x)
	if r.Cut = cut; !o.LastChange {
		r.LastChange = LastChange{}
	}
	if why := x.IllFormed(); why != "" {
		return r, &IllFormedError{s.Name(), r.Events, why}
	}
	return r, nil
}

// Count returns the result of an execution, without its time.
func Count(x model.Execution) Result {
	s := x.System
	received := make([]int64, s.Network().N)
	start := s.View(x.Start)
	r := Result{Events: int64(len(x.Steps)), Messages: int64(s.Semantics().SentAtStart()), Sequence: fnvOffset, Status: start.Status}
	for _, step := range x.Steps {
		e := step.Event
		r.Sequence = mixed(r.Sequence, e.Process, e.Port, e.Kind)
		r.Messages += int64(len(step.Sends))
		if e.Kind == model.Duplicate || e.StepKind() == model.Receive {
			received[e.Process]++
			r.Busiest = slices.Max(received)
		}
		if status := s.View(step.Next).Status; !slices.Equal(status, r.Status) {
			r.Status = status
			r.LastChange = LastChange{Messages: r.Messages, Busiest: r.Busiest}
		}
	}
	return r
}
