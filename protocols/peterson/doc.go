// Package peterson is the first algorithm of Peterson 1982: leader election on
// a unidirectional ring with O(n log n) messages. None of the five documents
// describes it. Misra shows that O(n log n) is enough on a bidirectional ring,
// and this algorithm needs one direction only. A number at the end of a line of
// code is the line of source.txt.
//
// In each phase an active process learns the values of the nearest two active
// processes to its right. It stays active, with the value of the nearer one, if
// that value is greater than those on both sides of it. The second message
// carries the greater one of two values, which sets the algorithm apart from that of Dolev, Klawe and Rodeh (package dkr).
//
// An observer sees Candidate in an active process, Undecided in a passive one
// (it may still be elected), and Won in the process that has announced itself.
// There is no termination message: the problem that the paper solves is to find
// the greatest identity, so nobody else learns who is elected.
//
// Oddities that do no harm, and so are no errata:
//   - The identity of the leader may come home as the first value of a phase,
//     as the second, or while the leader is passive: lines 4, 7 and 12.
//   - With one process the ring is a loop, and line 4 applies to the first
//     message.
package peterson
