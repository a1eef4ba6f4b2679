// Package checker decides whether a system has the properties that are asked
// of it, by searching every execution ([Check]), and finds the least and
// greatest number of messages, rounds or events that executions take
// ([Measure]).
//
// There are two engines. [Explicit] visits configurations one by one, breadth
// first. [Symbolic] holds sets of configurations as decision diagrams. [Auto]
// lets them take turns. They give the same verdicts and the same
// counterexamples. An optional reduction ([Reduction]) leaves out messages that
// can never matter again.
//
// A search is complete or says so: whatever is cut short is [Unknown]. A step
// that is not well-formed is reported always, and then nothing else holds.
//
// A counterexample is the least in (length, then event order), the same for
// every number of workers. Before it is reported, package model replays it and
// package properties judges it; neither shares code with the search.
package checker
