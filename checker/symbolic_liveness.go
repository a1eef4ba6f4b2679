package checker

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// decideLiveness judges a liveness property: first by the terminal
// configurations, then by the fair loops.
func (k *check) decideLiveness(v *Verdict, x reached, shape *properties.Shape) error {
	part := x
	if v.Property.Form == properties.Eventually {
		if shape.Some == nil || shape.Each != nil || shape.Both != nil {
			v.Note = "the symbolic engine can avoid what some process is, and nothing else"
			return nil
		}
		if x.Failing(x.Initial(), shape) == diagram.Empty {
			k.unrefuted(v, x)
			return nil
		}
		part = k.explored(v.Property.Monitor(), func(_ int, s model.Status) bool { return shape.Some(s) })
	}
	ends, wanted := part.Terminal(part.all), part.all
	if v.Property.Form == properties.Stabilises {
		wanted = part.Failing(part.all, shape)
		ends = part.Intersect(ends, wanted)
	}
	ends = part.Unbounded(ends)
	if v.Property.Form != properties.Terminates && ends != diagram.Empty {
		v.Result = Violated
		return k.show(v, part, ends)
	}
	switch {
	case wanted == diagram.Empty:
	case k.dead == nil:
		loops := part.Loops(part.all, wanted, k.options.Fairness)
		if some := loops.Some(); some != diagram.Empty {
			return k.refuteByLoop(v, part, loops, some)
		}
	case !part.Acyclic(part.all):
		v.Note = noReducedLoops
		return nil
	}
	k.unrefuted(v, x)
	return nil
}

// unrefuted is the verdict of a liveness property that nothing refutes.
func (k *check) unrefuted(v *Verdict, x reached) {
	switch {
	case x.Bounded():
		v.Note = "a bound of the instance is reachable"
	case x.Terminal(x.all) != diagram.Empty:
		v.Result = Holds
	case k.dead != nil && !x.Acyclic(x.all):
		v.Note = noReducedLoops
	case k.dead != nil || x.Loops(x.all, x.all, k.options.Fairness).Some() == diagram.Empty:
		v.Result = Vacuous
	default:
		v.Result = Holds
	}
}

// Beyond these numbers of events, and of ways asked of the diagrams, a loop is
// not shown.
const (
	mostLooped = 1 << 14
	mostAsked  = 1 << 11
)

// refuteByLoop shows a lasso in the nearest fair component. All of them are
// among some; what lies nearer there is found to be none, and taken out.
func (k *check) refuteByLoop(v *Verdict, x reached, loops *symbolic.Loops, some diagram.Set) error {
	for some != diagram.Empty {
		w, err := k.walk(v.Property, x), error(nil)
		if x.Returns(some) {
			err = w.step(some)
		} else {
			err = w.into(some)
		}
		if err != nil {
			return err
		}
		values, _ := x.Lookup(w.path.Last(), w.monitor)
		part, left := loops.Component(some, values)
		if part == diagram.Empty {
			some = left
			continue
		}
		space := &symbolicSpace{walk: w, region: loops.Region(part), numbers: map[placed]int32{}}
		l := &looper{loopSpace: space, fairness: k.options.Fairness, form: v.Property.Form, start: space.number(w.path.Last(), w.monitor), most: mostLooped}
		loop := l.loop()
		if loop == nil {
			v.Note = "there is a fair loop, but what meets all its obligations is too long to be shown and replayed"
			return nil
		}
		v.Result = Violated
		v.Execution, err = k.replayed(v.Property, model.Lasso{Stem: w.path.Schedule(), Loop: loop})
		return err
	}
	return errNowhere
}
