package simulation

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Settled is what an execution took up to the last of its events that an
// observer sees something of: where it does not end, what an election took, if
// the limit is great enough.
type Settled struct {
	Messages int64 // sent
	Busiest  int64 // the most messages that one process had received
	Time     Ticks
}

// watch takes note of what an observer sees at first.
func (l *loop) watch() {
	l.seen = make([]model.Status, len(l.down))
	for p := range l.seen {
		l.seen[p] = l.status(p)
	}
}

// settle takes note of what has been taken, if an observer sees something of
// what process p has just done.
func (l *loop) settle(p int) {
	if l.seen == nil {
		return
	}
	if s := l.status(p); s != l.seen[p] {
		l.seen[p] = s
		l.settled = Settled{Messages: l.messages, Busiest: slices.Max(l.received), Time: l.scheduler.time()}
	}
}
