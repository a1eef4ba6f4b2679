// Package simulation runs an algorithm on networks far too large to be
// searched, up to a million processes, and counts messages and time.
//
// There is one event loop. Which events wait, and which is next, is a
// scheduler's affair; what an event does is the algorithm's own Step, called
// through [model.Machine], so that there is no second implementation of any
// protocol. The loop is here and not in model because to decide what happens
// next is the affair of a search; only the values of a protocol are kept
// there, where their types are known. Faults are in it too; each is an event.
// The schedulers of package schedule, which look at all that is enabled, decide
// in small networks, where the model itself is taken step by step.
//
// All numbers are integers and all chance comes from one seeded generator: a
// seed stands for the same sequence of events on every machine.
//
// [Expect] is the check on it: the exact mean over all schedules of a small
// network, each event as likely as any other.
package simulation
