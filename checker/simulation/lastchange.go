package simulation

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// LastChange counts an execution up to its last event that changes a status. If the
// execution does not end, this is the cost of the election, provided that the limit
// is large enough.
type LastChange struct {
	Messages int64 // sent
	Busiest  int64 // the largest number of messages that one process had received
	Time     Ticks
}

// watch records the statuses at the start.
func (l *loop) watch() {
	l.seen = make([]model.Status, len(l.down))
	for p := range l.seen {
		l.seen[p] = l.status(p)
	}
}

// noteChange records the counts if the status of process p has just changed.
func (l *loop) noteChange(p int) {
	if l.seen == nil {
		return
	}
	if s := l.status(p); s != l.seen[p] {
		l.seen[p] = s
		l.lastChange = LastChange{Messages: l.messages, Busiest: slices.Max(l.received), Time: l.scheduler.time()}
	}
}
