package model

import "fmt"

// Kind is the kind of an input or of an event.
type Kind uint8

// The kinds of input. Wake and Invoke are optional (they may happen at any time or
// never); the others are obligatory: a fair environment provides them.
const (
	Wake    Kind = iota // the process starts of its own accord
	Receive             // a message arrives on Port
	Timeout             // Timer runs out
	Idle                // all in-channels of the process are empty
	Suspect             // the process suspects that the one behind Port has crashed
	Invoke              // the application of the process invokes Operation
	Round               // in lockstep: the messages of the round have been received
)

// The kinds of event that are faults.
const (
	Crash     Kind = iota + Round + 1 // the process takes no further step
	Restart                           // a process that is down comes back
	Lose                              // a message in flight is lost
	Duplicate                         // a message is delivered and kept
	Cut                               // the links from Process to Peer lose all that is sent on them
)

// Tick is the kind of event in which time passes. Only timing [Bounded] has it.
const Tick = Cut + 1

// The kinds of fault that are of the whole network.
const (
	Divide = iota + Tick + 1 // the links between the processes of Group and all others lose all that is sent on them
	Heal                     // the network is whole again
)

// The kinds of fault of a traitor.
const (
	Betray = iota + Heal + 1 // the process is a traitor from now on
	Forge                    // a traitor sends a message that [Forger] gives it, on Port
)

// Delay is the kind of event in which a message in flight starts to wait: the next round
// does not deliver it. Only timing [Lockstep] has it, if the network's Delay is more than 1.
const Delay = Forge + 1

// kinds has the facts about each kind of event. Code elsewhere asks the methods
// of Kind.
var kinds = [...]struct {
	name      string
	step      bool   // the algorithm takes a step
	message   bool   // the event names a message in flight
	cost      Faults // the budgets that the event uses up
	unnoticed bool   // no process notices it
	ofAll     bool   // it is of all processes: Event.Process is -1
}{
	Wake:      {name: "wake", step: true},
	Receive:   {name: "receive", step: true, message: true},
	Timeout:   {name: "timeout", step: true},
	Idle:      {name: "idle", step: true},
	Suspect:   {name: "suspect", step: true}, // a false one costs a suspicion
	Invoke:    {name: "invoke", step: true},
	Round:     {name: "round", step: true, ofAll: true},
	Crash:     {name: "crash", cost: Faults{Crash: 1}},
	Restart:   {name: "restart", cost: Faults{Restart: 1}},
	Lose:      {name: "lose", message: true, unnoticed: true, cost: Faults{Loss: 1}},
	Duplicate: {name: "duplicate", message: true, step: true, cost: Faults{Dup: 1}},
	Cut:       {name: "cut", unnoticed: true, cost: Faults{Cut: 1}},
	Tick:      {name: "tick", unnoticed: true, ofAll: true},
	Divide:    {name: "divide", unnoticed: true, ofAll: true, cost: Faults{Divide: 1}},
	Heal:      {name: "heal", unnoticed: true, ofAll: true}, // costs nothing: there is one for each division at most
	Betray:    {name: "betray", cost: Faults{Traitor: 1}},
	Forge:     {name: "forge", unnoticed: true, cost: Faults{Forge: 1}},
	Delay:     {name: "delay", message: true, unnoticed: true},
}

func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// IsFault reports whether events of this kind are faults.
func (k Kind) IsFault() bool { return k.Cost() != Faults{} || k == Heal }

// IsInput reports whether this is a kind of input. A crash may strike within the
// step of an input.
func (k Kind) IsInput() bool { return k.IsStep() && !k.IsFault() }

// IsStep reports whether the algorithm takes a step in an event of this kind.
func (k Kind) IsStep() bool { return kinds[k].step }

// IsOfMessage reports whether events of this kind name a message in flight.
func (k Kind) IsOfMessage() bool { return kinds[k].message }

// IsUnnoticed reports whether no process notices an event of this kind.
func (k Kind) IsUnnoticed() bool { return kinds[k].unnoticed }

// IsOfAll reports whether events of this kind are of all processes at once: their
// Process is -1.
func (k Kind) IsOfAll() bool { return kinds[k].ofAll }

// Cost returns the budgets that an event of this kind uses up. A [Suspect] costs
// nothing here, but a false suspicion uses up one of [Faults].Suspect.
func (k Kind) Cost() Faults { return kinds[k].cost }
