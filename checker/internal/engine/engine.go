// Package engine is the contract between the checker and its engines.
//
// An [Engine] searches the state space of a system for the goal of each
// property: an execution that refutes it or, if the property is a Reachable, one
// that witnesses it. It returns schedules, counts and reasons. It does not judge.
// The checker replays each schedule, judges the execution, and makes the verdict.
package engine

import (
	"errors"
	"github.com/interrex/interrex/checker/certificate"
	"math"
	"math/big"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// An Engine is one way to search a state space. It stops as soon as the budget
// is spent, and then says why.
type Engine interface {
	// Refuses says why the engine cannot search s; the zero reason: it can.
	Refuses(s *model.System) reason.Reason
	// Search answers q. It returns ErrBroken if the reduction must learn and the
	// search be repeated; any other error ends the check.
	Search(q Question, b *Budget) (Answer, error)
	// Measure returns the extremes of a quantity.
	Measure(q Question, of Quantity, b *Budget) (Extremes, error)
}

// MaxProperties is the most properties that one question may have. One with
// TriggeredBy counts twice.
const MaxProperties = 60

// A Question asks a search to judge properties of a system.
type Question struct {
	System      *model.System         // the search is from all of its initial configurations
	Tables      *compiled.Tables      // of System
	Properties  []properties.Property // at most one has a monitor, for the explicit engine; if one is a LeadsTo, there are no others but such, and of several none has a monitor
	Fairness    model.Fairness
	Reduction   Reduction
	Workers     int  // goroutines
	Failure     bool // an execution to a step that is not well-formed is known: look for no other
	Unshown     bool // a Finding that is Found need not have a schedule
	Unmonitored bool // count configurations without the state of the monitor too; only the explicit engine does

	// Constraint cuts the search where it fails: the events of these configurations are not followed. It is an Always that
	// sees configurations. Only the explicit engine without a reduction knows it; nil: there is none.
	Constraint *properties.Property
}

// An Answer is the result of a search.
type Answer struct {
	Searches []Counts      // the search of all configurations first, then those for single properties
	Exact    *Exact        // of the first search; nil: its Counts are exact
	Stop     reason.Reason // why the first search is not complete
	// Unmonitored is how many configurations the first search met, if the state of the monitor makes no
	// difference; 0: that was not asked for, or is not known. Beyond a bound on configurations they are not counted.
	Unmonitored int64
	Cut         reason.Reason // why the work that followed a search was abandoned
	Findings    []Finding     // by property
	Failure     Finding       // the goal is a step that is not well-formed
	// Sorted returns the certificate of a sorted search; nil: it was none, or is not complete.
	Sorted func() certificate.Sorted
}

// Counts are the size of the state space that one search met.
type Counts struct {
	Configurations, Events int64
	Depth                  int   // in events; -1: not known
	Forgot                 bool  // the search forgot configurations, so it may have met and counted them again
	Cut                    int64 // configurations where the constraint cut the search
}

// Clipped returns a count, or the greatest int64 if it is greater.
func Clipped(count *big.Int) int64 {
	if count.IsInt64() {
		return count.Int64()
	}
	return math.MaxInt64
}

// Exact has the counts of a symbolic search.
type Exact struct {
	Configurations, Events *big.Int
	Final, Peak            int // nodes of diagrams
}

// A Finding says whether some execution reaches a goal.
type Finding struct {
	Outcome Outcome
	Start   int           // if Found: where the schedule starts, as a number in Semantics.Starts
	Lasso   model.Lasso   // if Found: the least schedule that reaches the goal, in the reduced system if there is a reduction
	Reason  reason.Reason // if Open: why; if Vacuous: why, unless no execution has an end
	Met     bool          // if Open: the search met the goal, but was cut short before it had the schedule
	// Triggered says that the explicit engine met a configuration with the trigger of a
	// property with TriggeredBy, even if it was cut short.
	Triggered bool
}

// Reached reports whether some execution is known to reach the goal.
func (f Finding) Reached() bool { return f.Outcome == Found || f.Met }

// Outcome is the result of looking for a goal.
type Outcome uint8

// The outcomes.
const (
	Open    Outcome = iota // not known
	Found                  // some execution reaches the goal
	Absent                 // no execution does
	Vacuous                // no execution does, and none could: see Finding.Reason
)

// A Reduction is the part of a system that a search leaves out. The zero value
// leaves out nothing.
type Reduction struct {
	Confluent *confluent.Deliveries // the deliveries that are taken at once; nil: none
	Symmetry  *symmetry.Group       // the renamings up to which configurations are visited; nil: none. Its tables are those to search with
}

// Learn prepares for another search, after one that ended with ErrBroken.
func (r Reduction) Learn() {
	if r.Confluent != nil {
		r.Confluent.Learn()
	}
	if r.Symmetry != nil {
		r.Symmetry.Learn()
	}
}

// Polls makes the reduction call f now and then, unless f is nil. It may panic to
// give up.
func (r Reduction) Polls(f func()) {
	if r.Confluent != nil {
		r.Confluent.Poll = f
	}
	if r.Symmetry != nil {
		r.Symmetry.Tables().Poll = f
	}
}

// Complete returns the schedule of s that a schedule of the reduced system stands
// for. It ends in a terminal configuration, if it must. Up to renamings the schedule has the
// confluent deliveries: a search takes them in an order that depends on names. Where it ends
// before there is none left, the deliveries that follow depend on the order.
func (r Reduction) Complete(s *model.System, reduced model.Schedule, terminal bool) (model.Schedule, error) {
	switch {
	case r.Confluent == nil:
		return reduced, nil
	case r.Symmetry != nil:
		return r.Confluent.Settle(s, reduced, terminal)
	}
	return r.Confluent.Complete(s, reduced, terminal)
}

// Quantity is something that an execution has an amount of.
type Quantity uint8

// The quantities.
const (
	Messages Quantity = iota // sent, lost ones included
	Rounds
	Length // in events
)

// Extremes are the least and greatest amount of a quantity over all executions.
type Extremes struct {
	Reason              reason.Reason // why they are not known; zero: they are
	Failure             Finding       // the goal is a step that is not well-formed; if there is one, nothing is measured
	Least, Greatest     int64
	Finite              bool           // there is a greatest amount
	Endless             bool           // an execution may go on for ever behind LeastBy and GreatestBy, and add nothing
	LeastBy, GreatestBy model.Schedule // have these amounts; nil: the engine shows none
	LeastAt, GreatestAt int            // where these start, as numbers in Semantics.Starts
}

// ErrBroken is the error of a search whose reduction took a delivery at once that is
// not confluent, or renamed processes that are not alike.
var ErrBroken = errors.New("the search relied on what is not true of the reduction")

// ErrInternal is the error, wrapped, of a search that contradicts itself.
var ErrInternal = errors.New("internal error, please report")
