// Package itairodeh is the randomised algorithm of Itai and Rodeh: leader
// election on an anonymous unidirectional ring whose size is known. Misra's
// theorem says that this is impossible with certainty (package anonymous checks
// it). The algorithm gives certainty up: it never elects two leaders, however
// the processes choose, and elects one with probability one. A number at the
// end of a line of code is the line of source.txt.
//
// Processes choose identities at random. A process that chooses a greater one
// than all others wins; those that share the greatest choose again. The
// algorithm of Itai and Rodeh (FOCS 1981; Information and Computation 88(1),
// 1990) is that of Chang and Roberts with three additions. By a hop counter a
// process knows its own message when it comes back. A bit becomes dirty at
// another process with the same identity. The number of the round tells old
// messages apart: it starts at zero and goes up with each new choice. Fokkink
// and Pang (ENTCS 128(6), 2005; J. UCS 12(8), 2006) have two finite-state
// variants for FIFO channels. This one has the hop counter and the bit, but no
// round number, so that all its executions can be searched. Round numbers grow
// for as long as the coins fall alike, so only a bounded part could be searched
// with them.
//
// The papers were not at hand: the above comes from their abstracts and from
// others who quote them. Four things are ours: the wording and numbers of the
// lines, the number of identities K as a separate parameter, that a message
// wakes a process as if it woke by itself (line 4), and the bound on hops
// (below).
//
// An observer sees Candidate in an active process, Lost in a passive one and
// Won in the leader. No process can name the leader of an anonymous ring, and
// only the leader learns that there is one. The algorithm has no termination
// message: it has ended when no message is in flight.
//
// Oddities that do no harm, and the checker's findings about them:
//   - With one identity to choose from (K = 1) the algorithm is deterministic
//     and elects nobody: all messages come back dirty, for ever. Two are
//     enough.
//   - The coins may fall alike for ever: the execution in which all choose the
//     same and choose again is infinite. It has probability zero, and the
//     algorithm promises no more.
//   - Line 19 is needed with three identities or more. A token that overtakes
//     the old ones comes to a process that is still active with its old
//     identity, and is swallowed there. That process may next choose a smaller
//     one still, and the tokens of both are gone. With two identities no order
//     of arrival does harm (n <= 4). Two leaders never result (K = 3: n <= 3).
//   - A duplicated token makes its process choose twice, and the tokens of both
//     choices can make all processes passive, even in FIFO order.
//   - Lines 12-16 have no case for hop > n, which only duplication causes. It is
//     compared like hop < n. Hops beyond n are not distinguished, so there are
//     finitely many configurations.
//   - A process that is woken by a message may as well become passive at once:
//     the processes that wake by themselves elect a leader among themselves.
package itairodeh
