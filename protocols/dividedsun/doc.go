// Package dividedsun combines the divided ring with Sun: election of a
// coordinator on a ring that an informer divides, where each subring has a
// shorter ring inside, from Shirali et al. 2008 (section 6, figure 7). A
// number at the end of a line of code is the line of source.txt.
//
// The document describes the combination in three sentences. It says that steps
// m and p use "sun technology", but there are no such steps: steps f and i are
// those that wheel election and coordinator in the subrings. Everything else is
// section 6. Inside a subring section 4 applies, with D_i as the first P_m and
// the next D_i as the last. The network is [Network]; packages divided and sun
// describe how detection, points and rings are modelled.
//
// An observer sees Won once a process has learnt that it is the coordinator and
// Lost once it has learnt of another. The informer stands aside: it chooses
// among the numbers of the ring and cannot be chosen. No process terminates:
// each stays ready for the next crash.
//
// The combination inherits errata of both (E1 to E4) and has one of its own,
// E5: Sun sends M-coordinator when election has come back to the process where
// it began, and in a subring of the divided ring it never comes back.
//
// Oddities that do no harm, so no errata:
//   - If the next process is a P_m too, the subring of a P_m is empty. The P_m
//     then sends the next one the same number twice, once in each ring.
//   - Processes of a subring that have passed on the main ring's election also
//     take part in the election of the D_i. The next D_i kills the former; or
//     it is back first, and then finds the same number.
//   - The informer has two points, so "more than one reply" is all of them (R3 of
//     package divided is about more points).
//   - A point that is told to divide when its process already knows the new
//     coordinator divides all the same.
//
// Known limits: those of package divided. A process that crashes cuts its ring,
// whether it is in the main ring or in a ring of P_m's.
package dividedsun
