// Package bullyreply is the bully algorithm with fewer messages: a process that
// detects the crash of the coordinator asks all processes with a greater number
// for their numbers, chooses the greatest and announces it. It is section 2.1 of
// Shirali et al. 2008. A number at the end of a line of code is the line of
// source.txt.
//
// The assumptions are those of package bully. The old coordinator is down from
// the start. Each process may detect the crash at any time (it wakes), or never:
// the document has one process that does. With E3 it does so eventually (a timer).
// With E4 a process that knows a new coordinator detects its crash (a suspicion).
//
// An observer sees Won at a process that has been announced, by itself or by
// another, Candidate at one that waits for numbers, and Lost at one that knows of
// another coordinator. A process that has announced a leader or received a
// COORDINATOR knows the leader. There are no terms: irrevocability is not
// claimed.
//
// Oddities that do no harm, so no errata:
//   - Line 6 says that P[j] sends ELECTION. P[j] is the process that answers; P[i]
//     must be meant, as in line 2.
//   - NUMBER carries a number that the receiver knows already from the port.
//   - The announced process need not have heard of an election before: its
//     number may have come to another asker.
//   - Without E1 an election of the greatest process that is up comes to nothing.
//     With E3 that shows only if no other process is up (n = 2): a smaller one
//     eventually detects the crash and chooses the greatest (variant +E3).
//   - A process that sends its number may hold an election too (R1=b): it
//     chooses the same process.
package bullyreply
