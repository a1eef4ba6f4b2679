package goroutines

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A Walk is one random execution of a whole network, all of whose processes run in one
// bubble and see the same virtual time.
type Walk struct {
	// Network has the processes, the order of messages and the budgets of faults. Its
	// timing is async: the walk draws when a message arrives and how much time passes.
	Network model.Network
	// Draw returns one of 0..n-1. It decides the walk: the same draws lead to the same
	// walk if the code is deterministic. A property-based library such as rapid draws,
	// shrinks, stores and replays.
	Draw func(n int) int
	// Pick decides instead of Draw which event happens next: it returns the index of one
	// of the events that may happen, as [Moment].Event has them. With any other number time
	// passes. So a walk can follow the events of an earlier one, or a strategy. nil: Draw
	// decides.
	Pick func(possible []string) int
	// Events bounds the events that are drawn; 0: a thousand.
	Events int
	// Step is the longest time that passes in one event; less passes if a process does
	// something visible. 0: the [Code].Tick.
	Step time.Duration
	// Timely is how long the walk goes on after the drawn events without faults: cuts
	// end, and each message arrives before time passes.
	Timely time.Duration
	// See is told of the network at the start and after each event. An error ends the
	// walk. It runs in the bubble.
	See func(m Moment) error

	happens func(event string) // is told before an event happens; nil: nobody is
}

// A Moment is the argument of See.
type Moment struct {
	Event  string        // the last event, as the model writes it, or "time 1s"
	Time   time.Duration // since the start
	Timely bool          // the timely phase has begun
	View   model.View
}

// Walked is the report of a walk: its events, its time in all and its logs.
type Walked struct {
	Events []string
	Time   time.Duration
	Logs   [][]string // by process
	Shared []string   // lines of loggers that write to [Log]
	// Left says where a goroutine waits that has not ended a minute after its process
	// was stopped; "" if all have.
	Left string
}

// Walk runs w. The error is that of See, or names the fault of the code. With [Code].Child
// the walk runs in a child process, one at a time, and its functions are called here: if
// the code ends the child or never waits, the events of the report end with that event.
func (a *Algorithm) Walk(w Walk) (Walked, error) {
	if a.code.Child != "" {
		return a.walkInChild(w)
	}
	w.Network.Timing, w.Network.Delay, w.Network.TimersInTurn = model.Async, 0, false
	s, err := a.systemOfWalks(w.Network)
	if err != nil {
		return Walked{}, err
	}
	if refused := (model.Faults{Divide: w.Network.Faults.Divide, Traitor: w.Network.Faults.Traitor}); refused != (model.Faults{}) {
		return Walked{}, a.code.errorf("%v; a walk takes crashes, restarts, losses, duplications and cuts", refused)
	}
	if w.Network.Order == model.Inbox {
		return Walked{}, a.code.errorf("order inbox; a walk takes fifo, bag or set")
	}
	if w.Events == 0 {
		w.Events = 1000
	}
	if w.Step == 0 {
		w.Step = a.code.Tick
	}
	x := &walker{Walk: w, code: &a.code, values: a.values.another(), system: s.System, places: s.places, left: w.Network.Faults}
	var thrown any
	over := false
	x.walked.Left = inBubble(func() {
		defer func() { thrown = recover() }()
		defer x.stop()
		defer logTo(x.note)()
		x.begun = time.Now()
		x.run()
		over = true
	})
	if thrown != nil { // by Draw or See
		panic(thrown)
	}
	if !over {
		return x.walked, a.code.errorf("Observe does not return, or See: %s; allowed: to return at once", x.walked.Left)
	}
	return x.walked, x.err
}

// A walker is a walk that goes on. It runs in the bubble.
type walker struct {
	Walk
	code    *Code
	values  *contents
	system  *model.System
	places  []realcode.Place // of the processes
	runs    []*instance      // nil: the process has not started, or is down
	down    []bool
	disks   []string
	lives   []int
	flight  [][]Sent // by link
	cut     []bool   // by link
	left    model.Faults
	begun   time.Time
	visible chan struct{}
	drawing sync.Mutex // and noting
	timely  bool
	list    []possibility // that the last call of possible returned
	walked  Walked
	err     error
}

// A possibility is an event that may happen next.
type possibility struct {
	model.Event
	link, nth int // of a message
	run       func(x *walker, y possibility)
}

