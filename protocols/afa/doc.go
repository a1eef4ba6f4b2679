// Package afa is "As Far As Possible": leader election on a ring, where the
// least identity travels as far as possible, that is around. It is section III
// of Troják, with the preparation phase of its section IV as a reading. A number
// at the end of a line of code is the line of source.txt.
//
// An observer sees Candidate in state C, Lost in state D and Won in the state
// that the text calls E and L. In a process that is done an observer sees whether
// it is the leader, because its program ends with that code. A process knows the
// leader if it is the leader or has received the termination message.
//
// The document reports that all tests passed. With the preparation phase and
// links that keep the order this is expected: no identity ever meets a process
// that is asleep, so E1 has no effect, as the claims of the catalogue say. But
// then at least 2n-1 EMs are sent: n by the processes themselves, and n-1 that
// pass on the least one. The document's Table 1 has 15 for 10 processes, and less
// than 2n-1 for every size. So its processes were woken by messages and did not
// send their own identities, like those of line 5.
//
// Oddities that do no harm, so no errata:
//   - The list of states has no sleeping and calls L what it lists as E.
//   - A process that is woken by a lesser identity never sends its own. That
//     could not have won, and saves messages.
//   - "Can" in lines 14, 16 and 24 is taken as "does": nothing else would.
//   - The text does not say how a process in state L handles an EM. On
//     links that keep the order none comes; on others it is a greater one,
//     which we discard.
//   - Nor does it say how a defeated process handles its own identity, or a
//     sleeping one with a termination message: neither ever comes. Only the
//     least identity comes back, and it has woken everybody by then.
//   - Line 14 says "least known ID", not "own UID". No identity comes to a
//     process twice, so the two are the same; where messages are duplicated,
//     they are the same under R3=a and R5=a only.
//   - A process that has shut down may answer with an error (R4=c). On links that
//     keep the order only processes that have shut down too are told of it, unless
//     processes start late (R7): then one may end without knowing the leader.
//   - With one process the ring is a loop, and the process receives its own
//     identity and its own termination message. The corrected text covers it.
//   - Links are bidirectional, and one direction is used.
//   - The identities of the document are natural numbers, ours are positive.
//     They are only compared.
package afa
