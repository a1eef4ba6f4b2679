package confluent

// condition is a set of conditions of confluence. All of them are always
// required, except by tests that find out what would go wrong without one.
type condition uint64

const (
	sameSends        condition = 1 << iota // both orders of a delivery and a rival send the same
	sameLocal                              // and lead to the same local state
	whileWaiting                           // a delivery is confluent in each local state in which it may have to wait
	spontaneous                            // inputs that Ready lists are rivals, from the Ready of each local state considered
	stillReady                             // a spontaneous rival is possible after the delivery
	backward                               // what may arrive after a delivery may arrive before it
	reliedIsMet                            // a delivery that is relied upon is met
	reliedWaits                            // a delivery is relied upon wherever it may have to wait
	oneOutcome                             // no step in a diamond chooses, but perhaps a rival among one, in both orders
	wellFormed                             // none fails
	seen                                   // a delivery changes nothing that is seen
	seenWaiting                            // nor while it waits
	seenSteps                              // no event of a process refutes a property of events, or what they see is seen
	rivalHeard                             // nor what a monitor notices of a rival
	crashHeard                             // nor, while a process may crash, of its crash
	strikeHeard                            // nor of its crash within a rival
	inboxSilent                            // order inbox: what it sends overtakes what is in front of it
	inboxApart                             // and no rival sends to the same process
	overtakesIdle                          // a message that overtakes others commutes with its receiver's being idle
	overtakesRivals                        // and with what others send
	overtakesReady                         // nor does its receiver become ready for anything by it
	overtakesOthers                        // it does not overtake those from the same link
	setNoop                                // order set: it does nothing
	crashSilent                            // while a process may crash, it sends nothing
	crashKept                              // nor changes what is kept of a process that crashed
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
	met                                    // what is unseen, and disturbs nobody, does so beside all that a search meets
	metFilled                              // no message is met where a closed process relied upon none
	closedChannels                         // a closed process has a message in each channel that others fill
	closedWhole                            // what Ready lists is taken with its deliveries
	closedFaults                           // no fault with a budget can strike
	closedSeen                             // nothing that it does is seen
	closedWellFormed                       // none of its steps fails
	closedIdle                             // it sends to nobody who may be idle
	closedUrgent                           // timing bounded: one of its messages must arrive before a tick
	closedInbox                            // order inbox: it sends nothing
)
