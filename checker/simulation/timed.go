package simulation

import "github.com/interrex/interrex/model"

// steady gives each message a delay of one unit.
type steady struct {
	line
	now Ticks
}

func (s *steady) time() Ticks { return s.now }

func (s *steady) wake(p int, ready bool) {
	if ready && s.now == 0 {
		s.push(item{to: int32(p), msg: noMessage})
	}
}

func (s *steady) post(m model.Posted) {
	s.push(item{s.now + Unit, int32(m.To), int32(m.Port), int32(m.Msg)})
}

func (s *steady) keep(x item) { s.pushFront(x) }

func (s *steady) next() (item, bool) {
	x, ok := s.pop()
	if ok {
		s.now = x.at
	}
	return x, ok
}

// timed draws a delay for each message. If the order is queued, a message that would
// overtake another one arrives together with it.
type timed struct {
	queue
	first line // items before those of the queue: wake-ups, and messages just duplicated
	chance
	delay Delay
	order model.Order
	last  *links // by link: when its last message arrives
}

func (t *timed) time() Ticks { return t.now }

func (t *timed) wake(p int, ready bool) {
	if ready && t.now == 0 {
		t.first.push(item{to: int32(p), msg: noMessage})
	}
}

func (t *timed) post(m model.Posted) {
	at := t.now + t.delay.draw(t.chance)
	if t.order.Queued() {
		last := t.last.at(through(t.order, m), int64(t.now))
		at = max(at, Ticks(*last))
		*last = int64(at)
	}
	t.push(item{at, int32(m.To), int32(m.Port), int32(m.Msg)})
}

func (t *timed) keep(x item) { t.first.push(x) }

func (t *timed) discard(p int, drop func(msg int32)) {
	t.first.discard(p, drop)
	t.queue.discard(p, drop)
}

func (t *timed) next() (item, bool) {
	if x, ok := t.first.pop(); ok {
		return x, true
	}
	return t.pop()
}
