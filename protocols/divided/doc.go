// Package divided is Divided(n): election of a coordinator on a ring that an
// informer outside of it divides, from Shirali et al. 2008 (section 6, and
// the parts of section 3 that it refers to). A number at the end of a line of
// code is the line of source.txt.
//
// The network ([Network], or [Divisions] with more points) assigns points to informers;
// labels and ports show the assignment. The crashed coordinator has left the ring. A process that wakes
// detects the crash. A suspicion by the network tells that a point is down and
// does not reply.
//
// An observer sees Won once a process has learnt that it is the coordinator and
// Lost once it has learnt of another. The informer stands aside: it chooses
// among the numbers of the ring and cannot be chosen. No process terminates: each
// stays ready for the next crash.
//
// The original ring algorithm is always under way, from step a on. If the
// informer is down, it is the only one (TestInformerIsDown and the claims). If
// the informer is up, the original algorithm may end first. That does no harm:
// both find the same number.
//
// Divided(2) divides a subring by a point inside that answers to the point
// where the subring begins. The latter is the informer of the former: when told
// to divide it asks, tells to divide, and then gives its own informer the numbers
// that the parts of the subring have given to it (line 16 says only "again").
//
// Oddities that do no harm, so no errata:
//   - The number of a process that sends election itself, or that the informer
//     has asked, is counted more than once: in its own message, and by its D_i.
//   - The informer asks once, upon the first crash message; the others tell it
//     nothing new.
//   - A point may be told to divide when its process knows the new coordinator
//     already, from the original ring algorithm. It divides all the same.
//   - "Like in the original ring algorithm" may mean its rules for several
//     detections too (R1). If it does for the messages of the D_i's, a process
//     that has detected the crash kills that of a smaller D_i (R1=b), or one that
//     comes from a smaller process (R1=c), and the subring never ends.
//   - With one point that replies (two processes in all) the ring is never
//     divided. The original ring algorithm finds the coordinator, and no process
//     tells the informer.
//   - Steps m and p, to which the text below figure 6 refers, do not exist.
//
// Known limits: a process of the ring that crashes cuts it; only the original ring
// algorithm has a way around it. If an informer crashes after divide, every
// process waits: line 15 is about one that is down before.
package divided
