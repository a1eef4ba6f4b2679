// Package singh is the algorithm of Singh: leader election in a complete
// network with sense of direction, with O(n) messages and O(log n) time, from
// Liu et al. (section 2), for n a power of 2 and, with the
// modification that is described there, for every other n. A number at the end
// of a line of code is the line of source.txt. docs/singh.md
// states the corrected algorithm and argues that it is safe and live.
//
// Port d leads to the process at distance d along the cycle, port 0 to the
// process itself. The nested loops around "receive" become a state machine:
// the stage of a local state is where in the text the process waits.
//
// An observer sees a candidate until it is captured (Lost) or elected (Won).
// Whoever is told ELECTED knows the leader and has terminated. The document
// does not say which candidate is elected, and it need not be the one with the
// greatest identity: validity is not claimed.
//
// What is odd but harmless, and so no erratum (in brackets the test that shows
// it; what has none is shown by the claims):
//   - Lines 57-58 let a captured process be captured again by anybody, line 60
//     lets a captured leader of a subring accept everybody. Candidates compare
//     themselves with candidates only; who is captured stays so.
//   - Line 16 may count more than n/k - 1 if n is not a power of 2, as the
//     subrings of two processes overlap without being the same. What is over is
//     the end of a subring that is captured all the same; the fix of line 3
//     asks for at least n/k - 1.
//   - A candidate that has sent OWNER still compares itself in lines 12-14. It
//     cannot lose: who has its whole subring is not captured in the first phase.
//   - No case of lines 34-46 takes ELECTED, OWNER, ACK or ACCEPT(1, l), and none
//     of lines 11-24 takes OWNER, INFORM or ACCEPT(2): once all is mended, none
//     of them comes there. (TestCasesThatAreNotPrintedAreNotMissed)
//   - Lines 83-84, the captures that the modification adds to the first phase,
//     are not needed: those processes would wait for the candidate anyway.
//     (TestCapturesBehindAreNotNeeded)
//   - ACK(i), ELECTED(i) and the identity in OWNER(i) are not needed to tell
//     who is meant: every ACK is for the process that gets it.
//   - e + x of line 41 is less than n if n is a power of 2: e < k and
//     x <= n - k. E7 is about every other n.
//
// Some readings do harm, most of them with more processes than the catalogue
// claims them of. R4=b, OWNER to more than the subring, lets two candidates
// each hold what the other one waits for, from 9 processes on
// (TestOwnersOfOverlappingSets). R6=b lets a captured candidate forget that it
// was captured in the second phase, from 4 on. R7=b makes the printed line 30 do
// for k = 2, that is n = 2, 4, 8, and not for 16 (TestLine30ReadAsItsBeginning).
package singh
