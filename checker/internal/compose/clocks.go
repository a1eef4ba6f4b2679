package compose

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Behind the channels, the vector of a leaf has in timing bounded the number of its
// clocks, and the ports whose process is down.
const clockWidth = 3

// atClocks returns where a vector has the clocks, if any: behind the channels.
func (l *leaf) atClocks() int { return atChannels + len(l.slots) }

func (l *leaf) downPorts(v []int32) model.PortSet {
	at := l.atClocks()
	return model.PortSet(uint32(v[at+1])) | model.PortSet(uint32(v[at+2]))<<32
}

func (l *leaf) setDownPorts(v []int32, s model.PortSet) {
	at := l.atClocks()
	v[at+1], v[at+2] = int32(uint32(s)), int32(uint32(s>>32))
}

// watcher is a port that leads to a process.
type watcher struct {
	process int
	port    model.Port
}

// watchersOf returns the ports of other processes that lead to process p. Nobody
// suspects a process behind a port that is no member of a [model.PortSet].
func (m *Machine) watchersOf(p int) []watcher {
	var list []watcher
	for r := range m.sys.Network().N {
		for q := range model.Port(min(m.sys.Semantics().Ports(r), 64)) {
			if r != p && m.sys.Peer(r, q) == p {
				list = append(list, watcher{r, q})
			}
		}
	}
	return list
}

// encodeClocks writes the part of a configuration that is measured into v.
func (l *leaf) encodeClocks(v []int32, c model.Configuration) {
	var down model.PortSet
	for q := range model.Port(min(l.m.sys.Semantics().Ports(l.process), 64)) {
		if peer := l.m.sys.Peer(l.process, q); peer != l.process && c.Down[peer] {
			down = down.With(q)
		}
	}
	l.setDownPorts(v, down)
	v[l.atClocks()] = l.m.clocks.Number(c.Clocks[l.process])
}

// tellWatchers tells the neighbours if the process goes down in d, or comes back.
func (b *builder) tellWatchers(d *draft, to func(p int) *puts) {
	was, is := b.before[atMode] == modeDown, d.after[atMode] == modeDown
	if was == is {
		return
	}
	for _, w := range b.watchers {
		if x := to(w.process); is {
			x.fell = x.fell.With(w.port)
		} else {
			x.rose = x.rose.With(w.port)
		}
	}
}

// notice makes v the state after neighbours have gone down or come back.
func (l *leaf) notice(v []int32, given puts) {
	l.setDownPorts(v, (l.downPorts(v)|given.fell)&^given.rose)
	l.wind(v)
}

// restartClocks stops the clocks of v that start anew after a step: the clock that has
// run out, and those of the timers that the step resets.
func (l *leaf) restartClocks(v []int32, e model.Event, resets model.TimerSet) {
	if l.m.delay == 0 {
		return
	}
	at := l.atClocks()
	if list := l.m.clocks.Going(v[at], e, resets); len(list) < len(l.m.clocks.List(v[at])) {
		v[at] = l.m.clocks.Number(list)
	}
}

// wind starts the clocks of v that should run and do not, and stops the others.
func (l *leaf) wind(v []int32) {
	if l.m.delay == 0 {
		return
	}
	at := l.atClocks()
	if v[atMode] == modeDown {
		v[at] = 0
		return
	}
	local := compiled.Local(v[atLocal])
	list := l.m.tables.Wind(l.process, local, l.downPorts(v), l.m.clocks.List(v[at]))
	v[at] = l.m.clocks.Number(list)
}

// due adds the events of the clocks that may run out: timers, and suspicions of processes
// that are down.
func (b *builder) due() {
	for _, k := range b.m.clocks.List(b.before[b.atClocks()]) {
		if k.Least == 0 {
			b.expire(k)
		}
	}
}

// expire adds the event of a clock.
func (b *builder) expire(k model.Clock) {
	b.take(draft{event: model.Event{Process: b.process, Kind: k.Kind, Timer: k.Timer, Port: k.Port}, vector: b.before}, -1)
}

// tick is the event in which time passes: a push of a batch for all processes.
type tick struct {
	m               *Machine
	toLeft, toRight uint32 // the parts of the batch
	number          uint32 // of the label
}

// prepare makes the batch and the label.
func (m *tick) prepare() {
	var atoms []atom
	payload := m.m.batches.putsNumber(puts{guard: ticking})
	for p := range m.m.leaves {
		atoms = append(atoms, atom{p, payload})
	}
	batch := m.m.batches.number(atoms)
	m.toLeft, _ = m.m.left.split(batch)
	m.toRight, _ = m.m.right.split(batch)
	m.number = m.m.labelOf(model.Event{Process: -1, Kind: model.Tick}, true, 0)
}

// ticked returns the configuration after a tick, and whether s enables one: nothing is
// urgent, and the tick makes a difference.
func (m *tick) ticked(lane int, s State) (State, bool) {
	left, right := s.Left(), s.Right()
	if left = m.m.left.push(lane, left, m.toLeft); left == refused {
		return s, false
	}
	if m.toRight != 0 {
		if right = m.m.right.push(lane, right, m.toRight); right == refused {
			return s, false
		}
	}
	next := State(left)<<32 | State(right)
	return next, next != s
}

// states implements [joint].
func (m *tick) states(lane int, s State, list []State) (_ []State, obligatory bool) {
	next, ok := m.ticked(lane, s)
	if ok {
		list = append(list, next)
	}
	return list, ok
}

// edges implements [joint].
func (m *tick) edges(s State, list []Edge) []Edge {
	if next, ok := m.ticked(0, s); ok {
		list = append(list, Edge{Next: next, Label: m.number})
	}
	return list
}

// ofTables implements [joint].
func (m *tick) ofTables() bool { return true }

// tick returns the state after a tick, refused if something is urgent in v: a message
// that may be received next and whose delay is used up, or a clock that is over.
func (l *leaf) tick(id uint32, v []int32) uint32 {
	if v[atMode] != modeUp {
		return id
	}
	clocks, passes := l.m.clocks.Tick(v[l.atClocks()])
	if !passes {
		return refused
	}
	for i := range l.slots {
		for _, e := range l.next(v, i) {
			if e.ticks() == 0 && !l.deferred(v, e) {
				return refused
			}
		}
	}
	v[l.atClocks()] = clocks
	for i := range l.slots {
		v[atChannels+i] = l.m.contents.tick(v[atChannels+i])
	}
	return l.state(v)
}
