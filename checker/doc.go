// Package checker searches every execution of a system and decides whether its
// properties hold ([Check]). It also finds the least and greatest number of
// messages, rounds or events of the executions ([Measure]).
//
// There are two engines. [Explicit] visits configurations one by one, breadth
// first. [Symbolic] represents sets of configurations as decision diagrams.
// [Auto] lets them take turns. They give the same verdicts and the same
// counterexamples. A reduction ([Reduction]) leaves out orders of events that make
// no difference. Large systems are reduced by default.
//
// A verdict says that a property holds only after a complete search; if the
// search is cut short, the verdict is [Unknown]. A step that is not well-formed
// is always reported, and then no other property holds.
//
// A counterexample is the least in (length, then event order), the same for
// every number of workers. Before it is reported, package model replays it and
// package properties judges it. Neither shares code with the search. The engines,
// which are internal packages, return schedules only: this package makes the
// verdicts.
package checker
