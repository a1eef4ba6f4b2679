package goroutines

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/interrex/interrex/model"
)

// A walk in a child process asks this one for each draw, and tells it of each moment, in
// reports. The answers are replies.

// A walkTask asks a child for a walk.
type walkTask struct {
	network      model.Network
	picks        bool // the events are picked, not drawn
	events       int
	step, timely time.Duration
}

// A walkReport is part of a report of a walk.
type walkReport struct {
	happens string   // the event that happens next
	drawn   int      // one of so many is to be drawn
	picked  []string // one of these is to be picked
	picks   bool
	moment  *walkMoment
	walked  *Walked // the walk is over
	failed  string  // its error
}

// A walkMoment is a [Moment] with all that travels of its view.
type walkMoment struct {
	event    string
	time     time.Duration
	timely   bool
	statuses []model.Status
}

// A walkReply answers a report of a walk.
type walkReply struct {
	number int
	stop   bool // the walk is to end
}

var errWalkStopped = errors.New("goroutines: the walk is stopped")

// walkInChild runs w in a child. A crash there is an error, and the report has the events
// up to it.
func (a *Algorithm) walkInChild(w Walk) (Walked, error) {
	view, err := a.viewer(w.Network)
	if err != nil {
		return Walked{}, err
	}
	a.walks.Lock()
	defer a.walks.Unlock()
	if a.walkChild == nil {
		if a.walkChild, err = a.startChild(); err != nil {
			return Walked{}, a.code.errorf("cannot start a child process: %v", err)
		}
	}
	x := &walkParent{Walk: w, a: a, c: a.walkChild, view: view}
	defer func() {
		if !x.over {
			x.abandon()
		}
	}()
	return x.run()
}

// viewer returns the function that makes the views of a network. It runs no code.
func (a *Algorithm) viewer(net model.Network) (func([]model.Status) model.View, error) {
	net.Timing, net.Delay, net.TimersInTurn = model.Async, 0, false
	free := newAlgorithm(a.code)
	free.code.Needs.Timings = nil
	asleep := net
	asleep.Wake = model.WakeSet{}
	s, err := model.New(free, asleep)
	if err != nil {
		return nil, err
	}
	return func(statuses []model.Status) model.View {
		v := s.Semantics().ViewOf(statuses)
		v.Network = &net
		return v
	}, nil
}

// A walkParent follows a walk in a child.
type walkParent struct {
	Walk
	a      *Algorithm
	c      *child
	view   func([]model.Status) model.View
	walked Walked
	event  string // that happens
	seen   error  // of See
	over   bool   // the child has ended the walk, or has ended itself
}

// run asks for the walk, and answers until it is over.
func (x *walkParent) run() (Walked, error) {
	task := walkTask{network: x.Network, picks: x.Pick != nil, events: x.Events, step: x.Step, timely: x.Timely}
	for sent := write(x.c.in, errand{walk: &task}); sent == nil; {
		var r report
		if read := x.c.read(&r, x.a.code.Patience+2*time.Second); read != nil {
			break
		}
		switch y := r.walk; {
		case r.hung != "":
			x.end(0)
			return x.broken(fmt.Sprintf("does not wait within %v: %s; allowed: to wait for channels, timers, contexts and groups made in the process", x.a.code.Patience, r.hung))
		case y == nil:
		case y.walked != nil:
			x.over = true
			x.c.errors.clear()
			return *y.walked, x.result(y.failed)
		case y.happens != "":
			x.event = y.happens
		default:
			sent = write(x.c.in, errand{reply: x.reply(y)})
		}
	}
	return x.crashed()
}

// reply asks the functions of the walk.
func (x *walkParent) reply(y *walkReport) *walkReply {
	switch {
	case y.moment != nil:
		return &walkReply{stop: x.see(y.moment) != nil}
	case y.picks:
		return &walkReply{number: x.Pick(y.picked)}
	}
	return &walkReply{number: x.Draw(y.drawn)}
}

// see notes a moment and tells See of it.
func (x *walkParent) see(m *walkMoment) error {
	if m.event != "start" {
		x.walked.Events = append(x.walked.Events, m.event)
	}
	x.walked.Time, x.event = m.time, ""
	if x.See != nil {
		x.seen = x.See(Moment{m.event, m.time, m.timely, x.view(m.statuses)})
	}
	return x.seen
}

// result returns the error of a walk that has ended in order.
func (x *walkParent) result(failed string) error {
	if x.seen != nil || failed == "" {
		return x.seen
	}
	return errors.New(failed)
}

// crashed is the result of a walk during which the child has ended.
func (x *walkParent) crashed() (Walked, error) {
	end := x.end(time.Second) // from then on all that the child has printed is there
	text := x.c.errors.String()
	fault, _ := crash(text, end)
	x.walked.Shared = append(x.walked.Shared, stackOf(text)...)
	return x.broken(fault)
}

// broken is the result of a walk that broke off, upon the last one of its events.
func (x *walkParent) broken(fault string) (Walked, error) {
	if x.event == "" {
		return x.walked, x.a.code.errorf("after %d events: %s", len(x.walked.Events), fault)
	}
	err := x.a.code.errorf("after %d events, upon %s: %s", len(x.walked.Events), x.event, fault)
	x.walked.Events = append(x.walked.Events, x.event)
	return x.walked, err
}

// end ends the child.
func (x *walkParent) end(itself time.Duration) *os.ProcessState {
	x.over, x.a.walkChild = true, nil
	return x.c.end(itself)
}

// abandon ends a walk of which a function has panicked, as those of rapid do: the child
// stops it, and serves the next one.
func (x *walkParent) abandon() {
	for sent := write(x.c.in, errand{reply: &walkReply{stop: true}}); !x.over && sent == nil; {
		var r report
		if read := x.c.read(&r, x.a.code.Patience+2*time.Second); read != nil {
			break
		}
		x.over = r.walk != nil && r.walk.walked != nil
	}
	if !x.over {
		x.end(0)
	}
}

// walk carries out a walk in a child.
func (s *host) walk(t walkTask) *walkReport {
	stopped := false // only answers count from now on
	ask := func(y walkReport) int {
		if stopped {
			return 0
		}
		s.tell(report{walk: &y})
		s.asks.Add(1)
		reply := <-s.replies
		s.asks.Add(1)
		stopped = reply.stop
		return reply.number
	}
	w := Walk{Network: t.network, Events: t.events, Step: t.step, Timely: t.timely,
		Draw: func(n int) int { return ask(walkReport{drawn: n}) },
		See: func(m Moment) error {
			if ask(walkReport{moment: &walkMoment{m.Event, m.Time, m.Timely, m.View.Status}}); stopped {
				return errWalkStopped
			}
			return nil
		},
		happens: func(event string) { s.tell(report{walk: &walkReport{happens: event}}) }}
	if t.picks {
		w.Pick = func(possible []string) int { return ask(walkReport{picks: true, picked: possible}) }
	}
	watched := make(chan struct{})
	defer close(watched)
	go s.watch(watched)
	walked, err := s.a.Walk(w)
	y := &walkReport{walked: &walked}
	if err != nil {
		y.failed = err.Error()
	}
	return y
}

// watch reports a hang if the walk neither asks nor is answered for a while: an odd number
// of asks and answers says that it waits for the other process.
func (s *host) watch(over <-chan struct{}) {
	for last := s.asks.Load(); ; {
		select {
		case <-over:
			return
		case <-time.After(s.a.code.Patience):
		}
		now := s.asks.Load()
		if now == last && now%2 == 0 {
			s.hangs()
			return
		}
		last = now
	}
}
