package independent

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A shade and a tint are values that processes show.
type (
	shade int
	tint  int
)

// drawShown returns the random system of a seed in which each sort of process shows shades, tints, or nothing.
func drawShown(seed uint64) system {
	r := &source{Rand: rand.New(rand.NewPCG(seed, 6))}
	s := r.system()
	for i := range s.program.sorts {
		kind := r.IntN(5)
		for j := range s.program.sorts[i].states {
			of := r.IntN(3)
			s.program.sorts[i].states[j].status.Own = []any{shade(of), shade(of), tint(of), tint(of), nil}[kind]
		}
	}
	return s
}

// pairs returns the predicate that holds is true of the values of each two different processes that are
// up, and that a link joins, in either direction, if only these count.
func pairs[A, B any](net *model.Network, linked bool, holds func(a A, b B) bool) func(v model.View) bool {
	between := map[[2]int]bool{}
	for _, l := range links(net) {
		between[[2]int{l.from, l.to}], between[[2]int{l.to, l.from}] = true, true
	}
	return func(v model.View) bool {
		for p, s := range v.Status {
			for q, t := range v.Status {
				a, first := s.Own.(A)
				b, second := t.Own.(B)
				counts := p != q && !s.Down && !t.Down && first && second
				if counts && (!linked || between[[2]int{p, q}]) && !holds(a, b) {
					return false
				}
			}
		}
		return true
	}
}

// shown returns properties about the values that two processes show, and about how many show one.
func (s system) shown() []claim {
	below := func(a, b shade) bool { return a <= b+1 }
	apart := func(a shade, b tint) bool { return int(a) != int(b) }
	dark := func(a shade) bool { return a > 0 }
	isDark := func(s model.Status) bool { a, ok := s.Own.(shade); return ok && dark(a) }
	near, mixed := pairs(&s.net, true, below), pairs(&s.net, false, apart)
	few := func(v model.View) bool { return number(v, isDark) <= 1 }
	one := func(v model.View) bool { return number(v, isDark) == 1 }
	many := func(v model.View) bool { return number(v, isDark) >= 2 }
	neighbours, between := properties.Neighbours(below), properties.Between(apart)
	return []claim{
		always(),
		{property: properties.NewAlways("near-always", "", neighbours), holds: near},
		{property: properties.NewAtEnd("near-at-end", "", neighbours), form: properties.AtEnd, holds: near},
		{property: properties.NewRecurs("near-recurs", "", neighbours), form: properties.Recurs, holds: near},
		{property: properties.NewAlways("mixed-always", "", between), holds: mixed},
		{property: properties.NewStabilises("mixed-stabilises", "", between), form: properties.Stabilises, holds: mixed},
		{property: properties.NewReachable("mixed-reachable", "", between), form: properties.Reachable, holds: mixed},
		{property: properties.NewAlways("at-most", "", properties.AtMost(1, dark)), holds: few},
		{property: properties.NewReachable("exactly", "", properties.Exactly(1, dark)), form: properties.Reachable, holds: one},
		{property: properties.NewEventually("at-least", "", properties.AtLeast(2, dark)), form: properties.Eventually, holds: many},
		{property: properties.NewLeadsTo("leads-to", "", properties.Exactly(1, dark), neighbours), form: properties.LeadsTo, trigger: one, holds: near},
	}
}

// TestShown compares properties of what two processes show, and of how many show it.
func TestShown(t *testing.T) {
	count := systems(40, 80, 3000)
	runs := append(runs(), run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}},
		run{"confluent, symmetry", checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}})
	tally := map[string]int{}
	for seed := *first; seed < *first+count; seed++ {
		s := drawShown(seed)
		sys, err := join(s.program, s.net)
		if err != nil {
			continue
		}
		claims := slices.DeleteFunc(s.shown(), func(k claim) bool { return k.property.CheckFor(sys) != nil })
		r := compareOf(s, claims, runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" && len(claims) > 0 {
			tally["compared"]++
			for _, k := range claims {
				tally[k.want.result.String()]++
			}
		}
	}
	t.Log(tally)
	for _, result := range []checker.Result{checker.Violated, checker.Holds} {
		if tally[result.String()] < int(count)/8 {
			t.Errorf("%v: too few are %v", tally, result)
		}
	}
}
