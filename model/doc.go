// Package model says what a message-passing algorithm, a network, an event, a
// configuration and an execution are. It is the only package that protocols
// and the checker share: neither knows the other.
//
// An algorithm is one program that every process runs, a pure function
//
//	step : knowledge × local state × input → local state × sends
//
// over values compared with ==. [New] joins an [Algorithm] and a [Network] to
// a [System]; everything past New is free of type parameters. A System has two
// faces: [System.Successors] is the meaning of the model, written over values
// to be read and trusted, and is what [System.Replay] uses; [System.Compile]
// gives [Tables], in which local states and messages are small integers and
// every step is called once, for engines that must be fast.
//
// The exact meaning of networks, time and faults is docs/semantics.md.
package model
