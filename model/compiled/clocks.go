package compiled

import (
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
