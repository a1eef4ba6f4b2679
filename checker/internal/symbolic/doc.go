// Package symbolic lays a system out over the levels of a decision diagram: a
// level for the local state of each process and one for each channel, and one
// for the environment where there are faults or a monitor. Events are put into
// transition groups that have the same effect on every level except that of their
// process; groups are found as values are met.
//
// What is in flight to a process that is down, and which links are cut, is part
// of the value of a channel, so that a crash or a cut has an effect of its own
// on each level and no event need look at two levels at once.
//
// [Loops] finds where fair executions can go on for ever.
package symbolic
