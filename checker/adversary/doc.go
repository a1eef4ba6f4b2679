// Package adversary builds executions in which an algorithm must send many
// messages, on asynchronous and on synchronous rings.
//
// [Build] makes the open schedules of the proof that a leader election on an
// asynchronous ring of unknown size takes Omega(n log n) messages.
//
// The theorem is Burns's (A formal model for message passing systems, 1980), in
// the form of Attiya and Welch 2004, theorem 3.5; Misra states it without a
// proof. A schedule is open if no message crosses one edge of the ring, the open
// edge. The proof cuts two rings of n/2 processes at their open edges and joins
// them to a ring of n: both open schedules still can happen, side by side, as no
// process can tell the difference. Then it finds more messages that have to be
// received while one of the two new edges stays open, so
//
//	M(1) = 0,  M(n) = 2 M(n/2) + (n/2 - 1)/2, but M(2) = 1
//
// messages are received in an open schedule. Here that construction runs: each
// event is one of [model.System.Apply], so the result is an execution like any
// other, which [model.System.Replay] repeats.
//
// The proof assumes that the algorithm is uniform (it does not know n) and that
// every process learns who is elected. Where the first is not so, a joined
// schedule cannot happen and [Build] says at which event. Where the second is
// not so, fewer messages than M(n) may be received.
//
// [Lockstep] is for synchronous rings. There an algorithm that only compares
// identities takes Omega(n log n) messages (Frederickson and Lynch 1987; Attiya and Welch
// 2004, section 3.4.2): on the bit-reversal ring many processes cannot tell
// their part of the ring from that of others, so they all send or none does.
// [PerRound] counts them. [Differ] tests whether an algorithm only compares.
package adversary
