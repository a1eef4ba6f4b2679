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

// queue holds what is due, earliest first; of what is due at the same time,
// what came first. It is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990):
// time never goes back, so an item can wait in the bucket of the highest bit in
// which its time differs from now. Equal times share a bucket and move together,
// which keeps their order.
type queue struct {
	now     Ticks
	buckets [64][]item
	front   int // of bucket 0, whose items are due now: those before are gone
	used    uint64
}

func (q *queue) push(x item) {
	b := bits.Len64(uint64(x.at ^ q.now))
	q.buckets[b] = append(q.buckets[b], x)
	q.used |= 1 << b
}

// pop removes the first item. It reports whether there is one.
func (q *queue) pop() (item, bool) {
	if q.used&1 == 0 && !q.advance() {
		return item{}, false
	}
	x := q.buckets[0][q.front]
	if q.front++; q.front == len(q.buckets[0]) {
		q.buckets[0], q.front = q.buckets[0][:0], 0
		q.used &^= 1
	}
	return x, true
}

// advance lets time go on until something is due.
func (q *queue) advance() bool {
	if q.used == 0 {
		return false
	}
	b := bits.TrailingZeros64(q.used)
	list := q.buckets[b]
	q.now = list[0].at
	for i := range list {
		q.now = min(q.now, list[i].at)
	}
	q.buckets[b] = list[:0]
	q.used &^= 1 << b
	for i := range list {
		q.push(list[i]) // into a lower bucket
	}
	return true
}
