package compose

import (
	"math/bits"
	"sync/atomic"
)

// event is one event of a state of a component.
type event struct {
	next  uint32 // the next state
	out   uint32 // the batch for the leaves outside the component, and flags
	label uint32 // the number of its Label
}

// Flags of event.out. The other bits are the number of a batch.
const (
	needsQuiet = 1 << 31 // enabled only if nothing is in flight
	optional   = 1 << 30 // not obligatory
	batchMask  = optional - 1
)

// refused is the result of a push that disables the event.
const refused = ^uint32(0)

// Attributes of a state: its view in the upper half, and flags.
const (
	inFlight = 1 << iota // a live process may receive something
	failed               // a step was not well-formed
	started              // some process has taken a step
	inTurn               // timers in turn: a timer or suspicion of a process must happen before the next tick

	budgets = iota // the first bit of the kinds of fault that may still strike
)

// maker computes the table entries of a component.
type maker interface {
	makeEvents(id uint32) []event
	makePush(id, batch uint32) uint32
	normalMaker
}

// component caches the events and pushes of its states. Readers take no lock. A
// missing entry is computed under the lock of the machine.
type component struct {
	m      *Machine
	lo, hi int // its leaves
	make   maker

	place      uint64 // in the record
	count      uint32 // the next number to assign
	records    atomic.Pointer[[]*recordPage]
	ranking    atomic.Pointer[[][]uint32] // pages of the ranks of the leaves, if there are orbits
	arena      atomic.Pointer[[][]event]  // chunks; the first used entries of the last one are taken
	used       int
	pushes     atomic.Pointer[[]*pushRow] // by batch
	courses    []column                   // by the kinds of fault that may strike: the confluent delivery that is taken; nil unless confluent deliveries are taken
	overtaking []column                   // the same if messages overtake others: the confluent deliveries, of which the sibling may refuse some
	alone      []column                   // the same: the events of the closed process that are taken alone
	inside     []uint32                   // by batch: its part inside the component, plus 1; 0: not computed
	outside    []uint32                   // by batch: its part outside the component
	bytes      int64
	made       int64 // of bytes: those that Drop gives back
}

const pageBits = 10

type recordPage [1 << pageBits]record

// record is the data of one state.
type record struct {
	events atomic.Uint64 // the position of its events in the arena; 0: not computed
	attr   uint64
	halves uint64 // of a pair: left and right state
}

type pushRow struct {
	pages atomic.Pointer[[]atomic.Pointer[pushPage]]
}

type pushPage [1 << pageBits]atomic.Uint32 // the state after the push, plus 2; 0: not computed, 1: refused

const arenaChunk = 1 << 12

func newComponent(m *Machine, lo, hi int) *component {
	c := &component{m: m, lo: lo, hi: hi}
	m.reduction.prepare(c)
	c.records.Store(&[]*recordPage{})
	c.arena.Store(&[][]event{})
	c.pushes.Store(&[]*pushRow{})
	return c
}

func (c *component) record(id uint32) *record {
	return &(*c.records.Load())[id>>pageBits][id&(1<<pageBits-1)]
}

func (c *component) attr(id uint32) uint64 { return c.record(id).attr }

// add assigns a number to a new state. The lock must be held.
func (c *component) add(attr, halves uint64) uint32 {
	if c.count%64 == 0 {
		c.m.poll()
	}
	id := c.reserve(1)
	r := c.record(id)
	r.attr, r.halves = attr, halves
	return id
}

// reserve allocates the next numbers and returns the first. The lock must be held.
func (c *component) reserve(numbers uint32) uint32 {
	first := c.count
	c.count += numbers
	for pages := *c.records.Load(); int(c.count) > len(pages)<<pageBits; pages = *c.records.Load() {
		longer := append(pages, new(recordPage))
		c.records.Store(&longer)
		c.grow(24 << pageBits)
		c.m.folding.grow(c)
	}
	return first
}

func (c *component) grow(bytes int64) {
	c.bytes += bytes
	c.m.bytes.Add(bytes)
}

// events returns the events of a state. The machine's lock must not be held.
func (c *component) events(lane int, id uint32) []event {
	at := c.record(id).events.Load()
	if at == 0 {
		at = c.missing(lane, id)
	}
	return c.at(at)
}

// withoutEvents returns of which states, of a set, the events are not known: bit i is state
// first+i.
func (c *component) withoutEvents(first uint32, set uint64) (missing uint64) {
	for rest := set; rest != 0; rest &= rest - 1 {
		if c.record(first+uint32(bits.TrailingZeros64(rest))).events.Load() == 0 {
			missing |= rest & -rest
		}
	}
	return missing
}

func (c *component) missing(lane int, id uint32) uint64 {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.m.recorder.ask(c, askedEvents, uint64(id))
	return c.eventsAt(id)
}

// eventsLocked is like events, but the lock must be held.
func (c *component) eventsLocked(id uint32) []event { return c.at(c.eventsAt(id)) }

