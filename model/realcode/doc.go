// Package realcode makes a [model.Algorithm] of deterministic, mutable Go code,
// so that the checker searches the interleavings of the code that is shipped.
//
// The user gives a constructor of a fresh [Object] and the fields to leave out
// of its fingerprint ([Code]). A local state is a handle: it stands for the
// shortest history of inputs that is known to lead there. A step builds a fresh
// object, replays the history, lets the object take one more input, collects its
// effects and interns the result by its fingerprint, a text of everything that
// is reachable from the object, unexported fields included. The whole text is
// kept and compared, so no collision can merge two states.
//
// The checker memoises steps: the code is called once for each distinct process,
// local state and input, however many configurations there are.
//
// Two checks guard against code that does not suit, and end the search with an
// error. Each step is taken twice, from two fresh objects, and must do the same.
// A local state that is reached by a second history must have the same future by
// both: for each input the same effects, fingerprint and observation.
package realcode
