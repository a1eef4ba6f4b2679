// Package simulation runs an algorithm on networks far too large for a search, up
// to a million processes, and counts messages and time.
//
// There is one event loop. A scheduler keeps the events that are due and selects
// the next. The effect of an event is the algorithm's own Step, called through
// [model.Machine], so no protocol is implemented twice. The machine keeps the
// values of a protocol, as it knows their types; the loop decides which event is
// next, and lets faults occur, each as an event. In small networks the schedulers
// of package schedule can decide instead: they look at all enabled events, and the
// steps are those of the model itself.
//
// All numbers are integers, and all randomness comes from one seeded generator: a
// seed determines the same sequence of events on every machine.
//
// [Expect] validates simulations: it returns the exact mean over all schedules of a
// small network in which all enabled events are equally likely.
package simulation
