package goroutines

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A Process is a running process, as the user's [Code].Start returns it.
type Process struct {
	// Observe returns the status that an observer sees. It is called while all
	// goroutines of the process wait, must not block and must not change the
	// process.
	Observe func() model.Status
	// Snapshot returns all that the process knows and its status does not show, as a value with a
	// fingerprint (model/realcode): times in it are relative to now, and goroutines that wait,
	// as those of calls, are told by what they do next. Two histories are one local state then
	// if their snapshots are equal, and also the statuses, the disks, the numbers of calls,
	// what waits at the endpoint, and what the process does while time passes: see
	// [Code].Ahead. It is called like Observe. What a search then decides is as right as the
	// snapshot. nil: each history is a local state of its own.
	Snapshot func() any
	// Stop ends the process; it returns when its goroutines have ended. nil: the
	// end of [Endpoint.Context] is enough.
	Stop func()
}

// Time says how virtual time passes in a search.
type Time uint8

// How time passes.
const (
	// Frozen time never passes: no timer of the code runs out.
	Frozen Time = iota
	// Rounds let [Code].Tick pass in each round of timing lockstep, for all
	// processes together.
	Rounds
	// Ticks let [Code].Tick pass in each tick of timing bounded: a timer of the
	// process that runs for one tick. The processes take it in every order or,
	// which costs much less, in turn ([model.Network].TimersInTurn).
	Ticks
	// Effects let time pass until the process does something visible: it sends, or
	// its status changes. That is a timeout, in timing async or timely. Processes
	// do not agree on how much time has passed.
	Effects
)

var timeNames = [...]string{"frozen", "rounds", "ticks", "effects"}

func (t Time) String() string {
	if int(t) < len(timeNames) {
		return timeNames[t]
	}
	return fmt.Sprintf("time(%d)", uint8(t))
}

// Code describes code with goroutines.
type Code struct {
	Name  string      // one word
	Needs model.Needs // Knowledge is that of the endpoint
	// Start starts a process and returns without waiting for others: it starts
	// goroutines that communicate through e. It is called at the first input of the
	// process: a wake-up or a message. It is called many times, in bubbles of
	// [testing/synctest] that see virtual time.
	Start func(e *Endpoint) Process
	// Asleep is the status of a process that has not started. A process that shows an
	// Own needs one here too, of the same type.
	Asleep model.Status
	// LeaveOut lists fields of messages that do not belong to their contents, as
	// "package.Type.field". They arrive as zero values.
	LeaveOut []string
	// Segment bounds the bytes of one message of a connection: see [Endpoint.Dial]. 0: all
	// that one end writes upon one input are one message.
	Segment int
	// Window is how many bytes one end of a connection may write before the other end has
	// read; 0: 65536.
	Window     int
	Operations int // that the application may invoke, once the process has started
	Time       Time
	Tick       time.Duration // of virtual time; in [Effects] how often the status is looked at; 0: one second
	// Longest bounds in [Effects] how long a process may wait for its next visible
	// effect: after that it has no timer. 0: a minute.
	Longest time.Duration
	// Steps bounds how often time passes at one process. The status of a process
	// that has reached it is Bounded. 0: no bound, so that a search need not end.
	Steps int
	// StepsOf bounds it for the process with that identity instead: 0 is no time at all.
	// Needs has [model.KnowID] then. nil: Steps bounds all.
	StepsOf func(id model.ID) int
	// Ahead is how long time passes after a step of a process with a Snapshot, before its
	// bubble is thrown away: no snapshot has the timers that run, so what the process does when they run out belongs to
	// the local state. 0: a minute.
	Ahead time.Duration
	// Histories bounds the histories that a search keeps; 0: a million. A search
	// that needs more ends with an error.
	Histories int
	// Repeats is how often a bubble runs again that differs from an earlier one with the same
	// inputs, before the search ends with an error: for code whose goroutines race after one
	// input. The search keeps the outcome that it met first, and [Counts].Differ counts the
	// others. 0: each difference is an error. A history in which k coins fell comes again in
	// one of 2^k bubbles, so a hundred are few for four.
	Repeats int
	// Tries is how often a step runs, so that its outcomes are met: the search takes each one
	// that was met, as it takes each result of [Endpoint.Choose]. A history that has an outcome
	// is replayed until the outcome comes again, within Repeats. An outcome of probability q
	// is not met in k tries with probability (1-q)^k. 0: one outcome of a step is searched.
	Tries int
	// Processors is the number of Ps (GOMAXPROCS) under which every other run of a step
	// goes on that is repeated, for comparison or by Repeats or Tries; the others go on under
	// one. The setting is of the whole program, which has its own again after each bubble:
	// meanwhile no other bubble of such a code runs. 0: all run under the Ps of the program.
	Processors int
	// Ends is how long the goroutines of a process may go on, in virtual time, when it is
	// stopped: its context ends, Stop is called, and no message arrives any more. The Own
	// of a status is an [Ending] then, which [Endings] judge. 0: nobody looks at the end.
	Ends time.Duration
	// Child is the argument with which the function given to [ChildMain] makes this
	// code. Bubbles run in a child process then, so that code which ends its process or
	// never waits ends the child only. So do walks, in another one. "": all run in this process.
	Child string
	// Patience is how long a step may take in a child, in real time; 0: five seconds.
	// The checker waits for a step too: keep it below its Options.MaxStepTime.
	Patience time.Duration
}

