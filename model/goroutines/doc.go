// Package goroutines makes a [model.Algorithm] of Go code with goroutines, channels,
// contexts and timers, so that the checker searches every order of its inputs.
//
// The user gives a function that starts a process ([Code].Start). The process reaches
// others through its [Endpoint] only: it sends, receives from an inbox, calls and
// serves calls. A step runs a bubble of [testing/synctest]: it starts a fresh process,
// replays a history of inputs, gives one more, waits until every goroutine is durably
// blocked, and collects the messages that have been sent. The goroutines see virtual
// time, which passes as [Code].Time says.
//
// A local state is a history of inputs. The checker memoises steps: the code runs once
// for each distinct process, history and input, however many configurations there are.
//
// The search takes every order of the inputs of all processes. Inside a process it
// takes one schedule of its goroutines after each input, that of the Go scheduler. Each
// replay must send the same messages and show the same statuses as the first run, or
// the search ends with an error: see [Code].Repeats and [Code].Tries for code that does
// not always do the same.
package goroutines
