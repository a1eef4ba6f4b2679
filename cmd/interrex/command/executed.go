package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
)

// Executions within these limits are drawn.
const (
	drawnProcesses = 16
	drawnEvents    = 1000
)

// A kept execution has the events of a simulation, as long as they can be drawn.
type kept struct {
	events model.Schedule
	count  int
}

// add is called for each event.
func (k *kept) add(e model.Event) {
	if k.count++; k.count <= drawnEvents {
		k.events = append(k.events, e)
	}
}

// execution replays the events, of which r is the result, by the definition of the model.
// The error says why the execution cannot be drawn.
func (k *kept) execution(s *model.System, net model.Network, r simulation.Result) (model.Execution, error) {
	if k.count > drawnEvents {
		return model.Execution{}, fmt.Errorf("the execution has %s; allowed for a picture: at most %s (fewer processes, or --max-events)", plural(k.count, "event", "events"), grouped(strconv.Itoa(drawnEvents)))
	}
	s, err := s.Semantics().On(net)
	if err != nil {
		return model.Execution{}, err
	}
	starts, err := s.Semantics().Starts()
	if err != nil {
		return model.Execution{}, err
	}
	for _, start := range starts { // the simulation has drawn one of them
		l := model.Lasso{Stem: k.events}
		if net.Timing == model.Lockstep {
			l.Stem = asRounds(start, k.events, int(r.Time.Units()))
		}
		x, other := start.Replay(l)
		if other == nil {
			other = disagrees(x, r)
		}
		if err = other; err == nil {
			return x, nil
		}
	}
	return model.Execution{}, fmt.Errorf("what was simulated is no execution of the model, and is not drawn: %w", err)
}

// disagrees reports that an execution has another result than a simulation.
func disagrees(x model.Execution, r simulation.Result) error {
	replayed := simulation.Count(x)
	switch {
	case replayed.Messages != r.Messages:
		return fmt.Errorf("%s sent, not %d", plural(int(replayed.Messages), "message is", "messages are"), r.Messages)
	case !slices.Equal(replayed.Status, r.Status):
		return errors.New("it ends otherwise")
	}
	return nil
}

// asRounds returns the rounds of a simulation that has recorded the steps of single
// processes. Processes wake in the first round, and their choices stand in the order
// of their steps. It ends before a round that the model does not enable.
func asRounds(s *model.System, steps model.Schedule, rounds int) model.Schedule {
	if slices.ContainsFunc(steps, func(e model.Event) bool { return e.Process < 0 }) {
		return steps // a scheduler of whole rounds has drawn them
	}
	next := model.Event{Process: -1, Kind: model.Round}
	var choices []int
	for _, e := range steps {
		choices = append(choices, e.Choices...)
		if e.Kind == model.Wake {
			next.Wakes = append(next.Wakes, e.Process)
		}
	}
	var list model.Schedule
	c := s.Initial()
	for range rounds {
		y, ok := taken(s, c, next, choices)
		if list = append(list, y.Event); !ok {
			return list
		}
		c, choices, next.Wakes = y.Next, choices[len(y.Event.Choices):], nil
	}
	return list
}

// taken returns the round whose outcomes are the first of choices.
func taken(s *model.System, c model.Configuration, e model.Event, choices []int) (model.Successor, bool) {
	for many := range len(choices) + 1 {
		e.Choices = choices[:many:many]
		if y, ok := s.Apply(c, e); ok {
			return y, true
		}
	}
	e.Choices = nil
	return model.Successor{Event: e}, false
}
