package compose

import (
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// environment is the leaf for the remaining fault budgets, for whether a process
// has taken a step and whether the network is divided, and for the state of the monitor.
type environment struct {
	*component
	monitor  *properties.Monitor
	numbers  map[environmentState]uint32
	states   []environmentState
	monitors map[any]uint32 // the numbers of the monitor's states, which are the views of the leaf
	values   []any
}

type environmentState struct {
	left    model.Faults
	started bool
	divided bool
	monitor any
}

func newEnvironment(m *Machine, leaf int, monitor *properties.Monitor) *environment {
	e := &environment{component: newComponent(m, leaf, leaf+1), monitor: monitor,
		numbers: map[environmentState]uint32{}, monitors: map[any]uint32{}}
	e.make = e
	return e
}

func (e *environment) state(s environmentState) uint32 {
	if id, ok := e.numbers[s]; ok {
		return id
	}
	view, ok := e.monitors[s.monitor]
	if !ok {
		view = uint32(len(e.values))
		e.monitors[s.monitor] = view
		e.values = append(e.values, s.monitor)
		if !isBroken(s.monitor) {
			e.m.reduction.watch(s.monitor)
		}
	}
	attr := uint64(view) << 32
	if s.started {
		attr |= started
	}
	if isBroken(s.monitor) {
		attr |= failed
		e.m.fails.Store(true)
		e.m.blamed.Store(true)
	}
	attr |= uint64(confluent.BudgetsOf(s.left)) << budgets
	id := e.add(attr, 0)
	e.numbers[s] = id
	e.states = append(e.states, s)
	e.m.recorder.surroundings(s, id)
	e.m.folding.surroundings(e, s, id)
	return id
}

// counts reports whether the monitor counts messages: then it is told of confluent
// deliveries too.
func (e *environment) counts() bool { return e.monitor != nil && e.monitor.CountsMessages() }

func (e *environment) makeEvents(id uint32) []event { return e.divisions(e.states[id]) }

func (e *environment) makeConfluent(*normal, uint32, confluent.Budgets) (event, bool) {
	return event{}, false
}

func (e *environment) makeOvertaking(*normal, uint32, confluent.Budgets) []event { return nil }

func (e *environment) sends(*normal, uint32, confluent.Budgets) uint32 { return 0 }

func (e *environment) makeAlone(*normal, uint32, confluent.Budgets) []event { return nil }

func (e *environment) makePush(id, batch uint32) uint32 {
	s := e.states[id]
	c := e.m.batches.charges[e.m.batches.payload(batch, e.lo)]
	if !s.left.Covers(c.cost) {
		return refused
	}
	s.left = s.left.Minus(c.cost)
	s.started = s.started || c.start
	if c.observed {
		s.monitor = e.next(s.monitor, c.observation)
	}
	return e.state(s)
}

// next returns the state of the monitor after an observation.
func (e *environment) next(state any, x properties.Observation) any {
	if isBroken(state) {
		return state
	}
	next := guardMonitor(func() any { return e.monitor.Next(state, x) })
	if isBroken(next) {
		return next
	}
	e.m.folding.follow(e.monitor, state, x, next)
	return next
}
