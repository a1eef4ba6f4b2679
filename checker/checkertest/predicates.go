package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// RandomProperties returns so many random properties of systems with n processes, always the same
// for a seed. Their forms and their arguments are drawn: statuses, one by one or all at once, or
// the state of a monitor. Half of them tell processes apart.
func RandomProperties(seed uint64, n, count int) []properties.Property {
	return oracles(rand.New(rand.NewPCG(seed, 5)), oracle{seed: seed * 16}, n, count)
}

// RandomShapes returns properties like those of [RandomProperties] that all have a shape.
func RandomShapes(seed uint64, n, count int) []properties.Property {
	return oracles(rand.New(rand.NewPCG(seed, 6)), oracle{seed: seed * 16, shaped: true}, n, count)
}

// oracles returns the properties of so many oracles like o.
func oracles(r *rand.Rand, o oracle, n, count int) []properties.Property {
	var list []properties.Property
	for i := range count {
		o.partial, o.often = r.IntN(2) == 0, []int{2, 4, 8}[r.IntN(3)]
		list = append(list, o.triggered(o.property(r, fmt.Sprint("random-", i), n)))
		o.seed++
	}
	return list
}

// triggered returns p with a random trigger that holds rarely, in half of the cases in which it
// may have one.
func (o oracle) triggered(p properties.Property) properties.Property {
	if r := o.draws(10); (p.Form != properties.Always && p.Form != properties.AlwaysStep && p.Form != properties.AtEnd) || r.IntN(2) == 0 {
		return p
	}
	o.often = 5
	return p.TriggeredBy(properties.Shape{
		Some: func(s model.Status) bool { return o.fails(11, looks(s)) },
		Each: func(_ *model.Network, p int, s model.Status) bool { return o.of(p) != 1 || o.fails(12, looks(s)) },
	}, "the random trigger never holds")
}

// An oracle is a random predicate.
type oracle struct {
	seed    uint64
	partial bool // it tells processes apart
	shaped  bool // it has a shape
	often   int  // it fails once in so many cases
}

// fails draws whether the predicate fails in a case.
func (o oracle) fails(which ...int) bool {
	return o.draws(which...).IntN(o.often) == 0
}

// of returns the number by which the predicate knows process p.
func (o oracle) of(p int) int {
	if o.partial {
		return p
	}
	return 0
}

// looks returns the part of a status that the predicate sees.
func looks(s model.Status) int {
	return int(s.Role)*4 + btoi(s.Down)*2 + s.Term&1
}

func (o oracle) property(r *rand.Rand, name string, n int) properties.Property {
	const forms = int(properties.Reachable) + 1
	const statement = "a random predicate holds"
	switch form := properties.Form(r.IntN(forms)); form {
	case properties.AlwaysStep:
		if o.shaped || r.IntN(2) == 0 {
			return properties.NewAlwaysStep(name, statement, properties.Shape{
				Step: func(before, after model.Status) bool {
					return before == after || !o.fails(1, looks(before), looks(after))
				}})
		}
		p := r.IntN(n)
		return properties.NewAlwaysStep(name, statement, func(before, after model.View) bool {
			return before.Status[p] == after.Status[p] || !o.fails(2, looks(before.Status[p]), looks(after.Status[p]))
		})
	case properties.LeadsTo:
		trigger := o
		trigger.seed += 8
		return trigger.leadsTo(r, name, statement, o)
	case properties.Terminates:
		return properties.NewTerminates(name, statement)
	default:
		switch o.kind(r) {
		case 0:
			return properties.New(name, statement, form, o.watch())
		case 1:
			return properties.New(name, statement, form, o.watchWithView())
		case 2:
			return properties.New(name, statement, form, o.view())
		default:
			return properties.New(name, statement, form, o.shape())
		}
	}
}

// kind draws the kind of a predicate: a monitor, one that sees the view too, a function, or a
// shape.
func (o oracle) kind(r *rand.Rand) int {
	if o.shaped {
		return []int{0, 0, 3}[r.IntN(3)]
	}
	return r.IntN(4)
}

func (o oracle) leadsTo(r *rand.Rand, name, statement string, goal oracle) properties.Property {
	switch o.kind(r) {
	case 0:
		return properties.NewLeadsTo(name, statement, o.watch(), goal.shape())
	case 1:
		return properties.NewLeadsTo(name, statement, o.shape(), goal.watch())
	case 2:
		return properties.NewLeadsTo(name, statement, o.view(), goal.view())
	}
	return properties.NewLeadsTo(name, statement, o.shape(), goal.shape())
}

func (o oracle) shape() properties.Shape {
	return properties.Shape{Each: func(_ *model.Network, p int, s model.Status) bool { return !o.fails(3, o.of(p), looks(s)) }}
}

func (o oracle) view() func(model.View) bool {
	return func(v model.View) bool {
		sum, all := 0, 0
		for p, s := range v.Status {
			sum += looks(s)
			all = all*17 + looks(s)*o.of(p+1)
		}
		return !o.fails(4, sum, all, btoi(v.Terminal))
	}
}
