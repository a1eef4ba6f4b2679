package model

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/interrex/interrex/model/values"
)

// A Machine runs the processes of a network one step at a time. It is for
// networks that are too large for a search: values keep their types and are
// neither compared nor interned, and it computes the process behind a port when
// something is sent there. Its user decides which step comes next, and delivers
// each message once. A Machine is for one goroutine at a time.
type Machine interface {
	// Guard calls f, which takes steps. A step that is not well-formed ends f, and
	// the error says why; the local state does not change, and the message stays in
	// flight. If another method panics, the error is a [*ValueError].
	Guard(f func()) error
	// Step lets process p take a step upon in and returns the messages that it
	// sends, in order. The list is valid until the next step. The Msg of an input is
	// the number of a message in flight, which arrives. A step that is not
	// well-formed panics; [Machine.Guard] recovers.
	Step(p int, in Input[int]) []Posted
	// Ready returns the inputs that the local state of process p reacts to, beside
	// messages.
	Ready(p int) Spontaneous
	// Resets returns the timers that the last step has reset.
	Resets() TimerSet
	// Durations returns the durations of the timers and suspicions of process p. It panics
	// with a [*ValueError] if the algorithm does not say; [Machine.Guard] recovers.
	Durations(p int) Durations
	// Status returns the status of process p.
	Status(p int) Status
	// MessageText returns the text of a message in flight.
	MessageText(m int) string
	// Named returns e with the name that the algorithm gives to its timer or
	// wake-up.
	Named(e Event) Event
	// Peer returns the process behind port q of process p, -1 if there is none.
	Peer(p int, q Port) int
	// Ports returns the number of ports, counted from 0, through which process p
	// can send.
	Ports(p int) int
	// Drop takes a message out of flight: it is lost.
	Drop(m int)
	// Copy puts a copy of a message into flight, on the same link.
	Copy(m int) int
	// Same reports whether two messages in flight are equal.
	Same(a, b int) bool
	// Restart restarts process p, in the local state that its method returns.
	Restart(p int)
}

// Posted is a message that a [Machine] has sent: it is in flight to process
// To, on whose port Port it arrives. Msg is its number until it has arrived.
type Posted struct {
	To   int
	Port Port
	Msg  int
}

