package simulation

import "math/bits"

// item is an event that is due at some time: the arrival of message msg at process
// to, or the wake-up of to.
type item struct {
	at   Ticks
	to   int32
	port int32
	msg  int32 // noMessage: it wakes up
}

const noMessage = -1

// line holds items that are added in the order in which they are due. It is a ring
// buffer, whose size is a power of 2.
type line struct {
	ring        []item
	first, next uint // modulo the size
}

func (q *line) push(x item) {
	if q.next-q.first == uint(len(q.ring)) {
		q.grow()
	}
	q.ring[q.next&uint(len(q.ring)-1)] = x
	q.next++
}

func (q *line) grow() {
	ring := make([]item, max(2*len(q.ring), 64))
	at := q.first & uint(max(len(q.ring)-1, 0))
	copy(ring[copy(ring, q.ring[at:]):], q.ring[:at])
	q.next -= q.first
	q.ring, q.first = ring, 0
}

// pushFront puts x before all others.
func (q *line) pushFront(x item) {
	if q.next-q.first == uint(len(q.ring)) {
		q.grow()
	}
	q.first--
	q.ring[q.first&uint(len(q.ring)-1)] = x
}

// discard removes the messages in flight to process p, and calls drop for each. The
// process has taken a step, so its wake-up is not in the line: wake-ups come first.
func (q *line) discard(p int, drop func(msg int32)) {
	for range q.next - q.first {
		if x, _ := q.pop(); int(x.to) == p {
			drop(x.msg)
		} else {
			q.push(x)
		}
	}
}

// pop removes the first item. It reports whether there is one.
func (q *line) pop() (item, bool) {
	if q.first == q.next {
		return item{}, false
	}
	x := q.ring[q.first&uint(len(q.ring)-1)]
	q.first++
	return x, true
}

// queue holds messages until they are due: the earliest first, and of those with
// the same time the one that was added first. It is a radix heap (Ahuja, Mehlhorn,
// Orlin and Tarjan 1990) of base 64. Time never goes back, so a message can wait in
// the bucket of the highest digit in which its time differs from now, until that
// digit is reached. Messages with equal times share a bucket and move together,
// which keeps their order. A bucket is a list of blocks, so that its messages lie side
// by side in memory.
type queue struct {
	now     Ticks // when the last message was due
	buckets [levels][base]bucket
	used    [levels]uint64 // by level: the set of buckets that are not empty
	some    uint           // the set of levels with such a bucket
	blocks  []block
	free    int32 // a list of blocks, by number and 1; 0: none
}

const (
	digit  = 6 // bits
	base   = 1 << digit
	levels = (63 + digit - 1) / digit
)

// bucket is a list of messages: those from number begin of block first to the one
// before number end of block last.
type bucket struct {
	first, last int32
	begin, end  uint8
}

func (l *bucket) isEmpty() bool { return l.first == l.last && l.begin == l.end }

// block is a part of a list, or free.
type block struct {
	items [64]item
	next  int32 // of its list
}

func (q *queue) push(x item) {
	level := uint(bits.Len64(uint64(x.at^q.now)|1)-1) / digit
	b := uint(x.at>>(level*digit)) % base
	list := &q.buckets[level][b]
	switch {
	case q.used[level]>>b&1 == 0:
		block := q.allocate()
		*list = bucket{first: block, last: block}
		q.used[level] |= 1 << b
		q.some |= 1 << level
	case int(list.end) == len(q.blocks[list.last].items):
		block := q.allocate()
		q.blocks[list.last].next = block
		list.last, list.end = block, 0
	}
	q.blocks[list.last].items[list.end] = x
	list.end++
}

// allocate returns a block that is free.
func (q *queue) allocate() int32 {
	if q.free == 0 {
		q.blocks = append(q.blocks, block{})
		return int32(len(q.blocks) - 1)
	}
	b := q.free - 1
	q.free = q.blocks[b].next
	return b
}

// take removes the first message of a list that has one. It frees the block of the last.
func (q *queue) take(list *bucket) item {
	b := &q.blocks[list.first]
	x := b.items[list.begin]
	list.begin++
	if last := list.isEmpty(); last || int(list.begin) == len(b.items) {
		done := list.first
		if !last {
			list.first, list.begin = b.next, 0
		}
		b.next, q.free = q.free, done+1
	}
	return x
}

// pop removes the first message. It reports whether there is one.
func (q *queue) pop() (item, bool) {
	for q.some != 0 {
		level := uint(bits.TrailingZeros(q.some)) % levels
		b := uint(bits.TrailingZeros64(q.used[level])) % base
		list := &q.buckets[level][b]
		x := q.take(list)
		if list.isEmpty() {
			q.clear(level, b)
		} else if level > 0 { // advance to the digit of the bucket, and move its messages into buckets of lower digits
			q.clear(level, b)
			q.now = x.at &^ (1<<(level*digit) - 1)
			q.push(x)
			for rest := *list; !rest.isEmpty(); {
				q.push(q.take(&rest))
			}
			continue
		}
		q.now = x.at
		return x, true
	}
	return item{}, false
}

func (q *queue) clear(level, b uint) {
	if q.used[level] &^= 1 << b; q.used[level] == 0 {
		q.some &^= 1 << level
	}
}

// discard removes the messages in flight to process p, and calls drop for each.
func (q *queue) discard(p int, drop func(msg int32)) {
	for level := range uint(levels) {
		for used := q.used[level]; used != 0; used &= used - 1 {
			b := uint(bits.TrailingZeros64(used))
			list := q.buckets[level][b]
			q.clear(level, b)
			for !list.isEmpty() {
				if x := q.take(&list); int(x.to) == p {
					drop(x.msg)
				} else {
					q.push(x)
				}
			}
		}
	}
}
