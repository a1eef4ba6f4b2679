// Package divided is Divided(n): election of a coordinator on a ring that an
// informer outside of it divides, from Shirali et al. 2008 (section 6, and
// the parts of section 3 that it refers to). A number at the end of a line of
// code is the line of source.txt.
//
// The network ([Network]) assigns points to informers; labels and ports show the
// assignment. The crashed coordinator has left the ring. A process that wakes
// detects the crash. A suspicion by the network tells that a point is down and
// does not reply.
//
// An observer sees Won once a process has learnt that it is the coordinator and
// Lost once it has learnt of another. The informer stands aside: it chooses
// among the numbers of the ring and is not to be chosen. Nobody terminates: a
// process is ready for the next crash.
//
// The original ring algorithm is always under way, from step a on: with the
// informer down it is all that happens (TestInformerIsDown and the claims), and
// with the informer up it may be first to the end, which does no harm: both find
// the same number.
//
// Divided(2) divides a subring by a point inside that answers to the point
// where the subring begins. That one is its informer: when told to divide it
// asks, tells to divide, and then gives to its own informer what the subring's
// parts have given to it (line 16 says no more than "again").
//
// Oddities that do no harm, so no errata:
//   - A process that sends election itself, or that the informer has asked, has
//     its number counted more than once: by what it has sent, by its D_i.
//   - The informer asks once, upon the first crash message; the others tell it
//     nothing new.
//   - A point may be told to divide when its process knows the new coordinator
//     already, from the original ring algorithm. It does all the same.
//   - "Like in the original ring algorithm" may mean its rules for several
//     detections too (R1=b). Then a process that has detected the crash kills
//     the message of a D_i with a smaller number, whose subring never ends.
//   - With one point that replies (two processes in all) the ring is never
//     divided. The original ring algorithm finds the coordinator, and nobody
//     tells the informer.
//   - Steps m and p, to which the text below figure 6 refers, do not exist.
//
// Known limits: a process of the ring that crashes cuts it; the way around it is
// the original ring algorithm's. An informer that crashes after divide leaves
// everybody waiting: line 15 is about one that is down before.
package divided
