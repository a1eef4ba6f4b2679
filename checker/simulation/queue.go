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
// which keeps their order. Buckets are linked lists through one slice, so they need
// no memory of their own.
type queue struct {
	now     Ticks // when the last message was due
	buckets [levels][base]bucket
	used    [levels]uint64 // by level: the set of buckets that are not empty
	some    uint           // the set of levels with such a bucket
	waiting []waiting      // by message
}

const (
	digit  = 6 // bits
	base   = 1 << digit
	levels = (63 + digit - 1) / digit
)

// bucket is a list of messages.
type bucket struct{ first, last int32 }

// waiting is a message in a queue, and the next one of its bucket.
type waiting struct {
	at             Ticks
	to, port, next int32
}

func (q *queue) push(x item) {
	for int(x.msg) >= len(q.waiting) {
		q.waiting = append(q.waiting, waiting{})
	}
	q.waiting[x.msg] = waiting{at: x.at, to: x.to, port: x.port}
	q.place(x.msg)
}

// place puts a message into the bucket of its time.
func (q *queue) place(msg int32) {
	at := q.waiting[msg].at
	level := uint(bits.Len64(uint64(at^q.now)|1)-1) / digit
	b := uint(at>>(level*digit)) % base
	list := &q.buckets[level][b]
	if q.used[level]>>b&1 == 1 {
		q.waiting[list.last].next = msg
		list.last = msg
		return
	}
	*list = bucket{msg, msg}
	q.used[level] |= 1 << b
	q.some |= 1 << level
}

// pop removes the first message. It reports whether there is one.
func (q *queue) pop() (item, bool) {
	for q.some != 0 {
		level := uint(bits.TrailingZeros(q.some)) % levels
		b := uint(bits.TrailingZeros64(q.used[level])) % base
		list := &q.buckets[level][b]
		msg := list.first
		x := &q.waiting[msg]
		switch {
		case msg == list.last:
			q.clear(level, b)
		case level == 0:
			list.first = x.next
		default:
			q.clear(level, b)
			q.spread(*list, x.at&^(1<<(level*digit)-1))
			continue
		}
		q.now = x.at
		return item{x.at, x.to, x.port, msg}, true
	}
	return item{}, false
}

func (q *queue) clear(level, b uint) {
	if q.used[level] &^= 1 << b; q.used[level] == 0 {
		q.some &^= 1 << level
	}
}

// spread advances the time to the digit of a bucket, and moves its messages into
// buckets of lower digits.
func (q *queue) spread(list bucket, now Ticks) {
	q.now = now
	for msg := list.first; ; {
		next := q.waiting[msg].next
		q.place(msg)
		if msg == list.last {
			return
		}
		msg = next
	}
}

// discard removes the messages in flight to process p, and calls drop for each.
func (q *queue) discard(p int, drop func(msg int32)) {
	for level := range uint(levels) {
		for used := q.used[level]; used != 0; used &= used - 1 {
			b := uint(bits.TrailingZeros64(used))
			list := q.buckets[level][b]
			q.clear(level, b)
			for msg, next := list.first, int32(0); ; msg = next {
				next = q.waiting[msg].next
				if int(q.waiting[msg].to) == p {
					drop(msg)
				} else {
					q.place(msg)
				}
				if msg == list.last {
					break
				}
			}
		}
	}
}
