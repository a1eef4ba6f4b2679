// Package lcr is the algorithm of LeLann, Chang and Roberts: leader election
// on a unidirectional ring with O(n²) messages. It is the bullet list of
// Misra ("O(n^2) Messages LE Algorithm"), which lacks a
// termination message, and the termination message that
// Liu et al. (section 1) describes of the same algorithm. A
// number at the end of a line of code is the line of source.txt.
//
// An observer sees Won once a process has elected itself and Lost once it has
// lost; the leader is known to whoever won, and to whoever has received a
// termination message that names it.
//
// What is odd but harmless, and so no erratum:
//   - Line 4 says "has lost", line 12 "terminate as a non-leader": two places
//     at which a process may be said to lose. They are the reading R2, and no
//     claim tells them apart.
//   - E3 is an erratum under the reading R3=a only: a leader that has
//     terminated and does nothing stops its termination message as well.
//   - With one process the ring is a loop, and the process receives its own
//     identity and its own termination message. The corrected text covers it.
//   - The identities of the document are nonnegative, ours positive. They are
//     only compared.
package lcr
