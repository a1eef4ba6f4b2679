package checkertest

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// together returns the verdict of a property, given those of its cases, all of which hold if it
// does. Nothing could refute one that has no case.
func together(cases []Verdict) Verdict {
	if len(cases) == 0 {
		return Verdict{Result: checker.Vacuous}
	}
	all := cases[0]
	for _, v := range cases[1:] {
		if rank(v.Result) > rank(all.Result) {
			all.Result = v.Result
		}
		if v.Finite != nil && (all.Finite == nil || v.before(all)) {
			all.Finite, all.start = v.Finite, v.start
		}
		if v.Loop && (!all.Loop || v.Stem < all.Stem) {
			all.Loop, all.Stem = true, v.Stem
		}
	}
	return all
}

// rank orders the results of cases: the greatest is that of the property.
func rank(r checker.Result) int {
	return slices.Index([]checker.Result{checker.Vacuous, checker.Holds, checker.Unknown, checker.Violated}, r)
}

// before reports whether the finite execution of v is less than that of w, by (length, start, order of events).
func (v Verdict) before(w Verdict) bool {
	return cmp.Or(cmp.Compare(len(v.Finite), len(w.Finite)), cmp.Compare(v.start, w.start), slices.CompareFunc(v.Finite, w.Finite, model.Event.Compare)) < 0
}
