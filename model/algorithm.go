package model

import "github.com/interrex/interrex/model/values"

// An Algorithm is the program that every process of a network runs. L is the
// type of its local states and M of its messages. Both are compared with ==, so
// they hold no pointer, slice, map, func, channel or float. M may be an
// interface; then this applies to each concrete type of message.
//
// All four methods must be functions of their arguments: of the knowledge that
// p grants, of s, of in, and (Step only) of the outcomes of [Process.Choose].
type Algorithm[L, M comparable] interface {
	// Init returns the initial local state of the process that p describes. It
	// neither sends nor chooses.
	Init(p Self) L
	// Ready says which inputs other than messages s reacts to now.
	Ready(p Self, s L) Spontaneous
	// Step returns the local state that follows s upon in, and sends through p.
	Step(p *Process[M], s L, in Input[M]) L
	// Observe returns the status that an observer sees in s.
	Observe(p Self, s L) Status
}

// The interfaces below are optional: [New] looks whether an algorithm has the
// method.
type (
	// A Namer names an algorithm, by one word. Without this method it has the name
	// of its type ([NameOf]).
	Namer interface {
		Name() string
	}

	// An InputNamer names the timers, the wake-up and the operations of an algorithm.
	// Without this method charts, files and logs number timers and operations.
	InputNamer interface {
		InputNames() InputNames
	}

	// A Deferrer defers messages: a message waits until the local state of its receiver
	// is ready for it. An algorithm without this method accepts every message at once.
	Deferrer[L, M comparable] interface {
		// Defers reports whether a process in local state s does not receive m on port q
		// yet. In order fifo a deferred message blocks its link. In the other orders the
		// process receives other messages before it. Defers must be a function of its
		// arguments.
		Defers(p Self, s L, q Port, m M) bool
	}

	// A Forger says which messages a traitor may send ([Faults].Traitor, [Faults].Forge). Without
	// this method traitors only fall silent.
	Forger[M comparable] interface {
		// Forges returns the messages that a traitor may send on port q, each once. Forges must
		// be a function of its arguments.
		Forges(p Self, q Port) []M
	}

	// A Needer declares the needs of an algorithm. [New] rejects other networks. An
	// algorithm without this method runs on every network.
	Needer interface {
		Needs() Needs
	}

	// A Timed algorithm says how long its timers run. Only timing [Bounded] asks it: it
	// refuses an algorithm without this method that sets a timer, or suspects a process.
	Timed[L any] interface {
		// Durations returns how long the timers that s has set run, and how long it takes
		// to detect a crash. It is asked when a clock starts. Durations must be a function
		// of its arguments.
		Durations(p Self, s L) Durations
	}

	// A Restarter returns the local state in which a process restarts that crashed
	// in s. The processes of an algorithm without this method cannot restart.
	Restarter[L any] interface {
		Restart(p Self, s L) L
	}
)

// Needs are the conditions of an algorithm on its network.
type Needs struct {
	Topologies []Topology // one of these; nil: any
	MinN, MaxN int        // number of processes; 0: no limit
	Sizes      string     // a further restriction on n in words, checked by Fits
	Fits       func(n int) bool
	Knowledge  Knowledge // granted if the network does not say which knowledge it grants
	Timings    []Timing  // one of these; nil: any
	Orders     []Order   // one of these; nil: any
}

// A Self is the knowledge of one process about itself and its surroundings. A
// read of something that the network does not grant panics, and the step is
// ill-formed. No process can read its index.
type Self struct{ k *knower }

// ID returns the identity of the process.
func (p Self) ID() ID { p.k.read(KnowID); return p.k.id }

// N returns the number of processes.
func (p Self) N() int { p.k.read(KnowN); return p.k.n }

// Ports returns the number of ports of the process: they are 0..Ports()-1.
func (p Self) Ports() int { p.k.call(); return p.k.ports() }

