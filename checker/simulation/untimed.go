package simulation

import "github.com/interrex/interrex/model"

// untimed has no time: all enabled events are equally likely to be next. They are
// the first message of each link, and the wake-ups. If the order is not queued, every
// message counts as the first.
type untimed struct {
	chance
	order   model.Order
	enabled []head
	place   *links   // in enabled, counted from 1
	behind  []behind // by message
	taken   Ticks
}

// behind is the next message of a link, and the port on which it arrives.
type behind struct{ next, port int32 }

// head is the first and the last message of a link; those between them are in
// behind. For a wake-up both are noMessage, and so is the port of its link.
type head struct {
	link
	first, last int32
}

// time returns the number of events.
func (u *untimed) time() Ticks { return u.taken }

func (u *untimed) wake(p int, ready bool) {
	l := link{int32(p), noMessage}
	i := *u.place.at(l, 0)
	switch {
	case ready && i == 0:
		u.add(head{l, noMessage, noMessage})
	case !ready && i > 0:
		u.remove(int(i) - 1)
	}
}

func (u *untimed) post(m model.Posted) {
	l, msg := through(u.order, m), int32(m.Msg)
	for int(msg) >= len(u.behind) {
		u.behind = append(u.behind, behind{})
	}
	u.behind[msg] = behind{noMessage, int32(m.Port)}
	if !u.order.Queued() {
		u.enabled = append(u.enabled, head{l, msg, msg})
		return
	}
	if i := *u.place.at(l, 0); i > 0 {
		h := &u.enabled[i-1]
		u.behind[h.last].next = msg
		h.last = msg
		return
	}
	u.add(head{l, msg, msg})
}

func (u *untimed) next() (item, bool) {
	if len(u.enabled) == 0 {
		return item{}, false
	}
	u.taken++
	i := u.below(len(u.enabled))
	h := &u.enabled[i]
	x := item{to: h.to, msg: h.first}
	if x.msg != noMessage {
		x.port = u.behind[x.msg].port
	}
	if x.msg == h.last {
		u.remove(i)
	} else {
		h.first = u.behind[x.msg].next
	}
	return x, true
}

func (u *untimed) add(h head) {
	u.enabled = append(u.enabled, h)
	*u.place.at(h.link, 0) = int64(len(u.enabled))
}

func (u *untimed) remove(i int) {
	last := len(u.enabled) - 1
	u.locate(i, 0)
	if i < last {
		u.enabled[i] = u.enabled[last]
		u.locate(i, i+1)
	}
	u.enabled = u.enabled[:last]
}

// locate records the place of head i, counted from 1; 0 means none.
func (u *untimed) locate(i, place int) {
	if h := u.enabled[i]; u.order.Queued() || h.first == noMessage {
		*u.place.at(h.link, 0) = int64(place)
	}
}

// keep puts a message that has been delivered back to the front of its link, whose
// order is queued.
func (u *untimed) keep(x item) {
	m := model.Posted{To: int(x.to), Port: model.Port(x.port), Msg: int(x.msg)}
	i := *u.place.at(through(u.order, m), 0)
	if i == 0 {
		u.post(m)
		return
	}
	for int(x.msg) >= len(u.behind) {
		u.behind = append(u.behind, behind{})
	}
	h := &u.enabled[i-1]
	u.behind[x.msg] = behind{h.first, x.port}
	h.first = x.msg
}

func (u *untimed) discard(p int, drop func(msg int32)) {
	for i := len(u.enabled) - 1; i >= 0; i-- {
		h := u.enabled[i]
		if int(h.to) != p {
			continue
		}
		u.remove(i)
		for msg := h.first; msg != noMessage; msg = u.behind[msg].next {
			drop(msg)
		}
	}
}
