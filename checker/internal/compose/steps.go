package compose

import (
	"slices"
	"unsafe"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// draft is an event of a leaf under construction: its cause, the vector that the
// step starts from, and its cost.
type draft struct {
	event     model.Event
	vector    []int32 // the leaf before the step, without the message that the event consumes
	cost      model.Faults
	guard     guard // on the process behind event.Port
	flags     uint32
	unstruck  bool // no crash can strike within it
	fault     bool // a fault, not a step of the process: it does not set Started
	unheard   bool // the environment receives no charge
	sends     []compiled.Send
	after     []int32
	sendCount int
}

// stepKey has the data on which the events of a step depend, but for their next states.
type stepKey struct {
	local   int32
	severed model.PortSet
	input   compiled.Input // of kind Duplicate, too
	guard   guard          // a suspicion is true whileDown and false whileUp
}

// step is a step that was taken in some state of the leaf.
type step struct {
	outcomes []compiled.Outcome
	events   []event // in the order in which take adds them, without the next states
}

// makeEvents returns the steps of a process in a state and the faults that can
// strike it.
func (l *leaf) makeEvents(id uint32) []event {
	l.m.reduction.meet(l, id)
	v := slices.Clone(l.vector(id)) // adding states may reallocate the vectors
	b := &builder{leaf: l, before: v}
	if k := l.turn(v); k != nil {
		b.expire(*k)
		return b.list
	}
	switch v[atMode] {
	case modeUp:
		if l.m.sys.Network().Timing == model.Lockstep {
			b.invocations(b.m.tables.Ready(b.process, compiled.Local(v[atLocal])))
			b.delays()
		} else {
			b.steps()
		}
		b.faults()
	case modeDown:
		b.restart()
	}
	return b.list
}

type builder struct {
	*leaf
	before, without, after []int32 // the state; workspace: without the message received, and after the step
	list                   []event
	step                   *step // the step being taken, nil for a fault
	done                   int   // how many of its events are added
}

func (b *builder) steps() {
	net, p := b.m.sys.Network(), b.process
	ready := b.m.tables.Ready(p, compiled.Local(b.before[atLocal]))
	if ready.Wake && net.Wake.Allows(p) {
		b.take(draft{event: model.Event{Process: p, Kind: model.Wake}, vector: b.before, flags: optional}, -1)
	}
	idle := b.isIdle(b.before)
	if ready.Idle && idle {
		b.take(draft{event: model.Event{Process: p, Kind: model.Idle}, vector: b.before}, -1)
	}
	b.invocations(ready)
	b.receptions()
	switch {
	case net.Timing == model.Bounded:
		b.due()
	case net.Timing == model.Timely && !idle:
	case net.Timing == model.Timely:
		b.expiries(ready, needsQuiet)
	default:
		b.expiries(ready, 0)
	}
}

// invocations are the only steps that a process takes by itself in lockstep: all others are
// parts of rounds.
func (b *builder) invocations(ready model.Spontaneous) {
	for operation := range ready.Operations {
		b.take(draft{event: model.Event{Process: b.process, Kind: model.Invoke, Operation: operation}, vector: b.before, flags: optional}, -1)
	}
}

func (b *builder) receptions() {
	for i := range b.slots {
		at := atChannels + i
		for _, e := range b.next(b.before, i) {
			if b.m.tables.Deferred(b.process, compiled.Local(b.before[atLocal]), e.port(), e.message()) {
				continue
			}
			v := append(b.without[:0], b.before...)
			b.without, v[at] = v, b.m.contents.remove(v[at], e)
			event := model.Event{Process: b.process, Kind: model.Receive, Port: e.port(), Message: b.m.tables.MessageText(e.message())}
			b.take(draft{event: event, vector: v}, e.message())
			if b.m.sys.Network().Faults.Dup > 0 && b.m.isProne(model.Duplicate, b.process, e) {
				event.Kind = model.Duplicate
				b.take(draft{event: event, vector: b.before, flags: optional, cost: model.Faults{Dup: 1}, unstruck: true}, e.message())
			}
		}
	}
}

func (b *builder) expiries(ready model.Spontaneous, flags uint32) {
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			b.take(draft{event: model.Event{Process: b.process, Kind: model.Timeout, Timer: t}, vector: b.before, flags: flags}, -1)
		}
	}
	for q := range ready.Suspect.All() {
		if int(q) >= b.m.sys.Semantics().Ports(b.process) {
			continue
		}
		d := draft{event: model.Event{Process: b.process, Kind: model.Suspect, Port: q}, vector: b.before}
		if peer := b.m.sys.Peer(b.process, q); peer != b.process {
			d.guard, d.flags = whileDown, flags
			if b.m.mayFall(peer) {
				b.take(d, -1)
			}
			d.guard = whileUp
		}
		if b.m.sys.Network().Faults.Suspect > 0 && b.m.sys.Network().Victims.MayStrike(model.Suspect, b.m.sys.Peer(b.process, q)) {
			d.flags, d.cost.Suspect = optional, 1 // a false suspicion: only in asynchronous networks
			b.take(d, -1)
		}
	}
}

