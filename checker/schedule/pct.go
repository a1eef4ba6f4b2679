package schedule

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// pct is probabilistic concurrency testing, with threads of events (the deliveries
// of a channel, the wake-ups of a process, ...) for threads of a program. If a
// violation occurs whenever d events happen in a certain order, one walk finds it
// with probability at least 1/(m k^(d-1)), for m threads, k events and depth d
// (Burckhardt et al. 2010). This bound assumes that the events of a thread have a
// fixed order. It does not apply to channels that are not queued (bag, set), from
// which pct takes a random message.
type pct struct {
	coins
	priorities map[thread]int64
	falls      map[int]int64 // by number of events: the priority that the next thread gets then
}

// thread is a set of events that pct schedules as a thread.
type thread struct {
	kind    model.Kind
	process int
	port    model.Port
	timer   uint8
	peer    int
}

func threadOf(x *stepwise.Cause) thread {
	return thread{x.Kind, x.Process, x.Port, x.Timer, x.Peer}
}

func newPCT(c coins, o Options) *pct {
	length, depth := o.Length, o.Depth
	if length == 0 {
		length = 50
	}
	if depth == 0 {
		depth = 3
	}
	s := &pct{coins: c, priorities: map[thread]int64{}, falls: map[int]int64{}}
	for i := range depth - 1 {
		s.falls[c.IntN(length)] = int64(-1 - i)
	}
	return s
}

func (s *pct) Next(w *Walk) stepwise.Cause {
	first := s.first(w)
	if priority, ok := s.falls[w.Len()]; ok {
		s.priorities[first] = priority
		first = s.first(w)
	}
	return s.oneOf(w.Enabled(), func(x *stepwise.Cause) bool { return threadOf(x) == first })
}

// first returns the enabled thread with the highest priority. A new thread gets a
// random priority.
func (s *pct) first(w *Walk) thread {
	var first thread
	var highest int64
	list := w.Enabled()
	for i := range list {
		c := threadOf(&list[i])
		priority, ok := s.priorities[c]
		if !ok {
			priority = s.Int64()
			s.priorities[c] = priority
		}
		if i == 0 || priority > highest {
			first, highest = c, priority
		}
	}
	return first
}
