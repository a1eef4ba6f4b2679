package simulation

import (
	"maps"

	"github.com/interrex/interrex/model"
)

// timed lets each message take the time that is drawn for it, but for those
// that would overtake another one on their link: these arrive with it.
type timed struct {
	queue
	chance
	delay Delay
	last  arrivals
}

func (t *timed) time() Ticks { return t.now }

func (t *timed) wake(p int, ready bool) {
	if ready && t.now == 0 {
		t.push(item{to: int32(p), msg: noMessage})
	}
}

func (t *timed) post(m model.Posted) {
	at := t.now + t.delay.draw(t.chance)
	if t.delay != Constant { // a constant delay keeps the order
		at = t.last.after(m, at, t.now)
	}
	t.push(item{at, int32(m.To), int32(m.Port), int32(m.Msg)})
}

func (t *timed) next() (item, bool) { return t.pop() }

// arrivals knows when the last message on each link arrives.
type arrivals struct {
	order  model.Order
	width  int     // the most ports of a process, if there is room for all links
	dense  []Ticks // by link
	sparse map[link]Ticks
	full   int // when sparse is to be rid of what has arrived
}

// link is a channel: what goes through it keeps its order. In order inbox all
// links to a process are one.
type link struct{ to, port int32 }

// through returns the channel of m.
func through(order model.Order, m model.Posted) link {
	if order == model.Inbox {
		return link{int32(m.To), 0}
	}
	return link{int32(m.To), int32(m.Port)}
}

// maxDense is the most links that are kept in a slice.
const maxDense = 1 << 22

func newArrivals(net *model.Network) arrivals {
	width := max(net.N, 3)
	if net.Topology == model.Ring || net.Topology == model.UnidirectionalRing {
		width = 2
	}
	for _, ports := range net.Graph {
		width = max(width, len(ports))
	}
	if width*net.N <= maxDense {
		return arrivals{order: net.Order, width: width, dense: make([]Ticks, width*net.N)}
	}
	return arrivals{order: net.Order, sparse: map[link]Ticks{}, full: 1 << 16}
}

// after returns at, or when the last message on the link of m arrives if that
// is later, and takes note of it.
func (a *arrivals) after(m model.Posted, at, now Ticks) Ticks {
	key := through(a.order, m)
	if a.dense != nil {
		last := &a.dense[int(key.to)*a.width+int(key.port)]
		*last = max(*last, at)
		return *last
	}
	at = max(at, a.sparse[key])
	a.sparse[key] = at
	if len(a.sparse) >= a.full {
		maps.DeleteFunc(a.sparse, func(_ link, last Ticks) bool { return last <= now })
		a.full = max(2*len(a.sparse), 1<<16)
	}
	return at
}