// mayFall reports whether a process may be down.
func (m *Machine) mayFall(p int) bool {
	net := m.sys.Network()
	return m.mayCrash(p) || m.mayBetray(p) || slices.Contains(net.Down, p)
}

// mayCrash reports whether a process may crash.
func (m *Machine) mayCrash(p int) bool {
	return m.sys.Network().Faults.Crash > 0 && m.sys.Network().Victims.MayStrike(model.Crash, p)
}

// isProne reports whether a loss or duplication may strike a message in flight to a process.
func (m *Machine) isProne(k model.Kind, p int, e entry) bool {
	return m.sys.Network().Victims.MayStrikeMessage(k, m.sys.Peer(p, e.port()), p, m.tables.MessageText(e.message()))
}

// take adds the outcomes of a step, and those of a crash within it.
func (b *builder) take(d draft, message compiled.Message) {
	e := d.event
	in := compiled.Input{Kind: e.Kind, Port: e.Port, Timer: e.Timer, Operation: e.Operation, Msg: message}
	b.step, b.done = b.stepOf(stepKey{b.before[atLocal], b.severed(b.before), in, d.guard}), 0
	if b.m.blocks && !b.hasRoomOfOwn(d.vector) {
		b.step = nil
		return
	}
	for _, o := range b.step.outcomes {
		d.event.Choices = o.Choices
		d.after, d.sends = append(b.after[:0], d.vector...), o.Sends
		b.after = d.after
		if o.Failure != "" {
			b.fail(d.after, o.Failure, nil)
			b.add(&d)
			continue
		}
		if o.Blame != nil {
			if d.guard == noGuard && d.flags&needsQuiet == 0 && d.cost == (model.Faults{}) && !b.m.blocks { // nobody can refuse it
				panic(o.Blame)
			}
			d.sends = nil
			b.blame(d.after, o.Blame)
			b.add(&d)
			continue
		}
		d.after[atLocal] = int32(o.Next)
		b.restartClocks(d.after, d.event, o.Resets)
		b.wind(d.after)
		b.add(&d)
		if b.m.mayCrash(b.process) && !d.unstruck {
			b.strike(d, o)
		}
	}
	b.step = nil
}

// stepOf returns the step with a key.
func (b *builder) stepOf(key stepKey) *step {
	s, ok := b.taken[key]
	if !ok {
		in := key.input
		if in.Kind == model.Duplicate {
			in.Kind = model.Receive
		}
		s = &step{outcomes: b.m.tables.Step(b.process, compiled.Local(key.local), in)}
		b.m.reduction.step(b.process, compiled.Local(key.local), s.outcomes)
		b.taken[key] = s
		b.grow(int64(unsafe.Sizeof(key)+unsafe.Sizeof(*s)) + bytesPerName)
	}
	return s
}

// strike adds the crashes within one outcome of a step.
func (b *builder) strike(d draft, o compiled.Outcome) {
	e := d.event
	d.event.Within, d.event.During, d.event.Kind = true, e.Kind, model.Crash
	d.flags |= optional
	d.cost.Crash++
	for j := range o.Sends {
		d.event.After = j
		d.after, d.sends = slices.Clone(d.vector), o.Sends[:j]
		b.fall(d.after, o.Next)
		b.add(&d)
	}
}

func (b *builder) faults() {
	net, p := b.m.sys.Network(), b.process
	fault := func(e model.Event, cost model.Faults, after []int32) {
		b.add(&draft{event: e, cost: cost, flags: optional, fault: true, after: after})
	}
	if b.m.mayCrash(p) {
		v := slices.Clone(b.before)
		b.fall(v, compiled.Local(v[atLocal]))
		fault(model.Event{Process: p, Kind: model.Crash}, model.Faults{Crash: 1}, v)
	}
	if b.m.mayBetray(p) {
		v := slices.Clone(b.before)
		b.betray(v)
		fault(model.Event{Process: p, Kind: model.Betray}, model.Betray.Cost(), v)
	}
	if net.Faults.Loss > 0 {
		for i := range b.slots {
			at := atChannels + i
			for _, e := range b.next(b.before, i) {
				if !b.m.isProne(model.Lose, p, e) {
					continue
				}
				v := slices.Clone(b.before)
				v[at] = b.m.contents.remove(v[at], e)
				fault(model.Event{Process: p, Kind: model.Lose, Port: e.port(), Message: b.m.tables.MessageText(e.message())}, model.Faults{Loss: 1}, v)
			}
		}
	}
	b.cuts(fault)
}

