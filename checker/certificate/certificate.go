package certificate

import "github.com/interrex/interrex/model"

// A Certificate lists the assumptions of a reduced search of a system. Local states,
// messages and states of a monitor are the values of the algorithm.
type Certificate struct {
	Deliveries []Delivery
	Closed     []Closed
	Fates      []Fates
	Renamings  []Renaming // generate those up to which configurations were visited
	Seen       Seen
	// Sends says that with order inbox a delivery that sends was taken only where each message
	// that it sends overtakes those in front of it, or its receiver is down.
	Sends bool
	// Links says that messages overtook also those from the same link.
	Links bool
	// Loops says that the search had to see all that happens in loops.
	Loops bool
	// Course is the most deliveries that the search took one after the other, before it took all
	// events. Silent deliveries, which send nothing and may be taken even under all faults, do not
	// count.
	Course int
}

// Empty reports whether the search relied upon nothing.
func (c Certificate) Empty() bool {
	return len(c.Deliveries)+len(c.Closed)+len(c.Fates)+len(c.Renamings) == 0
}

// A Delivery was taken at once, and nothing else, where it was the next one of its process.
type Delivery struct {
	Process int
	Local   any // of the process
	Port    model.Port
	Msg     any
	While   While
	Ticks   int // in timing bounded: how many the message had left, at most
	// Overtakes says that the message was received in the event that sent it, before those in
	// front of it in the inbox, unless one of these is from the same link ([Certificate].Links).
	Overtakes bool
}

// Fates are the delivery of a message, its loss and its duplication. They were taken alone, where no delivery was
// taken and a message could be lost or duplicated. [While] says nothing of these two budgets.
type Fates struct {
	Delivery
	Loss, Dup bool // the loss, and the duplication, was taken where it was possible
}

// A Closed process took its events alone, where no delivery was taken.
type Closed struct {
	Process int
	Local   any    // of the process
	Heads   []Head // of the channels into it, by [model.Semantics.InChannels]
	While   While
}

// A Head is the next message of a channel.
type Head struct {
	Empty bool // there is none
	model.Envelope
}

// While says where an entry counts: while no other faults may strike, and, in timing bounded,
// no other clocks may run out before the message arrives.
type While struct {
	Left   model.Faults // those that may have budgets left; how much does not matter
	Timers model.TimerSet
	Ports  model.PortSet // of suspicions
}

// A Renaming gives new names to the processes.
type Renaming struct {
	Image    []int          // by process: its new name
	Ports    [][]model.Port // by process and port: the port of the renamed process
	Locals   []map[any]any  // by process: local states
	Messages map[any]any
}

// Seen has the functions by which the properties of the search see configurations
// and events.
type Seen struct {
	// Views are of a configuration, which is not said to be terminal. Events that are taken
	// at once must not change their results.
	Views []func(v model.View) any
	// Steps are the predicates of events.
	Steps []func(before, after model.View) bool
	// Held are predicates of events that all events satisfy: events that are taken at once may
	// change the views that these are given.
	Held []func(before, after model.View) bool
	// Judged are functions that judge each configuration. Renamings must not change
	// their results.
	Judged  []func(v model.View, monitor any) any
	Monitor *Monitor // nil: there is none
}

// A Monitor is told of events. Its states are comparable.
type Monitor struct {
	Begin   func(s *model.System) any
	Observe func(state any, s *model.System, before model.Configuration, step model.Successor) any
	Renamed func(state any, image []int) any
	// Counts says that it counts messages. So it notices events that are taken at once, but at
	// last has counted as many.
	Counts bool
}
