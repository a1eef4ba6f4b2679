package coverage

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// Bounds are the limits of a search, beside those of its context. 0 is no limit.
type Bounds struct {
	Configurations int   // configurations of one system
	Memory         int64 // bytes of the texts that tell the configurations of one system apart
}

// Steps are the steps that the executions of a system take, each with a configuration
// in which it is taken.
type Steps struct {
	Configurations int    // that the search met
	Count          int    // different steps: of a process, in a local state, upon an input
	Cut            string // why the search is not complete, "" if it is
	taken          []taken
	looks          []look
}

// taken is one cause of an event in a configuration that enables it.
type taken struct {
	system *model.System
	at     model.Configuration
	cause  stepwise.Cause
}

// look is a configuration in which a process is asked for what it is ready. The
// channels of the system have no capacity: an event that waits for a place asks for a step
// that nobody takes.
type look struct {
	system *model.System
	at     model.Configuration
}

// Reach searches all configurations of s by the definition of the model.
func Reach(ctx context.Context, s *model.System, b Bounds) (*Steps, error) {
	starts, err := s.Semantics().Starts()
	if err != nil {
		return nil, err
	}
	r := &reach{Steps: &Steps{}, bounds: b, visited: map[string]bool{}, steps: map[step]bool{}, seen: map[sight]bool{}}
	for _, start := range starts {
		if err := r.from(ctx, start); err != nil {
			return nil, err
		}
	}
	r.Configurations, r.Count = len(r.visited), len(r.steps)
	return r.Steps, nil
}

// Replay takes each step once, and asks each process for what it is ready in each of its
// local states.
func (x *Steps) Replay() {
	for _, t := range x.taken {
		stepwise.Outcomes(t.system, t.at, t.cause)
	}
	for _, l := range x.looks {
		stepwise.Causes(l.system, l.at)
	}
}

// reach is a search under way.
type reach struct {
	*Steps
	bounds  Bounds
	visited map[string]bool
	bytes   int64
	steps   map[step]bool
	seen    map[sight]bool
	system  *model.System // that is searched
	roomy   *model.System // the same without capacity
	queue   []model.Configuration
}

// step tells steps apart. Events of all processes differ by their configuration.
type step struct {
	process int
	kind    model.Kind
	port    model.Port
	number  int // of the timer or the operation
	message string
	local   any
	all     string
}

// sight is what Ready and Defers of a process depend on.
type sight struct {
	process  int
	local    any
	channels string
}

// from searches the configurations of a system that starts in one.
func (r *reach) from(ctx context.Context, s *model.System) error {
	net := *s.Network()
	net.Capacity = model.Capacity{}
	roomy, err := s.Semantics().On(net)
	if err != nil {
		return err
	}
	r.system, r.roomy = s, roomy
	before := s.Semantics().Startup().Start
	for _, y := range s.Semantics().Startup().Steps {
		r.note(before, stepwise.Cause{Event: y.Event}, y.Event)
		before = y.Next
	}
	r.visit(s.Initial())
	for len(r.queue) > 0 {
		if r.Cut = r.stopped(ctx); r.Cut != "" {
			r.queue = nil
			return nil
		}
		c := r.queue[0]
		r.queue = r.queue[1:]
		r.expand(c)
	}
	return nil
}

// stopped says which bound the search has met, "" if none.
func (r *reach) stopped(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "time"
	case r.bounds.Configurations > 0 && len(r.visited) > r.bounds.Configurations:
		return fmt.Sprintf("%d configurations", r.bounds.Configurations)
	case r.bounds.Memory > 0 && r.bytes > r.bounds.Memory:
		return "memory"
	}
	return ""
}

// visit puts a configuration into the queue if it is new.
func (r *reach) visit(c model.Configuration) {
	key := c.Key()
	if r.visited[key] {
		return
	}
	r.visited[key] = true
	r.bytes += int64(len(key))
	r.queue = append(r.queue, c)
}

// expand takes all events of c.
func (r *reach) expand(c model.Configuration) {
	r.look(c)
	for _, x := range stepwise.Causes(r.system, c) {
		for i, y := range stepwise.Outcomes(r.system, c, x) {
			if i == 0 {
				r.note(c, x, y.Event)
			}
			r.visit(y.Next)
		}
	}
}

// look keeps c if some process is in a local state, or may defer messages, in which it
// has not been seen.
func (r *reach) look(c model.Configuration) {
	if c.Failed() {
		return
	}
	isNew := false
	for p, local := range c.Locals {
		if c.Down[p] {
			continue
		}
		at := sight{process: p, local: local}
		if r.system.Semantics().Defers() {
			for _, ch := range r.system.Semantics().InChannels(p) {
				at.channels += fmt.Sprintf("%d %q", ch, texts(c.Channels[ch]))
			}
		}
		isNew = isNew || !r.seen[at]
		r.seen[at] = true
	}
	if isNew {
		r.looks = append(r.looks, look{r.roomy, c})
	}
}

func texts(channel []model.Envelope) []string {
	var list []string
	for _, e := range channel {
		list = append(list, e.Text())
	}
	return list
}

// note keeps the cause of event e of c if its step is new.
func (r *reach) note(c model.Configuration, x stepwise.Cause, e model.Event) {
	key := step{process: e.Process, kind: e.StepKind(), port: e.Port, number: max(int(e.Timer), e.Operation), message: e.Message}
	if x.Kind.IsOfAll() {
		key.all = c.Key()
	} else {
		key.local = c.Locals[e.Process]
	}
	if !r.steps[key] {
		r.steps[key] = true
		r.taken = append(r.taken, taken{r.system, c, x})
	}
}
