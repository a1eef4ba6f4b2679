package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// RandomQuantified returns so many random properties of every process, or of every two, always
// the same for a seed. Some excuse no process that is down.
func RandomQuantified(seed uint64, count int) []properties.Property {
	r := rand.New(rand.NewPCG(seed, 12))
	forms := []properties.Form{properties.LeadsTo, properties.LeadsTo, properties.LeadsTo, properties.Eventually, properties.Eventually,
		properties.Recurs, properties.Recurs, properties.Always, properties.AtEnd, properties.Stabilises}
	var list []properties.Property
	for i := range count {
		o := oracle{seed: seed*16 + uint64(i), often: []int{2, 4, 8}[r.IntN(3)]}
		list = append(list, o.every(r, fmt.Sprint("every-", i), forms[r.IntN(len(forms))]))
	}
	return list
}

// every returns a property of that form of every process, or of every two.
func (o oracle) every(r *rand.Rand, name string, form properties.Form) properties.Property {
	const statement = "a random predicate holds of every process"
	if form != properties.LeadsTo {
		return properties.New(name, statement, form, o.quantified(r))
	}
	trigger := o
	trigger.seed += 8
	switch r.IntN(4) {
	case 0:
		return properties.NewLeadsTo(name, statement, trigger.shape(), o.quantified(r))
	case 1:
		return properties.NewLeadsTo(name, statement, trigger.quantified(r), o.shape())
	}
	return properties.NewLeadsTo(name, statement, trigger.quantified(r), o.quantified(r))
}

// quantified returns the predicate of one process, or of two.
func (o oracle) quantified(r *rand.Rand) (q properties.Quantified) {
	if r.IntN(3) > 0 {
		q = properties.Every(func(s model.Status) bool { return !o.fails(13, looks(s)) })
	} else {
		q = properties.EveryPair(func(s, t model.Status) bool { return !o.fails(14, looks(s), looks(t)) })
	}
	if r.IntN(3) == 0 {
		q = q.EvenDown()
	}
	return q
}
