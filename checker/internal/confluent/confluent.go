package confluent

import (
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/threshold"
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
	met       *surroundings // the same with all that was met since
	real      *surroundings // the part of these that a search met
	forgets   bool          // messages that are only derived are to be forgotten
	hidden    map[change]bool
	unheard   map[properties.Observation]bool
	retold    map[retelling]bool // the observations that the monitor must not tell apart
	unfilled  map[int]bool       // the channels that must stay empty
	became    map[becoming]bool
	refuted   bool // some event of a process refutes a property of events; known from the next search on
	closes    bool // some process was said to be closed
	broken    bool
	asked     int
	checked   int64        // claims
	without   condition    // the conditions that are not required: none, except in tests
	beside    []model.Kind // the kinds of event for which it is not; nil: all
	within    threshold.Thresholds
	renamings []Renaming // see Share
	orbits    map[Delivery][]Delivery
	agreed    map[agreement]bool // the answer for all deliveries of an orbit
	fallible  []model.PortSet    // by process: the ports behind which another may be down
	taken     *taken             // for a certificate; nil: nobody asks for one
	// Poll, unless it is nil, is called now and then. It may panic to give up.
	Poll func()
	// MaxCourse is how many confluent deliveries are taken at once at most.
	MaxCourse int

	bytes atomic.Int64
}

// process has the facts known of one process.
type process struct {
	known   map[compiled.Local][]letter // the messages that may arrive, as they were when the search began
	met     map[compiled.Local][]letter // the same with those met since
	isMet   map[pair]bool
	derived map[pair]bool               // those that no search met
	entered map[compiled.Local]bool     // the local states that were met
	said    map[claim]bool              // the answers about claims, from known
	relied  map[claim]bool              // the claims that must be true
	into    map[compiled.Local][]course // the same by the local state that they lead to
	size    map[letter]int              // how many claims about a message are relied upon
	endless map[letter]int              // the messages about which they were more than so many
	// The arrivals and reliances that conclude must look at.
	arrivals  []pair
	reliances []reliance

	heard   bool                    // something relied upon sends to this process
	whole   map[compiled.Local]bool // the local states in which the process is not closed, lest there be a cycle
	kept    map[pair]bool           // the deliveries that are not taken at once, lest a loop pass over them
	exposed map[pair]bool           // those that are kept from the next search on
}

// letter is a message that arrives on a port.
type letter struct {
	port      model.Port
	msg       compiled.Message
	overtakes bool // those in front of it in an inbox
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
	left  Budgets
	ticks int // in timing bounded: how many may pass before
	due   Due // the clocks that may run out before
}

// agreement is a delivery, the first of its orbit, and the kinds of fault that may strike.
type agreement struct {
	Delivery
	left Budgets
}

// New returns the Deliveries of s before any search: no message is known to
// arrive anywhere.
func New(s *model.System, t *compiled.Tables, sight Sight) *Deliveries {
	n := s.Network().N
	d := &Deliveries{system: s, tables: t, sight: sight, processes: make([]process, n), met: newSurroundings(n, len(s.Semantics().Channels())), real: newSurroundings(n, len(s.Semantics().Channels())), orbits: map[Delivery][]Delivery{}, became: map[becoming]bool{}, fallible: fallible(s)}
	for p := range d.processes {
		d.processes[p] = process{met: map[compiled.Local][]letter{}, isMet: map[pair]bool{}, derived: map[pair]bool{}, entered: map[compiled.Local]bool{}, endless: map[letter]int{}, said: map[claim]bool{}, whole: map[compiled.Local]bool{}, kept: map[pair]bool{}, exposed: map[pair]bool{}}
	}
	d.Within(threshold.Default()).Learn()
	return d
}

// Within returns d with other thresholds.
func (d *Deliveries) Within(t threshold.Thresholds) *Deliveries {
	d.within, d.MaxCourse = t, t.Course
	return d
}

// Broken reports whether an answer since Learn is not true of the messages, local
// states and statuses met since.
func (d *Deliveries) Broken() bool {
	d.conclude()
	return d.broken
}

// Checked returns how many claims were checked since New because they were relied upon. It
// does not depend on the order in which they were met. If d is nil there are none.
func (d *Deliveries) Checked() int64 {
	if d == nil {
		return 0
	}
	return d.checked
}

// Bytes returns the memory that is taken, roughly.
func (d *Deliveries) Bytes() int64 { return d.bytes.Load() }

// The memory of an entry of the maps in bytes, roughly.
const bytesPerClaim = 120

// Delivery is a message that may arrive next at a process.
type Delivery struct {
	Process int
	Local   compiled.Local // of the process
	Port    model.Port
	Msg     compiled.Message
	Ticks   int // in timing bounded: how many may pass before the message arrives
	Due     Due // in timing bounded: the clocks that may run out before
	// Overtakes says that the message is received before those in front of it in the inbox:
	// see [Deliveries.Overtakes].
	Overtakes bool
}

