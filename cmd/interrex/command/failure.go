package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// A failedRun is a simulation that ended in a step that is not well-formed, which
// violates a property.
type failedRun struct {
	system  *model.System // has the algorithm
	network model.Network
	options simulation.Options
	err     *simulation.IllFormedError
}

func (f *failedRun) Error() string { return f.err.Error() }

// simulate is [simulation.Run], but its error is a *failedRun if a step is not
// well-formed.
func simulate(ctx context.Context, s *model.System, net model.Network, o simulation.Options) (simulation.Result, error) {
	result, err := simulation.Run(ctx, s, net, o)
	if illFormed := (*simulation.IllFormedError)(nil); errors.As(err, &illFormed) {
		err = &failedRun{s, net, o, illFormed}
	}
	return result, err
}

// listedEvents is how many events are listed of an execution that is too large to be drawn.
const listedEvents = 20

// write draws the execution up to the ill-formed step. It simulates again,
// because a simulation keeps no events.
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
			(&picture{x: x}).write(w, terminalWidth(w))
			return
		}
	}
	last = last[max(len(last)-listedEvents, 0):]
	fmt.Fprintf(w, "the last %d of %s:\n", len(last), plural(count, "event", "events"))
	for _, e := range last {
		fmt.Fprintln(w, e)
	}
}

// execution replays events. It reports false if not all of them are events of the
// model, because a simulation runs a round as a turn of each process.
func (f *failedRun) execution(events model.Schedule) (model.Execution, bool) {
	s, err := f.system.Semantics().On(f.network)
	if err != nil {
		return model.Execution{}, false
	}
	x, err := s.Replay(model.Lasso{Stem: events})
	return x, err == nil && x.IllFormed() == f.err.Why
}
