// Package dividedsun is the combination of the divided ring with Sun: election
// of a coordinator on a ring that an informer divides, where each subring has a
// shorter ring inside, from Shirali et al. 2008 (section 6, figure 7). A
// number at the end of a line of code is the line of source.txt.
//
// The document gives it three sentences. The steps that are to use "sun
// technology" it calls m and p, which do not exist; those that wheel election
// and coordinator in the subrings are f and i. All else is section 6, and what
// is wheeled in a subring is section 4 with the D_i as the first P_m and the
// next D_i as the last. The network is [Network]; see packages divided and sun
// for how detection, points and rings are modelled.
//
// An observer sees Won once a process has learnt that it is the coordinator and
// Lost once it has learnt of another. The informer stands aside: it chooses
// among the numbers of the ring and is not to be chosen. Nobody terminates: a
// process is ready for the next crash.
//
// The combination inherits errata of both (E1 to E4) and has one of its own,
// E5: Sun begins M-coordinator when election has come back to where it began,
// and in a subring of the divided ring it never does.
//
// What is odd but harmless, and so no erratum:
//   - A P_m whose subring is empty, because the next process is a P_m too, sends
//     it the same number twice, once in each ring.
//   - The processes of a subring that have passed on the main ring's election
//     take part in that of the D_i too; the former is killed by the next D_i, or
//     is back first, and then finds the same number.
//   - A point that is told to divide when its process knows the new coordinator
//     already does all the same.
//
// Known limits: as of package divided. A process of the ring that crashes cuts
// it, and so does one in a ring of P_m's.
package dividedsun
