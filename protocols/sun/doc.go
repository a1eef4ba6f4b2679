// Package sun is Sun(n): election of a coordinator on a unidirectional ring
// with shorter rings inside, from Shirali et al. 2008 (sections 4 and 5).
// A number at the end of a line of code is the line of source.txt.
//
// The rings are part of the network ([Network]). The ports of a process tell on
// which rings it is, so identities may be arranged in any way. The document
// numbers the processes around the ring; this is one of the arrangements that
// are checked. The crashed coordinator has left the ring, which contains only the
// processes that are up. A process that wakes detects the crash.
//
// An observer sees Won once a process has learnt that it is the coordinator and
// Lost once it has learnt of another. Being the informer decides nothing. No
// process terminates: each stays ready for the next crash.
//
// Section 5 says in which rings messages are wheeled, and leaves the rest to
// section 4. Here a process on k rings is a P_m on all of them but the k-th,
// where it is a process as in line 6. The election message of the process that
// has detected the crash climbs from ring to ring until it meets the first
// process of the innermost one, which is the informer.
//
// Oddities that do no harm, so no errata:
//   - Steps b, c, e and f all say "receives election", and do four different
//     things. A message that carries a starter is for b, one that comes on the
//     ring of the P_m's for b, c and e, one that comes out of a subring for f.
//     Of other ways to tell them apart, R2=b does no harm. Step c, taken
//     literally, wheels the message that comes out of a subring again: that
//     never ends (a mutant).
//   - A starter has a number, but that does not make it a candidate: the
//     election message of line 2 collects nothing. Its subring is wheeled once
//     more, from its beginning.
//   - M-coordinator may be back at the informer, or with any P_m, before the
//     subring has ended there; line 13 waits for both. In a bag it may even
//     overtake election.
//   - Lines 20 and 21 never have anything to send: when a P_m kills an informer's
//     election, it has received the number of that informer. With E3
//     M-coordinator collects the numbers of the smaller informers.
//   - Line 18, taken literally, kills the informer's own election messages too,
//     when they come back. It is about those of processes that have detected the
//     crash.
//   - If m is the modulus of line 3 there are n/m processes P_m; in lines 30 and
//     32 there are m. The code does not depend on it.
//   - With one P_m its ring is a loop of one, and it sends M-coordinator to
//     itself.
//
// Known limits: a process that crashes during the election cuts its rings;
// nothing in sections 4 and 5 notices that, nor starts the original ring
// algorithm as line 36 promises. The claims of the catalogue say which properties
// still hold.
package sun
