package certificate

import "github.com/interrex/interrex/model"

// form is a configuration of the reduced search, which the audit does again from the
// certificate alone.
type form struct {
	*vertex
	alone int  // the process whose events are taken alone, as it is closed, or those of a message to it; -1: none
	fates task // the message, if it is one of which they are
	open  bool // the certificate does not say how the search goes on
	next  []step
	order int // of discovery, from 1; 0: not met by the search for components
	low   int // the lowest order known to be reachable; 0: off the stack
	part  int // its component, from 1; 0: none
}

// step is an event of the reduced search.
type step struct {
	event  model.Event
	to     *form
	passes bool // it passes over a delivery
}

// reduced does the reduced search again. It returns its configurations; small is false if there
// are too many.
func (a *audit) reduced() (list []*form, small bool, err error) {
	forms := map[*vertex]*form{}
	formOf := func(f form) *form {
		known, ok := forms[f.vertex]
		if !ok {
			known = &f
			forms[f.vertex] = known
			list = append(list, known)
		}
		return known
	}
	for _, start := range a.starts {
		f, _ := a.normal(start)
		formOf(f)
	}
	for i := 0; i < len(list); i++ {
		if err := a.ctx.Err(); err != nil {
			return nil, false, err
		}
		if len(list) > a.options.MaxConfigurations || a.endless {
			return nil, false, nil
		}
		for _, e := range a.onwards(list[i]) {
			to, passes := a.normal(a.received(list[i].vertex, e))
			list[i].next = append(list[i].next, step{e.event, formOf(to), passes})
		}
	}
	return list, true, nil
}

// onwards returns the events that the reduced search takes in f.
func (a *audit) onwards(f *form) []edge {
	switch {
	case f.open:
		return nil
	case f.alone >= 0:
		return a.turnOf(f)
	}
	return a.next(f.vertex)
}

// normal takes deliveries at once until there is none, or so many have been taken, or one leads
// back (Brent 1980). If there is another one then, all events are taken there.
func (a *audit) normal(v *vertex) (f form, passes bool) {
	v = a.settle(v)
	anchor := v
	for taken, next := 0, 1; taken < a.certificate.Course; taken++ {
		if taken > max(a.options.MaxConfigurations, a.options.Steps) {
			a.endless = true // there may be infinitely many
			break
		}
		if taken == next {
			anchor, next = v, 2*next
		}
		list := a.nextOf(v)
		if len(list) == 0 {
			break
		}
		if len(list) > 1 && a.folds() {
			return form{vertex: v, alone: -1, open: true}, true
		}
		e, ok := a.reception(v, list[0])
		if !ok || a.certificate.Sends && len(e.sends) > 0 {
			a.rely(list[0])
		}
		if !ok { // the certificate is wrong
			break
		}
		passes = true
		if v = a.settle(a.received(v, e)); v == anchor {
			break
		}
	}
	return a.formOf(v), passes
}

// rely notes a delivery on which the reduced search relied.
func (a *audit) rely(t task) {
	a.result.Met++
	a.relied = append(a.relied, t)
}

// folds reports whether the search was one up to renamings. Then it went on in a configuration that
// the certificate does not name, and its choices depend on that configuration.
func (a *audit) folds() bool { return len(a.certificate.Renamings) > 0 }

// formOf returns how the reduced search goes on in v.
func (a *audit) formOf(v *vertex) form {
	f := form{vertex: v, alone: -1}
	if len(a.nextOf(v)) > 0 {
		return f
	}
	fewest := 0
	for p := range v.Locals {
		g := form{vertex: v, alone: p}
		if a.closedAt(v, p) == nil {
			if t, ok := a.fatesAt(v, p); ok {
				g.fates = t
			} else {
				continue
			}
		}
		f.open = f.alone >= 0 && a.folds()
		if number := len(a.turnOf(&g)); f.alone < 0 || number < fewest {
			f.alone, f.fates, fewest = p, g.fates, number
		}
	}
	return f
}

// turnOf returns the events that are taken alone in f.
func (a *audit) turnOf(f *form) []edge {
	if f.fates.fates != nil {
		return a.eventsOf(f.fates)
	}
	own, _ := a.parts(f.vertex, f.alone)
	return own
}

// nextOf returns the deliveries of which the search takes the first one in v.
func (a *audit) nextOf(v *vertex) []task {
	return a.atOnce(v, func(e edge) bool { return a.isTaken(v, e, v.Left) && a.overtakeAll(v, e) })
}

// settle takes silent deliveries: they send nothing, and may be taken at once even under all
// faults. The search takes these before all others, unless it had to see all events in loops.
func (a *audit) settle(v *vertex) *vertex {
	for !a.certificate.Loops {
		list := a.atOnce(v, func(e edge) bool { return len(e.sends) == 0 && a.isTaken(v, e, a.system.Network().Faults) })
		if len(list) == 0 {
			break
		}
		e, ok := a.reception(v, list[0])
		if !ok {
			break // the delivery is wrong, and was found so
		}
		v = e.to
	}
	return v
}

// isTaken reports whether the search took a delivery in v, while these budgets were left.
func (a *audit) isTaken(v *vertex, e edge, left model.Faults) bool {
	x, _ := a.arrival(v, e.event)
	return a.took(a.deliveries, v, e.event.Process, x, left)
}

// isEarly reports whether the search received a message to process p before those in front of it.
func (a *audit) isEarly(v *vertex, p int, e model.Envelope) bool {
	return a.took(a.overtaking, v, p, e, a.system.Network().Faults)
}

// received returns the vertex after event e of v, and the reception of all that it sends and that
// overtakes others.
func (a *audit) received(v *vertex, e edge) *vertex {
	after := e.to
	if len(a.overtaking) == 0 {
		return after
	}
	for _, x := range e.sends {
		l := a.system.Links()[x.Link]
		if x.Lost || after.Failed() || after.Down[l.To] || l.To == e.event.Process {
			continue
		}
		if m, first := a.sentFirst(v, after, l, x); first && a.isEarly(after, l.To, m) {
			a.rely(task{at: after, process: l.To, port: m.Port, msg: m.Msg, message: m.Text(), early: true})
			if next, ok := a.receiveFirst(after, l.To, m); ok {
				after = next
			}
		}
	}
	return after
}
