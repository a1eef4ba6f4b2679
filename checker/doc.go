// Package checker searches the executions of a system and judges properties:
// every execution, by breadth-first search of the configurations ([Check]).
//
// A search is complete or says so: whatever is cut short is [Unknown].
// Counterexamples are the least in (length, then event order), the same for
// every number of workers, and are replayed by model and judged by properties,
// which share nothing with the search, before they are reported.
package checker
