// Package anonymous is about the theorem that no algorithm elects a leader on
// an anonymous ring (Misra, "Impossibility: Leader Election
// in Anonymous Rings"). An algorithm here is a value, a table of a bounded
// size, and a [Class] is the set of all tables of one size, so that a search
// can run them all. A number at the end of a line of code is the line of
// source.txt.
//
// The class of S states, M messages and P ports is that of all deterministic
// synchronous algorithms for rings in which a process has at most S local
// states, of which each is undecided, lost or won; enters one of them in each
// round, as a function of the one before and of what has come in this round;
// and sends on entering it, to each of its P ports, one of M-1 messages or
// nothing. It begins in the first state, undecided. (Line 3 has outgoing
// messages before the first round: those are sent in the first round here, a
// round later.) An algorithm that knows n is a table for each n: the tests
// search each n by itself, and one that does not would be found for all n.
//
// What the tests find, for n = 2..6 and in classes of up to 191 million
// algorithms (918 million for n = 2): with all awake none elects, after each
// round all processes are in the same local state and have sent the same, and
// each algorithm violates exactly one of safety and liveness.
//
// What is imprecise in the theorem and its sketch, each with a test that an
// algorithm of the same classes elects once it is not granted:
//   - Line 9 holds for n >= 2. A lone process elects itself. Indeed what a
//     process does on a symmetric ring of any size is what it does on a ring of
//     one: the algorithms in which all win are those in which it wins.
//   - Line 2 does not follow from line 1. "The same state machine" may begin in
//     one of several states; with two, and one process in the other (by an
//     input label, or by an identity), there are algorithms that elect.
//   - Line 10 is about the execution in which all wake in the same round. Where
//     one wakes alone there are algorithms that elect, so an algorithm is
//     refuted by one wake-up set, not by all: see the claims of this entry.
//   - "Receive the same" (line 10) is by port, and needs a ring that is
//     oriented, as the definition of rings before it is. With one process that
//     takes left for right there are algorithms that elect, for n >= 3; for
//     n = 2 that is another symmetry. An algorithm for all rings, whatever
//     their orientation, is impossible all the same.
//   - Line 9 is about deterministic algorithms. With coins, and a leader with
//     probability one only, see package itairodeh.
//   - "Either safety or liveness" (line 13) holds of this one execution. In
//     others, with other wake-ups, an algorithm may violate the other one too.
//
// The entry of the catalogue runs one algorithm, [First], which shows both
// sides: it elects whoever wakes alone, and all if all wake at once. An
// observer sees the role of the table; nobody can name a leader.
package anonymous
