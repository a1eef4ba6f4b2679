package certificate

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// form is a configuration of the reduced search, which the audit does again from the
// certificate alone.
type form struct {
	*vertex
	alone int // the closed process whose events are taken alone; -1: none
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

// cycles finds out whether a cycle of the reduced search hides something: one of
// configurations in which the events of one process are taken alone or, if the search had to see
// all that happens in loops, any in which something is passed over or taken alone. It does so
// only if the reduced search is small, and has the names of the system.
func (a *audit) cycles() error {
	if len(a.certificate.Renamings) > 0 || len(a.certificate.Closed) == 0 && !a.certificate.Loops {
		return nil
	}
	list, err := a.reduced()
	if err != nil || list == nil {
		return err
	}
	a.result.Cycles += int64(len(list))
	inside := func(f *form) bool { return a.certificate.Loops || f.alone >= 0 }
	c := &components{inside: inside}
	for _, f := range list {
		if f.order == 0 && inside(f) {
			c.from(f)
		}
	}
	for _, f := range list {
		for _, s := range f.next {
			if f.part == 0 || s.to.part != f.part || !inside(s.to) || f.alone < 0 && !s.passes {
				continue
			}
			entry := fmt.Sprintf("p%d is taken alone", f.alone)
			if f.alone < 0 {
				entry = "a delivery is passed over"
			}
			return f.flaw(entry, "%v lies on a cycle of the reduced search", s.event)
		}
	}
	return nil
}

// reduced returns the configurations of the reduced search, nil if there are too many.
func (a *audit) reduced() ([]*form, error) {
	forms := map[*vertex]*form{}
	var list []*form
	formOf := func(v *vertex, full bool) *form {
		f, ok := forms[v]
		if !ok {
			f = &form{vertex: v, alone: -1}
			if !full {
				f.alone = a.aloneAt(v)
			}
			forms[v] = f
			list = append(list, f)
		}
		return f
	}
	for _, start := range a.starts {
		v, _, full := a.normal(start)
		formOf(v, full)
	}
	for i := 0; i < len(list); i++ {
		if err := a.ctx.Err(); err != nil {
			return nil, err
		}
		if len(list) > a.options.MaxConfigurations || a.endless {
			return nil, nil
		}
		f := list[i]
		for _, e := range a.graph.next(f.vertex) {
			if f.alone >= 0 && e.event.Process != f.alone {
				continue
			}
			to, passes, full := a.normal(a.received(f.vertex, e))
			f.next = append(f.next, step{e.event, formOf(to, full), passes})
		}
	}
	return list, nil
}

// normal takes deliveries until there is none. If it comes back to where it was, it stops there:
// full says that nothing but all events may be taken there.
func (a *audit) normal(v *vertex) (to *vertex, passes, full bool) {
	met := map[*vertex]bool{}
	for !met[v] && !v.Failed() {
		if len(met) > a.options.MaxConfigurations {
			a.endless = true // there may be infinitely many
			return v, passes, true
		}
		met[v] = true
		t, ok := a.firstAt(v)
		if !ok {
			return v, passes, false
		}
		after, _, ok := a.deliver(t, v)
		if !ok {
			return v, passes, true // the delivery is wrong, and was found so
		}
		v, passes = after, true
	}
	return v, passes, !v.Failed()
}

// firstAt returns the first delivery that is taken at once in v, if there is one.
func (a *audit) firstAt(v *vertex) (task, bool) {
	for _, t := range a.begin(v) {
		if !t.early {
			return t, true
		}
	}
	return task{}, false
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
		if m, first := a.sentFirst(v, after, l, x); first && a.listed(a.overtaking, after, l.To, m) {
			if next, ok := a.receiveFirst(after, l.To, m); ok {
				after = next
			}
		}
	}
	return after
}

// aloneAt returns the closed process whose events are taken alone in v, the first one of those
// with the fewest; -1: none.
func (a *audit) aloneAt(v *vertex) int {
	alone, fewest := -1, 0
	for p := range v.Locals {
		if a.closedAt(v, p) == nil {
			continue
		}
		if own, _ := a.parts(v, p); alone < 0 || len(own) < fewest {
			alone, fewest = p, len(own)
		}
	}
	return alone
}

// components finds the strongly connected components that have a cycle (Tarjan 1972, without
// recursion).
type components struct {
	inside func(*form) bool
	count  int
	parts  int
	stack  []*form
	calls  []visit
}

// visit is a form with the steps that are still to be looked at.
type visit struct {
	*form
	rest []step
}

func (c *components) from(root *form) {
	c.enter(root)
	for len(c.calls) > 0 {
		top := &c.calls[len(c.calls)-1]
		if len(top.rest) == 0 {
			c.leave()
			continue
		}
		to := top.rest[0].to
		top.rest = top.rest[1:]
		switch {
		case !c.inside(to):
		case to.order == 0:
			c.enter(to)
		case to.low > 0:
			top.low = min(top.low, to.order)
		}
	}
}

func (c *components) enter(f *form) {
	c.count++
	f.order, f.low = c.count, c.count
	c.stack = append(c.stack, f)
	c.calls = append(c.calls, visit{f, f.next})
}

func (c *components) leave() {
	f := c.calls[len(c.calls)-1].form
	c.calls = c.calls[:len(c.calls)-1]
	if len(c.calls) > 0 {
		parent := c.calls[len(c.calls)-1].form
		parent.low = min(parent.low, f.low)
	}
	if f.low != f.order {
		return
	}
	c.parts++
	for {
		g := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		g.low, g.part = 0, c.parts
		if g == f {
			return
		}
	}
}
