package confluent

// condition is a set of conditions of confluence. All of them are always
// required, except by tests that show that a reduction is wrong without one.
type condition uint64

const (
	sameSends        condition = 1 << iota // both orders of a delivery and a rival send the same
	sameLocal                              // and lead to the same local state
	whileWaiting                           // a delivery is confluent in each local state in which it may have to wait
	spontaneous                            // inputs that Ready lists are rivals, from the Ready of each local state considered
	stillReady                             // a spontaneous rival is possible after the delivery
	backward                               // a message that may arrive after a delivery may arrive before it
	reliedIsMet                            // a delivery that is relied upon is met
	reliedWaits                            // a delivery is relied upon wherever it may have to wait
	oneOutcome                             // no step in a diamond chooses, but perhaps a rival among one, in both orders
	wellFormed                             // none fails
	seen                                   // a delivery changes nothing that is seen
	seenWaiting                            // nor while it waits
	seenSteps                              // no event of a process refutes a property of events, or all that they see is seen
	rivalHeard                             // nor the observation that a monitor gets of a rival
	crashHeard                             // nor, while a process may crash, of its crash
	strikeHeard                            // nor of its crash within a rival
	inboxSilent                            // order inbox: its messages overtake those in front of them
	inboxApart                             // and no rival sends to the same process
	overtakesIdle                          // a message that overtakes others commutes with its receiver's being idle
	overtakesRivals                        // and with the messages that others send
	overtakesReady                         // nor does its receiver become ready for anything by it
	overtakesOthers                        // it does not overtake those from the same link
	setNoop                                // order set: it does nothing
	crashSilent                            // while a process may crash, it sends nothing
	crashKept                              // nor changes the local state that a process keeps when it crashes
	crashWithin                            // nor the order in which a rival sends to different ports
	restartSilent                          // while a process may restart, it sends nothing
	lossNoop                               // while messages may be lost, it does nothing
	dupNoop                                // while messages may be duplicated, it does nothing
	cutSilent                              // while links may be cut, it sends nothing
	idleReceiver                           // it sends to nobody who may be idle
	earlySilent                            // timing bounded: if time may pass before it, it sends nothing
	earlyClocks                            // nor starts a clock
	crashClocks                            // timing bounded: while a process may crash, it changes no clock that starts then
	crashDue                               // nor comes after a suspicion that starts then, unless both orders do the same
	sameClocks                             // timing bounded: both orders of a delivery and a rival leave the same clocks
	notDeferred                            // a delivery is not deferred, and stays so while it waits
	rivalDeferred                          // a rival message is not deferred after it
	met                                    // a delivery is unseen, and disturbs nobody, beside all that a search meets
	metFilled                              // no message is met where a closed process relied upon none
	closedChannels                         // a closed process has a message in each channel that others fill
	closedWhole                            // the inputs that Ready lists are taken with its deliveries
	closedFaults                           // no fault with a budget can strike
	closedSeen                             // nothing that it does is seen
	closedWellFormed                       // none of its steps fails
	closedIdle                             // it sends to nobody who may be idle
	closedUrgent                           // timing bounded: one of its messages must arrive before a tick
	closedInbox                            // order inbox: it sends nothing
	fatesLoss                              // the loss of a message is taken with its delivery
	fatesDup                               // and its duplication
	fatesInbox                             // order inbox: the delivery sends nothing
)