// Machine returns the processes of a network that run the algorithm of the
// system. It uses nothing else of the system: net may be far too large for a
// search. draw(k) decides each [Process.Choose].
func (x Semantics) Machine(net Network, draw func(k int) int) (m Machine, err error) {
	s := x.sys
	if s == nil {
		return nil, errNoSystem
	}
	defer blame(&err)
	if err := s.adapt(&net); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	lay, err := net.layout()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if err := lay.fitsVictims(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if err := lay.fitsDivisions(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return s.alg.machine(lay, draw), nil
}

// machine is the one implementation of Machine. It has a single Process and a
// single knower, which it points at the process that takes a step.
type machine[L, M comparable] struct {
	alg      Algorithm[L, M]
	knower   *knower
	process  Process[M]
	locals   []L
	inFlight []M   // by number
	free     []int // numbers not in use
	posted   []Posted
	stepping bool   // the algorithm takes a step
	method   string // the other method of the algorithm that is running, "" if none
	of       int    // the process of that call
	shows    shown  // by the last process that was observed
}

func (e erased[L, M]) machine(lay *layout, draw func(k int) int) Machine {
	n := lay.net.N
	k := &knower{grants: lay.net.granted(), n: n, lay: lay}
	m := &machine[L, M]{alg: e.alg, knower: k, locals: make([]L, n)}
	m.process = Process[M]{Self: Self{k}, most: maxSends + n, draw: draw}
	if _, several := e.alg.(Initializer[L]); several || lay.net.Start != nil {
		for p := range m.locals {
			k.be(p)
			m.locals[p] = e.initially(lay.net.Start, p, m.process.Self, draw)
		}
	} else {
		m.initAll()
	}
	return m
}

// initAll gives each process the local state that Init returns. That is not put into
// an interface, as there may be a million of them.
func (m *machine[L, M]) initAll() {
	e := erased[L, M]{m.alg}
	defer e.orderly("Init", nil)
	for p := range m.locals {
		m.knower.be(p)
		if m.locals[p] = m.alg.Init(m.process.Self); any(m.locals[p]) == nil {
			fail("returns no local state (a nil interface)")
		}
	}
}

// initially returns the local state in which process p starts. If there are several,
// and start does not say which, draw decides.
func (e erased[L, M]) initially(start []int, p int, self Self, draw func(k int) int) L {
	list := e.inits(self)
	switch {
	case start == nil && len(list) > 1:
		return list[draw(len(list))].(L)
	case start == nil:
		return list[0].(L)
	case start[p] >= len(list):
		panic(&ValueError{fmt.Sprintf("%s: start: process %d has no initial state %d; allowed: 0..%d", NameOf(e.alg), p, start[p], len(list)-1)})
	}
	return list[start[p]].(L)
}

func (m *machine[L, M]) Guard(f func()) (err error) {
	defer func() {
		r := recover()
		switch {
		case r == nil:
		case isValueError(r):
			m.stepping, m.method, err = false, "", r.(error)
		case m.stepping:
			m.stepping, err = false, illFormedStep(r)
		case m.method != "":
			err = &ValueError{fmt.Sprintf("%s: %s in local state %s: %v", NameOf(m.alg), m.method, values.LongText(m.locals[m.of]), illFormedStep(r))}
			m.method = ""
		default: // the panic does not come from the algorithm
			panic(r)
		}
	}()
	f()
	return nil
}

func isValueError(r any) bool { _, ok := r.(*ValueError); return ok }

func (m *machine[L, M]) Step(p int, in Input[int]) []Posted {
	value := Input[M]{Kind: in.Kind, Port: in.Port, Number: in.Number}
	if in.Kind == Receive {
		value.Msg = m.inFlight[in.Msg]
	}
	m.knower.be(p)
	m.process.sends, m.process.choices, m.process.made = m.process.sends[:0], m.process.choices[:0], 0
	m.process.resets = 0
	m.stepping = true
	m.locals[p] = m.alg.Step(&m.process, m.locals[p], value)
	m.stepping = false
	if in.Kind == Receive {
		m.Drop(in.Msg)
	}
	m.posted = m.posted[:0]
	for i := range m.process.sends {
		m.post(p, &m.process.sends[i])
	}
	return m.posted
}

// illFormedStep returns, as one line, why a step that panicked is not
// well-formed.
func illFormedStep(r any) error {
	if why, ok := r.(illFormed); ok {
		return fmt.Errorf("%s", string(why))
	}
	return errors.New(panicText(r))
}

// post puts the messages of process p into flight.
func (m *machine[L, M]) post(p int, s *send[M]) {
	number := m.add(s.msg)
	lay := m.knower.lay
	m.posted = append(m.posted, Posted{To: lay.peer(p, s.port), Port: lay.back(p, s.port), Msg: number})
}

// add puts a message into flight.
func (m *machine[L, M]) add(msg M) int {
	if last := len(m.free) - 1; last >= 0 {
		number := m.free[last]
		m.free = m.free[:last]
		m.inFlight[number] = msg
		return number
	}
	m.inFlight = append(m.inFlight, msg)
	return len(m.inFlight) - 1
}

func (m *machine[L, M]) Ready(p int) Spontaneous {
	m.knower.be(p)
	m.method, m.of = "Ready", p
	ready := m.alg.Ready(m.process.Self, m.locals[p])
	m.method = ""
	return ready
}

func (m *machine[L, M]) Resets() TimerSet { return m.process.resets }

func (m *machine[L, M]) Durations(p int) (d Durations) {
	ready := m.Ready(p)
	var last func() Durations
	if (erased[L, M]{m.alg}).timed(m.process.Self) {
		last = func() Durations {
			m.method, m.of = "Durations", p
			d = m.alg.(Timed[L]).Durations(m.process.Self, m.locals[p])
			m.method = ""
			return d
		}
	}
	checkDurations(NameOf(m.alg), m.locals[p], ready, last)
	return d
}

func (m *machine[L, M]) Status(p int) Status {
	m.knower.be(p)
	m.method, m.of = "Observe", p
	st := m.alg.Observe(m.process.Self, m.locals[p])
	if t := reflect.TypeOf(st.Own); t != m.shows.of || m.shows.abstract { // programs that are joined show values of several types
		var err error
		if m.shows, err = shownBy(st.Own); err != nil {
			fail("%v", err)
		}
	}
	m.method = ""
	st.Down, st.Failed = false, false
	return st
}

func (m *machine[L, M]) MessageText(number int) string { return messageText(m.inFlight[number]) }

func (m *machine[L, M]) Named(e Event) Event {
	m.knower.be(e.Process)
	names := erased[L, M]{m.alg}.inputNames(m.process.Self)
	return names.named(e)
}

func (m *machine[L, M]) Drop(number int) { m.free = append(m.free, number) }

func (m *machine[L, M]) Copy(number int) int { return m.add(m.inFlight[number]) }

func (m *machine[L, M]) Same(a, b int) bool { return m.inFlight[a] == m.inFlight[b] }

func (m *machine[L, M]) Restart(p int) {
	m.knower.be(p)
	m.method, m.of = "Restart", p
	m.locals[p] = m.alg.(Restarter[L]).Restart(m.process.Self, m.locals[p])
	m.method = ""
}

func (m *machine[L, M]) Ports(p int) int {
	if !m.knower.lay.canSend(1) {
		return 1
	}
	return m.knower.lay.ports(p)
}

func (m *machine[L, M]) Peer(p int, q Port) int {
	if lay := m.knower.lay; q >= 0 && int(q) < lay.ports(p) {
		return lay.peer(p, q)
	}
	return -1
}
