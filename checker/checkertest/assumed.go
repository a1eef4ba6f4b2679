package checkertest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// satisfied reports whether an execution that stays in x for ever satisfies what p assumes.
func satisfied(p properties.Property, x *place) bool {
	return p.AssumedFor(x.view, x.monitor)
}

// assumed returns fair components within s as fairComponents does: those in which an execution can
// stay that satisfies what p assumes.
func (g *graph) assumed(p properties.Property, s set, f model.Fairness) []set {
	rest := maps.Clone(s)
	for i := range s {
		for _, a := range p.Assumptions() {
			if a.Form == properties.Stabilises && !a.Holds(g.places[i].view, g.places[i].monitor) {
				delete(rest, i)
			}
		}
	}
	var list []set
	for _, component := range g.fairComponents(rest, f) {
		if !slices.ContainsFunc(p.Assumptions(), func(a properties.Property) bool { return !g.somewhere(component, a) }) {
			list = append(list, component)
		}
	}
	return list
}

// somewhere reports whether the predicate of a holds in some place of a component.
func (g *graph) somewhere(component set, a properties.Property) bool {
	for i := range component {
		if a.Holds(g.places[i].view, g.places[i].monitor) {
			return true
		}
	}
	return false
}

// anywhere is everywhere for the executions that satisfy what p assumes.
func (g *graph) anywhere(p properties.Property, f model.Fairness) []set {
	if !p.HasAssumptions() {
		return g.everywhere(f)
	}
	all := set{}
	for i := range g.places {
		all[i] = true
	}
	return g.assumed(p, g.unbounded(all), f)
}

// RandomAssuming returns so many random liveness properties with one or two assumptions, always
// the same for a seed. Some assumptions are of events.
func RandomAssuming(seed uint64, count int) []properties.Property {
	r := rand.New(rand.NewPCG(seed, 15))
	forms := []properties.Form{properties.LeadsTo, properties.LeadsTo, properties.Eventually, properties.Recurs, properties.Recurs, properties.Stabilises, properties.Terminates}
	var list []properties.Property
	for i := range count {
		o := oracle{seed: seed*16 + uint64(i), often: []int{2, 3, 6}[r.IntN(3)]}
		form, name := forms[r.IntN(len(forms))], fmt.Sprint("assuming-", i)
		list = append(list, o.live(r, name, form).Assuming(o.assumptions(r)...))
	}
	return list
}

// live returns a liveness property of that form, of all processes or of every one.
func (o oracle) live(r *rand.Rand, name string, form properties.Form) properties.Property {
	const statement = "a random predicate holds"
	trigger := o
	trigger.seed += 8
	switch quantified := r.IntN(3) == 0; {
	case form == properties.Terminates:
		return properties.NewTerminates(name, statement)
	case form == properties.Stabilises && r.IntN(2) == 0:
		return properties.FromSomeTimeOn(name, statement, o.benign)
	case quantified:
		return o.every(r, name, form)
	case form == properties.LeadsTo && r.IntN(2) == 0:
		return properties.NewLeadsTo(name, statement, trigger.watch(), o.watch())
	case form == properties.LeadsTo:
		return properties.NewLeadsTo(name, statement, trigger.shape(), o.shape())
	case r.IntN(2) == 0:
		return properties.New(name, statement, form, o.watch())
	}
	return properties.New(name, statement, form, o.shape())
}

// assumptions returns one or two assumptions.
func (o oracle) assumptions(r *rand.Rand) (list []properties.Property) {
	const statement = "a random predicate is assumed"
	for k := range 1 + r.IntN(2) {
		o.seed, o.often = o.seed+5, []int{2, 4, 8}[r.IntN(3)]
		form, name := []properties.Form{properties.Recurs, properties.Stabilises}[r.IntN(2)], fmt.Sprint("a-", k)
		switch r.IntN(4) {
		case 0:
			list = append(list, properties.FromSomeTimeOn(name, statement, o.benign))
		case 1:
			list = append(list, properties.New(name, statement, form, o.watch()))
		case 2:
			list = append(list, properties.New(name, statement, form, o.shape()))
		default:
			list = append(list, properties.New(name, statement, form, o.view()))
		}
	}
	return list
}

// benign reports whether a step is no fault, and has no kind at which o is partial.
func (o oracle) benign(s properties.Step) bool {
	return !s.IsFault() && (!o.partial || !o.fails(16, int(s.Event.Kind)))
}
