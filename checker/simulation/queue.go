package simulation

import "math/bits"

// item is an event that is due at a time: the arrival of message msg at
// process to, or its wake-up.
type item struct {
	at   Ticks
	to   int32
	port int32
	msg  int32 // noMessage: it wakes up
}

const noMessage = -1

// line holds items that come in the order in which they are due. It is a ring
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

// pop removes the first item. It reports whether there is one.
func (q *line) pop() (item, bool) {
	if q.first == q.next {
		return item{}, false
	}
	x := q.ring[q.first&uint(len(q.ring)-1)]
	q.first++
	return x, true
}

// queue holds what is due, earliest first; of what is due at the same time,
// what came first. It is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990)
// of base 64: time never goes back, so an item can wait in the bucket of the
// greatest digit in which its time differs from now, until that digit is
// reached. Equal times share a bucket and move together, which keeps their
// order.
type queue struct {
	now     Ticks // when the last item was due
	buckets [levels][base][]item
	used    [levels]uint64 // which buckets of a level hold anything
	some    uint           // which levels do
	front   int            // of the first bucket of level 0, whose items are due together: those before are gone
}

const (
	digit  = 6 // bits
	base   = 1 << digit
	levels = (63 + digit - 1) / digit
)

func (q *queue) push(x item) {
	level := uint(bits.Len64(uint64(x.at^q.now)|1)-1) / digit
	b := uint(x.at>>(level*digit)) % base
	q.buckets[level][b] = append(q.buckets[level][b], x)
	q.used[level] |= 1 << b
	q.some |= 1 << level
}

// pop removes the first item. It reports whether there is one.
func (q *queue) pop() (item, bool) {
	for q.some&1 == 0 {
		if q.some == 0 {
			return item{}, false
		}
		if x, ok := q.advance(); ok {
			return x, true
		}
	}
	b := uint(bits.TrailingZeros64(q.used[0])) % base
	list := q.buckets[0][b]
	x := list[q.front]
	q.now = x.at
	if q.front++; q.front == len(list) {
		q.front = 0
		q.clear(0, b)
	}
	return x, true
}

// advance lets time go on until the digit of the first bucket is reached. If
// that holds one item only, it returns it.
func (q *queue) advance() (item, bool) {
	level := uint(bits.TrailingZeros(q.some)) % levels
	b := uint(bits.TrailingZeros64(q.used[level])) % base
	list := q.buckets[level][b]
	q.clear(level, b)
	if len(list) == 1 {
		q.now = list[0].at
		return list[0], true
	}
	q.now = list[0].at &^ (1<<(level*digit) - 1)
	for i := range list {
		q.push(list[i]) // into a lower level
	}
	return item{}, false
}

// clear empties a bucket. Its memory is used again.
func (q *queue) clear(level, b uint) {
	q.buckets[level][b] = q.buckets[level][b][:0]
	if q.used[level] &^= 1 << b; q.used[level] == 0 {
		q.some &^= 1 << level
	}
}
