// Package symbolic is the engine that represents sets of configurations as decision
// diagrams.
//
// [System] lays a system out over the levels of a diagram: one for the local state
// of each process, one for each channel and, if there are faults or a monitor, one
// for the environment. All events of a transition group have the same effect on every
// level except that of their process. The search discovers the groups together with
// the values.
//
// The value of a channel says whether its receiver is down and whether its link is
// cut. So a crash or a cut has a separate effect on each level, and no effect depends
// on the values of two levels.
//
// [Loops] finds the fair end components. [Engine] answers the questions of package
// engine with both (search.go, decide.go, liveness.go). It builds schedules from
// events of package model, and uses the diagrams to choose the next event (walk.go,
// lasso.go).
package symbolic
