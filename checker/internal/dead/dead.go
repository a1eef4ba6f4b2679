package dead

import (
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Messages decides which messages are dead. Only one goroutine at a time may
// use it; Bytes alone is safe for concurrent use.
type Messages struct {
	tables    *compiled.Tables
	processes []process
	broken    bool
	asked     int
	// Poll, unless it is nil, is called now and then. It may panic to abandon the
	// search.
	Poll func()

	bytes atomic.Int64
}

// process holds the known steps of one process and the answers about its messages.
type process struct {
	known   map[compiled.Local][]compiled.Local // its steps between local states that were known when the search began
	met     map[compiled.Local][]compiled.Local // the known steps and those that this search met
	cache   map[pair]bool                       // answers computed from known
	assumed map[pair]bool                       // the pairs that must stay dead
	waiting map[compiled.Local][]delivery       // the deliveries of assumed, by local state
}

// delivery is a message that arrives on a port.
type delivery struct {
	port model.Port
	msg  compiled.Message
}

type pair struct {
	local compiled.Local
	delivery
}

// New returns the Messages of a system of n processes before any search: no
// steps are known.
func New(t *compiled.Tables, n int) *Messages {
	d := &Messages{tables: t, processes: make([]process, n)}
	for p := range d.processes {
		d.processes[p] = process{met: map[compiled.Local][]compiled.Local{}}
	}
	d.Learn()
	return d
}

// Learn begins a search: the steps met so far become known, and all earlier
// answers are forgotten.
func (d *Messages) Learn() {
	d.broken = false
	d.bytes.Store(0)
	for i := range d.processes {
		p := &d.processes[i]
		p.known = map[compiled.Local][]compiled.Local{}
		for l, list := range p.met {
			p.known[l] = slices.Clone(list)
		}
		p.cache, p.assumed, p.waiting = map[pair]bool{}, map[pair]bool{}, map[compiled.Local][]delivery{}
	}
}

// Broken reports whether the steps met since Learn contradict an answer that
// Dead gave since Learn.
func (d *Messages) Broken() bool { return d.broken }

// Bytes estimates the memory in use.
func (d *Messages) Bytes() int64 { return d.bytes.Load() }

// bytesPerPair estimates the memory of a pair in the maps of a process.
const bytesPerPair = 100

// Dead reports whether message m on its way to port q of process p is dead while
// p is in local state l. The caller may drop a dead message.
func (d *Messages) Dead(p int, l compiled.Local, q model.Port, m compiled.Message) bool {
	x := pair{l, delivery{q, m}}
	dead := d.isDead(p, x)
	if dead {
		d.assume(p, x)
	}
	return dead
}

// Step reports a step of process p from one local state to another while
// messages to p may be in flight. Callers do not report restarts, because no
// messages to a process are in flight when it restarts.
func (d *Messages) Step(p int, from, to compiled.Local) {
	of := &d.processes[p]
	if from == to || slices.Contains(of.met[from], to) {
		return
	}
	of.met[from] = append(of.met[from], to)
	for _, x := range of.waiting[from] {
		d.assume(p, pair{to, x})
	}
}

// assume records that the search drops a message, or would drop it in this local
// state, and checks that it stays dead after every step met.
func (d *Messages) assume(p int, x pair) {
	of := &d.processes[p]
	if of.assumed[x] {
		return
	}
	if !d.isDead(p, x) {
		d.broken = true
		return
	}
	of.assumed[x] = true
	of.waiting[x.local] = append(of.waiting[x.local], x.delivery)
	for _, to := range of.met[x.local] {
		d.assume(p, pair{to, x.delivery})
	}
}

// isDead reports whether the delivery is a no-op in the local state of x and in
// every local state that the known steps reach from it. The dead pairs are thus
// the greatest set of no-ops that is closed under the known steps.
func (d *Messages) isDead(p int, x pair) bool {
	of := &d.processes[p]
	if dead, ok := of.cache[x]; ok {
		return dead
	}
	if d.asked++; d.Poll != nil && d.asked%64 == 0 {
		d.Poll()
	}
	list, seen := []compiled.Local{x.local}, map[compiled.Local]bool{x.local: true}
	for i := 0; i < len(list); i++ {
		at := pair{list[i], x.delivery}
		dead, ok := of.cache[at]
		switch {
		case ok && dead:
			continue
		case ok || !d.noop(p, at):
			d.remember(of, at, false)
			d.remember(of, x, false)
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
		d.remember(of, pair{l, x.delivery}, true)
	}
	return true
}

func (d *Messages) remember(of *process, x pair, dead bool) {
	of.cache[x] = dead
	d.bytes.Add(bytesPerPair)
}

// noop reports whether a delivery is not deferred and has a single outcome, and that
// outcome changes nothing and sends nothing.
func (d *Messages) noop(p int, x pair) bool {
	outcomes := d.tables.Peek(p, x.local, compiled.Input{Kind: model.Receive, Port: x.port, Msg: x.msg})
	o := outcomes[0]
	return !d.tables.Deferred(p, x.local, x.port, x.msg) && len(outcomes) == 1 && o.Failure == "" && o.Next == x.local && len(o.Sends) == 0
}
