// Package compose turns a system into a machine whose configurations are two
// numbers and whose events are table look-ups.
//
// A configuration is cut into leaves: one per process (its local state and
// what is in flight to it) and one for the environment (what may still go
// wrong, and the state of a monitor). Leaves are composed pairwise to a binary
// tree of components. Every state of a component has a number, given in the
// order of discovery, and a list of events, computed once: the number of the
// state that follows, and what the event delivers outside the component (its
// batch). A batch is pushed into the sibling by another table. At the root
// nothing is numbered: a configuration is the pair (left, right), exact in 64
// bits, and an event of it is one entry of a list and at most one push.
package compose
