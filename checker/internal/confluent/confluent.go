package confluent

import (
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// Deliveries knows which deliveries are confluent. It is for one goroutine at a
// time, Bytes apart.
type Deliveries struct {
	system    *model.System
	tables    *compiled.Tables
	sight     Sight
	processes []process
	known     *surroundings // as they were when the search began
	met       *surroundings // the same with what was met since
	hidden    map[change]bool
	unheard   map[properties.Observation]bool
	retold    map[retelling]bool // what the monitor must not tell apart
	unfilled  map[int]bool       // the channels that must stay empty
	closes    bool               // some process was said to be closed
	broken    bool
	asked     int
	without   condition // what is not required: nothing, except in tests
	bound     int
	alike     [][]int // by process: see Share
	// Poll, unless it is nil, is called now and then. It may panic to give up.
	Poll func()

	bytes atomic.Int64
}

// process is what is known of one process.
type process struct {
	known   map[compiled.Local][]letter // the messages that may arrive, as they were when the search began
	met     map[compiled.Local][]letter // the same with those met since
	isMet   map[pair]bool
	said    map[claim]bool             // what was said of claims, from known
	relied  map[claim]bool             // the claims that must be true
	waiting map[compiled.Local][]claim // the same by local state
	into    map[compiled.Local][]pair  // what is relied upon, by the local state that it leads to
	size    map[letter]int             // how many claims about a message are relied upon
	endless map[letter]bool            // the messages about which they were too many
	heard   bool                       // something relied upon sends to this process
	whole   map[compiled.Local]bool    // the local states in which the process is not closed, lest there be a cycle
}

// letter is a message that arrives on a port.
type letter struct {
	port model.Port
	msg  compiled.Message
}

func (x letter) input() compiled.Input {
	return compiled.Input{Kind: model.Receive, Port: x.port, Msg: x.msg}
}

// pair is a message that arrives in a local state.
type pair struct {
	local compiled.Local
	letter
}

// claim says that a delivery is confluent while some of these kinds of fault
// may strike.
type claim struct {
	pair
	left Budgets
}

// How many local states are considered to find out whether a message is
// confluent in one of them, and in how many a message may be relied upon.
const (
	consideredStates = 1 << 10
	reliedStates     = 1 << 16
)

// New returns what is known of the deliveries of s before any search: no
// message arrives anywhere.
func New(s *model.System, t *compiled.Tables, sight Sight) *Deliveries {
	n := s.Network().N
	d := &Deliveries{system: s, tables: t, sight: sight, processes: make([]process, n), met: newSurroundings(n, len(s.Channels())), bound: consideredStates}
	for p := range d.processes {
		d.alike = append(d.alike, []int{p})
		d.processes[p] = process{met: map[compiled.Local][]letter{}, isMet: map[pair]bool{}, endless: map[letter]bool{}, whole: map[compiled.Local]bool{}}
	}
	d.Learn()
	return d
}

// Learn begins a search: what was met becomes known, and what was said before
// is forgotten.
func (d *Deliveries) Learn() {
	d.broken, d.closes = false, false
	d.bytes.Store(0)
	d.known = d.met.clone()
	d.hidden, d.unheard, d.retold, d.unfilled = map[change]bool{}, map[properties.Observation]bool{}, map[retelling]bool{}, map[int]bool{}
	for i := range d.processes {
		p := &d.processes[i]
		p.known = map[compiled.Local][]letter{}
		for l, list := range p.met {
			p.known[l] = slices.Clone(list)
		}
		p.said, p.relied, p.waiting = map[claim]bool{}, map[claim]bool{}, map[compiled.Local][]claim{}
		p.into, p.size, p.heard = map[compiled.Local][]pair{}, map[letter]int{}, false
	}
}

// Broken reports whether something that was said since Learn is not true of
// what was met since.
func (d *Deliveries) Broken() bool { return d.broken }

// Bytes returns the memory that is taken, roughly.
func (d *Deliveries) Bytes() int64 { return d.bytes.Load() }

// What an entry of the maps takes, roughly.
const bytesPerClaim = 120

// Confluent reports whether the delivery of message m on port q of process p in
// local state l is confluent while at most these kinds of fault may strike.
// Whoever is told so may take it at once, and nothing else before.
func (d *Deliveries) Confluent(p int, l compiled.Local, q model.Port, m compiled.Message, left Budgets) bool {
	x := claim{pair{l, letter{q, m}}, left}
	if !d.allConfluent(p, x) {
		return false
	}
	for _, p := range d.alike[p] {
		d.rely(p, x, false)
	}
	return true
}

// allConfluent reports whether a delivery is confluent for all processes like p.
func (d *Deliveries) allConfluent(p int, x claim) bool {
	return !slices.ContainsFunc(d.alike[p], func(p int) bool { return !d.isConfluent(p, x) })
}

// Share says that the processes of each class share their tables, and that whatever one
// of them meets the others meet too. A delivery is then confluent for all of a class or
// for none, and all are closed or none.
func (d *Deliveries) Share(classes [][]int) {
	for _, class := range classes {
		for _, p := range class {
			d.alike[p] = class
		}
	}
}

// Silent reports whether the delivery of message m on port q of process p in local
// state l is confluent whatever faults strike and sends nothing, and returns the local
// state that follows. Whoever takes it must ask whether it is Confluent, too, before
// the search ends.
func (d *Deliveries) Silent(p int, l compiled.Local, q model.Port, m compiled.Message) (next compiled.Local, silent bool) {
	x := claim{pair{l, letter{q, m}}, BudgetsOf(d.system.Network().Faults)}
	if !d.allConfluent(p, x) {
		return l, false
	}
	c, _ := d.course(p, x)
	return c.next, len(c.sends) == 0
}

// isConfluent answers from what was known when the search began: the confluent
// deliveries are the greatest set in which each commutes with all rivals, and is
// in the set again after each of them.
func (d *Deliveries) isConfluent(p int, x claim) bool {
	of := &d.processes[p]
	if is, ok := of.said[x]; ok {
		return is
	}
	if of.endless[x.letter] {
		return false
	}
	list, listed := []compiled.Local{x.local}, map[compiled.Local]bool{x.local: true}
	for i := 0; i < len(list); i++ {
		at := claim{pair{list[i], x.letter}, x.left}
		is, ok := of.said[at]
		if ok && !is {
			return d.say(of, x, false)
		}
		c, ok := d.course(p, at)
		if !ok || !d.fits(p, c, view{d.known, i > 0}) {
			d.say(of, at, false)
			return d.say(of, x, false)
		}
		for _, f := range d.rivals(p, at, d.expected(of, at, c)) {
			after, ok := d.commutes(p, c, f)
			if !ok || !d.sight.alike(d.retelling(p, c, f), d.known) {
				d.say(of, at, false)
				return d.say(of, x, false)
			}
			if d.requires(whileWaiting) && after >= 0 && !listed[after] {
				listed[after] = true
				list = append(list, after)
			}
		}
		if len(list) > d.bound {
			return d.say(of, x, false)
		}
	}
	for _, l := range list {
		d.say(of, claim{pair{l, x.letter}, x.left}, true)
	}
	return true
}

// expected returns the messages that are known to arrive before a delivery:
// those that are known to arrive after it are among them.
func (d *Deliveries) expected(of *process, x claim, c course) []letter {
	before, after := of.known[x.local], of.known[c.next]
	if c.next == x.local || !d.requires(backward) {
		return before
	}
	return append(slices.Clip(before), after...)
}

func (d *Deliveries) say(of *process, x claim, confluent bool) bool {
	if _, ok := of.said[x]; !ok {
		d.bytes.Add(bytesPerClaim)
	}
	of.said[x] = confluent
	return confluent
}

// poll calls Poll now and then.
func (d *Deliveries) poll() {
	if d.asked++; d.Poll != nil && d.asked%64 == 0 {
		d.Poll()
	}
}

func (d *Deliveries) requires(c condition) bool { return d.without&c == 0 }

// course is a delivery and what it does.
type course struct {
	claim
	next  compiled.Local
	sends []compiled.Send
}

// noop reports whether it does nothing.
func (c course) noop() bool { return c.next == c.local && len(c.sends) == 0 }

// course returns what a delivery does; ok says whether its step has one outcome
// and is well-formed.
func (d *Deliveries) course(p int, x claim) (c course, ok bool) {
	d.poll()
	if d.isDeferred(p, x.local, x.input()) && d.requires(notDeferred) {
		return course{claim: x}, false
	}
	o, ok := d.sole(p, x.local, x.input())
	return course{x, o.Next, o.Sends}, ok && o.Failure == ""
}

// view is what is known of the surroundings of a delivery.
type view struct {
	*surroundings
	waits bool // something came before it
}

// fits reports whether a delivery may be confluent as far as the other inputs
// of its receiver are not concerned.
func (d *Deliveries) fits(p int, c course, v view) bool {
	return d.allows(c) && d.unseen(p, c, v) && d.sight.alike(d.crash(p, c), v.surroundings) && d.disturbsNobody(p, c, v.surroundings)
}

// sole returns the outcome of a step that has one and is well-formed.
func (d *Deliveries) sole(p int, l compiled.Local, in compiled.Input) (compiled.Outcome, bool) {
	list := d.tables.Peek(p, l, in)
	o := list[0]
	return o, (len(list) == 1 || !d.requires(oneOutcome)) && (o.Failure == "" || !d.requires(wellFormed))
}

// allows reports whether a delivery commutes with what may happen to other
// processes, to its receiver, to channels and links.
func (d *Deliveries) allows(c course) bool {
	net := d.system.Network()
	silent := len(c.sends) == 0
	for _, rule := range [...]struct {
		condition  condition
		applies    bool
		isFollowed bool
	}{
		{inboxSilent, net.Order == model.Inbox, silent},
		{setNoop, net.Order == model.Set, c.noop()},
		{crashSilent, c.left.has(Crash), silent},
		{crashKept, c.left.has(Crash) && net.Faults.Restart > 0, c.next == c.local},
		{restartSilent, c.left.has(Restart), silent},
		{lossNoop, c.left.has(Loss), c.noop()},
		{dupNoop, c.left.has(Dup), c.noop()},
		{cutSilent, c.left.has(Cut), silent},
	} {
		if rule.applies && !rule.isFollowed && d.requires(rule.condition) {
			return false
		}
	}
	return true
}

// unseen reports whether a delivery changes nothing that is seen.
func (d *Deliveries) unseen(p int, c course, v view) bool {
	if !d.requires(seen) || v.waits && !d.requires(seenWaiting) {
		return true
	}
	o := d.observation(p, c)
	return d.sight.hides(d.system.Network(), change{p, o.Before, o.After}, v.surroundings) && d.sight.unheard(o, v.surroundings)
}

// observation returns what a monitor is told of a delivery.
func (d *Deliveries) observation(p int, c course) properties.Observation {
	return properties.Observation{Process: p, Before: d.tables.Status(p, c.local), After: d.tables.Status(p, c.next), Sends: len(c.sends)}
}

// retelling returns what a monitor is told of a rival before and after a delivery with
// which it commutes.
func (d *Deliveries) retelling(p int, c course, f compiled.Input) (r retelling) {
	if d.sight.Monitor == nil || d.isDeferred(p, c.local, f) || !d.requires(rivalHeard) {
		return r
	}
	first, _ := d.sole(p, c.local, f)
	second, _ := d.sole(p, c.next, f)
	if first.Failure != "" || second.Failure != "" { // only where that is not required
		return r
	}
	return retelling{d.observation(p, course{c.claim, first.Next, first.Sends}), d.observation(p, course{claim{pair: pair{local: c.next}}, second.Next, second.Sends})}
}

// crash returns what a monitor is told of a crash before and after a delivery, if
// processes may crash.
func (d *Deliveries) crash(p int, c course) (r retelling) {
	if d.sight.Monitor == nil || !c.left.has(Crash) || !d.requires(crashHeard) {
		return r
	}
	down := model.Status{Down: true}
	return retelling{{Process: p, Before: d.tables.Status(p, c.local), After: down}, {Process: p, Before: d.tables.Status(p, c.next), After: down}}
}

// disturbsNobody reports whether nobody to whom a delivery sends may be idle.
func (d *Deliveries) disturbsNobody(p int, c course, among *surroundings) bool {
	for _, send := range c.sends {
		if r := d.system.Peer(p, send.Port); r != p && among.idle[r] && d.requires(idleReceiver) {
			return false
		}
	}
	return true
}

// rivals returns what the receiver may be given before a delivery: some of
// these messages, and what it is ready for.
func (d *Deliveries) rivals(p int, x claim, messages []letter) []compiled.Input {
	var list []compiled.Input
	if d.requires(spontaneous) {
		list = d.spontaneous(p, x)
	}
	for _, f := range messages {
		if d.mayPrecede(f, x.letter) {
			list = append(list, f.input())
		}
	}
	return list
}

// mayPrecede reports whether f may be received before x, which may arrive next.
func (d *Deliveries) mayPrecede(f, x letter) bool {
	switch d.system.Network().Order {
	case model.FIFO:
		return f.port != x.port
	case model.Inbox:
		return false
	}
	return f != x
}

// spontaneous returns what a process is ready for while messages to it are in
// flight.
func (d *Deliveries) spontaneous(p int, x claim) []compiled.Input {
	net, ready := d.system.Network(), d.tables.Ready(p, x.local)
	var list []compiled.Input
	if ready.Wake && net.Wake.Allows(p) {
		list = append(list, compiled.Input{Kind: model.Wake, Msg: -1})
	}
	for operation := range ready.Operations {
		list = append(list, compiled.Input{Kind: model.Invoke, Operation: operation, Msg: -1})
	}
	if net.Timing == model.Timely { // the rest waits until nothing is in flight
		return list
	}
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			list = append(list, compiled.Input{Kind: model.Timeout, Timer: t, Msg: -1})
		}
	}
	someDown := net.Faults.Crash > 0 || len(net.Down) > 0
	for q := range ready.Suspect.All() {
		if int(q) < d.system.Ports(p) && (someDown || x.left.has(Suspect)) {
			list = append(list, compiled.Input{Kind: model.Suspect, Port: q, Msg: -1})
		}
	}
	return list
}

