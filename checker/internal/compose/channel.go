package compose

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// entry is a message in a channel, with the port that it arrives on, in timing
// bounded the ticks that may pass before it does, and in lockstep for how many rounds it
// may start to wait, and whether it waits.
type entry uint64

func newEntry(q model.Port, m compiled.Message) entry { return entry(q)<<32 | entry(m) }

const (
	atTicks = 52
	oneTick = entry(1) << atTicks
	waits   = entry(1) << 63
)

func (e entry) port() model.Port          { return model.Port(e.plain() >> 32) }
func (e entry) message() compiled.Message { return compiled.Message(e & (1<<32 - 1)) }
func (e entry) ticks() int                { return int(e &^ waits >> atTicks) }
func (e entry) within(ticks int) entry    { return e | entry(ticks)<<atTicks }

func (e entry) isWaiting() bool { return e&waits != 0 }

// waiting returns e when it waits for one more round.
func (e entry) waiting() entry { return (e - oneTick) | waits }

// envelope returns e as a part of a configuration.
func (m *Machine) envelope(e entry) model.Envelope {
	return model.Envelope{Port: e.port(), Msg: m.tables.MessageValue(e.message()), Ticks: e.ticks(), Waits: e.isWaiting()}
}

// entryOf returns the entry of a message in a configuration.
func (m *Machine) entryOf(e model.Envelope) entry {
	x := newEntry(e.Port, m.tables.Message(e.Msg)).within(e.Ticks)
	if e.Waits {
		x |= waits
	}
	return x
}

// plain returns e without its ticks.
func (e entry) plain() entry { return e & (oneTick - 1) }

// among reports whether a list has an entry with the message of e on the same port.
func (e entry) among(list []entry) bool {
	return slices.ContainsFunc(list, func(f entry) bool { return f.plain() == e.plain() })
}

// contents numbers the contents of channels. Contents 0 are empty. The entries of
// a bag or set are sorted, so equal contents have the same number.
type contents struct {
	order   model.Order
	places  int // how many entries a channel holds at most; 0: any number
	numbers map[string]int32
	lists   [][]entry
	poll    func() // called before a long list is numbered
	grow    func(bytes int64)
	key     []byte  // workspace
	list    []entry // workspace
}

// longList is the length from which copying a list takes noticeable time.
const longList = 256

func newContents(order model.Order, poll func(), grow func(bytes int64)) *contents {
	return &contents{order: order, poll: poll, grow: grow, numbers: map[string]int32{"": 0}, lists: [][]entry{nil}}
}

func (c *contents) number(list []entry) int32 {
	key := c.key[:0]
	for _, e := range list {
		key = binary.AppendUvarint(key, uint64(e))
	}
	c.key = key
	n, ok := c.numbers[string(key)]
	if !ok {
		if len(list) >= longList {
			c.poll()
		}
		n = int32(len(c.lists))
		c.numbers[string(key)] = n
		c.lists = append(c.lists, slices.Clone(list))
		c.grow(int64(len(key)+8*len(list)) + bytesPerName + bytesPerList)
	}
	return n
}

// put returns contents n with e added, unless they hold it already or are full.
func (c *contents) put(n int32, e entry) int32 {
	c.list = c.add(append(c.list[:0], c.lists[n]...), e)
	if len(c.list) == len(c.lists[n]) {
		return n
	}
	return c.number(c.list)
}

// add returns a list that becomes the contents of a channel, with e added, unless it holds it already or is full.
func (c *contents) add(list []entry, e entry) []entry {
	if c.places > 0 && len(list) >= c.places {
		return list
	}
	if c.order.Queued() {
		if len(list) > 0 && list[len(list)-1].isWaiting() && !e.isWaiting() {
			e = e.waiting()
		}
		return append(list, e)
	}
	at, found := slices.BinarySearch(list, e)
	if c.order.Distinct() && (found || e.ticks() > 0 && e.among(list)) {
		return list
	}
	return slices.Insert(list, at, e)
}

func (c *contents) isFull(n int32) bool { return c.places > 0 && len(c.lists[n]) >= c.places }

// hasPlace reports whether contents n are not full, or hold e already and so need no place for it.
func (c *contents) hasPlace(n int32, e entry) bool {
	return !c.isFull(n) || c.order.Distinct() && e.among(c.lists[n])
}

// deliverable returns the distinct entries of contents n that can arrive next.
func (c *contents) deliverable(n int32) []entry {
	list := c.lists[n]
	if c.order.Queued() {
		return list[:min(len(list), 1)]
	}
	distinct := list
	if !c.order.Distinct() {
		distinct = slices.Compact(slices.Clone(list))
	}
	if len(list) > 0 && list[len(list)-1].ticks() > 0 {
		return oldest(distinct)
	}
	return distinct
}

// oldest returns of the entries with equal messages, which are sorted, the one that has
// been in flight longest.
func oldest(list []entry) []entry {
	var first []entry
	for _, e := range list {
		if !e.among(first) {
			first = append(first, e)
		}
	}
	return first
}

// tick returns contents n after a tick.
func (c *contents) tick(n int32) int32 {
	list := slices.Clone(c.lists[n])
	for i, e := range list {
		if e.ticks() > 0 {
			list[i] = e - oneTick
		}
	}
	if !c.order.Queued() {
		slices.Sort(list)
	}
	return c.number(list)
}

// remove returns contents n with one e removed. Entry e must be deliverable.
func (c *contents) remove(n int32, e entry) int32 {
	list := c.lists[n]
	i := slices.Index(list, e)
	c.list = append(append(c.list[:0], list[:i]...), list[i+1:]...)
	return c.number(c.list)
}
