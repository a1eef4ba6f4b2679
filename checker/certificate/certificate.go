package certificate

import "github.com/interrex/interrex/model"

// A Certificate is what a reduced search of a system relied upon. Local states, messages and
// states of a monitor are the values of the algorithm.
type Certificate struct {
	Deliveries []Delivery
	Closed     []Closed
	Renamings  []Renaming // generate those up to which configurations were visited
	Seen       Seen
	// Sends says that with order inbox a delivery that sends was taken only where each message
	// that it sends overtakes those in front of it, or its receiver is down.
	Sends bool
	// Links says that messages overtook also those from the same link.
	Links bool
	// Loops says that the search had to see all that happens in loops.
	Loops bool
	// Course is how many deliveries the search took one after the other at most, not counting those
	// that send nothing, whatever faults strike. Then it took all events.
	Course int
}

// Empty reports whether the search relied upon nothing.
func (c Certificate) Empty() bool { return len(c.Deliveries)+len(c.Closed)+len(c.Renamings) == 0 }

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

// A Closed process took its events alone, where no delivery was taken.
type Closed struct {
	Process int
	Local   any    // of the process
	Heads   []Head // of the channels into it, by [model.System.InChannels]
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

// Seen is what the properties of the search see.
type Seen struct {
	// Views are of a configuration, which is not said to be terminal. What is taken at once
	// must not change them.
	Views []func(v model.View) any
	// Steps are the predicates of events.
	Steps []func(before, after model.View) bool
	// Held are predicates of events that all events satisfy: what is taken at once may change what
	// they see.
	Held []func(before, after model.View) bool
	// Judged is what is asked of each configuration. Renamings must not change it.
	Judged  []func(v model.View, monitor any) any
	Monitor *Monitor // nil: there is none
}

// A Monitor is told of events. Its states are comparable.
type Monitor struct {
	Begin   func(s *model.System) any
	Observe func(state any, s *model.System, before model.Configuration, step model.Successor) any
	Renamed func(state any, image []int) any
	// Counts says that it counts messages. So it notices what is taken at once, but at last has
	// counted as many.
	Counts bool
}
