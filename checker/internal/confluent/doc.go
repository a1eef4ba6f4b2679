// Package confluent finds the deliveries that may be taken at once, alone:
// those that commute with everything that may happen before them. A search
// that takes them at once, and keeps only the configurations in which there is
// none, has far fewer of these and decides the same (docs/proofs.md has the
// proof).
//
// Deliveries to different processes commute anyway. The tables say whether one
// commutes with the inputs that its receiver may be given before it: they have the
// outcomes of every input in every local state. The delivery must commute with
// each such input in the local state that the receiver is in and in each one
// that such inputs lead to, in which the message may have to wait.
//
// In timing bounded no tick comes before a message that has no tick left, so only the
// events of the same instant may come before it; any other delivery must commute with
// ticks too. Both orders must leave the same clocks.
//
// It also finds the processes whose events may be taken alone: those that have
// a message on each link that anybody sends on. Nobody can add an input for such a
// process, so its next event commutes with the events of the others before it.
//
// Which messages may arrive in which local state is not known before the
// search. So it is assumed that no others may than those already known, and the
// search tells of each that it meets: where one does not commute with a
// delivery that was relied upon, the assumption is broken, and the search has to
// begin again and knows the new messages then. Each time more are known, until
// nothing that is met is new.
package confluent
