package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// step takes a step: first it writes the line, then it sends.
func (r *Process) step(ctx context.Context, in model.Input[any], choices []int) error {
	start := time.Now()
	outcome, err := r.outcome(in, choices)
	if err != nil {
		return r.fail(err)
	}
	line := r.lineOf(in, outcome)
	if outcome.Failure != "" {
		line.Sends, line.Status = []validate.Send{}, &validate.Status{Failed: new(true)}
		r.write(line, nil)
		return r.fail(fmt.Errorf("p%d: the step upon %v is not well-formed: %s", r.o.Process, in.Kind, outcome.Failure))
	}
	if err := r.write(line, outcome.Next); err != nil {
		return r.fail(err)
	}
	for _, m := range outcome.Sends { // to the last, even if Run is to end
		if err := r.o.Transport.Send(context.WithoutCancel(ctx), m.Port, m.Msg); err != nil {
			return r.fail(fmt.Errorf("p%d: port %d: %w", r.o.Process, m.Port, err))
		}
	}
	r.finish(in, outcome)
	if r.o.Hooks.Step != nil {
		r.o.Hooks.Step(line, time.Since(start))
	}
	return nil
}

// finish makes the local state that of the outcome, and tells who waits for a step.
func (r *Process) finish(in model.Input[any], o model.Outcome) {
	r.mu.Lock()
	r.local, r.steps, r.sent = o.Next, r.steps+1, r.sent+len(o.Sends)
	close(r.took)
	r.took = make(chan struct{})
	r.mu.Unlock()
	r.wind(&in, o.Resets)
}

func (r *Process) fail(err error) error {
	r.o.Logger.Error("the process stops", "process", r.o.Process, "error", err)
	return err
}

// outcome takes the step of an input: the outcome that the choices prescribe, or else one
// at random, each with its probability.
func (r *Process) outcome(in model.Input[any], choices []int) (model.Outcome, error) {
	outcomes := r.semantic.Step(r.o.Process, r.local, in)
	if choices != nil {
		for _, o := range outcomes {
			if slices.Equal(o.Choices, choices) {
				return o, nil
			}
		}
		return model.Outcome{}, fmt.Errorf("p%d: no outcome of %v has choices %v", r.o.Process, in.Kind, choices)
	}
	rest := r.random.Float64()
	for _, o := range outcomes {
		if rest -= 1 / float64(o.Weight); rest < 0 {
			return o, nil
		}
	}
	return outcomes[len(outcomes)-1], nil
}

// lineOf returns the line of a step.
func (r *Process) lineOf(in model.Input[any], o model.Outcome) validate.Line {
	p, s := r.o.Process, r.o.System
	e := s.Semantics().Named(model.Event{Process: p, Kind: in.Kind, Port: in.Port, Timer: in.Timer, Operation: int(in.Operation)})
	l := validate.Line{Process: p, Event: in.Kind.String(), Name: e.Name, Choices: o.Choices, Sends: []validate.Send{}}
	switch in.Kind {
	case model.Receive:
		l.Port, l.Message, l.From = new(int(in.Port)), r.semantic.Text(in.Msg), sender(s, p, in.Port)
	case model.Suspect:
		l.Port = new(int(in.Port))
	case model.Timeout:
		l.Timer = new(int(in.Timer))
	case model.Invoke:
		l.Operation = new(int(in.Operation))
	}
	for _, m := range o.Sends {
		l.Sends = append(l.Sends, validate.Send{Port: new(int(m.Port)), To: new(s.Peer(p, m.Port)), Message: r.semantic.Text(m.Msg)})
	}
	return l
}

// sender returns the process whose messages arrive on port q of p.
func sender(s *model.System, p int, q model.Port) *int {
	i := slices.IndexFunc(s.Links(), func(l model.Link) bool { return l.To == p && l.ToPort == q })
	if i < 0 {
		return nil
	}
	return new(s.Links()[i].From)
}

// write writes a line and, as its note, the local state after it; nil: there is none.
func (r *Process) write(l validate.Line, local any) error {
	if r.o.Log == nil {
		return nil
	}
	if r.o.System.Network().Timing == model.Bounded {
		l.Time = new(int(time.Since(r.o.Origin) / r.o.Tick))
	}
	if local != nil {
		state, err := r.values.encode(local)
		if err != nil {
			return fmt.Errorf("p%d: %w", r.o.Process, err)
		}
		l.Note = new(json.RawMessage(state))
		l.Status = validate.StatusOf(r.semantic.Observe(r.o.Process, local))
	}
	if _, err := io.WriteString(r.o.Log, l.String()+"\n"); err != nil {
		return fmt.Errorf("p%d: the log: %w", r.o.Process, err)
	}
	if s, ok := r.o.Log.(interface{ Sync() error }); ok {
		return s.Sync()
	}
	return nil
}
