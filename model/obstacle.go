package model

import "fmt"

// An Obstacle says why a configuration does not enable an event.
type Obstacle uint8

// The obstacles.
const (
	IllFormed      Obstacle = iota // a process took a step that is not well-formed: nothing happens after it
	IsDown                         // the process is down
	IsUp                           // the process, of a suspicion the other one, is up
	NotReady                       // the local state does not react to it: see [Spontaneous]
	NotAllowed                     // the network does not let the process wake of its own accord
	EmptyChannel                   // no message is in flight on the channel
	NotNext                        // another message of its channel arrives before
	IsDeferred                     // the receiver defers the message in its local state
	Arrivals                       // the process is not idle: it can receive a message
	Gated                          // timing timely: somebody can receive a message
	NotDue                         // timing bounded: the clock still runs
	IsUrgent                       // the tick must wait for an urgent message or clock
	ChangesNothing                 // the tick or the round changes nothing
	BudgetSpent                    // no fault of the kind is left
	IsCut                          // all links to the other process are cut
	NoPlace                        // its step sends to a channel that is full: see [Block]
	IsSpared                       // the network has the fault, but not for it: see [Victims]
	IsDivided                      // the network is divided already
	IsWhole                        // the network is not divided
)

var obstacleTexts = [...]string{
	IllFormed:      "a step was ill-formed",
	IsDown:         "it is down",
	IsUp:           "it is up",
	NotReady:       "its local state does not react to it",
	NotAllowed:     "the network does not let it wake",
	EmptyChannel:   "its channel is empty",
	NotNext:        "another message arrives before",
	IsDeferred:     "the receiver defers the message",
	Arrivals:       "it can receive a message",
	Gated:          "messages come before timeouts",
	NotDue:         "its clock still runs",
	IsUrgent:       "something urgent comes before",
	ChangesNothing: "it would change nothing",
	BudgetSpent:    "the budget is spent",
	IsCut:          "the links are cut already",
	NoPlace:        "it sends to a channel that is full",
	IsSpared:       "such a fault does not strike it",
	IsDivided:      "the network is divided already",
	IsWhole:        "the network is whole",
}

// String returns the obstacle in words about the process of the event.
func (o Obstacle) String() string {
	if int(o) < len(obstacleTexts) {
		return obstacleTexts[o]
	}
	return fmt.Sprintf("obstacle(%d)", uint8(o))
}