// complete sets each field that is zero to its default.
func (c *Code) complete() {
	if c.Tick == 0 {
		c.Tick = time.Second
	}
	if c.Longest == 0 {
		c.Longest = time.Minute
	}
	if c.Ahead == 0 {
		c.Ahead = time.Minute
	}
	if c.Histories == 0 {
		c.Histories = 1 << 20
	}
	if c.Window == 0 {
		c.Window = 1 << 16
	}
	if c.Patience == 0 {
		c.Patience = 5 * time.Second
	}
	switch c.Time {
	case Rounds:
		c.Needs.Timings = []model.Timing{model.Lockstep}
	case Ticks:
		c.Needs.Timings = []model.Timing{model.Bounded}
	case Effects:
		c.Needs.Timings = []model.Timing{model.Async, model.Timely}
	}
}

// check returns an error if c is unusable.
func (c *Code) check() error {
	if err := model.CheckWord(c.Name); err != nil {
		return fmt.Errorf("goroutines: the name %q %w", c.Name, err)
	}
	switch {
	case c.Start == nil:
		return c.errorf("no process: Start is nil")
	case int(c.Time) >= len(timeNames):
		return c.errorf("time %d does not exist; allowed: Frozen, Rounds, Ticks, Effects", c.Time)
	case c.Tick < 0 || c.Longest < 0 || c.Ends < 0 || c.Ahead < 0:
		return c.errorf("tick %v, longest %v, ends %v, ahead %v; allowed: 0 (the default), or more", c.Tick, c.Longest, c.Ends, c.Ahead)
	case c.Patience < 0:
		return c.errorf("patience %v; allowed: 0 (five seconds), or more", c.Patience)
	case c.Child != "" && os.Getenv(childVariable) != "":
		return c.errorf("this is a child process, and ChildMain has not been called; allowed: its call comes first in main or TestMain")
	case c.Segment < 0 || c.Window < 0:
		return c.errorf("segments of %d bytes, window of %d; allowed: 0 (the default), or more", c.Segment, c.Window)
	case c.Operations < 0 || c.Steps < 0 || c.Histories < 0 || c.Repeats < 0 || c.Tries < 0 || c.Processors < 0:
		return c.errorf("operations %d, steps %d, histories %d, repeats %d, tries %d, processors %d; allowed: 0, or more", c.Operations, c.Steps, c.Histories, c.Repeats, c.Tries, c.Processors)
	case c.Tries > 0 && c.Repeats == 0:
		return c.errorf("%d tries of a step without Repeats; allowed: both, as an outcome must come again in replays", c.Tries)
	case c.StepsOf != nil && c.Needs.Knowledge&model.KnowID == 0:
		return c.errorf("StepsOf is given, and no process knows its identity; allowed: Needs with KnowID")
	}
	for _, field := range c.LeaveOut {
		if strings.Count(field, ".") < 2 || strings.HasSuffix(field, ".") {
			return c.errorf("cannot leave out %q; allowed: package.Type.field", field)
		}
	}
	return nil
}

// spent reports whether no more time passes at a process, at which it has passed so often.
func (c *Code) spent(p realcode.Place, ticks int) bool {
	if c.StepsOf != nil {
		return ticks >= c.StepsOf(p.ID)
	}
	return c.Steps > 0 && ticks >= c.Steps
}

func (c *Code) errorf(format string, args ...any) error {
	return errors.New("goroutines: " + c.Name + ": " + fmt.Sprintf(format, args...))
}

// settings is the text of all that must be the same in a child.
func (c *Code) settings() string {
	return fmt.Sprintf("Name %s, Knowledge %d, LeaveOut %q, Segment %d, Window %d, Operations %d, Time %v, Tick %v, Longest %v, Steps %d, Repeats %d, Tries %d, Processors %d, Ends %v", c.Name, c.Needs.Knowledge, c.LeaveOut, c.Segment, c.Window, c.Operations, c.Time, c.Tick, c.Longest, c.Steps, c.Repeats, c.Tries, c.Processors, c.Ends)
}
