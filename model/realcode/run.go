package realcode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A link is the last input of a history. The first link has no input: it
// constructs the object from a disk.
type link struct {
	before *link
	in     Input
	disk   string // of the first
	length int
}

func (l *link) then(in Input) *link { return &link{before: l, in: in, length: l.length + 1} }

// inputs returns the inputs of a history in order.
func (l *link) inputs() []Input {
	list := make([]Input, l.length)
	for ; l.before != nil; l = l.before {
		list[l.length-1] = l.in
	}
	return list
}

func (l *link) start() string {
	for l.before != nil {
		l = l.before
	}
	return l.disk
}

// same reports whether two histories are the same.
func (l *link) same(m *link) bool {
	return l.length == m.length && l.start() == m.start() && slices.Equal(l.inputs(), m.inputs())
}

// text names a history in an error.
func (l *link) text() string {
	parts := []string{"start"}
	for _, in := range l.inputs() {
		parts = append(parts, in.String())
	}
	return strings.Join(parts, ", ")
}

// A run is an object, its history, and its effects that are not carried out yet.
type run struct {
	object  Object
	history *link
	disk    string
	pending []Effect // not carried out
	waiting []Input  // arrived while effects are pending
	sends   []Effect
	fault   any // the panic of the code in the last event
	record  func(Moment)
}

// fresh returns a new object that has taken the inputs of a history.
func (a *Algorithm) fresh(p Place, h *link) Object {
	p.Neighbours, p.NeighbourLabels = slices.Clone(p.Neighbours), slices.Clone(p.NeighbourLabels)
	object := a.code.New(p, h.start())
	if object == nil {
		a.fail("New returns no object (a nil interface)")
	}
	for _, in := range h.inputs() {
		object.Take(in)
	}
	return object
}

// resume returns the run of a state by one of its histories.
func (a *Algorithm) resume(p Place, s *state, h *link) *run {
	r := &run{history: h, disk: s.disk, pending: slices.Clone(s.pending), waiting: slices.Clone(s.waiting)}
	r.object = a.fresh(p, h)
	return r
}

// event lets r react to in. A panic of the code is kept in r.fault.
func (a *Algorithm) event(r *run, in model.Input[Message]) {
	busy := len(r.pending) > 0
	switch {
	case a.code.Granularity == Whole:
		a.take(r, Input{Input: in})
		for r.fault == nil && len(r.pending) > 0 {
			a.carryOut(r)
		}
	case !busy:
		a.take(r, Input{Input: in})
	case in.Kind == model.Timeout && in.Timer == EffectTimer:
		a.carryOut(r)
	default:
		r.waiting = append(r.waiting, Input{Input: in})
	}
	for r.fault == nil && len(r.pending) == 0 && len(r.waiting) > 0 {
		next := r.waiting[0]
		r.waiting = r.waiting[1:]
		a.take(r, next)
	}
}

// take lets the object take an input.
func (a *Algorithm) take(r *run, in Input) {
	defer func() {
		if fault := recover(); fault != nil {
			r.fault = fault
			r.tell(Moment{Kind: Takes, In: in, Panic: fmt.Sprint(fault)})
		}
	}()
	r.history = r.history.then(in)
	effects := r.object.Take(in)
	r.tell(Moment{Kind: Takes, In: in, Effects: effects})
	r.pending = append(r.pending, effects...)
}

// carryOut carries out the first pending effect.
func (a *Algorithm) carryOut(r *run) {
	e := r.pending[0]
	r.pending = r.pending[1:]
	r.tell(Moment{Kind: CarriesOut, Effect: e})
	switch e.Kind {
	case Persisting:
		r.disk = e.Disk
	case Sending:
		r.sends = append(r.sends, e)
	case Calling:
		if e.Done == "" {
			a.fail("effect call without the name of what is done")
		}
	default:
		a.fail("effect %v does not exist; allowed: persist, send, call", e.Kind)
	}
	if e.Done != "" {
		a.take(r, Input{Done: e.Done})
	}
}

// look is the fingerprint that tells a state apart, and its status.
type look struct {
	print, disk, queue string
	ready              model.Spontaneous
	status             model.Status
	text               string
}

// look returns the fingerprint and the status of r. Looking must not change the object.
func (a *Algorithm) look(r *run) look {
	l := look{print: a.fingerprint(r.object), disk: r.disk}
	l.ready, l.status = r.object.Ready(), r.object.Observe()
	l.status.Down, l.status.Failed = false, false
	l.text = l.status.String()
	if s, ok := r.object.(fmt.Stringer); ok {
		l.text = s.String()
	}
	if a.fingerprint(r.object) != l.print {
		a.fail("Ready, Observe or String changes the object after %s", r.history.text())
	}
	for _, e := range r.pending {
		l.queue += fmt.Sprintf("(%v %q %d %q %q %q)", e.Kind, e.Disk, e.Port, e.Msg.Bytes, e.Msg.Text, e.Done)
		l.text += " to-" + e.Kind.String()
	}
	for _, in := range r.waiting {
		l.queue += fmt.Sprintf("[%v %d %d %q %q]", in.Kind, in.Port, in.Timer, in.Msg.Bytes, in.Msg.Text)
		l.text += " has-" + in.Kind.String()
	}
	if a.code.Granularity == Split {
		l.ready = a.split(r, l.ready)
	}
	return l
}

// split adds the timer of effects to the inputs that the object is ready for.
func (a *Algorithm) split(r *run, ready model.Spontaneous) model.Spontaneous {
	if ready.Timers.Has(EffectTimer) {
		a.fail("sets timer %d, which carries out effects; allowed: timers 0..%d", EffectTimer, EffectTimer-1)
	}
	if len(r.pending) > 0 {
		return model.Spontaneous{Timers: model.Timers(EffectTimer)}
	}
	return ready
}

func (a *Algorithm) fingerprint(object Object) string {
	text, err := a.print.Of(object)
	if err != nil {
		a.fail("%v", err)
	}
	return text
}

// fail ends the search.
func (a *Algorithm) fail(format string, args ...any) {
	panic(model.NewValueError(a.code.errorf(format, args...).Error()))
}
