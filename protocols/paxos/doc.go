// Package paxos is Paxos with a single decree, the name of the leader: every
// process is proposer, acceptor and learner, and proposes itself.
// Thomsen and Rasmussen 2023 (section 4.3) names it, no more, as one of the two
// most widely used approaches to leader election; the text is Lamport, Paxos
// Made Simple, 2001. A number at the end of a line of code is the line of
// source.txt.
//
// An observer sees Candidate in a process whose proposal is under way, and
// Won or Lost, with the name of the leader, in one that knows the chosen value.
// There are no terms: a value is chosen for ever. That is the difference
// to Raft, whose leaders follow one another, and it has a price: the identity
// that is chosen may be that of a process that has crashed.
//
// A process proposes when it wakes, and whenever its timeout is over before it
// knows the chosen value. As an acceptor of its own proposal it answers at once,
// without a message. Numbers of proposals are rounds, with the identity of the
// proposer to tell those of a round apart. Rounds go on without end; here they
// end with MaxRound, in which no process proposes a second time: an observer sees
// Bounded in a process that would. With asynchronous timing new proposals may be
// necessary for ever (line 17), so there is no claim about the end there.
//
// In timing bounded elections end if the timeout is longer than the two round trips of
// a proposal; if it is only as long (R1=b), two proposers go on as in line 17.
//
// Oddities that do no harm, and the checker's findings about them:
//   - A proposer that promises to another abandons its own proposal (line 13),
//     even if a majority accepts it. Then the value is chosen and no process
//     knows, until one proposes again and must propose the same value.
//   - A process that knows the chosen value forgets the proposals promised and
//     accepted (line 15): to every message it answers with the chosen value.
//   - An acceptor that is asked twice for the same promise answers once. So it
//     would do no harm if proposers shared their numbers, against line 1: only
//     one of them has the promises of a majority, as only one candidate of a
//     term of Raft has its votes.
//   - Of all answers only a promise carries a value: a proposer knows its own.
package paxos
