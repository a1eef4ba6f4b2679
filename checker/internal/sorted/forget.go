package sorted

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// forget replaces the configurations by some that have the same statuses, and that the events which may follow lead
// from to the same statuses: it drops the signals that none of these events takes, and of
// local states that they do not tell apart it keeps one.
func (w *pass) forget() {
	f := w.follow()
	c := &copier{pass: w, from: w.sets, contents: w.contents, images: make([]func(uint32) uint32, w.levels+1),
		memo: map[diagram.Set]diagram.Set{diagram.Empty: diagram.Empty, diagram.Unit: diagram.Unit}}
	for p, level := range w.at {
		image := f.merge(p)
		c.images[level] = func(v uint32) uint32 { return image[v] }
	}
	shorter := map[uint32]uint32{}
	for level, port := range w.port {
		if port {
			c.images[level] = func(v uint32) uint32 {
				m, ok := shorter[v]
				if !ok {
					m = uint32(w.contents.number(f.useful(c.contents.of(int32(v)))))
					shorter[v] = m
				}
				return m
			}
		}
	}
	w.open()
	w.contents = newVectors()
	all := c.copy(w.all)
	w.idle(int64(len(c.memo)))
	w.sets.Release(0)
	w.all = w.sets.Held(all)
	w.rest = f.events
}

// copier copies sets into the diagrams of the next stage.
type copier struct {
	*pass
	from     *diagram.Reach
	contents *vectors              // of the last stage
	images   []func(uint32) uint32 // by level; nil: values stay
	memo     map[diagram.Set]diagram.Set
}

// copy returns the image of a set.
func (c *copier) copy(n diagram.Set) diagram.Set {
	if m, ok := c.memo[n]; ok {
		return m
	}
	level := c.from.Level(n)
	byValue := map[uint32]diagram.Set{}
	for _, pair := range c.from.Pairs(n) {
		v, child := pair.Value, c.copy(pair.Child)
		if image := c.images[level]; image != nil {
			v = image(v)
		}
		if other, ok := byValue[v]; ok {
			child = c.sets.Held(c.sets.Union(other, child))
		}
		byValue[v] = child
	}
	pairs := make([]diagram.Pair, 0, len(byValue))
	for _, v := range slices.Sorted(maps.Keys(byValue)) {
		pairs = append(pairs, diagram.Pair{Value: v, Child: byValue[v]})
	}
	m := c.sets.Held(c.sets.Make(level, pairs))
	c.memo[n] = m
	return m
}

// later are the events that may follow on some configurations.
type later struct {
	*pass
	events []event
	locals [][]bool   // by process and local state: whether it occurs, now or later
	taken  []bool     // by signal: whether some event takes it
	from   [][]uint64 // by process: its events with the local state before them, ordered by that
}

// follow finds the events among the rest that may follow on the configurations, if each local state and each signal in some of them
// were in all.
func (w *pass) follow() *later {
	f := &later{pass: w, locals: make([][]bool, len(w.processes)), taken: make([]bool, len(w.signals))}
	there := make([]bool, len(w.signals))
	for p, q := range w.processes {
		f.locals[p] = make([]bool, len(q.locals))
	}
	w.sets.Walk(w.all, func(n diagram.Set) {
		level := w.sets.Level(n)
		for _, pair := range w.sets.Pairs(n) {
			switch p := w.process[level]; {
			case p >= 0:
				f.locals[p][pair.Value] = true
			case w.port[level]:
				for _, m := range w.contents.of(int32(pair.Value)) {
					there[m] = true
				}
			}
		}
	})
	may := make([]bool, len(w.rest))
	for again := true; again; {
		again = false
		w.idle(int64(len(w.rest)))
		for i, e := range w.rest {
			if may[i] || !f.locals[e.process][e.from] || e.take >= 0 && !there[e.take] {
				continue
			}
			may[i] = true
			again = again || !f.locals[e.process][e.to]
			f.locals[e.process][e.to] = true
			if e.take >= 0 {
				f.taken[e.take] = true
			}
			for _, m := range w.lists.of(e.sends) {
				again = again || !there[m]
				there[m] = true
			}
		}
	}
	f.from = make([][]uint64, len(w.processes))
	memo := map[int32]int32{}
	for i, e := range w.rest {
		if !may[i] {
			continue
		}
		sends, ok := memo[e.sends]
		if !ok {
			sends = w.lists.number(f.useful(w.lists.of(e.sends)))
			memo[e.sends] = sends
		}
		e.sends = sends
		f.from[e.process] = append(f.from[e.process], uint64(e.from)<<32|uint64(len(f.events)))
		f.events = append(f.events, e)
	}
	return f
}

