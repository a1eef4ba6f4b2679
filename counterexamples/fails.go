package counterexamples

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Fails returns the usual question of [Minimise]: whether l refutes (or
// witnesses) p on s. It is generous, so that pieces can be dropped with what
// depends on them: events that are not enabled are passed over, and events
// after the refutation ignored. What Minimise returns has neither.
func Fails(s *model.System, p properties.Property, f model.Fairness) func(model.Lasso) bool {
	return func(l model.Lasso) bool {
		r := newRun(s, p)
		if len(l.Loop) == 0 {
			return r.refutes(l.Stem)
		}
		r.follow(l.Stem)
		r.x.Stem = len(r.x.Steps)
		r.follow(l.Loop)
		closed := r.x.Loops() && r.x.At(r.x.Stem).Key() == r.x.Last().Key()
		return closed && p.Judge(r.x, f) == nil
	}
}

// A run is an execution that grows, with what its last configuration enables
// and lets an observer see.
type run struct {
	p             properties.Property
	x             model.Execution
	enabled       []model.Successor
	before, after model.View // of the last event
	state         any        // of the monitor
	atStart       int        // messages sent before the first event
}

func newRun(s *model.System, p properties.Property) *run {
	r := &run{p: p, x: model.Execution{System: s, Start: s.Initial()}, atStart: s.View(s.Initial()).AtStart}
	r.look()
	if m := p.Monitor(); m != nil {
		r.state = m.Begin(s)
	}
	return r
}

// look is [model.System.View], and keeps the events that tell whether the
// configuration is terminal: they are most of the work.
func (r *run) look() {
	s, c := r.x.System, r.x.Last()
	r.enabled = s.Successors(c)
	obligatory := slices.ContainsFunc(r.enabled, func(y model.Successor) bool { return y.Obligatory })
	r.before = r.after
	r.after = model.View{Network: s.Network(), AtStart: r.atStart, Status: make([]model.Status, s.Network().N),
		Terminal: c.Started && !c.Failed() && !obligatory}
	for q := range r.after.Status {
		r.after.Status[q] = s.Status(c, q)
	}
}

// take takes the step of e, if that is enabled.
func (r *run) take(e model.Event) {
	i := slices.IndexFunc(r.enabled, func(y model.Successor) bool { return y.Event.Compare(e) == 0 })
	if i < 0 {
		return
	}
	step := r.enabled[i]
	if r.p.Monitor() != nil {
		r.state = r.p.Observe(r.state, r.x.System, r.x.Last(), step)
	}
	r.x.Steps = append(r.x.Steps, step)
	r.look()
}

func (r *run) follow(s model.Schedule) {
	for _, e := range s {
		r.take(e)
	}
}

// refutes reports whether the property is refuted in the course of s.
func (r *run) refutes(s model.Schedule) bool {
	for i := 0; !r.ends(); i++ {
		if i == len(s) {
			return false
		}
		r.take(s[i])
	}
	r.x.Stem = len(r.x.Steps)
	return !r.p.Form.IsLiveness() || r.p.Judge(r.x, model.Unfair) == nil
}

// ends reports whether the property may be refuted here.
func (r *run) ends() bool {
	switch r.p.Form {
	case properties.Always:
		return !r.p.Holds(r.after, r.state)
	case properties.Reachable:
		return r.p.Holds(r.after, r.state)
	case properties.AlwaysStep:
		if len(r.x.Steps) == 0 {
			return r.p.RefutedAtStart(r.x.System)
		}
		before, after := r.before, r.after
		before.Terminal, after.Terminal = false, false
		return !r.p.HoldsStep(before, after)
	}
	bounded := r.p.Form.IsLiveness() && r.after.Bounded()
	return r.after.Terminal && !bounded && !r.p.Holds(r.after, r.state)
}
