package main

import (
	"slices"

	"github.com/interrex/interrex/checker"
)

// An outcome is what a search makes of what was expected.
type outcome uint8

// The outcomes.
const (
	noClaim   outcome = iota // nothing was expected
	confirmed                // it is as expected
	unsettled                // the search was cut short before it could tell
	untried                  // nothing could have refuted it
	rejected                 // it is not as expected
)

func (o outcome) String() string {
	return [...]string{"no claim", "confirmed", "unknown", "vacuous", "refuted"}[o]
}

// A judge says what was found amounts to.
type judge interface {
	outcome(r *row) outcome
	// heading returns what outcomes are called in the table, "" if the results
	// say it all.
	heading() string
}

// plainly judges properties by themselves.
type plainly struct{}

func (plainly) heading() string { return "" }

func (plainly) outcome(r *row) outcome { return expectHolds(r.found()) }

// byClaims holds what was found against what the catalogue says.
type byClaims struct {
	all bool // all arrangements of identities were searched
}

func (byClaims) heading() string { return "claim" }

func (j byClaims) outcome(r *row) outcome {
	switch {
	case r.claim == nil && r.found() == checker.Unknown:
		return unsettled
	case r.claim == nil && !r.unasked:
		return noClaim
	case r.claim != nil && r.claim.Fails:
		return j.expectFails(r)
	}
	return expectHolds(r.found())
}

// expectHolds judges a property that should hold. That nothing could have
// refuted it is no confirmation.
func expectHolds(got checker.Result) outcome {
	switch got {
	case checker.Holds:
		return confirmed
	case checker.Unknown:
		return unsettled
	case checker.Vacuous:
		return untried
	}
	return rejected
}

// expectFails judges a property that some arrangement should violate at each
// n. A few arrangements cannot refute that.
func (j byClaims) expectFails(r *row) outcome {
	for n := r.sizes.from; n <= r.sizes.to; n++ {
		switch {
		case slices.Contains(r.violatedAt, n):
		case r.searched < r.planned || r.found() == checker.Unknown:
			return unsettled
		case !j.all:
			return noClaim
		default:
			return rejected
		}
	}
	return confirmed
}