func (x Delivery) letter() letter { return letter{x.Port, x.Msg, x.Overtakes} }

// Input returns the input that the process is given.
func (x Delivery) Input() compiled.Input { return x.letter().input() }

// claim returns the claim about a delivery while at most these kinds of fault may
// strike.
func (d *Deliveries) claim(x Delivery, left Budgets) claim {
	return claim{pair{x.Local, x.letter()}, left, x.Ticks, x.due(d)}
}

// Confluent reports whether a delivery is confluent while at most these kinds of fault
// may strike. Whoever is told so may take it at once, and nothing else before. With order
// inbox, this is so only if each message that it sends overtakes those in front of it, or
// its receiver is down. It is not said of those that are kept.
func (d *Deliveries) Confluent(of Delivery, left Budgets) bool {
	x := d.claim(of, left)
	if d.processes[of.Process].kept[x.pair] || !d.allConfluent(of, left) {
		return false
	}
	if len(d.renamings) == 0 {
		d.take(of.Process, x)
		return true
	}
	for _, y := range d.deliveriesOf(of) {
		d.take(y.Process, d.claim(y, left))
	}
	return true
}

// take notes that a delivery may be taken at once.
func (d *Deliveries) take(p int, x claim) {
	d.taken.delivery(p, x)
	d.rely(p, x, false)
}

// allConfluent reports whether a delivery is confluent after all renamings.
func (d *Deliveries) allConfluent(x Delivery, left Budgets) bool {
	if len(d.renamings) == 0 {
		return d.isConfluent(x.Process, d.claim(x, left))
	}
	all := d.deliveriesOf(x)
	key := agreement{all[0], left}
	is, ok := d.agreed[key]
	if !ok {
		is = !slices.ContainsFunc(all, func(y Delivery) bool { return !d.isConfluent(y.Process, d.claim(y, left)) })
		d.agreed[key] = is
		d.bytes.Add(bytesPerClaim)
	}
	return is
}

// Silent reports whether a delivery sends nothing and is confluent even if all faults of the
// network may strike, and returns its outcome. A search that takes it must ask whether it is
// Confluent, too, before it ends. None is silent if the search must see the events of loops.
func (d *Deliveries) Silent(of Delivery) (o compiled.Outcome, silent bool) {
	if d.sight.Loops {
		return o, false
	}
	if !d.allConfluent(of, BudgetsOf(d.system.Network().Faults)) {
		return o, false
	}
	o, _ = d.sole(of.Process, of.Local, of.Input())
	return o, len(o.Sends) == 0
}

