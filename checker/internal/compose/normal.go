package compose

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// column has a word for each state of a component, 0 if it is not known yet.
// Readers take no lock.
type column struct{ pages atomic.Pointer[[]*columnPage] }

type columnPage [1 << pageBits]atomic.Uint64

// at returns the word of a state, nil if it has no place yet.
func (c *column) at(id uint32) *atomic.Uint64 {
	pages := c.pages.Load()
	if pages == nil || int(id>>pageBits) >= len(*pages) || (*pages)[id>>pageBits] == nil {
		return nil
	}
	return &(*pages)[id>>pageBits][id&(1<<pageBits-1)]
}

// known returns the word of a state, 0 if it is not known yet.
func (c *column) known(id uint32) uint64 {
	if word := c.at(id); word != nil {
		return word.Load()
	}
	return 0
}

// place returns the word of a state, for which it makes a place of so many bytes.
// The directory is copied, for readers hold no lock.
func (c *column) place(id uint32, grow func(bytes int64)) *atomic.Uint64 {
	if word := c.at(id); word != nil {
		return word
	}
	var pages []*columnPage
	if old := c.pages.Load(); old != nil {
		pages = *old
	}
	longer := make([]*columnPage, max(len(pages), int(id>>pageBits)+1))
	copy(longer, pages)
	longer[id>>pageBits] = new(columnPage)
	c.pages.Store(&longer)
	grow(8 << pageBits)
	return c.at(id)
}

// A word of component.alone or component.overtaking is emptyList, or where the arena has
// a list of events.
const emptyList = 1

// asList returns the list of events that a word stands for.
func (c *component) asList(x uint64) []event {
	if x == emptyList {
		return nil
	}
	return c.at(x)
}

// listAt returns the list that a word stands for, and makes it if it is not known yet. The
// lock is held.
func (c *component) listAt(word *atomic.Uint64, make func() []event) []event {
	x := word.Load()
	if x == 0 {
		x = emptyList
		if list := make(); len(list) > 0 {
			x = c.keep(list)
		}
		word.Store(x)
	}
	return c.asList(x)
}

// A word of component.courses is noCourse, or the state that follows, the batch
// that is delivered outside, and hasCourse.
const (
	noCourse  = 1
	hasCourse = 1 << 31
)

