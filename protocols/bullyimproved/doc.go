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
//     (R1=c) it ends sooner; all claims hold of all three.
//   - Nothing sets the count of OKs back but line 14. One that comes late counts
//     in the next election; if nobody answers that, the process tells itself
//     that it is the coordinator (line 12), and a crosscheck of its own sets it
//     right. With R3=b it tells the old coordinator instead, which is down.
//   - The field of the coordinator is also that of the greatest that has
//     answered. An OK that comes after an announcement names its sender, but
//     where nothing is late or lost that is the coordinator, or less than it.
//     Neither of these two is harmless under async: see the claims.
//   - The flag does not keep elections from running in parallel, as line 33
//     says: processes that have not heard of each other's both run one. They
//     find the same greatest process, which crosschecks once for each.
//   - The crosscheck sends a coordinator through WAITING_FOR_OK again if it was
//     one already. It then announces itself once more (R4=a), and it must: with
//     R4=b somebody may wait for that for ever.
//   - As long as E2 watches whoever has set the flag, a crash of that process
//     makes for an election that nobody needs. It ends like any other.
package bullyimproved
