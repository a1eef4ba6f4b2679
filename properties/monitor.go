package properties

import "github.com/interrex/interrex/model"

// A Monitor is an observer with memory: its state is a function of the events
// that it has seen. During a search the state is part of the configuration, so
// states must be comparable by value. The search ends only if they are finitely
// many.
//
// Start gets the view before any step and returns the first state. Next returns
// the state after each event that may change the status of a process: first the
// wake-ups of [model.WakeSet.All], then the steps, crashes and restarts of each
// event, process by process.
//
// A monitor of [Watch] may be told of whole events instead: see [Monitor.IsTold].
type Monitor struct {
	Start func(first model.View) any
	Next  func(state any, o Observation) any

	begin func(first Configuration) any // the first state of a monitor that is told of events
	tell  func(state any, s Step) any   // its state after an event; then Start and Next are nil
	sees  scope

	counts         bool                             // see CountsMessages
	guardedRenamed func(state any, image []int) any // nil: renamed
}

// A Renamer is a state of a monitor that names processes. Renamed returns the state in
// which process image[p] has the place of process p. If a state does not have the method,
// a search up to symmetry takes it to be the same after a renaming. The search looks
// whether Next agrees: if it does not, the search visits every configuration.
type Renamer interface {
	Renamed(image []int) any
}

// Renamed returns a state of the monitor after a renaming of processes: process p gets
// the name image[p].
func (m *Monitor) Renamed(state any, image []int) any {
	if m.guardedRenamed != nil {
		return m.guardedRenamed(state, image)
	}
	return renamed(state, image)
}

func renamed(state any, image []int) any {
	if r, ok := state.(Renamer); ok {
		return r.Renamed(image)
	}
	return state
}

// scope is the part of an event that a monitor sees.
type scope uint8

const (
	observations   scope = iota // of processes, one after the other
	configurations              // the configuration after it: the state is a function of that
	events                      // all of it
)

// IsTold reports whether the monitor is told of whole events, with the configurations
// before and after them, by [Monitor.Tell]. Then Start and Next are nil. No symbolic
// search and no reduction knows the events of such a monitor.
func (m *Monitor) IsTold() bool { return m.sees != observations }

// CountsMessages reports whether the monitor is that of [MessagesAtMost]: its state is how
// many messages were sent, up to one more than are allowed. So the order of events makes no
// difference to it, and a violation lasts.
func (m *Monitor) CountsMessages() bool { return m.counts }

// SeesEvents reports whether TellStep needs an event. Otherwise the configuration after it
// is enough.
func (m *Monitor) SeesEvents() bool { return m.sees == events }

// TellStep returns the state of a monitor that is told of whole events after a step, whose parts are made when the monitor asks for them.
func (m *Monitor) TellStep(state any, s Step) any { return m.tell(state, s) }

// toldOf is TellStep for a step of s.
func (m *Monitor) toldOf(state any, s *model.System, before model.Configuration, step model.Successor) any {
	return m.tell(state, stepOf(At(s, before), step))
}

// An Observation is the change of one process in one event, as a monitor sees
// it: its step, crash or restart.
type Observation struct {
	Process       int
	Before, After model.Status
	Sends         int // messages sent in the step, lost ones included
}

// Begin returns the state of the property's monitor in the initial configuration
// of s, nil if the property has no monitor.
func (p Property) Begin(s *model.System) any {
	if p.monitor == nil {
		return nil
	}
	return p.monitor.Begin(s)
}

// Begin returns the monitor's state in the initial configuration of s.
func (m *Monitor) Begin(s *model.System) any {
	x := s.Semantics().Startup()
	if m.IsTold() {
		state := m.begin(At(s, x.Start))
		for i, step := range x.Steps {
			state = m.toldOf(state, s, x.At(i), step)
		}
		return state
	}
	state := m.Start(s.View(x.Start))
	for i, step := range x.Steps {
		state = m.observe(state, s, x.At(i), step)
	}
	return state
}

// Observe returns the state of the property's monitor after an event of s, nil
// if the property has no monitor. The monitor observes a round process by
// process, in order, of those that are up. It does not observe the loss of a
// message or the cut of a link, which no process notices.
func (p Property) Observe(state any, s *model.System, before model.Configuration, step model.Successor) any {
	if p.monitor == nil {
		return nil
	}
	return p.monitor.observe(state, s, before, step)
}

func (m *Monitor) observe(state any, s *model.System, before model.Configuration, step model.Successor) any {
	if m.IsTold() {
		return m.toldOf(state, s, before, step)
	}
	e := step.Event
	switch {
	case e.StepKind() == model.Round:
		sends := make([]int, s.Network().N)
		for _, sent := range step.Sends {
			sends[s.Links()[sent.Link].From]++
		}
		for q, n := range sends {
			if !before.Down[q] {
				state = m.Next(state, Observation{q, s.Status(before, q), s.Status(step.Next, q), n})
			}
		}
		return state
	case e.Kind.IsUnnoticed():
		return state
	}
	q := e.Process
	return m.Next(state, Observation{q, s.Status(before, q), s.Status(step.Next, q), len(step.Sends)})
}
