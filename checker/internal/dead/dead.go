package dead

import (
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/model"
)

// Messages knows which messages are dead. It is for one goroutine at a time,
// Bytes apart.
type Messages struct {
	tables    *model.Tables
	processes []process
	broken    bool
	asked     int
	// Poll, unless it is nil, is called now and then. It may panic to give up.
	Poll func()

	bytes atomic.Int64
}

// process is what is known of one process.
type process struct {
	known   map[model.Local][]model.Local // its steps between local states, as they were when the search began
	met     map[model.Local][]model.Local // the same with those met since
	said    map[pair]bool                 // what was said of pairs, from known
	relied  map[pair]bool                 // the pairs that must stay dead
	waiting map[model.Local][]letter      // the same by local state
}

// letter is a message that arrives on a port.
type letter struct {
	port model.Port
	msg  model.Message
}

type pair struct {
	local model.Local
	letter
}

// New returns what is known of the messages of a system of n processes before
// any search: no step leads anywhere.
func New(t *model.Tables, n int) *Messages {
	d := &Messages{tables: t, processes: make([]process, n)}
	for p := range d.processes {
		d.processes[p] = process{met: map[model.Local][]model.Local{}}
	}
	d.Learn()
	return d
}

// Learn begins a search: what was met becomes known, and what was said before
// is forgotten.
func (d *Messages) Learn() {
	d.broken = false
	d.bytes.Store(0)
	for i := range d.processes {
		p := &d.processes[i]
		p.known = map[model.Local][]model.Local{}
		for l, list := range p.met {
			p.known[l] = slices.Clone(list)
		}
		p.said, p.relied, p.waiting = map[pair]bool{}, map[pair]bool{}, map[model.Local][]letter{}
	}
}

// Broken reports whether something that was said since Learn is not true of
// the steps that were met since.
func (d *Messages) Broken() bool { return d.broken }

// Bytes returns the memory that is taken, roughly.
func (d *Messages) Bytes() int64 { return d.bytes.Load() }

// bytesPerPair is what a pair takes in the maps of a process.
const bytesPerPair = 100

// Dead reports whether message m, to arrive on port q of process p, is dead
// while p is in local state l. Whoever is told so may drop it.
func (d *Messages) Dead(p int, l model.Local, q model.Port, m model.Message) bool {
	x := pair{l, letter{q, m}}
	dead := d.isDead(p, x)
	if dead {
		d.rely(p, x)
	}
	return dead
}

// Step tells that process p can go from one local state to another while
// messages to it are in flight: not by a restart, which finds none.
func (d *Messages) Step(p int, from, to model.Local) {
	of := &d.processes[p]
	if from == to || slices.Contains(of.met[from], to) {
		return
	}
	of.met[from] = append(of.met[from], to)
	for _, x := range of.waiting[from] {
		d.rely(p, pair{to, x})
	}
}

// rely notes that a message was dropped, or would be if it were there, and
// finds out whether it stays dead.
func (d *Messages) rely(p int, x pair) {
	of := &d.processes[p]
	if of.relied[x] {
		return
	}
	if !d.isDead(p, x) {
		d.broken = true
		return
	}
	of.relied[x] = true
	of.waiting[x.local] = append(of.waiting[x.local], x.letter)
	for _, to := range of.met[x.local] {
		d.rely(p, pair{to, x.letter})
	}
}

// isDead reports whether delivery is a no-op in the local state of x and in
// all that are known to follow: so the dead pairs are the greatest set of no-ops
// that is closed under the known steps.
func (d *Messages) isDead(p int, x pair) bool {
	of := &d.processes[p]
	if dead, ok := of.said[x]; ok {
		return dead
	}
	if d.asked++; d.Poll != nil && d.asked%64 == 0 {
		d.Poll()
	}
	list, seen := []model.Local{x.local}, map[model.Local]bool{x.local: true}
	for i := 0; i < len(list); i++ {
		at := pair{list[i], x.letter}
		dead, ok := of.said[at]
		switch {
		case ok && dead:
			continue
		case ok || !d.noop(p, at):
			d.say(of, at, false)
			d.say(of, x, false)
			return false
		}
		for _, to := range of.known[at.local] {
			if !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	for _, l := range list {
		d.say(of, pair{l, x.letter}, true)
	}
	return true
}

func (d *Messages) say(of *process, x pair, dead bool) {
	of.said[x] = dead
	d.bytes.Add(bytesPerPair)
}

// noop reports whether a delivery has one outcome, which changes nothing and
// sends nothing.
func (d *Messages) noop(p int, x pair) bool {
	outcomes := d.tables.Peek(p, x.local, model.TableInput{Kind: model.Receive, Port: x.port, Msg: x.msg})
	o := outcomes[0]
	return len(outcomes) == 1 && o.Failure == "" && o.Next == x.local && len(o.Sends) == 0
}
