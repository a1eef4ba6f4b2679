// Package invitation is the invitation algorithm of Garcia-Molina: processes
// form groups, each with a coordinator, and coordinators that hear of one
// another invite each other's groups into a new one. Thomsen and Rasmussen 2023
// (section 4.3.2) names it, no more, for its groups in situations where the bully
// algorithm is not safe: where responses are not instantaneous and
// communication may fail. The text is Garcia-Molina, Elections in a
// Distributed Computing System, 1982. A number at the end of a line of code is
// the line of source.txt.
//
// An observer sees Won in a coordinator and Lost in a member whose group is at
// work, each with the coordinator's name; Candidate in who forms a group, and
// Undecided in who has accepted an invitation. The term is the number of the
// group: 203 is the second group that process 3 has formed. So uniqueness says
// that each group has one coordinator, and allows many groups at the same time.
// The algorithm guarantees only this when clocks cannot be trusted; it does not
// guarantee a single leader. Coordinators come and go, so irrevocability is not
// claimed.
//
// One timer is enough, because a process always waits for one thing only. A
// process that has asked does not ask again before all have answered or its group
// has changed, so finitely many messages are in flight. Coordinators ask for
// others, and members for their coordinators, as long as they are up. So only a
// bound ends an execution: MaxCount, the number of groups that a process may
// form. An observer sees Bounded in a process that would form another.
//
// Where clocks can be trusted all processes that are up end up in one group.
// In lockstep two coordinators may merge at the same time, again and again, each
// too busy to be invited. So they may in timing bounded, unless they wait for
// different times, as line 25 proposes (R1=b): then they end up in one group.
//
// Oddities that do no harm, and the checker's findings about them:
//   - A coordinator whose question was lost, or went to a process that has
//     crashed, does not ask again in its group; the others ask it.
//   - An invitation to a group that has been formed by now, or given up, is
//     accepted. The process asks for its coordinator, is answered NO-MORE, and
//     recovers.
//   - READY may be lost: the member asks for its coordinator, and READY is the
//     answer. In the paper the coordinator waits for acknowledgements instead,
//     and recovers if one does not come.
//   - Without the counter on stable storage (line 3) a group may have the number
//     of an old one. It has the same coordinator, so an observer sees nothing of
//     it; the actions of the members of the two groups would get mixed up.
package invitation
