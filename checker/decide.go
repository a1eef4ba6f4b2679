package checker

import (
	"errors"
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// decide turns what a search found into verdicts.
func (p *pass) decide(found tally) error {
	if err := p.findFailure(found); err != nil {
		return err
	}
	var cycles *cycles
	for i, index := range p.which {
		v := &p.verdicts[index]
		if err := p.unlessCut(v, func() error { return p.decideOne(i, v, found, &cycles) }); err != nil {
			return err
		}
		if why := p.limits.reason(); v.Result == Unknown && v.Note == why && found.mask>>i&1 == 1 {
			v.Note = why + notShown
		}
	}
	return nil
}

// notShown is added to why a search stopped that had met what decides a
// property.
const notShown = ": what decides it was met, but not shown in time"

// unlessCut calls decide. If that is cut short, v stays unknown.
func (p *pass) unlessCut(v *Verdict, decide func() error) error {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case cut:
			v.Result = Unknown // what is violated has a counterexample
			p.cutShort(string(r))
		default:
			panic(r)
		}
	}()
	return decide()
}

// decideOne judges property i. The cycles of the search are found when they are
// first asked for.
func (p *pass) decideOne(i int, v *Verdict, found tally, cycles **cycles) (err error) {
	complete := p.search.stopped == ""
	form := v.Property.Form
	hit := found.mask>>i&1 == 1
	v.Note = "" // of another property that was cut short
	switch {
	case v.Property.RefutedAtStart(p.system):
		v.Result = Violated
		v.Execution, err = p.execution(i, model.Lasso{})
	case p.noticed(v, found):
		v.Note = seesNothing
	case form == properties.Reachable && hit:
		v.Execution, err = p.show(i)
		v.Result = Holds
	case form == properties.Reachable && complete:
		v.Result = Violated
	case form == properties.Eventually:
		err = p.eventually(p.avoided[i], v, found)
	case hit:
		v.Execution, err = p.show(i)
		v.Result = Violated
	case !complete:
		v.Note = p.search.stopped
	case !form.IsLiveness():
		v.Result = Holds
		if form == properties.AtEnd && !found.terminals {
			v.Result = Vacuous
		}
	case p.dead != nil:
		p.reducedLiveness(p, v, found)
	default:
		if *cycles == nil {
			if *cycles, err = p.findCycles(p.search, p.options.Fairness, nil); err != nil {
				return err
			}
		}
		err = p.liveness(i, v, found, *cycles)
	}
	return err
}

// liveness judges property i, which no terminal configuration refutes.
func (p *pass) liveness(i int, v *Verdict, found tally, c *cycles) error {
	bad := func(*component) bool { return true }
	if v.Property.Form == properties.Stabilises {
		bad = func(part *component) bool { return c.refutes(part, i) }
	}
	var parts []*component
	for _, part := range c.fair {
		if bad(part) {
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 {
		v.Result = Violated
		var err error
		v.Execution, err = p.lasso(i, c, parts)
		return err
	}
	p.livenessHolds(v, found, len(c.fair) > 0)
	return nil
}

// livenessHolds is the verdict of a liveness property that nothing refutes.
func (p *pass) livenessHolds(v *Verdict, found tally, loops bool) {
	switch {
	case found.mask&bounded != 0:
		v.Note = "a bound of the instance is reachable"
	case !found.terminals && !loops:
		v.Result = Vacuous
	default:
		v.Result = Holds
	}
}

// execution replays a schedule that refutes (witnesses) property i and judges
// it, by code that shares nothing with the search.
func (p *pass) execution(i int, l model.Lasso) (*model.Execution, error) {
	return p.shown(p.judge.properties[i], l)
}

// shown is execution for a schedule that may be one of a reduced search.
func (k *check) shown(p properties.Property, l model.Lasso) (*model.Execution, error) {
	if k.dead != nil {
		stem, err := k.whole(l.Stem, p.Form == properties.AtEnd || p.Form.IsLiveness())
		if err != nil {
			return nil, err
		}
		l.Stem = stem
	}
	return k.replayed(p, l)
}

func (k *check) replayed(p properties.Property, l model.Lasso) (*model.Execution, error) {
	x, err := k.system.Replay(l)
	if err == nil {
		err = p.Judge(x, k.options.Fairness)
	}
	if panicked := (*properties.PanicError)(nil); errors.As(err, &panicked) {
		return nil, panicked
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a counterexample of the search is none: %w", errInternal, err)
	}
	return &x, nil
}
