package simulation

import "github.com/interrex/interrex/model"

// untimed knows no time: each event that is enabled, the first message of a
// link or a wake-up, is as likely to be next as any other.
type untimed struct {
	chance
	order   model.Order
	enabled []head
	place   map[link]int // in enabled
	behind  []behind     // by message
	taken   Ticks
}

// behind is the message that comes after one on its link, and on which port
// that one arrives.
type behind struct{ next, port int32 }

// head is the first message of a link, and the last: what is between is in
// behind. For a wake-up both are noMessage, and the port of its link too.
type head struct {
	link
	first, last int32
}

// time counts events: there is nothing else to tell.
func (u *untimed) time() Ticks { return u.taken }

func (u *untimed) wake(p int, ready bool) {
	l := link{int32(p), noMessage}
	i, waits := u.place[l]
	switch {
	case ready && !waits:
		u.add(head{l, noMessage, noMessage})
	case !ready && waits:
		u.remove(i)
	}
}

func (u *untimed) post(m model.Posted) {
	l, msg := through(u.order, m), int32(m.Msg)
	for int(msg) >= len(u.behind) {
		u.behind = append(u.behind, behind{})
	}
	u.behind[msg] = behind{noMessage, int32(m.Port)}
	if i, ok := u.place[l]; ok {
		u.behind[u.enabled[i].last].next = msg
		u.enabled[i].last = msg
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
	u.place[h.link] = len(u.enabled)
	u.enabled = append(u.enabled, h)
}

func (u *untimed) remove(i int) {
	last := len(u.enabled) - 1
	delete(u.place, u.enabled[i].link)
	if i < last {
		u.enabled[i] = u.enabled[last]
		u.place[u.enabled[i].link] = i
	}
	u.enabled = u.enabled[:last]
}
