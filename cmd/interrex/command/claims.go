package command

import (
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/protocols/claims"
)

// A conclusion is a result compared with the claim.
type conclusion uint8

// The conclusions.
const (
	noClaim   conclusion = iota // there is no claim
	confirmed                   // the claim is true
	undecided                   // the search was cut short before it could decide
	isVacuous                   // nothing could have refuted the property
	rejected                    // the claim is false
	aside                       // the property fails, is not about the outcome of an election, and nobody asked for it
)

func (o conclusion) String() string {
	return [...]string{"no claim", "confirmed", "unknown", "vacuous", "refuted", "besides"}[o]
}

// A judge turns the results of a row into a conclusion.
type judge interface {
	conclusion(r *row) conclusion
	// heading returns the heading of the column of conclusions, "" if there is none
	// because the results say the same.
	heading() string
}

// byProperty judges properties without claims: each should hold.
type byProperty struct {
	each bool // those too that are not about the outcome
}

func (byProperty) heading() string { return "" }

func (j byProperty) conclusion(r *row) conclusion {
	if !j.each && !r.isOfOutcome() && r.found() == checker.Violated {
		return aside
	}
	return expectHolds(r.found())
}

// isOfOutcome reports whether the row is about the outcome of an election.
func (r *row) isOfOutcome() bool {
	return claims.Claim{Property: r.property, Bound: r.bound}.Concern().IsOfOutcome()
}

// byClaims compares results with the claims of the catalogue.
type byClaims struct {
	all bool // all arrangements of identities were searched
}

func (byClaims) heading() string { return "claim" }

func (j byClaims) conclusion(r *row) conclusion {
	switch {
	case r.claim == nil && r.found() == checker.Unknown:
		return undecided
	case r.claim == nil && !r.implicit:
		return noClaim
	case r.claim != nil && r.claim.Fails:
		return j.expectFails(r)
	case r.claim != nil && r.claim.Vacuous != nil:
		return j.expectVacuous(r)
	}
	return expectHolds(r.found())
}

// expectHolds judges a property that should hold. A vacuous property is not
// confirmed.
func expectHolds(got checker.Result) conclusion {
	switch got {
	case checker.Holds:
		return confirmed
	case checker.Unknown:
		return undecided
	case checker.Vacuous:
		return isVacuous
	}
	return rejected
}

// expectVacuous judges a property that some arrangement should make vacuous at each of some
// n, and that should hold otherwise. A search of only some arrangements cannot reject that claim.
func (j byClaims) expectVacuous(r *row) conclusion {
	got := r.found()
	if got != checker.Holds && got != checker.Vacuous || slices.ContainsFunc(r.vacuousAt, func(n int) bool { return !slices.Contains(r.claim.Vacuous, n) }) {
		return expectHolds(got)
	}
	for _, n := range r.claim.Vacuous {
		switch {
		case n < r.sizes.from || n > r.sizes.to || slices.Contains(r.vacuousAt, n):
		case !j.all:
			return noClaim
		default:
			return rejected
		}
	}
	return confirmed
}

// expectFails judges a property that some arrangement should violate at each
// n. A search of only some arrangements cannot reject that claim.
func (j byClaims) expectFails(r *row) conclusion {
	for n := r.sizes.from; n <= r.sizes.to; n++ {
		switch {
		case slices.Contains(r.violatedAt, n):
		case !r.isSearched() || slices.Contains(r.unknownAt, n):
			return undecided
		case !j.all:
			return noClaim
		default:
			return rejected
		}
	}
	return confirmed
}
