// Package itairodeh is the randomised algorithm of Itai and Rodeh: leader
// election on an anonymous unidirectional ring whose size is known. It escapes
// the theorem that Misra has of anonymous rings (package
// anonymous checks it) by giving up certainty: never two leaders, whatever is
// chosen, and one with probability one. A number at the end of a line of code
// is the line of source.txt.
//
// Processes choose identities at random; who chooses a greater one than all
// others wins, and those who share the greatest choose again. The algorithm of
// Itai and Rodeh (FOCS 1981; Information and Computation 88(1), 1990) is that of
// Chang and Roberts with a hop counter, by which a process knows its own message
// when it comes back, a bit that another process with the same identity dirties,
// and the number of the round, which starts at zero, goes up with each new
// choice, and tells old messages apart. Fokkink and Pang (ENTCS 128(6), 2005;
// J. UCS 12(8), 2006) have two variants for FIFO channels that are finite-state.
// This one has the hop counter and the bit, but no round number: all its
// executions can be searched, where with numbers that grow for as long as the
// coins fall alike only a bounded part could be.
//
// The papers were not at hand: that is what their abstracts and what others
// quote of them say. Ours are the wording and numbers of the lines, that the
// number of identities K is a parameter of its own, that a message wakes a
// process as if by itself (line 4), and the bound on hops (below).
//
// An observer sees Candidate in an active process, Lost in a passive one, Won
// in the leader. Nobody can name the leader of an anonymous ring, and nobody
// but the leader learns that there is one: the algorithm has no termination
// message, and its end is that nothing is in flight.
//
// What is odd but harmless, and what the checker says of it:
//   - One identity to choose from (K = 1) makes the algorithm deterministic,
//     and it elects nobody: all messages come back dirty, for ever. Two are
//     enough.
//   - The coin may show the same for ever: the execution in which all choose
//     alike and choose again is infinite. It has probability zero, which is
//     all that the algorithm promises.
//   - Line 19 is needed with three identities or more: a token that overtakes
//     the old ones comes to a process that is still active with its old
//     identity and swallows it; what that process chooses next may be smaller
//     still, and the tokens of both are gone. With two identities no order of
//     arrival does harm (n <= 4). Two leaders never come of it (K = 3: n <= 3).
//   - A duplicated token makes its process choose twice, and the tokens of both
//     choices can make all processes passive, even in FIFO order.
//   - Lines 12-16 have no case for hop > n, which comes about only so. It is
//     compared like hop < n; and so that there are finitely many
//     configurations, hops beyond n are not told apart.
//   - A process that is woken by a message may as well become passive at once:
//     whoever wakes by itself elects a leader among those that did.
package itairodeh
