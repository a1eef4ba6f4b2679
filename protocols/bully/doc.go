// Package bully is the bully algorithm (Garcia-Molina 1982): a process that
// detects the crash of the coordinator asks all processes with a greater number,
// and the greatest that is up becomes the new coordinator. It is section 2 of
// Shirali et al. 2008, its steps a to d and the steps below its figure 1.
// A number at the end of a line of code is the line of source.txt.
//
// The old coordinator is down from the start; it need not have been the
// greatest process. Each process may detect the crash at any time (it wakes), or
// never: the document has one process that does. With E4 it does so eventually (a
// timer) unless it hears of a new coordinator first. With E2 a process that waits
// for a new coordinator detects its crash (a suspicion), with E5 so does one that
// knows it. The network decides which other faults happen, including early
// timeouts.
//
// An observer sees Won at a process that has announced itself, Candidate at one
// that waits for OK, and Lost at one that has received an OK or a COORDINATOR. A
// process that has announced itself or received a COORDINATOR knows the leader.
// There are no terms, and every process that hears of an election starts afresh,
// even the coordinator: irrevocability is not claimed.
//
// Oddities that do no harm, so no errata:
//   - Line 8 has j >= i. No process sends ELECTION to itself (lines 2 and 7),
//     so j = i does not occur. If it did, no process could win: the mutant that
//     asks itself too is caught by elected.
//   - Line 9 is missing in the steps a to d (reading R1=b). Then the greatest
//     process that is up announces itself only once it detects the crash too,
//     which every process does with E4. Without E4 no process may be elected.
//   - Every process knows which processes have bigger numbers, and all addresses.
//     But the document says that in the token ring (section 3) addresses are
//     saved, and that this is different.
//   - The old coordinator is asked too, and may not be the greatest: a message to
//     a process that is down is lost.
//   - An OK may come after the COORDINATOR of the same process (order bag), or
//     to a process that has announced itself (async): it is ignored.
//   - A coordinator that is asked gives up its place, asks the greater ones and
//     announces itself again.
//
// COORDINATOR to the sender itself (R3=b) is not harmless: if the sender is asked
// before its COORDINATOR arrives, it takes its old announcement for the end of
// the new election, and the process that asked waits for ever.
package bully
