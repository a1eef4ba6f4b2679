package compiled

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
)

// Wind returns the clocks that run in local state l of process p while the processes
// behind these ports are down: those that ran before go on, others start. The timing must
// be Bounded.
func (t *Tables) Wind(p int, l Local, down model.PortSet, before []model.Clock) []model.Clock {
	ready := t.Ready(p, l)
	suspects := ready.Suspect & down
	if ready.Timers == 0 && suspects == 0 {
		return nil
	}
	last := t.Durations(p, l)
	var list []model.Clock
	add := func(k model.Clock) {
		if i := slices.IndexFunc(before, k.Of); i >= 0 {
			k = before[i]
		}
		list = append(list, k)
	}
	for timer := range uint8(8) {
		if ready.Timers.Has(timer) {
			add(model.Clock{Kind: model.Timeout, Timer: timer, Span: last.Timers[timer]})
		}
	}
	for q := range suspects.All() {
		add(model.Clock{Kind: model.Suspect, Port: q, Span: last.Suspect})
	}
	return list
}

// Clocks numbers the clocks of a process that run together in timing bounded. Number 0
// is none.
type Clocks struct {
	numbers map[string]int32
	lists   [][]model.Clock
	grow    func(bytes int64)
}

// NewClocks returns numbers for clocks. It calls grow with the memory that each number
// takes.
func NewClocks(grow func(bytes int64)) *Clocks {
	return &Clocks{numbers: map[string]int32{"": 0}, lists: [][]model.Clock{nil}, grow: grow}
}

// Number returns the number of a list, which must not be modified afterwards.
func (c *Clocks) Number(list []model.Clock) int32 {
	var key []byte
	for _, k := range list {
		for _, x := range [...]int{int(k.Kind), int(k.Timer), int(k.Port), k.Least, k.Greatest} {
			key = binary.AppendUvarint(key, uint64(x))
		}
	}
	n, ok := c.numbers[string(key)]
	if !ok {
		n = int32(len(c.lists))
		c.numbers[string(key)] = n
		c.lists = append(c.lists, list)
		c.grow(int64(len(key)+48*len(list)) + 112) // roughly the size of an entry of the map and of lists
	}
	return n
}

// List returns the clocks with a number. The list must not be modified.
func (c *Clocks) List(n int32) []model.Clock { return c.lists[n] }

// Going returns the clocks that go on in step e of their process, which resets some
// timers. The others start anew, if they run afterwards.
func (c *Clocks) Going(n int32, e model.Event, resets model.TimerSet) []model.Clock {
	again := func(k model.Clock) bool { return k.StartsAnew(e, resets) }
	if list := c.lists[n]; !slices.ContainsFunc(list, again) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(c.lists[n]), again)
}

// Tick returns the clocks after a tick. It returns false if one of them is urgent.
func (c *Clocks) Tick(n int32) (after int32, passes bool) {
	list := slices.Clone(c.lists[n])
	for i, k := range list {
		if k.Greatest == 0 {
			return n, false
		}
		list[i].Span = k.After()
	}
	return c.Number(list), true
}
