// Package singh is the algorithm of Singh: leader election in a complete
// network with sense of direction, with O(n) messages and O(log n) time, from
// Liu et al. (section 2). It is for n a power of 2 and, with the modification
// described there, for every other n. A number at the end of a line of code is
// the line of source.txt. docs/singh.md states the corrected algorithm and
// argues that it is safe and live.
//
// Port d leads to the process at distance d along the cycle, port 0 to the
// process itself. The nested loops around "receive" become a state machine: the
// stage of a local state is the place in the text where the process waits.
//
// An observer sees a candidate until it is captured (Lost) or elected (Won). A
// process that is told ELECTED knows the leader and has terminated. The
// document does not say which candidate is elected, and it need not be the one
// with the greatest identity: validity is not claimed.
//
// Oddities that do no harm, so no errata. The test that shows it is in
// parentheses; without one, the claims show it:
//   - By lines 57-58 any process may capture a captured process again, and by
//     line 60 a captured leader of a subring accepts every process. Candidates
//     compare themselves only with candidates, and a captured process stays
//     captured.
//   - Line 16 may count more than n/k - 1 if n is not a power of 2, as the
//     subrings of two processes overlap without being the same. The surplus is
//     the end of a subring that is captured all the same; the fix of line 3
//     asks for at least n/k - 1.
//   - A candidate that has sent OWNER still compares itself in lines 12-14. It
//     cannot lose: a process that has its whole subring is not captured in the
//     first phase.
//   - No case of lines 34-46 takes ELECTED, OWNER, ACK or ACCEPT(1, l), and none
//     of lines 11-24 takes OWNER, INFORM or ACCEPT(2). With all fixes none of
//     these messages arrives there. (TestCasesThatAreNotPrintedAreNotMissed)
//   - The modification adds the captures of lines 83-84 to the first phase. They
//     are not needed: those processes would wait for the candidate anyway.
//     (TestCapturesBehindAreNotNeeded)
//   - ACK(i), ELECTED(i) and the identity in OWNER(i) are not needed to tell
//     which process is meant: every ACK is for the process that receives it.
//   - e + x of line 41 is less than n if n is a power of 2: e < k and
//     x <= n - k. E7 is about every other n.
//
// Some readings do harm only with more processes than the claims of the
// catalogue have. The tests named TestOwnersOfOverlappingSets and
// TestLine30ReadAsItsBeginning search for that; docs/algorithms/singh.md has the findings of searches of smaller rings.
package singh
