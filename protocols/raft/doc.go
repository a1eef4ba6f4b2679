// Package raft is the leader election of Raft: a process that hears of no leader
// asks all others for their votes in a new term, and leads once it has the votes
// of a majority. It is the paragraph of Thomsen and Rasmussen 2023 (section
// 4.3.1), corrected after the paper that the document refers to: Ongaro and
// Ousterhout, In Search of an Understandable Consensus Algorithm, 2014. In the
// paper logs restrict which process may be elected. The document does not mention
// logs, and there are none here. A number at the end of a line of code is the
// line of source.txt.
//
// An observer sees Candidate in a process that has asked for votes, Won in a
// leader, and Lost, with the leader's name, in a process that knows one. The term
// is the greatest that the process knows of. Leaders come and go, so
// irrevocability is not claimed.
//
// A process realises that there is no leader when it wakes, or when it suspects
// the leader that it follows. Its election timeout is a timer. Any of several
// timers may run out first, which covers the document's randomised timeout. A leader
// announces itself once, not periodically.
//
// With a [Clock], for timing lockstep, timeouts are numbers of rounds, drawn at
// random; a leader sends heartbeats, and a process realises that the leader is down
// when it has heard none for its timeout. A heartbeat is line 23 again. The catalogue
// uses a clock in lockstep.
//
// In timing bounded timeouts are 3 to 6 delays long; the text has no number. Two
// processes may then split the vote in every term. If all timeouts differ (R4=c)
// every election ends: after a split vote the shorter timeout wins.
//
// Terms are unbounded numbers; here they end with MaxTerm, in which no process
// stands a second time: an observer sees Bounded in a process that would. With
// asynchronous timing elections may go on for ever (timers may run out again
// and again before any process has answered), so there is no claim that they end.
//
// Line 12, that the Raft paper does not say explicitly when and how votes are
// counted, is wrong: section 5.2 does, in the words of line 22. Line 14 is
// right about safety, but not about the reason: the groups of the invitation
// algorithm have a leader each, and many may lead at once; a cluster of Raft is
// fixed, and safe because two of its majorities share a process. Line 15 is
// wrong: on a ring of six no process can reach a majority, and on a star not all
// are told of the leader. If each process needs a majority of those that it has
// a link to (R3=b), two are elected on a ring of four.
//
// Oddities that do no harm, and the checker's findings about them:
//   - Line 9 makes a candidate vote for another one in its own term, though it
//     has voted for itself. (In the Raft paper "at least as large" is only about
//     the messages of leaders.) It is the reading R2. A candidate that gives its
//     vote away cannot win any more in that term, so it had one vote.
//   - R1=b, one vote for ever, is safe. But a process that has voted for one
//     that has crashed votes for no other: elections then go on without end.
//   - No answer refuses a vote. A candidate with an old term learns of the new
//     one only when it is asked for its vote, or told of a leader.
//   - A follower may vote in its leader's term, if a slow request comes after
//     the news that its sender has won. It goes on following.
//   - A restarted process hears of no leader, since that is said only once. It
//     deposes the leader by standing in the next term.
package raft
