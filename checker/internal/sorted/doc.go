// Package sorted searches executions in an order of progress. Each local state has a number,
// its progress, that no step of its process makes less; and no message makes a process come to a
// local state with less progress than that of the step which sent it. Then every execution is one
// whose steps come in the order of the progress that they lead to, if messages may be lost: a step with more
// progress before one with less is of another process, and does not cause it. So the events are taken in
// one pass, from the least progress to the greatest, and after each stage the search forgets
// everything that no later event tells apart: messages that nothing takes any more, and differences of local
// states that lead to nothing else.
//
// The progress follows from the tables of the system: strongly connected components of the graph
// of local states and messages, in topological order. Ballots, terms and phases are found as such,
// without being named.
//
// A sorted search looks at more executions than the system has: messages may be lost, come again and in any
// order, and a timer runs out whenever it is set. So it confirms what holds in all configurations and of all
// events, and it refutes nothing. Proofs are in docs/proofs.md. A sorted search by the progress of whole configurations, with one
// number each, is the sweep-line method (Christensen, Kristensen and Mailund 2001).
package sorted
