// Package model defines message-passing algorithms, networks, events,
// configurations and executions. It is the only package that protocols and the
// checker share: neither knows the other.
//
// An algorithm is one program that every process runs, a pure function
//
//	step : knowledge × local state × input → local state × sends
//
// over values compared with ==. [New] joins an [Algorithm] and a [Network] to
// a [System]; everything past New is free of type parameters.
// [System.Successors] defines the model over values; it is written to be read, and
// [System.Replay] uses it.
//
// Engines see a System from another side, [System.Semantics]: package compiled
// builds tables on it, in which local states and messages are small integers and
// each step is called once, and package stepwise grows executions by one event at a
// time.
//
// docs/semantics.md defines networks, time and faults exactly.
package model