func (x *walker) run() {
	n := x.Network.N
	x.runs, x.down, x.disks, x.lives, x.walked.Logs = make([]*instance, n), make([]bool, n), make([]string, n), make([]int, n), make([][]string, n)
	for _, p := range x.Network.Down {
		x.down[p] = true
	}
	x.flight, x.cut = make([][]Sent, len(x.system.Links())), make([]bool, len(x.system.Links()))
	x.visible = make(chan struct{}, 1)
	for p := range n {
		if x.Network.Wake.All && !x.down[p] {
			x.wake(possibility{Event: model.Event{Kind: model.Wake, Process: p}})
		}
	}
	for x.see("start"); x.err == nil && len(x.walked.Events) < x.Events; {
		list := x.possible()
		x.happen(list, x.next(list))
	}
	x.timely, x.left = true, model.Faults{}
	clear(x.cut)
	for end := time.Now().Add(x.Timely); x.err == nil && time.Now().Before(end); {
		list := x.arriving()
		x.happen(list[:min(len(list), 1)], 0)
	}
}

// next returns the number of the possibility that happens next.
func (x *walker) next(list []possibility) int {
	if x.Pick == nil {
		return x.Draw(len(list) + 1)
	}
	texts := make([]string, len(list))
	for i, y := range list {
		texts[i] = y.Event.String()
	}
	return x.Pick(texts)
}

// happen lets a possibility happen or, beyond the last, time pass.
func (x *walker) happen(list []possibility, i int) {
	passes := i < 0 || i >= len(list)
	if x.happens != nil {
		event := "time"
		if !passes {
			event = list[i].Event.String()
		}
		x.happens(event)
	}
	if passes {
		x.pass()
		return
	}
	list[i].run(x, list[i])
	x.see(list[i].Event.String())
}

// pass lets time pass until a process does something visible, at most x.Step.
func (x *walker) pass() {
	before := time.Now()
	timer := time.NewTimer(x.Step)
	select {
	case <-timer.C:
	case <-x.visible:
		timer.Stop()
	}
	synctest.Wait()
	x.see("time " + time.Since(before).String())
}

// see collects the messages that have been sent, and tells See of the event.
func (x *walker) see(event string) {
	statuses := make([]model.Status, len(x.runs))
	for p, i := range x.runs {
		statuses[p].Down = x.down[p]
		if i == nil {
			if !x.down[p] {
				statuses[p] = x.code.showing(x.code.Asleep, Ending{})
			}
			continue
		}
		for _, m := range i.e.drain() {
			x.send(p, m)
		}
		statuses[p] = x.code.showing(i.observe(), Ending{})
		x.blame(p, i.e)
	}
	if event != "start" {
		x.walked.Events = append(x.walked.Events, event)
	}
	x.walked.Time = time.Since(x.begun)
	if x.err == nil && x.See != nil {
		x.err = x.See(Moment{event, x.walked.Time, x.timely, x.system.Semantics().ViewOf(statuses)})
	}
}

// blame ends the walk if the code did something wrong, and keeps its log.
func (x *walker) blame(p int, e *Endpoint) {
	e.mu.Lock()
	defer e.mu.Unlock()
	x.disks[p] = e.disk
	x.walked.Logs[p] = append(x.walked.Logs[p], e.log...)
	e.log = nil
	switch {
	case x.err != nil:
	case e.unfit != nil:
		x.err = x.code.errorf("p%d %v", p, e.unfit)
	case e.fault != "":
		x.err = x.code.errorf("p%d %s", p, e.fault)
	}
}

func (x *walker) send(p int, m Sent) {
	link := x.system.Semantics().OutLink(p, m.Port)
	switch {
	case link < 0:
		if x.err == nil {
			x.err = x.code.errorf("p%d sends %v to port %d, which does not exist", p, m.Msg, m.Port)
		}
	case x.cut[link] || x.down[x.system.Links()[link].To]:
	case x.Network.Order == model.Set && slices.Contains(x.flight[link], m):
	default:
		x.flight[link] = append(x.flight[link], m)
	}
}

// note notes a line of a logger that processes share.
func (x *walker) note(line string) {
	x.drawing.Lock()
	defer x.drawing.Unlock()
	x.walked.Shared = append(x.walked.Shared, strings.TrimSpace(line))
}

// stop ends all processes.
func (x *walker) stop() {
	for _, i := range x.runs {
		if i != nil {
			i.stop()
		}
	}
}

// String returns the events of a walk, for people.
func (w Walked) String() string {
	text := ""
	for i, e := range w.Events {
		text += fmt.Sprintf("%4d %s\n", i+1, e)
	}
	for p, log := range w.Logs {
		for _, line := range log {
			text += fmt.Sprintf("p%d logs: %s\n", p, line)
		}
	}
	for _, line := range w.Shared {
		text += "log: " + line + "\n"
	}
	return text
}
