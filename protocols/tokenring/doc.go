// Package tokenring is the election of a coordinator on a ring. Every process has
// a map of the ring, so it can send past processes that are down. A token
// collects the numbers of all that are up, and a second one announces the
// biggest. It is section 3 of Shirali et al. 2008. A number at the end of a
// line of code is the line of source.txt.
//
// The old coordinator is down from the start; it need not have been the
// greatest process. Each process may detect the crash at any time (it wakes), or
// never: the document has one process that does. With E5 it does so eventually (a
// timer) unless it hears of an election first. With E6 a process that knows a new
// coordinator detects its crash (a suspicion). A timer detects that the next
// process does not reply; the replies are REPLY messages.
//
// An observer sees Won at the process that has been chosen, once it is told or
// has chosen itself, Candidate at one that has sent its own ELECTION, and Lost at
// one that knows of another coordinator. A process that has chosen a leader or
// received COORDINATOR knows the leader. There are no terms: irrevocability is
// not claimed.
//
// Oddities that do no harm, so no errata:
//   - The document counts one message per process and round (line 15). It counts
//     neither REPLY nor messages to processes that are down.
//   - Line 4 speaks of ELECTION only. COORDINATOR is sent past processes that
//     are down in the same way: the old coordinator is one, in every ring.
//   - If no other process is up the token comes back at once: the n-th next
//     process is P[i] itself, at port 0.
//   - The rules of lines 11-13 are said to be needed for consistency (line 16).
//     They save messages, but every claim holds without them (R2=b): all tokens
//     pass the same processes, and with E6 the processes that are told of a
//     coordinator detect that it has crashed meanwhile. With them, the ELECTION of a process
//     that comes back may be killed by one that waits for a COORDINATOR that has
//     already passed the former: known fails under restart=1.
//   - A process follows rule b (line 13) anyway, and equal numbers do not occur:
//     no other process has sent a process's own token.
//   - The biggest number alone (R1=b) changes only the size of the token.
//   - The chosen process may be the old coordinator, if it came back and crashed
//     again (E6).
//   - Only COORDINATOR changes the coordinator that a process names; an ELECTION
//     that it sends on does not.
//
// There is no erratum about processes that come back (restart=1): a COORDINATOR
// that was held up at a process that was down goes round late, and without terms
// no process can tell that it is old.
package tokenring
