package model

// An obstacle says in words about the process of an event why a configuration does not enable it; "" if it does.
type obstacle string

// The obstacles.
const (
	illFormedBefore obstacle = "a step was ill-formed" // so nothing happens any more
	isDown          obstacle = "it is down"
	isUp            obstacle = "it is up" // of a suspicion: the other process
	notReady        obstacle = "its local state does not react to it"
	notAllowed      obstacle = "the network does not let it wake"
	emptyChannel    obstacle = "its channel is empty"
	notNext         obstacle = "another message arrives before"
	isDeferred      obstacle = "the receiver defers the message"
	arrivals        obstacle = "it can receive a message"      // so it is not idle
	isGated         obstacle = "messages come before timeouts" // timing timely
	notDue          obstacle = "its clock still runs"          // timing bounded
	isUrgent        obstacle = "something urgent comes before"
	changesNothing  obstacle = "it would change nothing" // the tick or the round changes nothing
	budgetSpent     obstacle = "the budget is spent"
	isCut           obstacle = "the links are cut already"
	noPlace         obstacle = "it sends to a channel that is full" // see [Block]
	isSpared        obstacle = "such a fault does not strike it"    // see [Victims]
	isDivided       obstacle = "the network is divided already"
	isWhole         obstacle = "the network is whole"
	isLoyal         obstacle = "it is no traitor"
	isTraitor       obstacle = "it is a traitor"
	isWaiting       obstacle = "the message waits already"           // timing lockstep
	isLate          obstacle = "the message may wait no longer"      // timing lockstep
	notLast         obstacle = "the message behind it does not wait" // timing lockstep: of two on one link the second waits first
	outOfTurn       obstacle = "a timer or suspicion takes its turn" // timers in turn
)