// isConfluent answers from the messages known when the search began: the confluent
// deliveries are the greatest set in which each commutes with all rivals, and is
// in the set again after each of them.
func (d *Deliveries) isConfluent(p int, x claim) bool {
	of := &d.processes[p]
	if is, ok := of.said[x]; ok {
		return is
	}
	if _, endless := of.endless[x.letter]; endless {
		return false
	}
	list, listed := []claim{x}, map[claim]bool{x: true}
	for i := 0; i < len(list); i++ {
		at := list[i]
		is, ok := of.said[at]
		if ok && !is {
			return d.say(of, x, false)
		}
		c, ok := d.course(p, at)
		if !ok || !d.fits(p, c, view{d.known, i > 0}) {
			d.say(of, at, false)
			return d.say(of, x, false)
		}
		for _, f := range d.rivals(p, at, of.known[c.Next]) {
			after, ok := d.commutes(p, c, f)
			if !ok || !d.sight.allAlike(d.retellings(p, c, f), d.known) {
				d.say(of, at, false)
				return d.say(of, x, false)
			}
			if d.requiresOf(whileWaiting, f.Kind) && after.local >= 0 && !listed[after] {
				listed[after] = true
				list = append(list, after)
			}
		}
		if len(list) > d.within.Considered {
			return d.say(of, x, false)
		}
	}
	for _, at := range list {
		d.say(of, at, true)
	}
	return true
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

// requiresOf reports whether a condition is required of events of a kind.
func (d *Deliveries) requiresOf(c condition, k model.Kind) bool {
	return d.requires(c) || d.beside != nil && !slices.Contains(d.beside, k)
}

// course is a delivery with the outcome of its step.
type course struct {
	claim
	compiled.Outcome
}

// noop reports whether it does nothing.
func (c course) noop() bool { return c.Next == c.local && len(c.Sends) == 0 && c.Resets == 0 }

// course returns the course of a delivery; ok says whether its step has one outcome
// and is well-formed.
func (d *Deliveries) course(p int, x claim) (c course, ok bool) {
	d.poll()
	if d.isDeferred(p, x.local, x.input()) && d.requires(notDeferred) {
		return course{claim: x}, false
	}
	o, ok := d.sole(p, x.local, x.input())
	ok = ok && o.IsKnown()
	if o.Resets != 0 {
		o.Resets = d.resets(p, o)
	}
	return course{x, o}, ok
}

// view has the known surroundings of a delivery.
type view struct {
	*surroundings
	waits bool // something came before it
}

// fits reports whether a delivery may be confluent as far as the other inputs
// of its receiver are not concerned.
func (d *Deliveries) fits(p int, c course, v view) bool {
	return d.allows(p, c) && d.unseen(p, c, v) && d.sight.alike(d.crash(p, c), v.surroundings) && d.disturbsNobody(p, c, v.surroundings) && d.enablesNothing(p, c)
}

// sole returns the outcome of a step that has one and is well-formed. There is none if some
// method fails in the local state that follows: perhaps no execution leads there.
func (d *Deliveries) sole(p int, l compiled.Local, in compiled.Input) (compiled.Outcome, bool) {
	list := d.peek(p, l, in)
	o := list[0]
	return o, o.Blame == nil && (len(list) == 1 || !d.requires(oneOutcome)) && (o.Failure == "" || !d.requires(wellFormed))
}

// allows reports whether a delivery commutes with the events that may happen to other
// processes, to its receiver, to channels and links.
func (d *Deliveries) allows(p int, c course) bool {
	net := d.system.Network()
	silent := len(c.Sends) == 0
	for _, rule := range [...]struct {
		condition  condition
		applies    bool
		isFollowed bool
	}{
		{inboxSilent, net.Order == model.Inbox, silent || d.Overtaking() && d.sendsToOthers(p, c)},
		{setNoop, net.Order == model.Set, c.noop()},
		{crashSilent, c.left.has(Crash), silent},
		{crashKept, c.left.has(Crash) && net.Faults.Restart > 0, c.Next == c.local},
		{restartSilent, c.left.has(Restart), silent},
		{lossNoop, c.left.has(Loss), c.noop()},
		{dupNoop, c.left.has(Dup), c.noop()},
		{cutSilent, c.left.has(Cut), silent},
		{earlySilent, c.ticks > 0, silent && (c.noop() || !d.tables.Defers())},
		{earlyClocks, c.ticks > 0, c.ticks == 0 || d.startsNone(p, c)},
		{crashClocks, c.left.has(Crash), !c.left.has(Crash) || d.suspectsAlike(p, c)},
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

// observation returns the observation that a monitor gets of a delivery.
func (d *Deliveries) observation(p int, c course) properties.Observation {
	return properties.Observation{Process: p, Before: d.tables.Status(p, c.local), After: d.tables.Status(p, c.Next), Sends: len(c.Sends)}
}

// retellings returns the observations that a monitor gets of a rival before and after a delivery
// with which it commutes, and, if processes may crash, of each crash within the rival.
func (d *Deliveries) retellings(p int, c course, f compiled.Input) []retelling {
	if d.sight.Monitor == nil || d.isDeferred(p, c.local, f) {
		return nil
	}
	first, _ := d.sole(p, c.local, f)
	second, _ := d.sole(p, c.Next, f)
	if !first.IsKnown() || !second.IsKnown() { // only where that is not required
		return nil
	}
	var list []retelling
	if d.requiresOf(rivalHeard, f.Kind) {
		list = append(list, retelling{d.observation(p, course{c.claim, first}), d.observation(p, course{claim{pair: pair{local: c.Next}}, second})})
	}
	if c.left.has(Crash) && d.requiresOf(strikeHeard, f.Kind) {
		for sends := range first.Sends {
			list = append(list, d.crashes(p, c, sends))
		}
	}
	return list
}

// crash returns the observations that a monitor gets of a crash between steps before and after
// a delivery, if processes may crash.
func (d *Deliveries) crash(p int, c course) (r retelling) {
	if d.sight.Monitor == nil || !c.left.has(Crash) || !d.requires(crashHeard) {
		return r
	}
	return d.crashes(p, c, 0)
}

// crashes returns the observations that a monitor gets of a crash after so many sends of a step,
// before and after a delivery.
func (d *Deliveries) crashes(p int, c course, sends int) retelling {
	down := model.Status{Down: true}
	return retelling{{Process: p, Before: d.tables.Status(p, c.local), After: down, Sends: sends},
		{Process: p, Before: d.tables.Status(p, c.Next), After: down, Sends: sends}}
}

// sendsToOthers reports whether a delivery sends nothing to its own process.
func (d *Deliveries) sendsToOthers(p int, c course) bool {
	return !slices.ContainsFunc(c.Sends, func(x compiled.Send) bool { return d.system.Peer(p, x.Port) == p })
}

// disturbsNobody reports whether nobody to whom a delivery sends may be idle, unless its
// messages overtake: then being idle was a rival.
func (d *Deliveries) disturbsNobody(p int, c course, among *surroundings) bool {
	return d.Overtaking() || !d.requires(idleReceiver) || !slices.ContainsFunc(c.Sends, func(x compiled.Send) bool {
		r := d.system.Peer(p, x.Port)
		return r != p && among.idle[r]
	})
}
