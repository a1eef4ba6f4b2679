// Package anonymous checks the theorem that no algorithm elects a leader on an
// anonymous ring (Misra, "Impossibility: Leader Election in Anonymous Rings").
// An algorithm is a value here: a table of bounded size. A [Class] is the set
// of all tables of one size, so a search can run every one of them. A number at
// the end of a line of code is the line of source.txt.
//
// The class of S states, M messages and P ports contains all deterministic
// synchronous algorithms for rings of the following form. A process has at most
// S local states; each is undecided, lost or won. It begins in the first state,
// undecided. In each round it enters a state that is a function of its last
// state and of the messages that it has received in this round. When it enters
// a state it sends, to each of its P ports, one of M-1 messages or nothing.
// (Line 3 has outgoing messages before the first round. They are sent in the
// first round here, one round later.) An algorithm that knows n is one table
// for each n. The tests search each n separately; an algorithm that does not
// know n would be found for all n.
//
// The tests search n = 2..6, in classes of up to 191 million algorithms (918
// million for n = 2). If all processes are awake, no algorithm elects a leader:
// after each round all processes are in the same local state and have sent the
// same messages. Each algorithm violates exactly one of safety and liveness.
//
// The theorem and its sketch are imprecise in these points. For each
// requirement a test shows that without it some algorithm of the same classes
// elects a leader:
//   - Line 9 holds for n >= 2. A lone process elects itself. In fact a process
//     acts on a symmetric ring of any size as on a ring of one: all
//     win in exactly the algorithms in which a lone process wins.
//   - Line 2 does not follow from line 1. "The same state machine" may begin in
//     one of several states. With two initial states, and one process in the
//     other (by an input label, or by an identity), some algorithms elect a
//     leader.
//   - Line 10 is about the execution in which all wake in the same round. If
//     one process wakes alone, some algorithms elect a leader. So one wake-up
//     set refutes an algorithm, not every one: see the claims of this entry.
//   - "Receive the same" (line 10) is meant port by port. It needs an oriented
//     ring, as in the definition of rings before it. If one process takes left
//     for right, some algorithms elect a leader for n >= 3; for n = 2 this is
//     another symmetry. An algorithm for all rings, of any orientation,
//     is impossible all the same.
//   - Line 9 is about deterministic algorithms. For algorithms with coins, and
//     a leader with probability one only, see package itairodeh.
//   - "Either safety or liveness" (line 13) holds of this one execution. In
//     others, with other wake-ups, an algorithm may violate the other one too.
//
// The entry of the catalogue runs one algorithm, [First], which shows both
// sides: a process that wakes alone is elected, and if all wake at once all are
// elected. An observer sees the role that the table gives; no process can name
// a leader.
package anonymous
