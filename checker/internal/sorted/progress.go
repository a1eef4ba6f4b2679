package sorted

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/graph"
)

// measure gives each event its progress, and orders the events by it.
func (x *space) measure() {
	next, back := x.causes()
	x.poll()
	place := order(next, graph.Components(next, back))
	byProgress := make([]uint64, len(x.events))
	for i := range x.events {
		x.events[i].progress = place[i]
		byProgress[i] = uint64(place[i])<<32 | uint64(i)
	}
	slices.Sort(byProgress)
	sorted := make([]event, len(x.events))
	for i, key := range byProgress {
		sorted[i] = x.events[uint32(key)]
	}
	x.events = sorted
	vertex := len(x.events)
	for _, q := range x.processes {
		q.progress = place[vertex : vertex+len(q.locals)]
		vertex += len(q.locals)
	}
	x.check()
}

// causes returns the graph of what follows from what, in both directions. Its vertices are the events, the local states of all
// processes, the signals, and the lists of signals that are sent. A local state and a signal lead to the events that
// need them; an event leads to its next local state, and by way of a list to the signals that it sends.
func (x *space) causes() (next, back [][]uint32) {
	locals := make([]uint32, len(x.processes)+1) // by process: the vertex of its first local state
	locals[0] = uint32(len(x.events))
	for p, q := range x.processes {
		locals[p+1] = locals[p] + uint32(len(q.locals))
	}
	signals := locals[len(x.processes)]
	lists := signals + uint32(len(x.signals))
	edges := func(add func(from, to uint32)) {
		for i, e := range x.events {
			v := uint32(i)
			add(locals[e.process]+uint32(e.from), v)
			if e.take >= 0 {
				add(signals+uint32(e.take), v)
			}
			add(v, locals[e.process]+uint32(e.to))
			add(v, lists+uint32(e.sends))
		}
		for list, all := range x.lists.all {
			for _, m := range all {
				add(lists+uint32(list), signals+uint32(m))
			}
		}
	}
	vertices := int(lists) + len(x.lists.all)
	backwards := func(add func(from, to uint32)) { edges(func(from, to uint32) { add(to, from) }) }
	return adjacent(vertices, edges), adjacent(vertices, backwards)
}

// adjacent returns the ends of the edges from each vertex.
func adjacent(vertices int, edges func(add func(from, to uint32))) [][]uint32 {
	size, count := make([]int32, vertices), 0
	edges(func(from, _ uint32) {
		size[from]++
		count++
	})
	all, next := make([]uint32, count), make([][]uint32, vertices)
	for v, n := range size {
		next[v], all = all[:0:n], all[n:]
	}
	edges(func(from, to uint32) { next[from] = append(next[from], to) })
	return next
}

// order returns a topological order of the components of a graph, as the place of each vertex: by the length of the longest
// path to it. So an event that nothing else waits for is not put off. Vertices of one component have one place.
func order(next [][]uint32, component []int) []int32 {
	before := make([]int32, len(next)) // by component: edges from others without a place
	members := adjacent(len(next), func(add func(from, to uint32)) {
		for v, c := range component {
			add(uint32(c), uint32(v))
		}
	})
	for v, c := range component {
		for _, w := range next[v] {
			if component[w] != c {
				before[component[w]]++
			}
		}
	}
	var ready []int
	for c := len(next) - 1; c >= 0; c-- {
		if before[c] == 0 && len(members[c]) > 0 {
			ready = append(ready, c)
		}
	}
	place, last := make([]int32, len(next)), int32(0)
	for len(ready) > 0 {
		c := ready[0]
		ready = ready[1:]
		for _, v := range members[c] {
			place[v] = last
			for _, w := range next[v] {
				if d := component[w]; d != c {
					if before[d]--; before[d] == 0 {
						ready = append(ready, d)
					}
				}
			}
		}
		last++
	}
	return place
}

// check looks whether the progress is what the proof needs, however it was found: an event has no less of it than one that
// leads to its local state, or that sends the signal that it takes.
func (x *space) check() {
	sent := make([]int32, len(x.signals)) // the most progress of an event that sends it
	led := make([][]int32, len(x.processes))
	for p, q := range x.processes {
		led[p] = make([]int32, len(q.locals))
	}
	for _, e := range x.events {
		led[e.process][e.to] = max(led[e.process][e.to], e.progress)
		for _, m := range x.lists.of(e.sends) {
			sent[m] = max(sent[m], e.progress)
		}
	}
	for _, e := range x.events {
		if led[e.process][e.from] > e.progress || e.take >= 0 && sent[e.take] > e.progress {
			panic(fmt.Errorf("%w: an event with less progress follows from one with more", engine.ErrInternal))
		}
	}
}
