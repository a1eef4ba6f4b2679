package realcode

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// MomentKind is the kind of a moment.
type MomentKind uint8

// The kinds of moment.
const (
	Happens    MomentKind = iota // Event begins
	Constructs                   // the object is constructed from Disk
	Takes                        // the object takes In and returns Effects, or panics
	CarriesOut                   // Effect is carried out, or Lost
)

// A Moment is one thing that happens in an execution of real code: enough to do
// the same to the code without the checker.
type Moment struct {
	Kind    MomentKind
	Process int
	Event   model.Event // Happens
	Place   Place       // Constructs
	Disk    string      // Constructs
	In      Input       // Takes
	Effects []Effect    // Takes
	Panic   string      // Constructs, Takes: the panic of the code, or ""
	Effect  Effect      // CarriesOut
	Lost    bool        // CarriesOut: a send that a crash within the step prevents
}

// Moments returns the calls of the objects in an execution of a system of the
// algorithm, in order. Under [Whole] a crash within a step loses the sends
// behind its first ones; all data that the step persists are kept.
func (a *Algorithm) Moments(x model.Execution) ([]Moment, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := &replay{a: a, runs: make([]*run, len(x.Start.Locals)), disks: make([]string, len(x.Start.Locals))}
	for p, local := range x.Start.Locals {
		s, ok := local.(State)
		if !ok || int(s.number) >= len(a.states) {
			return nil, a.code.errorf("the execution is of another algorithm: the local state of p%d is %v", p, local)
		}
		r.places = append(r.places, a.states[s.number].place)
		r.construct(p, a.code.Disk)
	}
	for i, step := range x.Steps {
		if err := r.event(x.System, x.At(i), step.Event); err != nil {
			return nil, err
		}
		if err := r.agrees(step); err != nil {
			return nil, err
		}
	}
	return r.moments, nil
}

// A replay repeats the calls of an execution on objects.
type replay struct {
	a       *Algorithm
	places  []Place
	runs    []*run // nil: the process is down
	disks   []string
	moments []Moment
}

func (r *replay) add(m Moment) { r.moments = append(r.moments, m) }

func (r *replay) construct(p int, disk string) {
	m := Moment{Kind: Constructs, Process: p, Place: r.places[p], Disk: disk}
	run, one := r.a.started(r.places[p], &link{disk: disk})
	if run.fault = one.panicked; run.fault != nil {
		m.Panic = fmt.Sprint(run.fault)
	}
	run.record = func(m Moment) {
		m.Process = p
		r.add(m)
	}
	r.runs[p] = run
	r.add(m)
}

// event repeats the calls of event e in c.
func (r *replay) event(s *model.System, c model.Configuration, e model.Event) error {
	p, kind := e.Process, e.Kind
	r.add(Moment{Kind: Happens, Process: p, Event: e})
	if e.Within {
		kind = e.During
	}
	switch kind {
	case model.Round:
		return r.a.code.errorf("event %v is a round, in which all react at once; allowed: timing async", e)
	case model.Restart:
		r.construct(p, r.disks[p])
	case model.Crash, model.Betray:
		r.crash(p)
	case model.Lose, model.Cut, model.Divide, model.Heal, model.Forge, model.Delay:
	default:
		in := model.Input[Message]{Kind: kind, Port: e.Port, Number: model.Number{Timer: e.Timer, Operation: uint8(e.Operation)}}
		if kind == model.Duplicate {
			in.Kind = model.Receive
		}
		if in.Kind == model.Receive {
			in.Msg = arriving(s, c, e)
		}
		first := len(r.moments)
		if r.runs[p].fault == nil {
			r.a.event(r.runs[p], in)
		}
		if e.Within {
			lose(r.moments[first:], e.After)
			r.crash(p)
		}
	}
	return nil
}

// arriving returns the message that e delivers in c.
func arriving(s *model.System, c model.Configuration, e model.Event) (m Message) {
	for _, ch := range s.Semantics().InChannels(e.Process) {
		for _, envelope := range c.Channels[ch] {
			if envelope.Port == e.Port && envelope.Text() == e.Message {
				m, _ = envelope.Msg.(Message)
			}
		}
	}
	return m
}

// lose marks the sends behind the first ones.
func lose(moments []Moment, first int) {
	for i, m := range moments {
		if m.Kind != CarriesOut || m.Effect.Kind != Sending {
			continue
		}
		moments[i].Lost = first <= 0
		first--
	}
}

func (r *replay) crash(p int) { r.disks[p], r.runs[p] = r.runs[p].disk, nil }

// agrees compares the objects with the local states after a step.
func (r *replay) agrees(x model.Successor) error {
	for p, run := range r.runs {
		if run == nil || run.fault != nil || x.Next.Failures != nil {
			continue
		}
		s, ok := x.Next.Locals[p].(State)
		if !ok || int(s.number) >= len(r.a.states) {
			return r.a.code.errorf("after %v the local state of p%d is %v, of another algorithm", x.Event, p, x.Next.Locals[p])
		}
		if l := r.a.look(run); l != r.a.states[s.number].look {
			return r.a.code.errorf("after %v p%d is %s by its own inputs and %s in the execution: %s", x.Event, p, l.text, s.text, run.history.text())
		}
	}
	return nil
}

// tell tells whoever listens of a moment.
func (r *run) tell(m Moment) {
	if r.record != nil {
		m.Effects = slices.Clone(m.Effects)
		r.record(m)
	}
}

func (m Moment) String() string {
	switch m.Kind {
	case Happens:
		return m.Event.String()
	case Constructs:
		if m.Panic != "" {
			return fmt.Sprintf("p%d panics as it starts from %q: %s", m.Process, m.Disk, m.Panic)
		}
		return fmt.Sprintf("p%d starts from %q", m.Process, m.Disk)
	case Takes:
		if m.Panic != "" {
			return fmt.Sprintf("p%d takes %v and panics: %s", m.Process, m.In, m.Panic)
		}
		return fmt.Sprintf("p%d takes %v: %v", m.Process, m.In, m.Effects)
	}
	if m.Lost {
		return fmt.Sprintf("p%d: lost: %v", m.Process, m.Effect)
	}
	return fmt.Sprintf("p%d: %v", m.Process, m.Effect)
}
