// Package franklin is the algorithm of Franklin 1982: leader election on a
// bidirectional ring with O(n log n) messages. None of the five documents
// describes it; it is a simpler answer to the question that Hirschberg and
// Sinclair answer (package hs). A number at the end of a line of code is the
// line of source.txt.
//
// In each phase an active process exchanges identities with the nearest active
// process on each side, and stays active if its own is the greatest of the
// three.
//
// An observer sees Candidate in an active process, Lost in a passive one, and
// Won in the leader. There is no termination message: nobody but the leader
// learns who it is.
//
// Oddities that do no harm, and so are no errata:
//   - A neighbour may be one phase ahead: its next identity arrives while the
//     process still waits for the other side. It waits in the link in the
//     paper, and in the local state here.
//   - With two processes both neighbours are the same process, but on two
//     channels; with one, both are the process itself.
package franklin
