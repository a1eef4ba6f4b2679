package simulation

import (
	"math/bits"

	"github.com/interrex/interrex/model"
)

// link is a channel whose messages keep their order. If the order is per receiver,
// all links to a process are one.
type link struct{ to, port int32 }

// through returns the channel of m.
func through(order model.Order, m model.Posted) link {
	if order.PerReceiver() {
		return link{int32(m.To), 0}
	}
	return link{int32(m.To), int32(m.Port)}
}

// links maps each link to a number, 0 at first. A complete network has far more
// links than are in use at a time. If a slice of all would be too large, a hash
// table with linear probing holds some, and drops numbers that are stale.
type links struct {
	width int     // the most ports of a process, and one
	dense []int64 // by link, if there is room
	table []entry
	used  int // of table
}

// entry is the number of a link in the hash table. It is free if key is 0.
type entry struct {
	key   uint64
	value int64
}

// maxDense is the largest slice of links for processes with many ports.
const maxDense = 1 << 16

func newLinks(net *model.Network) *links {
	width := max(net.N, 3)
	if net.Topology == model.Ring || net.Topology == model.UnidirectionalRing {
		width = 2
	}
	for _, ports := range net.Graph {
		width = max(width, len(ports))
	}
	width++ // port noMessage
	if width <= 4 || width*net.N <= maxDense {
		return &links{width: width, dense: make([]int64, width*net.N)}
	}
	t := &links{width: width}
	t.resize(1 << bits.Len(uint(2*net.N)))
	return t
}

func (t *links) resize(size int) {
	t.table, t.used = make([]entry, size), 0
}

// at returns a pointer to the number of l. Numbers up to stale may have become 0.
// The pointer is valid until the next call.
func (t *links) at(l link, stale int64) *int64 {
	i := int(l.to)*t.width + int(l.port) + 1
	if t.dense != nil {
		return &t.dense[i]
	}
	if 2*t.used >= len(t.table) {
		t.purge(stale)
	}
	return t.find(uint64(i) + 1)
}

// find returns a pointer to the number of a key, which it adds if it is new.
func (t *links) find(key uint64) *int64 {
	mask := uint64(len(t.table) - 1)
	for i := key * hashFactor >> (64 - bits.Len64(mask)); ; i = (i + 1) & mask {
		e := &t.table[i]
		if e.key == 0 {
			e.key = key
			t.used++
		}
		if e.key == key {
			return &e.value
		}
	}
}

// hashFactor is 2^64 divided by the golden ratio (Knuth).
const hashFactor = 0x9e3779b97f4a7c15

// purge drops the stale numbers, and grows the table if it must.
func (t *links) purge(stale int64) {
	fresh := 0
	for _, e := range t.table {
		if e.value > stale {
			fresh++
		}
	}
	size := len(t.table)
	for size < 4*fresh {
		size *= 2
	}
	old := t.table
	t.resize(size)
	for _, e := range old {
		if e.value > stale {
			*t.find(e.key) = e.value
		}
	}
}