// course returns the confluent delivery that is taken in a state while these
// kinds of fault may strike. The machine's lock is not held.
func (c *component) course(n *normal, lane int, id uint32, left confluent.Budgets) (e event, ok bool) {
	if x := c.courses[left].known(id); x != 0 {
		return asCourse(x)
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.m.recorder.askAbout(c, askedCourse, uint64(id), uint64(left))
	return c.courseLocked(n, id, left)
}

// asCourse returns the event that a word stands for, and false if it stands for none.
func asCourse(x uint64) (event, bool) {
	return event{next: uint32(x >> 32), out: uint32(x) & batchMask}, x&hasCourse != 0
}

func (c *component) courseLocked(n *normal, id uint32, left confluent.Budgets) (event, bool) {
	word := c.courses[left].place(id, c.grow)
	if x := word.Load(); x != 0 {
		return asCourse(x)
	}
	e, ok := c.make.makeConfluent(n, id, left)
	x := uint64(noCourse)
	if ok {
		x = uint64(e.next)<<32 | uint64(e.out) | hasCourse
	}
	word.Store(x)
	return e, ok
}

// makeConfluent returns the confluent delivery of the half that has one, the
// left one first: the sibling takes its part of the messages that it sends.
func (p *pair) makeConfluent(n *normal, id uint32, left confluent.Budgets) (event, bool) {
	halves := p.record(id).halves
	l, r := uint32(halves>>32), uint32(halves)
	if e, ok := p.left.courseLocked(n, l, left); ok {
		other, out, _ := p.deliver(e, p.right, r)
		return event{next: p.state(e.next, other), out: out}, true
	}
	if e, ok := p.right.courseLocked(n, r, left); ok {
		other, out, _ := p.deliver(e, p.left, l)
		return event{next: p.state(other, e.next), out: out}, true
	}
	return event{}, false
}

// makeConfluent returns the first delivery that is confluent.
func (l *leaf) makeConfluent(n *normal, id uint32, left confluent.Budgets) (event, bool) {
	e, sends, ok := n.makeCourse(l, id, left)
	if sends > 0 {
		n.sent[sender{l.process, id, left}] = uint32(sends)
		l.grow(bytesPerName)
	}
	return e, ok
}

// makeCourse returns the first delivery that is confluent, and how many messages it sends.
// If messages overtake others, all of these must.
func (n *normal) makeCourse(l *leaf, id uint32, left confluent.Budgets) (_ event, sends int, _ bool) {
	n.meet(l, id)
	v := slices.Clone(l.vector(id))
	i, e, ok := n.firstConfluent(l, v, left)
	if !ok {
		return event{}, 0, false
	}
	b := &builder{leaf: l, before: v}
	x := l.delivery(v, e)
	o := l.m.tables.Step(l.process, x.Local, x.Input())[0]
	d := draft{event: model.Event{Process: l.process, Kind: model.Receive, Port: x.Port}, after: l.receive(v, i, e, o), sends: o.Sends, unheard: !l.m.environment.counts()}
	b.receiveOwn(&d)
	given := b.deliveries(&d)
	if n.overtaking {
		for _, g := range given {
			g.guard = overtakes
		}
	}
	return event{next: l.state(d.after), out: l.m.batches.number(b.atoms(&d, given))}, len(o.Sends), true
}

// firstConfluent returns the first delivery, by port and text, that is
// confluent, and where in v its channel is.
func (n *normal) firstConfluent(l *leaf, v []int32, left confluent.Budgets) (at int, e entry, ok bool) {
	return l.firstDelivery(v, func(e entry) bool { return n.deliveries.Confluent(l.delivery(v, e), left) })
}

// delivery returns the delivery of a message in v.
func (l *leaf) delivery(v []int32, e entry) confluent.Delivery {
	x := confluent.Delivery{Process: l.process, Local: compiled.Local(v[atLocal]), Port: e.port(), Msg: e.message(), Ticks: e.ticks()}
	if l.m.delay > 0 {
		x.Due = confluent.DueWithin(x.Ticks, l.m.clocks.List(v[l.atClocks()]))
	}
	return x
}

// receive returns v after the delivery of e, from its channel at i, with an outcome.
func (l *leaf) receive(v []int32, i int, e entry, o compiled.Outcome) []int32 {
	v = slices.Clone(v)
	v[i] = l.m.contents.remove(v[i], e)
	l.step(v, o)
	return v
}

// step makes v the state after a reception with an outcome.
func (l *leaf) step(v []int32, o compiled.Outcome) {
	v[atLocal] = int32(o.Next)
	l.restartClocks(v, model.Event{Kind: model.Receive}, o.Resets)
	l.wind(v)
}

// firstDelivery returns the first delivery, by port and text, that satisfies take, and where
// in v its channel is.
func (l *leaf) firstDelivery(v []int32, take func(entry) bool) (at int, e entry, ok bool) {
	if v[atMode] != modeUp {
		return 0, 0, false
	}
	for i := range l.slots {
		list := l.m.contents.deliverable(v[atChannels+i])
		if len(list) > 1 {
			list = slices.SortedFunc(slices.Values(list), func(a, b entry) int {
				return cmp.Compare(l.m.tables.MessageText(a.message()), l.m.tables.MessageText(b.message()))
			})
		}
		for _, e := range list {
			if take(e) {
				return atChannels + i, e, true
			}
		}
	}
	return 0, 0, false
}

// enabled implements [reduction].
func (n *normal) enabled(lane int, s State) (lefts, rights []event) {
	if lefts, rights = n.alone(lane, s); len(lefts)+len(rights) > 0 {
		return lefts, rights
	}
	return n.m.left.events(lane, s.Left()), n.m.right.events(lane, s.Right())
}

// land implements [reduction]: it replaces configurations by their normal forms.
func (n *normal) land(lane int, list []State) {
	for i, s := range list {
		list[i] = n.normalize(lane, s)
	}
}

// end implements [reduction].
func (n *normal) end(s State) State { return n.normalize(0, s) }

// normalize returns the normal form of a configuration.
func (n *normal) normalize(lane int, s State) State {
	return confluent.Normalize(s, n.deliveries.MaxCourse, func(s State) (State, bool) { return n.take(lane, s) })
}

// Between returns the confluent deliveries that are taken, one after the other, between the
// event of s with a label and the normal form that it leads to. Silent ones are not among
// them.
func (m *Machine) Between(s State, label uint32) []model.Event {
	list := m.edges(s, nil)
	from := list[slices.IndexFunc(list, func(e Edge) bool { return e.Label == label })].Next
	return m.reduction.between(from)
}

// between implements [reduction].
func (n *normal) between(from State) (passed []model.Event) {
	confluent.Normalize(from, n.deliveries.MaxCourse, func(s State) (State, bool) {
		next, ok := n.take(0, s)
		if ok {
			c, _ := n.m.decode(s)
			passed = append(passed, n.deliveries.Next(n.m.sys, c))
		}
		return next, ok
	})
	return passed
}

// take takes the confluent delivery of the left or the right half, if
// there is one.
func (n *normal) take(lane int, s State) (State, bool) {
	left, right := s.Left(), s.Right()
	var kinds confluent.Budgets
	if n.m.faults != 0 || n.m.fails.Load() {
		a, b := n.m.left.attr(left), n.m.right.attr(right)
		if (a|b)&failed != 0 {
			return s, false
		}
		kinds = kindsOf(b)
	}
	if n.overtaking {
		next, _, ok := n.takeOvertaking(lane, s, kinds)
		return next, ok
	}
	if e, ok := n.m.left.course(n, lane, left, kinds); ok {
		return State(e.next)<<32 | State(n.m.right.pushAny(lane, right, e.out)), true
	}
	if e, ok := n.m.right.course(n, lane, right, kinds); ok {
		return State(n.m.left.pushAny(lane, left, e.out))<<32 | State(e.next), true
	}
	return s, false
}
