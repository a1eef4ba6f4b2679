// Package dkr is the algorithm of Dolev, Klawe and Rodeh: leader election on a
// unidirectional ring with O(n log n) messages. None of the five documents
// describes it. Misra shows that O(n log n) is enough on a bidirectional ring,
// and this algorithm needs one direction only. A number at the end of a line of
// code is the line of source.txt.
//
// In each phase an active process compares three values: its own, that of the
// nearest active process to its right, and that of the second nearest. It stays
// active if the value in the middle is the greatest, and takes that value as
// its own. So values move around the ring, and the process that finds the
// winner is in general not the leader: the leader is the process whose identity
// is the last value.
//
// SPIN is distributed with a model of this algorithm in which all processes
// start at once. Here any process may start, and a message starts those that
// have not (line 20).
//
// An observer sees Candidate in an active process, Undecided in a passive one
// (it may still become the leader), and Won or Lost once a process has
// terminated.
//
// Oddities that do no harm, and so are no errata:
//   - The process that knows the winner terminates only when <winner, j> has
//     gone around, like all the others.
//   - With one process the ring is a loop, and the first message that arrives
//     is its own value.
//   - No process receives <two, j> before <one, j'> in the same phase: links
//     are FIFO. In a bag that fails, and two leaders may be the result.
package dkr
