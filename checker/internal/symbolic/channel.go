package symbolic

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// entry is a message in a channel with the port that it arrives on and, in timing
// bounded, the ticks that may pass before it does.
type entry struct {
	port  model.Port
	msg   compiled.Message
	ticks int
}

// plain returns e without its ticks.
func (e entry) plain() entry {
	e.ticks = 0
	return e
}

// is reports whether f is e but for the ticks.
func (e entry) is(f entry) bool { return e.plain() == f.plain() }

// content is a value of the level of a channel.
type content struct {
	dead bool // the receiver is down: the channel is empty and drops messages
	cut  bool // the link is cut: the channel drops new messages
	list []entry
}

// contents numbers the values of the levels of channels.
type contents struct {
	order   model.Order
	numbers map[string]uint32
	values  []content
	bytes   int64
	defers  func(at stage, e entry) bool // nil: no message is deferred
	poll    func()                       // called before a long value, and before every 64th value
}

// longList is the length from which the copy of a list takes noticeable time.
const longList = 256

func newContents(order model.Order) *contents {
	return &contents{order: order, numbers: map[string]uint32{}, poll: func() {}}
}

func (c *contents) number(v content) uint32 {
	key := []byte{0}
	if v.dead {
		key[0] |= 1
	}
	if v.cut {
		key[0] |= 2
	}
	for _, e := range v.list {
		key = e.append(key)
	}
	n, ok := c.numbers[string(key)]
	if !ok {
		n = uint32(len(c.values))
		if n%64 == 0 || len(v.list) >= longList {
			c.poll()
		}
		c.numbers[string(key)] = n
		c.values = append(c.values, v)
		c.bytes += int64(len(key)+16*len(v.list)) + 112 // roughly the size of an entry of the map and of values
	}
	return n
}

// append appends e to a key.
func (e entry) append(key []byte) []byte {
	key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(e.port)), uint64(e.msg))
	return binary.AppendUvarint(key, uint64(e.ticks))
}

// deliverable returns the distinct messages that may arrive next, without their ticks: in
// some local state of the receiver, as that decides which are deferred.
func (c *contents) deliverable(n uint32) []entry {
	list := c.values[n].list
	switch {
	case c.passes():
		var distinct []entry
		for _, e := range list {
			if !slices.Contains(distinct, e.plain()) {
				distinct = append(distinct, e.plain())
			}
		}
		return distinct
	case c.order.Queued():
		list = list[:min(len(list), 1)]
	}
	var plain []entry
	for _, e := range list {
		plain = append(plain, e.plain())
	}
	return slices.Compact(plain)
}

// passes reports whether messages of a queue may pass others that are deferred.
func (c *contents) passes() bool { return c.order.PerReceiver() && c.defers != nil }

// arrives reports whether e is among the messages of content n that may arrive next
// at this stage. A deferred message is one of them.
func (c *contents) arrives(n uint32, e entry, at *stage) bool {
	if at == nil || !c.passes() {
		return slices.Contains(c.deliverable(n), e)
	}
	for _, first := range c.values[n].list {
		if first.is(e) {
			return true
		}
		if !c.defers(*at, first) {
			return false
		}
	}
	return false
}

// receives reports whether some message of content n can be received at a stage. If
// that is nil, no message is deferred.
func (c *contents) receives(n uint32, at *stage) bool {
	if at == nil {
		return len(c.values[n].list) > 0
	}
	return slices.ContainsFunc(c.deliverable(n), func(e entry) bool { return !c.defers(*at, e) })
}

func (c *contents) put(v content, e entry) content {
	if v.dead || v.cut {
		return v
	}
	if c.order.Queued() {
		v.list = append(slices.Clone(v.list), e)
		return v
	}
	at, _ := slices.BinarySearchFunc(v.list, e, compareEntries)
	if !c.order.Distinct() || !slices.ContainsFunc(v.list, e.is) {
		v.list = slices.Insert(slices.Clone(v.list), at, e)
	}
	return v
}

func compareEntries(a, b entry) int {
	if a.port != b.port {
		return int(a.port - b.port)
	}
	if a.msg != b.msg {
		return int(a.msg - b.msg)
	}
	return a.ticks - b.ticks
}

// change is the effect of an event on one channel. Its parts apply in this order.
type change struct {
	empty bool   // the event is enabled only if nothing can be received from the channel
	at    *stage // of the receiver, for empty and take, if it defers messages; else nil
	take  *entry // the event is enabled only if this message may arrive next, and removes it
	peek  bool   // take does not remove the message
	puts  []entry
	then  then
}

// stage is a process in a local state.
type stage struct {
	process int
	local   compiled.Local
}

// then is the effect on a channel as a whole.
type then uint8

const (
	stay   then = iota
	die         // the receiver goes down
	revive      // the receiver comes back
	sever       // the link is cut; enabled only if it was not
)

func (x change) key() []byte {
	key := []byte{byte(x.then)}
	if x.empty {
		key[0] |= 16
	}
	if x.peek {
		key[0] |= 64
	}
	if x.take != nil {
		key[0] |= 32
		key = x.take.append(key)
	}
	for _, e := range x.puts {
		key = e.append(key)
	}
	if x.at != nil {
		key = binary.AppendUvarint(binary.AppendUvarint(append(key, '@'), uint64(x.at.process)), uint64(x.at.local))
	}
	return key
}

// isSure reports whether the change is enabled for every content of the channel.
func (x change) isSure() bool { return !x.empty && x.take == nil && x.then != sever }

// apply applies a change to content n. It returns the new content, and whether the
// change is enabled.
func (c *contents) apply(x change, n uint32) (uint32, bool) {
	v := c.values[n]
	if x.empty && c.receives(n, x.at) || x.then == sever && v.cut {
		return 0, false
	}
	if x.take != nil {
		if !c.arrives(n, *x.take, x.at) {
			return 0, false
		}
		if at := slices.IndexFunc(v.list, x.take.is); !x.peek {
			v.list = slices.Delete(slices.Clone(v.list), at, at+1)
		}
	}
	for _, e := range x.puts {
		v = c.put(v, e)
	}
	switch x.then {
	case die:
		v.dead, v.list = true, nil
	case revive:
		v.dead = false
	case sever:
		v.cut = true
	}
	return c.number(v), true
}

// tick returns content n after a tick, false if one of its messages is urgent.
func (c *contents) tick(n uint32) (uint32, bool) {
	v := c.values[n]
	v.list = slices.Clone(v.list)
	for i, e := range v.list {
		if e.ticks == 0 && (i == 0 || !c.order.Queued()) {
			return 0, false
		}
		v.list[i].ticks = max(e.ticks-1, 0)
	}
	return c.number(v), true
}
