package schedule

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// pos is partial order sampling without the renewal of priorities (BasicPOS: Yuan, Yang
// and Gu 2018): where pct ranks threads, each event has a random priority of its own.
// Faults have low priorities, as an early fault strikes before there is much to disturb,
// and restarts have high ones.
type pos struct {
	coins
	priorities map[event]float64
}

// event is one occurrence of the events of a thread: the reception of one message, or
// the next timeout.
type event struct {
	thread
	sent int // of a message: the number of events before it was sent; of a division: its group, a bit for each process; of a forged message: which it is
}

// Strikes reports false: a crash is an event of its own, with a low priority.
func (s *pos) Strikes() bool { return false }

func (s *pos) Next(w *Walk) stepwise.Cause {
	list := w.Enabled()
	var first event
	at, highest := 0, -1.0
	for i := range list {
		e := event{thread: threadOf(&list[i])}
		if e.kind.IsOfMessage() {
			e.sent = w.Sent(list[i])
		}
		if e.kind == model.Forge {
			e.sent = list[i].Nth
		}
		for _, p := range list[i].Group {
			e.sent += 1 << (p % 62)
		}
		priority, ok := s.priorities[e]
		if !ok {
			priority = s.priority(e.kind)
			s.priorities[e] = priority
		}
		if priority > highest {
			first, at, highest = e, i, priority
		}
	}
	delete(s.priorities, first)
	return list[at]
}

// priority draws the priority of an event of that kind.
func (s *pos) priority(kind model.Kind) float64 {
	priority := s.Float64()
	switch {
	case kind == model.Restart || kind == model.Heal:
		return (1 + priority) / 2
	case kind.IsFault():
		return priority / 4
	}
	return priority
}

// balanced keeps the processes abreast, and lets each of them receive about as many
// messages as it has timeouts: of some random causes it takes the one whose process has
// had the fewest events of its kind.
type balanced struct {
	coins
	taken map[processKind]int
}

type processKind struct {
	process int
	kind    model.Kind
}

func (s *balanced) Next(w *Walk) stepwise.Cause {
	const tries = 8
	list := w.Enabled()
	var best processKind
	at := -1
	for range tries {
		i := s.IntN(len(list))
		k := processKind{list[i].Process, list[i].Kind}
		if at < 0 || s.taken[k] < s.taken[best] {
			best, at = k, i
		}
	}
	s.taken[best]++
	return list[at]
}
