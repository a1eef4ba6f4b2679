// Package validate says whether a system could have written a log: whether some
// execution of the model has every line of it.
//
// A [Line] is the step of one process of a running system upon one input, as far as
// it has been logged. [Read] reads lines, one JSON object each. [Log] follows them
// through the model: it keeps the configurations that explain all lines so far, and
// extends them line by line. Lines of one process happened in the order in which
// they are given. Lines of different processes may have happened in any order,
// because they have no common clock, unless [Options] say that they have. In timing
// bounded lines have times of one clock, in ticks.
//
// A field that a line leaves out is not compared. An event that no process can see
// (a message that is lost, a link that is cut, a crash) needs no line and happens
// within the budgets of the network.
//
// [Record] writes the log of an execution of the model.
package validate