// Neighbour returns the identity of the process behind port q.
func (p Self) Neighbour(q Port) ID {
	p.k.read(KnowNeighbours)
	p.k.mustHave(q)
	return p.k.neighbour(q)
}

// NeighbourLabel returns the input label of the process behind port q.
func (p Self) NeighbourLabel(q Port) int {
	p.k.read(KnowNeighbourLabels)
	p.k.mustHave(q)
	return p.k.labelBehind(q)
}

// PortOf returns the first port that leads to the process with identity id.
func (p Self) PortOf(id ID) Port {
	p.k.read(KnowNeighbours)
	for q := range Port(p.k.ports()) {
		if p.k.neighbour(q) == id {
			return q
		}
	}
	fail("no port leads to identity %d", id)
	return 0
}

// Label returns the input label of the process: a number by which the network
// gives it a part (the informer of a ring, say). It is 0 unless the network says
// otherwise.
func (p Self) Label() int { p.k.read(KnowLabel); return p.k.label }

// PortTo returns the first port that leads to a process with that label.
func (p Self) PortTo(label int) Port {
	ports := p.PortsTo(label)
	if ports == nil {
		fail("no port leads to a process with label %d", label)
	}
	return ports[0]
}

// PortsTo returns the ports that lead to processes with that label, in ascending
// order. The process itself is one of them if a port leads to it and it has the
// label.
func (p Self) PortsTo(label int) []Port {
	p.k.read(KnowNeighbourLabels)
	var ports []Port
	for q := range Port(p.k.ports()) {
		if p.k.labelBehind(q) == label {
			ports = append(ports, q)
		}
	}
	return ports
}

// A Process is the argument of a step: it has the knowledge of the process
// ([Self]), and it can send and choose.
type Process[M comparable] struct {
	Self
	sends   []send[M]
	resets  TimerSet
	most    int      // sends of one step
	choices []choice // made so far; those before replay are prescribed
	made    int
	draw    func(k int) int // makes a choice that is not prescribed; nil: the first outcome
}

type send[M comparable] struct {
	port Port
	msg  M
}

type choice struct{ taken, of int }

// Send sends m through port q. Messages of one step are sent in the order of
// the calls.
func (p *Process[M]) Send(q Port, m M) {
	p.k.call()
	if q < 0 || int(q) >= p.k.ports() || !p.k.lay.canSend(q) {
		fail("sends %v to port %d, which does not exist; allowed: %s", values.Text(m), q, p.k.lay.sendable(p.k.process))
	}
	if any(m) == nil {
		fail("sends nothing (a nil interface) to port %d", q)
	}
	if len(p.sends) >= p.most {
		fail("sends more than %d messages in one step", p.most)
	}
	p.sends = append(p.sends, send[M]{q, m})
}

// Reset starts these timers anew after the step, if they are set then. A timer that
// was not set before the step, or has just run out, starts anew in any case. Without
// Reset a timer that stays set goes on as if nothing had happened. Only timing
// [Bounded] measures time; in others Reset has no effect.
func (p *Process[M]) Reset(timers ...uint8) {
	p.k.call()
	p.resets |= Timers(timers...)
}

// Choose returns one of 0..k-1, each with the same probability. The checker
// explores every outcome.
func (p *Process[M]) Choose(k int) int {
	p.k.call()
	if k < 1 {
		fail("chooses among %d outcomes; allowed: 1 or more", k)
	}
	if p.made == len(p.choices) {
		if p.made >= maxChoices {
			fail("chooses without end (more than %d times in one step)", maxChoices)
		}
		first := choice{0, k}
		if p.draw != nil && k > maxOutcomes {
			fail("chooses among more than %d outcomes in one step", maxOutcomes)
		}
		if p.draw != nil {
			first.taken = p.draw(k)
		}
		p.choices = append(p.choices, first)
	}
	c := &p.choices[p.made]
	c.of = k
	p.made++
	return c.taken
}

const (
	maxSends    = 1 << 12
	maxChoices  = 24
	maxOutcomes = 1 << 12
)
