package compose

import (
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// A reduction is a layer over the tables: it decides which events of a configuration a machine takes, and
// where they lead. It is asked once for each configuration that is expanded, not for each event, and told when
// tables grow. There are two: [plain] takes all events, and [normal] takes those between normal forms.
type reduction interface {
	// enabled returns the events of both halves that a search takes in s.
	enabled(lane int, s State) (lefts, rights []event)
	// land replaces the configurations to which events lead by those where they end.
	land(lane int, list []State)
	// end returns where an event that leads to s ends, for one goroutine.
	end(s State) State
	// weigh returns where an event that leads to s ends, and how many messages are sent on the way.
	weigh(s State) (end State, sends uint32)
	// take takes the confluent delivery of s, if there is one.
	take(lane int, s State) (next State, ok bool)
	// alone returns the events that are taken in s while others wait; none: all are taken.
	alone(lane int, s State) (lefts, rights []event)

	// prepare gives a new component the columns that the reduction needs.
	prepare(c *component)
	// number returns the number of a state of a leaf, which early deliveries have led to.
	number(l *leaf, v []int32, early []passage) uint32
	// receive delivers a message to v early, if it does not wait behind those that were sent before.
	receive(l *leaf, v []int32, x put) (over passage, ok bool)
	// replay makes a recorded request again. It reports whether the reduction knows such requests.
	replay(c *component, kind uint64, id uint32, left confluent.Budgets) bool
	listener

	bytes() int64
	// broken reports whether a step contradicts the reduction, and learn whether it can go on nevertheless.
	broken() bool
	learn() bool
	// closes reports whether alone has returned events.
	closes() bool
	// hides tells that a cycle passes through s, where the events of one process are taken alone, and
	// keepFirst that one passes over the delivery that take takes in s. Neither is hidden by another search.
	hides(s State)
	keepFirst(s State)
	// between returns the events that take takes, one after the other, from s on.
	between(s State) []model.Event
	// seesSteps reports whether properties of events are judged by looking at events.
	seesSteps() bool
	// dependsOnCut reports whether the events that are taken depend on which leaves are composed. Some of them
	// may be refused, or not.
	dependsOnCut(refuses bool) bool
	// isPlain reports whether all events are taken, and end where they lead.
	isPlain() bool
}

// A listener is told of all that the tables meet.
type listener interface {
	meet(l *leaf, id uint32)                                             // somebody asks for the events of a state
	step(process int, local compiled.Local, outcomes []compiled.Outcome) // a step is taken
	become(before, after model.Status)                                   // a restart changes a status
	fill(channel int)                                                    // a message is in flight
	watch(monitor any)                                                   // the monitor has a new state
}

// plain takes all events, and is told nothing.
type plain struct{ m *Machine }

func (m plain) enabled(lane int, s State) (lefts, rights []event) {
	if m.m.turns {
		return m.m.inTurn(lane, s)
	}
	return m.m.left.events(lane, s.Left()), m.m.right.events(lane, s.Right())
}
func (plain) land(int, []State)                             {}
func (plain) end(s State) State                             { return s }
func (plain) weigh(s State) (State, uint32)                 { return s, 0 }
func (plain) take(_ int, s State) (State, bool)             { return s, false }
func (plain) alone(int, State) (lefts, rights []event)      { return nil, nil }
func (plain) prepare(*component)                            {}
func (plain) number(l *leaf, v []int32, _ []passage) uint32 { return l.number(v) }
func (plain) receive(*leaf, []int32, put) (_ passage, ok bool) {
	return passage{}, false
}
func (plain) replay(*component, uint64, uint32, confluent.Budgets) bool { return false }
func (plain) meet(*leaf, uint32)                                        {}
func (plain) step(int, compiled.Local, []compiled.Outcome)              {}
func (plain) become(_, _ model.Status)                                  {}
func (plain) fill(int)                                                  {}
func (plain) watch(any)                                                 {}
func (plain) bytes() int64                                              { return 0 }
func (plain) broken() bool                                              { return false }
func (plain) learn() bool                                               { return false }
func (plain) closes() bool                                              { return false }
func (plain) hides(State)                                               {}
func (plain) keepFirst(State)                                           {}
func (plain) between(State) []model.Event                               { return nil }
func (plain) seesSteps() bool                                           { return true }
func (plain) dependsOnCut(bool) bool                                    { return false }
func (plain) isPlain() bool                                             { return true }
