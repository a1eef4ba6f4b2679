// Package compose turns a system into a machine whose configurations are two
// numbers and whose events are table look-ups.
//
// A configuration consists of leaves: one per process (its local state and the
// messages in flight to it) and one for the environment (the remaining fault
// budgets and the state of a monitor). A binary tree of components composes the
// leaves in pairs. Every state of a component has a number, assigned in the order
// of discovery, and a list of events that is computed once. An event holds the
// number of the next state and its batch, the messages that it delivers outside the
// component. A second table pushes a batch into the sibling. The root has no
// numbers: a configuration is the pair (left, right), exact in 64 bits. Taking one
// of its events costs one entry of a list and at most one push.
package compose