func (b *builder) cuts(fault func(model.Event, model.Faults, []int32)) {
	if b.m.sys.Network().Faults.Cut == 0 {
		return
	}
	cut := cutPorts(b.before)
	done := map[int]bool{}
	for q, link := range b.links {
		if link.To < 0 || cut.Has(model.Port(q)) || done[link.To] {
			continue
		}
		done[link.To] = true
		if !b.m.sys.Network().Victims.MayCut(b.process, link.To) {
			continue
		}
		v, now := slices.Clone(b.before), cut
		for r, other := range b.links {
			if other.To == link.To {
				now = now.With(model.Port(r))
			}
		}
		setCutPorts(v, now)
		fault(model.Event{Process: b.process, Kind: model.Cut, Peer: link.To}, model.Faults{Cut: 1}, v)
	}
}

func (b *builder) restart() {
	b.cutsWhileDown()
	if isTraitor(b.before) {
		b.forge()
		return
	}
	if b.m.sys.Network().Faults.Restart == 0 || !b.m.sys.Network().Victims.MayStrike(model.Restart, b.process) {
		return
	}
	v := slices.Clone(b.before)
	v[atMode] = modeUp
	if after, blame := b.m.tables.PeekRestart(b.process, compiled.Local(v[atLocal])); blame != nil {
		b.blame(v, blame)
	} else {
		v[atLocal] = int32(after)
		b.wind(v)
		b.m.reduction.become(b.status(b.before), b.status(v))
	}
	b.add(&draft{event: model.Event{Process: b.process, Kind: model.Restart}, cost: model.Faults{Restart: 1}, flags: optional, fault: true, after: v})
}

// cutsWhileDown adds the cuts of the links of a process that is down. They matter
// after a restart, and to a traitor.
func (b *builder) cutsWhileDown() {
	b.cuts(func(e model.Event, cost model.Faults, after []int32) {
		b.add(&draft{event: e, cost: cost, flags: optional, fault: true, after: after})
	})
}

// add completes an event: it delivers the messages that the process sends to itself,
// and numbers the next state.
func (b *builder) add(d *draft) {
	b.receiveOwn(d)
	x := b.describe(d)
	x.next = b.state(d.after)
	b.list = append(b.list, x)
}

// describe returns an event without its next state. Those of a step are the same each
// time that it is taken.
func (b *builder) describe(d *draft) event {
	if b.step == nil {
		return b.newEvent(d)
	}
	if b.done == len(b.step.events) {
		b.step.events = append(b.step.events, b.newEvent(d))
		b.grow(int64(unsafe.Sizeof(event{})))
	}
	b.done++
	return b.step.events[b.done-1]
}

// newEvent numbers the batch of an event, and labels the event.
func (b *builder) newEvent(d *draft) event {
	given := b.deliveries(d)
	return event{out: b.m.batches.number(b.atoms(d, given)) | d.flags, label: b.m.label(d)}
}

// receiveOwn puts the messages that a process sends to itself into its channels.
func (b *builder) receiveOwn(d *draft) {
	if d.after[atMode] != modeUp {
		return
	}
	for _, send := range d.sends {
		if link := b.links[send.Port]; link.To == b.process && !b.isSevered(d.after, send.Port) {
			at := atChannels + b.slot(link.ToPort)
			d.after[at] = b.m.contents.put(d.after[at], newEntry(link.ToPort, send.Msg).within(b.m.sentTicks))
		}
	}
}

// deliveries returns the messages that a process sends to others, by receiver.
func (b *builder) deliveries(d *draft) map[int]*puts {
	given := map[int]*puts{}
	to := func(p int) *puts {
		if given[p] == nil {
			given[p] = &puts{}
		}
		return given[p]
	}
	if d.guard != noGuard {
		to(b.m.sys.Peer(b.process, d.event.Port)).guard = d.guard
	}
	b.tellWatchers(d, to)
	for _, send := range d.sends {
		if link := b.links[send.Port]; link.To != b.process && !b.isSevered(d.after, send.Port) {
			to(link.To).entries = append(to(link.To).entries, b.put(send))
		}
	}
	if b.m.blocks && b.step != nil {
		b.askForRooms(to)
	}
	d.sendCount = len(d.sends)
	return given
}

// atoms returns the atoms of the event's batch, ordered by leaf.
func (b *builder) atoms(d *draft, given map[int]*puts) []atom {
	var atoms []atom
	for p := range b.m.leaves {
		if g := given[p]; g != nil {
			atoms = append(atoms, atom{p, b.m.batches.putsNumber(*g)})
		}
	}
	if d.unheard {
		return atoms
	}
	c := charge{cost: d.cost.Counted(b.m.sys.Network().Faults)}
	if !d.fault {
		c.start = b.m.mayStart && (b.m.sys.Network().Faults.Restart > 0 || slices.Contains(b.firsts, b.before[atLocal]))
	}
	if b.m.environment.monitor != nil && !d.event.Kind.IsUnnoticed() {
		c.observed, c.observation = true, b.observe(b.before, d.after, d.sendCount)
	}
	if c != (charge{}) {
		atoms = append(atoms, atom{len(b.m.leaves), b.m.batches.chargeNumber(c)})
	}
	return atoms
}