// useful returns the signals of a list that some event takes.
func (f *later) useful(list []int32) (kept []int32) {
	for _, m := range list {
		if f.taken[m] {
			kept = append(kept, m)
		}
	}
	return kept
}

// merge returns, for each local state of process p that occurs, the one that is kept for it. It goes through them from
// the most progress to the least, so that it knows those that a local state leads to.
func (f *later) merge(p int) map[uint32]uint32 {
	q := f.processes[p]
	slices.Sort(f.from[p])
	var order []uint64 // of the local states, by progress
	for l, occurs := range f.locals[p] {
		if occurs {
			order = append(order, uint64(q.progress[l])<<32|uint64(l))
		}
	}
	slices.Sort(order)
	c := &classes{later: f, of: map[int32]int32{}, kept: map[string]int32{}, statuses: map[model.Status]uint32{}, moves: newVectors()}
	image := map[uint32]uint32{}
	f.idle(int64(4 * len(f.from[p])))
	for _, key := range slices.Backward(order) {
		image[uint32(key)] = uint32(c.class(q, int32(uint32(key)), f.after(p, uint32(key))))
	}
	return image
}

// after returns the events of process p in a local state.
func (f *later) after(p int, l uint32) []uint64 {
	first, _ := slices.BinarySearch(f.from[p], uint64(l)<<32)
	end, _ := slices.BinarySearch(f.from[p], uint64(l+1)<<32)
	return f.from[p][first:end]
}

// classes are sets of local states of a process that later events do not tell apart. Each is named by the local
// state that is kept.
type classes struct {
	*later
	of       map[int32]int32 // by local state
	kept     map[string]int32
	statuses map[model.Status]uint32
	moves    *vectors // an event as a class sees it: the signal that it takes, those that it sends, its effect on accounts, and the class that it leads to
	list     []int32  // of the moves of a local state
	key      []byte
}

// class returns the class of a local state with these events.
func (c *classes) class(q *process, l int32, events []uint64) int32 {
	c.list = c.list[:0]
	for _, i := range events {
		e := c.events[uint32(i)]
		class, known := c.of[e.to]
		if !known { // it is on a cycle, or leads to itself: it is in a class of its own
			c.of[l] = l
			return l
		}
		c.list = append(c.list, c.moves.number([]int32{e.take, e.sends, e.charge, class}))
	}
	slices.Sort(c.list)
	c.list = slices.Compact(c.list)
	number, ok := c.statuses[q.status[l]]
	if !ok {
		number = uint32(len(c.statuses))
		c.statuses[q.status[l]] = number
	}
	for _, m := range c.list { // it may be in a class that it comes to unseen
		if class, unseen := c.unseen(m); unseen && c.kept[string(c.name(number, class))] == class+1 {
			c.of[l] = class
			return class
		}
	}
	key := string(c.name(number, -1))
	if c.kept[key] == 0 {
		c.kept[key] = l + 1
	}
	c.of[l] = c.kept[key] - 1
	return c.of[l]
}

// unseen returns the class that a move leads to, and whether nothing else shows the move.
func (c *classes) unseen(move int32) (class int32, is bool) {
	m := c.moves.of(move)
	return m[3], m[1] == 0 && m[2] == 0
}

// name returns a status and the moves, without those that lead unseen to one class, as bytes.
func (c *classes) name(status uint32, but int32) []byte {
	c.key = binary.LittleEndian.AppendUint32(c.key[:0], status)
	for _, m := range c.list {
		if class, unseen := c.unseen(m); !unseen || class != but {
			c.key = binary.LittleEndian.AppendUint32(c.key, uint32(m))
		}
	}
	return c.key
}