func (c *component) at(at uint64) []event {
	first := at >> 20 & (1<<20 - 1)
	return (*c.arena.Load())[at>>40&(1<<23-1)][first : first+at&(1<<20-1)]
}

func (c *component) eventsAt(id uint32) uint64 {
	r := c.record(id)
	if at := r.events.Load(); at != 0 {
		return at
	}
	at := c.keep(c.make.makeEvents(id))
	r.events.Store(at)
	return at
}

// keep copies a list of events into the arena and returns its position.
func (c *component) keep(list []event) uint64 {
	if len(list) >= 1<<20 {
		panic("compose: a state has more than a million events")
	}
	chunks := *c.arena.Load()
	if len(chunks) == 0 || c.used+len(list) > len(chunks[len(chunks)-1]) {
		chunks = append(chunks, make([]event, max(arenaChunk, len(list))))
		c.arena.Store(&chunks)
		c.used = 0
		c.growMade(int64(len(chunks[len(chunks)-1])) * 12)
	}
	last, first := len(chunks)-1, c.used
	c.used += copy(chunks[last][first:], list)
	return 1<<63 | uint64(last)<<40 | uint64(first)<<20 | uint64(len(list))
}

// push returns the next state of the component after the delivery of batch. All
// leaves of batch must be in the component. The machine's lock must not be held.
func (c *component) push(lane int, id, batch uint32) uint32 {
	if e := c.pushEntry(id, batch); e != nil {
		if next := e.Load(); next != 0 {
			return next - 2
		}
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.m.recorder.askAbout(c, askedPush, uint64(id), uint64(batch))
	return c.pushLocked(id, batch)
}

// pushEntry returns the table entry for a push, or nil if its page does not exist.
func (c *component) pushEntry(id, batch uint32) *atomic.Uint32 {
	if page := c.pushPage(id, batch); page != nil {
		return &page[id&(1<<pageBits-1)]
	}
	return nil
}

// pushPage returns the page of the table entry for a push, or nil.
func (c *component) pushPage(id, batch uint32) *pushPage {
	rows := *c.pushes.Load()
	if int(batch) >= len(rows) || rows[batch] == nil {
		return nil
	}
	pages := *rows[batch].pages.Load()
	if int(id>>pageBits) >= len(pages) {
		return nil
	}
	return pages[id>>pageBits].Load()
}

// fill computes the entries of gaps. The machine's lock must not be held.
func (c *component) fill(lane int, gaps []gap) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.lane = lane
	c.m.recorder.askFor(c, gaps)
	c.fillLocked(gaps)
}

func (c *component) fillLocked(gaps []gap) {
	if p, ok := c.make.(*pair); ok {
		p.fill(gaps)
		return
	}
	for _, g := range gaps {
		for set := g.set; set != 0; set &= set - 1 {
			if id := g.first + uint32(bits.TrailingZeros64(set)); g.batch == 0 {
				c.eventsAt(id)
			} else {
				c.pushLocked(id, g.batch)
			}
		}
	}
}

func (c *component) pushLocked(id, batch uint32) uint32 {
	e := c.pushEntry(id, batch)
	if e == nil {
		c.makePage(id, batch)
		e = c.pushEntry(id, batch)
	}
	if next := e.Load(); next != 0 {
		return next - 2
	}
	next := c.make.makePush(id, batch)
	e.Store(next + 2)
	return next
}

// makePage allocates the page that pushEntry needs, unless it exists. Readers hold no lock,
// so a directory that is too short is copied to one at least twice as long.
func (c *component) makePage(id, batch uint32) {
	if c.pushPage(id, batch) != nil {
		return
	}
	rows := *c.pushes.Load()
	if int(batch) >= len(rows) || rows[batch] == nil {
		longer := make([]*pushRow, max(len(rows), int(batch)+1))
		copy(longer, rows)
		longer[batch] = new(pushRow)
		longer[batch].pages.Store(&[]atomic.Pointer[pushPage]{})
		c.pushes.Store(&longer)
		rows = longer
	}
	row, at := rows[batch], int(id>>pageBits)
	pages := *row.pages.Load()
	if at >= len(pages) {
		longer := make([]atomic.Pointer[pushPage], max(2*len(pages), at+1))
		for i := range pages {
			longer[i].Store(pages[i].Load())
		}
		row.pages.Store(&longer)
		c.growMade(int64(len(longer)-len(pages)) * 8)
		pages = longer
	}
	pages[at].Store(new(pushPage))
	c.growMade(4 << pageBits)
}

// split returns the parts of batch inside and outside the component. The lock must
// be held.
func (c *component) split(batch uint32) (inside, outside uint32) {
	for int(batch) >= len(c.inside) {
		c.inside = append(c.inside, 0)
		c.outside = append(c.outside, 0)
	}
	if c.inside[batch] == 0 {
		in, out := c.m.batches.split(batch, c.lo, c.hi)
		c.inside[batch], c.outside[batch] = in+1, out
	}
	return c.inside[batch] - 1, c.outside[batch]
}
