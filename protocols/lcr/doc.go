// Package lcr is the algorithm of LeLann, Chang and Roberts: leader election
// on a unidirectional ring with O(n²) messages. The text is the bullet list of
// Misra ("O(n^2) Messages LE Algorithm"), which has no termination message, with
// the termination message that Liu et al. (section 1) describe for the same
// algorithm. A number at the end of a line of code is the line of source.txt.
//
// An observer sees Won once a process has elected itself and Lost once it has
// lost. The winner knows the leader, and so does a process that has received a
// termination message that names it.
//
// Oddities that do no harm, so no errata:
//   - Line 4 says "has lost", line 12 "terminate as a non-leader": a process may
//     be said to lose in either place. The two are the reading R2, and no claim
//     distinguishes them.
//   - E3 is an erratum only under the reading R3=a. Otherwise a leader that has
//     terminated does nothing, and so stops its termination message as well.
//   - With one process the ring is a loop, and the process receives its own
//     identity and its own termination message. The corrected text covers it.
//   - The identities of the document are nonnegative, ours positive. They are
//     only compared.
package lcr