// isDeferred reports whether an input is a message that a process defers in a local state.
func (d *Deliveries) isDeferred(p int, l compiled.Local, f compiled.Input) bool {
	return f.Kind == model.Receive && d.tables.Deferred(p, l, f.Port, f.Msg)
}

// isReady reports whether a process may be given an input in a local state.
func (d *Deliveries) isReady(p int, l compiled.Local, f compiled.Input) bool {
	ready := d.tables.Ready(p, l)
	switch f.Kind {
	case model.Wake:
		return ready.Wake
	case model.Invoke:
		return f.Operation < ready.Operations
	case model.Timeout:
		return ready.Timers.Has(f.Timer)
	case model.Suspect:
		return ready.Suspect.Has(f.Port)
	}
	return true
}

// commutes reports whether both orders of a delivery and a rival do the same,
// and returns the local state in which the delivery waits after the rival, -1
// if there is none.
func (d *Deliveries) commutes(p int, c course, f compiled.Input) (compiled.Local, bool) {
	if d.isDeferred(p, c.local, f) {
		return -1, true // it does not come first here
	}
	first, ok := d.sole(p, c.local, f)
	if !ok {
		return -1, false
	}
	if first.Failure != "" {
		return -1, true // only where that is not required
	}
	if d.requires(stillReady) && !d.isReady(p, c.next, f) || d.requires(rivalDeferred) && d.isDeferred(p, c.next, f) {
		return -1, false
	}
	second, ok := d.sole(p, c.next, f)
	late, alsoOK := d.sole(p, first.Next, c.input())
	if !ok || !alsoOK || second.Failure != "" || late.Failure != "" {
		return -1, !d.requires(wellFormed)
	}
	if d.requires(sameLocal) && second.Next != late.Next {
		return -1, false
	}
	if d.requires(sameSends) && !d.sendAlike(slices.Concat(c.sends, second.Sends), slices.Concat(first.Sends, late.Sends)) {
		return -1, false
	}
	if d.requires(crashWithin) && c.left.has(Crash) && !slices.Equal(first.Sends, second.Sends) {
		return -1, false
	}
	return first.Next, true
}

// sendAlike reports whether it makes no difference which of two lists is sent.
func (d *Deliveries) sendAlike(a, b []compiled.Send) bool {
	byPort := func(x, y compiled.Send) int { return int(x.Port - y.Port) }
	switch d.system.Network().Order {
	case model.FIFO:
		slices.SortStableFunc(a, byPort)
		slices.SortStableFunc(b, byPort)
	case model.Bag, model.Set:
		byMessage := func(x, y compiled.Send) int {
			if c := byPort(x, y); c != 0 {
				return c
			}
			return int(x.Msg - y.Msg)
		}
		slices.SortFunc(a, byMessage)
		slices.SortFunc(b, byMessage)
	}
	return slices.Equal(a, b)
}
