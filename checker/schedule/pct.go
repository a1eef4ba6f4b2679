package schedule

import "github.com/interrex/interrex/model"

// pct is probabilistic concurrency testing with the classes of events (the
// deliveries of a channel, the wake-ups of a process, ...) for threads: a
// violation that shows whenever d events happen in a certain order is found by
// one walk with probability at least 1/(m k^(d-1)), for m classes, k events and
// depth d (Burckhardt et al. 2010). That needs classes whose events
// come in one order: where the messages of a channel may come in any order
// (bag, set), one of them is taken at random and the bound is void.
type pct struct {
	coins
	priorities map[class]int64
	falls      map[int]int64 // to which priority the class falls that would act after so many events
}

// class is what pct takes for a thread.
type class struct {
	kind    model.Kind
	process int
	port    model.Port
	timer   uint8
	peer    int
}

func classOf(x model.Cause) class { return class{x.Kind, x.Process, x.Port, x.Timer, x.Peer} }

func newPCT(c coins, o Options) *pct {
	length, depth := o.Length, o.Depth
	if length == 0 {
		length = 50
	}
	if depth == 0 {
		depth = 3
	}
	s := &pct{coins: c, priorities: map[class]int64{}, falls: map[int]int64{}}
	for i := range depth - 1 {
		s.falls[c.IntN(length)] = int64(-1 - i)
	}
	return s
}

func (s *pct) Next(w *Walk) model.Cause {
	first := s.first(w)
	if priority, ok := s.falls[w.Len()]; ok {
		s.priorities[first] = priority
		first = s.first(w)
	}
	var list []model.Cause
	for _, x := range w.Enabled() {
		if classOf(x) == first {
			list = append(list, x)
		}
	}
	return s.among(list)
}

// first returns the enabled class with the highest priority. A class that is
// met for the first time gets a random one.
func (s *pct) first(w *Walk) class {
	var first class
	for i, x := range w.Enabled() {
		c := classOf(x)
		if _, ok := s.priorities[c]; !ok {
			s.priorities[c] = s.Int64()
		}
		if i == 0 || s.priorities[c] > s.priorities[first] {
			first = c
		}
	}
	return first
}
