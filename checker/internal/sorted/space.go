package sorted

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// space has all local states, messages and events that could occur if every message came again
// and again: more than any execution has.
type space struct {
	system    *model.System
	tables    *compiled.Tables
	starts    []*model.System
	processes []*process
	signals   []signal
	numbers   map[signal]int32
	lists     *vectors
	charges   []charge // index 0: nothing
	charged   map[charge]int32
	events    []event
	pending   []reaction
	poll      func()
	watched   bool  // monitors are told of events
	unfit     bool  // some step is not well-formed
	bytes     int64 // of all this
}

// process has the local states of a process.
type process struct {
	numbers  map[local]int32
	locals   []local
	status   []model.Status
	progress []int32
	signals  []int32   // addressed to it
	answers  [][]int32 // by local state: signals that it sends upon inputs that do not change it
	answered []map[int]bool
}

// local is a local state of a process that is up, or of one that is down. Then state is what it would
// restart from, -1 if it cannot.
type local struct {
	state compiled.Local
	down  bool
}

// A signal is a message to a process at a port, or the news that the process behind the port is down.
type signal struct {
	process int
	port    model.Port
	message compiled.Message // isDown: the news
}

const isDown compiled.Message = -1

// An event leads a process from one local state to another. It may take a signal, which stays.
type event struct {
	process  int32
	from, to int32 // local states of the process
	take     int32 // a signal, -1: none
	sends    int32 // a list of signals
	charge   int32 // later its effect on the account
	progress int32
}

// charge is what budgets and monitors see of an event beside the local states.
type charge struct {
	cost  model.Faults
	sends int // messages; 0 if there are no monitors
}

// reaction is an input that a process in a local state may have: a signal, or -1 for all others.
type reaction struct {
	process, from, take int32
}

// newSpace returns the space of a system. It calls poll now and then.
func newSpace(s *model.System, t *compiled.Tables, watched bool, poll func()) *space {
	x := &space{system: s, tables: t, numbers: map[signal]int32{}, lists: newVectors(), charges: make([]charge, 1),
		charged: map[charge]int32{{}: 0}, poll: poll, watched: watched}
	x.starts, _ = s.Semantics().Starts() // model.New has looked at each
	for range s.Network().N {
		x.processes = append(x.processes, &process{numbers: map[local]int32{}})
	}
	for _, start := range x.starts {
		x.begin(start.Initial())
	}
	return x
}

// begin adds the local states and messages of an initial configuration.
func (x *space) begin(c model.Configuration) {
	x.unfit = x.unfit || c.Failed()
	for p := range x.processes {
		x.local(p, x.localOf(c, p))
		if c.Down[p] {
			x.news(p)
		}
	}
	for ch, channel := range c.Channels {
		for _, e := range channel {
			x.signal(signal{x.system.Semantics().Channels()[ch].To, e.Port, x.tables.Message(e.Msg)})
		}
	}
}

// localOf returns the local state of process p in a configuration.
func (x *space) localOf(c model.Configuration, p int) local {
	l := local{state: -1, down: c.Down[p]}
	if c.Locals[p] != nil {
		l.state = x.tables.Local(p, c.Locals[p])
	}
	return l
}

// local returns the number of a local state of process p.
func (x *space) local(p int, l local) int32 {
	q := x.processes[p]
	if i, ok := q.numbers[l]; ok {
		return i
	}
	i := int32(len(q.locals))
	q.numbers[l] = i
	q.locals = append(q.locals, l)
	status := model.Status{Down: true}
	if !l.down {
		status = x.tables.Status(p, l.state)
	}
	q.status = append(q.status, status)
	q.answers = append(q.answers, nil)
	x.pending = append(x.pending, reaction{int32(p), i, -1})
	for _, m := range q.signals {
		x.pending = append(x.pending, reaction{int32(p), i, m})
	}
	x.bytes += bytesPerLocal
	return i
}

// signal returns the number of a signal.
func (x *space) signal(s signal) int32 {
	if i, ok := x.numbers[s]; ok {
		return i
	}
	i := int32(len(x.signals))
	x.numbers[s] = i
	x.signals = append(x.signals, s)
	q := x.processes[s.process]
	q.signals = append(q.signals, i)
	for l := range q.locals {
		x.pending = append(x.pending, reaction{int32(s.process), int32(l), i})
	}
	x.bytes += bytesPerLocal
	return i
}

// About how many bytes things take.
const (
	bytesPerLocal = 200
	bytesPerEvent = 24
)

// close finds the events, until there is no other.
func (x *space) close() {
	for len(x.pending) > 0 && !x.unfit {
		x.poll()
		r := x.pending[len(x.pending)-1]
		x.pending = x.pending[:len(x.pending)-1]
		switch l := x.processes[r.process].locals[r.from]; {
		case l.down && r.take < 0:
			x.restart(r, l)
		case l.down:
		case r.take < 0:
			x.spontaneous(r, l)
		case x.signals[r.take].message == isDown:
			x.suspicion(r, l)
		default:
			x.reception(r, l)
		}
	}
	for i := range x.events { // a process sends its answers as soon as it is in the local state
		e := &x.events[i]
		if answers := x.processes[e.process].answers[e.to]; len(answers) > 0 {
			e.sends = x.lists.set(slices.Concat(x.lists.of(e.sends), answers))
		}
	}
}

// add adds an event. One that changes no local state is an answer.
func (x *space) add(e event, sends []int32, c charge) {
	if !x.watched {
		c.sends = 0
	}
	if e.from == e.to && c.cost == (model.Faults{}) {
		x.answer(e, sends, c)
		return
	}
	number, ok := x.charged[c]
	if !ok {
		number = int32(len(x.charges))
		x.charged[c] = number
		x.charges = append(x.charges, c)
	}
	e.charge, e.sends = number, x.lists.set(sends)
	x.events = append(x.events, e)
	x.bytes += bytesPerEvent
}

func (x *space) answer(e event, sends []int32, c charge) {
	q := x.processes[e.process]
	for _, m := range sends {
		if i, has := slices.BinarySearch(q.answers[e.from], m); !has {
			q.answers[e.from] = slices.Insert(q.answers[e.from], i, m)
		}
	}
	if x.watched {
		for len(q.answered) < len(q.locals) {
			q.answered = append(q.answered, nil)
		}
		if q.answered[e.from] == nil {
			q.answered[e.from] = map[int]bool{}
		}
		q.answered[e.from][c.sends] = true
	}
}
