// Package runner runs one process of a system on a network: the same Step that is
// checked. A [Transport] carries its messages; timers run on the clock; a seed
// determines the results of [model.Process.Choose].
//
// A [Process] takes one input at a time. It writes the line of the input, with its
// local state after it, before it sends anything: a process resumes from its log
// after a crash, and package checker/validate reads the log. A message counts as
// received when its line is written, and [Process.Deliver] returns then. So a
// transport that waits for Deliver neither loses nor repeats a message, and a slow
// process slows down those who send to it.
package runner
