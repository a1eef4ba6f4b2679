package simulation

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// bounded is the scheduler of timing bounded. Time is a real number, a unit is a tick
// of the network, and each delay and duration lies within its bounds. With all times
// rounded down the execution is one of the definition, as all bounds are whole numbers.
// Messages and clocks wait in the same queue: message m under the number 2m, and a
// clock under an odd one, its slot.
type bounded struct {
	queue
	first line // items before those of the queue: wake-ups, and messages just duplicated
	chance
	delay    Delay
	longest  Ticks // the greatest delay
	order    model.Order
	last     *links    // by link: when its last message arrives
	inFlight []int32   // by process: the messages to it
	clocks   [][]clock // by process
	free     []int32   // slots
	slots    int32
	ends     []Ticks // by number in the queue: when the bound is reached
	due      Ticks   // the end of the item that next has returned last
	wanted   []int32 // of [loop.waits]
	event    Ticks   // the time of that item
	tick     int64   // whole ticks that have passed, and jumped over
	ticks    int     // of them, those that are not events yet
	moving   int64   // how many items have ticks left that a tick takes
	// until[t % len(until)] of them have ticks left until tick t. No bound is longer.
	until [2 * model.MaxSpan]int64
}

// clock is the clock of a timer, a port or idleness, by its number. It waits in a
// slot.
type clock struct{ what, slot int32 }

// The numbers of clocks after those of the timers, 0..7.
const (
	firstSuspicion = 8 // of port 0
	idleness       = firstSuspicion + 64
)

// expired is the message of an item that is a clock; its port is the number of the
// clock.
const expired = noMessage - 1

func newBounded(net *model.Network, delay Delay, c chance) *bounded {
	return &bounded{chance: c, delay: delay, longest: Ticks(max(net.Delay, 1)) * Unit, order: net.Order,
		last: newLinks(net), inFlight: make([]int32, net.N), clocks: make([][]clock, net.N)}
}

// spontaneous returns the input of an item that is not a message.
func (x item) spontaneous() model.Input[int] {
	in := model.Input[int]{Kind: model.Wake, Msg: -1}
	switch {
	case x.msg == noMessage:
	case x.port == idleness:
		in.Kind = model.Idle
	case x.port >= firstSuspicion:
		in.Kind, in.Port = model.Suspect, model.Port(x.port-firstSuspicion)
	default:
		in.Kind, in.Timer = model.Timeout, uint8(x.port)
	}
	return in
}

func (b *bounded) time() Ticks { return b.event }

func (b *bounded) wake(p int, ready bool) {
	if ready && b.now == 0 {
		b.first.push(item{to: int32(p), msg: noMessage})
	}
}

// draw returns a delay: the greatest, or any up to it.
func (b *bounded) draw() Ticks {
	if b.delay == Constant {
		return b.longest
	}
	return Ticks(b.below(int(b.longest)) + 1)
}

func (b *bounded) post(m model.Posted) {
	at := b.now + b.draw()
	if b.order.Queued() {
		last := b.last.at(through(b.order, m), int64(b.now))
		at = max(at, Ticks(*last))
		*last = int64(at)
	}
	b.inFlight[m.To]++
	b.add(item{at, int32(m.To), int32(m.Port), 2 * int32(m.Msg)}, b.now+b.longest)
}

// postpone puts back the message that next has returned last: it arrives once more
// within its greatest delay.
func (b *bounded) postpone(x item) {
	b.inFlight[x.to]++
	x.at, x.msg = min(b.now+b.draw(), b.due), 2*x.msg
	b.add(x, b.due)
}

func (b *bounded) keep(x item) {
	b.inFlight[x.to]++
	b.first.push(x)
}

// add puts x into the queue, whose bound is reached at the end.
func (b *bounded) add(x item, end Ticks) {
	for int(x.msg) >= len(b.ends) {
		b.ends = append(b.ends, 0)
	}
	b.ends[x.msg] = end
	if t := int64(end / Unit); t > b.tick {
		b.moving++
		b.until[t%int64(len(b.until))]++
	}
	b.push(x)
}

// settle records that an item of the queue is over or stopped.
func (b *bounded) settle(number int32) {
	if t := int64(b.ends[number] / Unit); t > b.tick {
		b.moving--
		b.until[t%int64(len(b.until))]--
	}
}

func (b *bounded) next() (x item, ok bool) {
	if x, ok = b.first.pop(); ok {
		if x.msg != noMessage {
			b.inFlight[x.to]--
		}
		return x, true
	}
	for {
		if x, ok = b.pop(); !ok {
			b.advance() // nothing is left that a tick changes
			return x, false
		}
		if b.takes(&x) {
			b.event = b.now
			return x, true
		}
	}
}

// takes makes x, which is due, an item for the loop. It reports false if x is a clock
// that has stopped.
func (b *bounded) takes(x *item) bool {
	number := x.msg
	if number%2 == 0 {
		x.msg = number / 2
		b.inFlight[x.to]--
		b.due = b.ends[number]
	} else {
		x.msg = expired
		b.free = append(b.free, number)
		i := slices.IndexFunc(b.clocks[x.to], func(c clock) bool { return c.slot == number })
		if i < 0 {
			return false
		}
		b.clocks[x.to] = slices.Delete(b.clocks[x.to], i, i+1)
		if x.port == idleness && b.inFlight[x.to] > 0 {
			return false
		}
	}
	b.advance()
	b.settle(number)
	return true
}

// advance lets whole ticks pass up to now. Where a tick changes nothing, time jumps.
func (b *bounded) advance() {
	for now := int64(b.now / Unit); b.tick < now; {
		if b.moving == 0 {
			b.tick = now
			return
		}
		b.tick++
		b.ticks++
		i := b.tick % int64(len(b.until))
		b.moving -= b.until[i]
		b.until[i] = 0
	}
}

func (b *bounded) discard(p int, drop func(msg int32)) {
	b.stop(p, func(int32) bool { return true })
	b.first.discard(p, drop)
	b.queue.discard(p, func(number int32) {
		if number%2 == 1 {
			b.free = append(b.free, number)
			return
		}
		b.settle(number)
		drop(number / 2)
	})
	b.inFlight[p] = 0
}
