// Package variablespeeds is leader election with O(n) messages on a synchronous
// unidirectional ring whose size no process knows. Identity j takes 2^j rounds
// for a link, so lesser identities overtake greater ones that have not got far.
// Misra says that there are such algorithms and prints none. This is the
// uniform one of Attiya and Welch (2004, section 3.4.1) and, as a reading,
// Lynch's VariableSpeeds (1996, section 3.5.2), both with the termination
// message of the asynchronous algorithms. So there are no errata, but there are
// conditions, and mutants that some property catches. A number at the end of a
// line of code is the line of source.txt.
//
// An observer sees Lost once a process has seen a lesser identity (in a relay,
// any identity) and Won once it has received its own. A process that has
// terminated knows the leader.
//
// The conditions, and the effects of their absence:
//   - R1=a: the processes may start in different rounds. A process that is woken
//     by a message only relays. So the leader is the least of the processes that
//     take part, and the least of all only if all start together. The number of
//     messages is bounded in any case.
//   - R1=b: the least of all is elected however they start. The number of
//     messages is bounded by 3n only if they start together: with four
//     processes, 13 may be sent.
//   - The number of rounds is exponential in the least identity that takes part
//     and does not depend on the others.
//   - Nothing is lost and no process crashes. Otherwise there may be no leader,
//     but there are never two.
//
// Oddities that do no harm:
//   - Attiya and Welch let a waiting identity go on even if a lesser one has
//     come since. It cannot come back; we stop it, as Lynch does.
//   - A process that wakes in the round in which the first message comes is a
//     relay: the text looks at the messages first.
//   - Identities may be 0 in the text, and would not wait at all. Ours are
//     positive.
package variablespeeds
