package sorted

import (
	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/internal/statuses"
)

// certify returns the certificate of a search that has ended: all events of the space with their progress, and the statuses that it has met.
func (s *search) certify() (c certificate.Sorted) {
	x := s.space
	first := make([]int, len(x.processes)) // by process: its first local state
	ints := func(list []int32) (all []int) {
		for _, m := range list {
			all = append(all, int(m))
		}
		return all
	}
	for p, q := range x.processes {
		first[p] = len(c.States)
		for i, l := range q.locals {
			state := certificate.State{Process: p, Down: l.down, Sends: ints(q.answers[i])}
			if l.state >= 0 {
				state.Local = x.tables.Value(p, l.state)
			}
			c.States = append(c.States, state)
		}
	}
	for _, m := range x.signals {
		signal := certificate.Signal{To: m.process, Port: m.port, News: m.message == isDown}
		if !signal.News {
			signal.Msg = x.tables.MessageValue(m.message)
		}
		c.Signals = append(c.Signals, signal)
	}
	lists := make([][]int, len(x.lists.all))
	for i, list := range x.lists.all {
		lists[i] = ints(list)
	}
	for _, e := range x.events {
		c.Transitions = append(c.Transitions, certificate.Transition{From: first[e.process] + int(e.from), To: first[e.process] + int(e.to), Takes: int(e.take),
			Sends: lists[e.sends], Cost: s.pass.accounts.entries.All[e.charge].cost, Number: int(e.progress)})
	}
	c.Met = s.pass.unbounded().Has
	return c
}

// unbounded returns the statuses that the search has met, for questions after its turn: the bounds of that do not count for them.
func (w *pass) unbounded() *statuses.Tuples {
	w.sets.Idle, w.sets.Room = func() {}, func(int64) bool { return true }
	return w.tuples()
}
