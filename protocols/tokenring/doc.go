// Package tokenring is the election of a coordinator on a ring of which every
// process has a map, so that it can send past those that are down: a token
// collects the numbers of all that are up, and a second one announces the
// biggest. It is section 3 of Shirali et al. 2008. A number at the end of a
// line of code is the line of source.txt.
//
// The old coordinator is down from the start; it need not have been the
// greatest process. Each process may detect the crash at any time (it wakes), and
// detects it eventually (a timer) unless it hears of an election first. A process
// that knows a new coordinator detects its crash (a suspicion). A timer detects
// that the next process does not reply; the replies are REPLY messages.
//
// An observer sees Won at the process that has been chosen, once it is told or
// has chosen itself, Candidate at one that has sent an ELECTION of its own, Lost
// at one that knows of another coordinator; the leader is known to whoever has
// chosen one or received COORDINATOR. There are no terms: irrevocability is not
// claimed.
//
// Oddities that do no harm, so no errata:
//   - The document counts one message per process and round (line 15); REPLY and
//     what is sent to processes that are down is not counted there.
//   - Line 4 speaks of ELECTION only. COORDINATOR is sent past processes that
//     are down in the same way: the old coordinator is one, in every ring.
//   - If nobody else is up the token comes back at once: the n-th next process is
//     P[i] itself, at port 0.
//   - The rules of lines 11-13 are said to be needed for consistency (line 16).
//     They save messages, but every claim holds without them (R2=b): all tokens
//     pass the same processes, and a coordinator that has crashed meanwhile is
//     missed by whoever is told of it. With them, a process that comes back may
//     have its ELECTION killed by one that waits for a COORDINATOR that has
//     passed it already: known fails under restart=1.
//   - Rule b (line 13) is what a process does anyway, and equal numbers do not
//     occur: a process's own token is no other's.
//   - The biggest number alone (R1=b) makes no difference but to the size of the
//     token.
//   - The process that is chosen may have crashed since it put its number in,
//     and so may be the old coordinator if it came back and crashed again. All
//     who are told detect that and start again.
//   - Which coordinator a process names is not changed by an ELECTION that it
//     sends on, only by COORDINATOR.
//
// There is no erratum about processes that come back (restart=1): a COORDINATOR
// that was held up at a process that was down goes round late, and without terms
// nobody can tell that it is old.
package tokenring
