package certificate

import "fmt"

// cycles finds out whether a cycle of the reduced search hides something: one of
// configurations in which the events of one process, or of one message, are taken alone or, if the search had to see
// all that happens in loops, any in which something is passed over or taken alone. It does so
// only if the reduced search is small, and has the names of the system.
func (a *audit) cycles() error {
	if a.folds() || len(a.certificate.Closed)+len(a.certificate.Fates) == 0 && !a.certificate.Loops {
		return nil
	}
	list, small, err := a.reduced()
	if err != nil || !small {
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
