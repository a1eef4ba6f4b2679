package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// A failedRun is a simulation that a step that is not well-formed has ended: a
// property is violated.
type failedRun struct {
	system  *model.System // of which the algorithm is taken
	network model.Network
	options simulation.Options
	err     *simulation.IllFormedError
}

func (f *failedRun) Error() string { return f.err.Error() }

// simulate is [simulation.Run], whose error is a *failedRun where a step is not
// well-formed.
func simulate(ctx context.Context, s *model.System, net model.Network, o simulation.Options) (simulation.Result, error) {
	result, err := simulation.Run(ctx, s, net, o)
	if illFormed := (*simulation.IllFormedError)(nil); errors.As(err, &illFormed) {
		err = &failedRun{s, net, o, illFormed}
	}
	return result, err
}

// The limits of what is drawn as a chart; of what is larger the last events are
// listed.
const (
	drawnProcesses = 16
	drawnEvents    = 200
	listedEvents   = 20
)

// write draws the execution up to the step that failed. It is simulated again,
// as a simulation keeps no events.
func (f *failedRun) write(ctx context.Context, w io.Writer) {
	var last model.Schedule
	count := 0
	again := f.options
	again.Record = func(e model.Event) {
		if len(last) == 2*drawnEvents {
			last = append(last[:0], last[drawnEvents:]...)
		}
		last = append(last, e)
		count++
	}
	simulation.Run(ctx, f.system, f.network, again)
	if count <= drawnEvents && f.network.N <= drawnProcesses {
		if x, ok := f.execution(last); ok {
			io.WriteString(w, counterexamples.Chart(x))
			return
		}
	}
	last = last[max(len(last)-listedEvents, 0):]
	fmt.Fprintf(w, "the last %d of %s:\n", len(last), plural(count, "event", "events"))
	for _, e := range last {
		fmt.Fprintln(w, e)
	}
}

// execution replays events. It reports false where they are not all of the
// model: a round is simulated as a turn of each process.
func (f *failedRun) execution(events model.Schedule) (model.Execution, bool) {
	s, err := f.system.On(f.network)
	if err != nil {
		return model.Execution{}, false
	}
	x, err := s.Replay(model.Lasso{Stem: events})
	return x, err == nil && x.IllFormed() == f.err.Why
}
