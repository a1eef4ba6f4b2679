// Package properties says what must hold of a system: safety, liveness and
// bounds, as predicates over what an observer sees ([model.View]). It knows no
// search: [Property.Judge] decides by itself whether a given execution refutes
// (or, for [Reachable], witnesses) a property, and is what every
// counterexample is judged by before it is shown.
//
// The named properties are in catalogue.go; users make their own with
// [NewAlways], [NewAlwaysStep], [NewAtEnd], [NewEventually], [NewStabilises],
// [NewTerminates], [NewReachable] and [Property.Monitored].
package properties
