package main

import (
	"slices"

	"github.com/interrex/interrex/checker"
)

// An outcome is a result compared with the claim.
type outcome uint8

// The outcomes.
const (
	noClaim        outcome = iota // there is no claim
	confirmed                     // the claim is true
	undecided                     // the search was cut short before it could decide
	vacuousOutcome                // nothing could have refuted the property
	rejected                      // the claim is false
)

func (o outcome) String() string {
	return [...]string{"no claim", "confirmed", "unknown", "vacuous", "refuted"}[o]
}

// A judge turns the results of a row into an outcome.
type judge interface {
	outcome(r *row) outcome
	// heading returns the heading of the column of outcomes, "" if there is none
	// because the results say the same.
	heading() string
}

// byProperty judges properties without claims: each should hold.
type byProperty struct{}

func (byProperty) heading() string { return "" }

func (byProperty) outcome(r *row) outcome { return expectHolds(r.found()) }

// byClaims compares results with the claims of the catalogue.
type byClaims struct {
	all bool // all arrangements of identities were searched
}

func (byClaims) heading() string { return "claim" }

func (j byClaims) outcome(r *row) outcome {
	switch {
	case r.claim == nil && r.found() == checker.Unknown:
		return undecided
	case r.claim == nil && !r.implicit:
		return noClaim
	case r.claim != nil && r.claim.Fails:
		return j.expectFails(r)
	}
	return expectHolds(r.found())
}

// expectHolds judges a property that should hold. A vacuous property is not
// confirmed.
func expectHolds(got checker.Result) outcome {
	switch got {
	case checker.Holds:
		return confirmed
	case checker.Unknown:
		return undecided
	case checker.Vacuous:
		return vacuousOutcome
	}
	return rejected
}

// expectFails judges a property that some arrangement should violate at each
// n. A search of only some arrangements cannot reject that claim.
func (j byClaims) expectFails(r *row) outcome {
	for n := r.sizes.from; n <= r.sizes.to; n++ {
		switch {
		case slices.Contains(r.violatedAt, n):
		case r.searched < r.planned || r.found() == checker.Unknown:
			return undecided
		case !j.all:
			return noClaim
		default:
			return rejected
		}
	}
	return confirmed
}
