package certificate

import (
	"fmt"
	"slices"
)

// standsApart returns the flaw of a process that is said to be closed in v: each of its events must
// commute with each of the others and change no view, and after each of the others the process must
// have the same events.
func (a *audit) standsApart(v *vertex, c *Closed) error {
	flaw := func(format string, args ...any) error {
		return v.flaw(fmt.Sprintf("p%d is closed", c.Process), format, args...)
	}
	own, others := a.parts(v, c.Process)
	if len(own) == 0 {
		return flaw("it can do nothing")
	}
	for _, e := range own {
		a.result.Closed++
		if how := a.sees(v, e.to); how != "" {
			return flaw("%v: %s", e.event, how)
		}
	}
	for _, f := range others {
		if kept, _ := a.parts(f.to, c.Process); !f.to.Failed() && !slices.EqualFunc(own, kept, func(x, y edge) bool { return x.event.Compare(y.event) == 0 }) {
			return flaw("beside %v: after it the process can do something else", f.event)
		}
		for _, e := range own {
			a.result.Closed++
			if how := a.differAlone(v, e, f); how != "" {
				return flaw("%v beside %v: %s", e.event, f.event, how)
			}
		}
	}
	return nil
}

// parts returns the events of process p in v, and the others.
func (a *audit) parts(v *vertex, p int) (own, others []edge) {
	for _, e := range a.next(v) {
		if e.event.Process == p {
			own = append(own, e)
		} else {
			others = append(others, e)
		}
	}
	return own, others
}

// differAlone says how it makes a difference in which order an event e of a closed process
// and one of another process come, "" if it makes none.
func (a *audit) differAlone(v *vertex, e, f edge) string {
	second, ok := a.find(e.to, f.event)
	switch {
	case !ok:
		return "it is not possible after it"
	case f.to.Failed() && second.to.Failed(): // it is found after e too
		return ""
	case f.to.Failed():
		return "it is not well-formed, but not so after it"
	}
	delayed, ok := a.find(f.to, e.event)
	switch {
	case !ok:
		return "the process cannot do it after that"
	case delayed.to != second.to:
		return "both orders do not lead to the same configuration" + a.told(second.to, delayed.to)
	case !sendAlike(a.system.Network().Order, slices.Concat(e.sends, second.sends), slices.Concat(f.sends, delayed.sends)):
		return "both orders do not send the same"
	}
	return a.stepsDiffer(v, f.to, e.to, second.to)
}
