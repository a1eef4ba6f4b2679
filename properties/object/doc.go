// Package object states properties of the clients of a shared object: a register, a
// queue, a lock, a map, or an object of one's own. Its properties are about
// histories: the calls and returns of the clients, in the order of the events of an
// execution.
//
// An [Object] is a pure function from a state and an operation to the next state and a
// result. [Linearizable] is the property that every call takes effect at one moment
// between call and return (Herlihy and Wing 1990), [SequentiallyConsistent] that the
// calls of each client take effect in their order (Lamport 1979). A [Source] says where
// calls and returns are read: from the statuses of processes, or from events.
//
// [Order] finds the order in which the calls of one history take effect.
package object
