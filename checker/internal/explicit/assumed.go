package explicit

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/properties"
)

// assumedCycles returns the maximal fair end components, among the configurations that s has met
// and that satisfy stays, in which an execution can stay that satisfies the assumptions of property i.
//
// An assumption that holds from some time on holds in all of a component. One that recurs holds
// somewhere in it: if it does not, it holds in no part of it, so nothing must be refined.
func (p *pass) assumedCycles(i int, s *search, stays func(compose.State, bool) bool) *cycles {
	property := p.question.Properties[i]
	if !property.HasAssumptions() {
		return p.findCycles(s, p.question.Fairness, stays)
	}
	c := p.findCycles(s, p.question.Fairness, func(at compose.State, obligatory bool) bool {
		return (stays == nil || stays(at, obligatory)) && p.lasts(i, at, obligatory)
	})
	c.fair = slices.DeleteFunc(c.fair, func(part *component) bool {
		return slices.ContainsFunc(c.recurring(i), func(holds func(int32) bool) bool {
			return !slices.ContainsFunc(part.members, holds)
		})
	})
	return c
}

// lasts reports whether all that property i assumes from some time on holds in a configuration.
func (p *pass) lasts(i int, at compose.State, obligatory bool) bool {
	for k, a := range p.question.Properties[i].Assumptions() {
		if a.Form == properties.Stabilises && !p.assumes(i, k, at, obligatory) {
			return false
		}
	}
	return true
}

// recurring returns, for each assumption of property i that recurs, where it holds.
func (c *cycles) recurring(i int) (list []func(j int32) bool) {
	for k, a := range c.pass.question.Properties[i].Assumptions() {
		if a.Form == properties.Recurs {
			list = append(list, func(j int32) bool { return c.pass.assumes(i, k, c.keys[j], c.obligatory(c.edges(j))) })
		}
	}
	return list
}

// assumes reports whether the predicate of assumption k of property i holds in a configuration.
func (p *pass) assumes(i, k int, at compose.State, obligatory bool) bool {
	f := p.machine.Facts(at)
	ends := terminal(f, obligatory)
	return p.judge.truth([2]uint64{uint64(i) | uint64(k+1)<<8, viewKey(f, ends)}, f, ends, p.question.Properties[i].Assumptions()[k].Holds)
}

// satisfied returns the properties whose assumptions, if they have any, an execution satisfies that
// ends in a configuration with that mask.
func (j *judge) satisfied(here mask) mask {
	all := ^mask(0)
	for i, p := range j.properties {
		if p.HasAssumptions() && here&j.triggered[i] == 0 {
			all &^= 1 << i
		}
	}
	return all
}
