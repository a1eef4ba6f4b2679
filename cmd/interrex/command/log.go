package command

import (
	"fmt"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A simulatedLog is the log of a simulation: it takes each event once more, by
// the definition of the model, and writes the lines of its processes.
type simulatedLog struct {
	*output
	path  *stepwise.Path
	ticks int   // that have passed
	err   error // the first
}

// openLog returns the log that --log asks for, and has it told of all events.
// Without the flag nothing is written.
func (c *simulateCommand) openLog(system *simulated, net model.Network) (*simulatedLog, error) {
	if c.log == "" {
		return &simulatedLog{output: &output{}}, nil
	}
	switch {
	case c.n > maxSize:
		return nil, fmt.Errorf("--log: n = %d; allowed with it: 1..%d", c.n, maxSize)
	case net.Timing == model.Lockstep && c.options.Scheduler == simulation.Timed:
		return nil, fmt.Errorf("--log: scheduler %v takes a round process by process; allowed with it: fifo, lifo, slow, pct, swarm, pos, balanced", c.options.Scheduler)
	}
	s, err := system.Semantics().On(net)
	if err != nil {
		return nil, err
	}
	l := &simulatedLog{path: stepwise.NewPath(s)}
	if l.output, err = openOutput(c.log, nil); err != nil {
		return nil, err
	}
	before := c.options.Record
	c.options.Record = func(e model.Event) {
		if before != nil {
			before(e)
		}
		l.add(e)
	}
	return l, nil
}

// add writes the lines of an event.
func (l *simulatedLog) add(e model.Event) {
	if l.err != nil {
		return
	}
	if _, ok := l.path.Apply(e); !ok {
		l.err = fmt.Errorf("--log: %v %w", e, model.ErrNotEnabled)
		return
	}
	before, y := l.path.Step()
	for _, line := range validate.Lines(l.path.System(), before, y, l.ticks) {
		fmt.Fprintln(l, line)
	}
	if e.Kind == model.Tick {
		l.ticks++
	}
}

// commit makes the log appear, unless there is none.
func (l *simulatedLog) commit() error {
	if l.err != nil || l.path == nil {
		return l.err
	}
	return l.output.commit()
}
