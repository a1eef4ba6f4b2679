// Package properties defines safety, liveness and bounds of a system, as
// predicates over the statuses that an observer sees ([model.View]). It knows no
// search. [Property.Judge] decides whether a given execution refutes (or, for
// [Reachable], witnesses) a property; every counterexample must pass it before it
// is shown. A [Judge] does so along a path that grows.
//
// The named properties are in catalogue.go. Users make their own with [NewAlways],
// [NewAlwaysStep], [NewAtEnd], [NewEventually], [NewLeadsTo], [NewRecurs],
// [NewStabilises], [NewTerminates] and [NewReachable]. A predicate with a memory is a
// [Watch]. Predicates of a [Configuration] see the messages in flight, and those of a
// [Step] see whole events.
package properties
