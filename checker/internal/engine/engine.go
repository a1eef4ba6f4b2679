// Package engine is the contract between the checker and its engines.
//
// An [Engine] searches the state space of a system for the goal of each
// property: an execution that refutes it or, if the property is a Reachable, one
// that witnesses it. It returns schedules, counts and reasons. It does not judge.
// The checker replays each schedule, judges the execution, and makes the verdict.
package engine

import (
	"errors"
	"math/big"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// An Engine is one way to search a state space. It stops as soon as the budget
// is spent, and then says why.
type Engine interface {
	// Refuses says why the engine cannot search s; the zero Reason: it can.
	Refuses(s *model.System) Reason
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
	Searches []Counts // the search of all configurations first, then those for single properties
	Exact    *Exact   // of the first search; nil: its Counts are exact
	Stop     Reason   // why the first search is not complete
	// Unmonitored is how many configurations the first search met, if the state of the monitor makes no
	// difference; 0: that was not asked for, or is not known. Beyond a bound on configurations they are not counted.
	Unmonitored int64
	Cut         Reason    // why the work that followed a search was abandoned
	Findings    []Finding // by property
	Failure     Finding   // the goal is a step that is not well-formed
}

// Counts are the size of the state space that one search met.
type Counts struct {
	Configurations, Events int64
	Depth                  int   // in events; -1: not known
	Forgot                 bool  // the search forgot configurations, so it may have met and counted them again
	Cut                    int64 // configurations where the constraint cut the search
}

// Exact has the counts of a symbolic search.
type Exact struct {
	Configurations, Events *big.Int
	Final, Peak            int // nodes of diagrams
}

// A Finding says whether some execution reaches a goal.
type Finding struct {
	Outcome Outcome
	Start   int         // if Found: where the schedule starts, as a number in System.Starts
	Lasso   model.Lasso // if Found: the least schedule that reaches the goal, in the reduced system if there is a reduction
	Reason  Reason      // if Open: why; if Vacuous: why, unless no execution has an end
	Met     bool        // if Open: the search met the goal, but was cut short before it had the schedule
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

// A Reason says why a search stopped, or why a finding is open. The zero value
// is no reason.
type Reason struct {
	Cause Cause
	Bound int64  // the value of the bound that was reached; a time in nanoseconds, memory in bytes
	Name  string // of the constraint that cut the search
}

// Cause is the kind of a reason.
type Cause uint8

// IsOfSearch reports whether a search stopped for the cause. The others are of complete searches.
func (c Cause) IsOfSearch() bool { return None < c && c <= DiagramSize }

// The causes.
const (
	None Cause = iota

	// A search stopped.
	AllDecided        // every property is decided
	IllFormed         // those that are not decided never will be: a step is not well-formed
	Interrupted       // by the context
	MaxConfigurations // a bound of the check, like the next three
	MaxDepth
	MaxTime
	MaxMemory
	RuntimeMemory // the memory limit of the Go runtime
	TurnEffort    // the turn has had as much effort as it may
	TurnMemory    // the diagrams of the turn take as many bytes as they may
	RoundTooLong  // a process sends more messages in a round of lockstep than an engine follows; Bound is the most
	OnDisk        // it is complete, but on disk, where cycles are not looked for
	Constrained   // it is complete but for what follows configurations where the constraint cut it: so many as Bound, 0 in findings
	DiagramSize   // a table of the diagrams cannot grow

	// A property is open although the search is complete.
	BoundReachable   // a bound of the instance is reachable
	LoopsLost        // the reduced system has a loop, which may hide something
	Assuming         // it has assumptions
	NoShape          // the predicate has no shape
	SeesMore         // the predicate sees more than views
	StutterMayRefute // an event that changes nothing may refute the property
	LoopTooLong      // a fair loop exists, but is too long to be shown

	OnlyRelaxed // the search was of a system with more executions, and this one may lack the execution that decides it

	NoTrigger     // a property is vacuous: its trigger holds in no configuration
	NotAssumed    // a property is vacuous: no fair execution satisfies its assumptions
	TriggerUnseen // it would be, but the reduction does not see whether its trigger holds

	// An engine refuses a system.
	Lockstep      // a round is an event of all processes at once
	InboxCut      // an inbox does not tell the links apart that may be cut
	TimelyDefers  // whether a timer may run out depends on which messages each process defers
	FullChannels  // the effect of a step depends on how many messages are in flight
	BoundedDefers // whether time may pass depends on which messages each process defers
	ManyChannels  // the system has more channels than a diagram has levels; Bound is the most

	// Nothing can be measured.
	NoEnd       // no terminal configuration is reachable
	CycleMet    // the state space has a cycle, which the engine does not measure
	NotMeasured // the engine does not measure this quantity
)

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
	Reason              Reason  // why they are not known; zero: they are
	Failure             Finding // the goal is a step that is not well-formed; if there is one, nothing is measured
	Least, Greatest     int64
	Finite              bool           // there is a greatest amount
	Endless             bool           // an execution may go on for ever behind LeastBy and GreatestBy, and add nothing
	LeastBy, GreatestBy model.Schedule // have these amounts; nil: the engine shows none
	LeastAt, GreatestAt int            // where these start, as numbers in System.Starts
}

// ErrBroken is the error of a search whose reduction took a delivery at once that is
// not confluent, or renamed processes that are not alike.
var ErrBroken = errors.New("the search relied on what is not true of the reduction")

// ErrInternal is the error, wrapped, of a search that contradicts itself.
var ErrInternal = errors.New("internal error, please report")
