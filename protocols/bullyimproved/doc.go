// Package bullyimproved is the bully algorithm with one election at a time as a
// student report implements it in Python: the process that starts an election
// finds the greatest process that is up and tells it so, from
// Thomsen and Rasmussen 2023 (Listing 2 and the prose around it). A number at the
// end of a line of code is the line of source.txt.
//
// The program runs in a thread per process, with one queue per process: order
// inbox. A second without a message is Idle. THRESHOLD is a timer; the program
// looks at it when the next second passes without a message. A crash event
// kills the process. If a coordinator does not respond, the network
// suspects it. The document assumes that nothing is late: timely.
//
// An observer sees Won in COORDINATOR, Candidate in WAITING_FOR_OK, and Lost,
// with the leader, in NORMAL once there has been a coordinator.
//
// Oddities that do no harm, so no errata:
//   - The count of line 4 is never reached, whether identities count from 0 or
//     from 1: only the time ends an election. With the count that is meant
//     (R1=c) it ends sooner; all claims hold for all three.
//   - Only line 14 resets the count of OKs. A late OK counts in the next
//     election. If no process answers that election, the process tells itself
//     that it is the coordinator (line 12), and its own crosscheck corrects
//     this. With R3=b it tells the old coordinator instead, which is down.
//   - One field holds the coordinator and the greatest process that has answered.
//     An OK that comes after an announcement names its sender, but if no message
//     is late or lost, that is the coordinator or less than it. Under async
//     neither this nor the point above is harmless: see the claims.
//   - Line 33 says that the flag does not prevent parallel elections: two
//     processes that have not heard of each other's election both run one. They
//     find the same greatest process, which crosschecks once for each.
//   - The crosscheck sends a process that was already coordinator through
//     WAITING_FOR_OK again. It then announces itself once more (R4=a), and it
//     must: with R4=b some process may wait for that for ever.
//   - As long as E2 watches the process that has set the flag, a crash of that
//     process causes an election that is not needed. It ends like any other.
package bullyimproved
