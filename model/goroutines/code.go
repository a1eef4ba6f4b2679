package goroutines

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/interrex/interrex/model"
)

// A Process is a running process, as the user's [Code].Start returns it.
type Process struct {
	// Observe returns the status that an observer sees. It is called while all
	// goroutines of the process wait, must not block and must not change the
	// process.
	Observe func() model.Status
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
	// process that runs for one tick. The processes take it in every order.
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
	LeaveOut   []string
	Operations int // that the application may invoke, once the process has started
	Time       Time
	Tick       time.Duration // of virtual time; in [Effects] how often the status is looked at; 0: one second
	// Longest bounds in [Effects] how long a process may wait for its next visible
	// effect: after that it has no timer. 0: a minute.
	Longest time.Duration
	// Steps bounds how often time passes at one process. The status of a process
	// that has reached it is Bounded. 0: no bound, so that a search need not end.
	Steps int
	// Histories bounds the histories that a search keeps; 0: a million. A search
	// that needs more ends with an error.
	Histories int
	// Ends is how long the goroutines of a process may go on, in virtual time, when it is
	// stopped: its context ends, Stop is called, and no message arrives any more. The Own
	// of a status is an [Ending] then, which [Endings] judge. 0: nobody looks at the end.
	Ends time.Duration
	// Child is the argument with which the function given to [ChildMain] makes this
	// code. Bubbles run in a child process then, so that code which ends its process or
	// never waits ends the child only. "": bubbles run in this process, as walks always
	// do.
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
	if c.Histories == 0 {
		c.Histories = 1 << 20
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
	case c.Tick < 0 || c.Longest < 0 || c.Ends < 0:
		return c.errorf("tick %v, longest %v, ends %v; allowed: 0 (the default), or more", c.Tick, c.Longest, c.Ends)
	case c.Patience < 0:
		return c.errorf("patience %v; allowed: 0 (five seconds), or more", c.Patience)
	case c.Child != "" && os.Getenv(childVariable) != "":
		return c.errorf("this is a child process, and ChildMain has not been called; allowed: its call comes first in main or TestMain")
	case c.Operations < 0 || c.Steps < 0 || c.Histories < 0:
		return c.errorf("operations %d, steps %d, histories %d; allowed: 0, or more", c.Operations, c.Steps, c.Histories)
	}
	for _, field := range c.LeaveOut {
		if strings.Count(field, ".") < 2 || strings.HasSuffix(field, ".") {
			return c.errorf("cannot leave out %q; allowed: package.Type.field", field)
		}
	}
	return nil
}

func (c *Code) errorf(format string, args ...any) error {
	return errors.New("goroutines: " + c.Name + ": " + fmt.Sprintf(format, args...))
}

// settings is the text of all that must be the same in a child.
func (c *Code) settings() string {
	return fmt.Sprintf("Name %s, Knowledge %d, LeaveOut %q, Operations %d, Time %v, Tick %v, Longest %v, Steps %d, Ends %v", c.Name, c.Needs.Knowledge, c.LeaveOut, c.Operations, c.Time, c.Tick, c.Longest, c.Steps, c.Ends)
}
