package simulation

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/model"
)

// rounds is the scheduler of timing lockstep: every event is a round, and a message
// sent in one arrives in the next.
type rounds struct {
	inFlight []model.Posted
	waking   []bool // at the start of the next round
	taken    Ticks
	inputs   []model.Input[int] // of one turn
}

func (r *rounds) time() Ticks { return r.taken }

func (r *rounds) wake(p int, ready bool) { r.waking[p] = ready }

func (r *rounds) post(m model.Posted) { r.inFlight = append(r.inFlight, m) }

func (r *rounds) next() (item, bool) { return item{}, false }

// round lets all processes take a round together. It reports whether any process
// takes a step.
func (l *loop) round(r *rounds) bool {
	arriving, before := r.inFlight, l.events
	r.inFlight = nil
	slices.SortStableFunc(arriving, func(a, b model.Posted) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.Port, b.Port))
	})
	quiet := len(arriving) == 0
	r.taken += Unit
	for p := range l.down {
		i := 0
		for i < len(arriving) && arriving[i].To == p {
			i++
		}
		if !l.down[p] {
			l.turn(r, p, arriving[:i], quiet)
		}
		r.waking[p], arriving = false, arriving[i:]
	}
	if l.events == before {
		r.taken -= Unit
	}
	return l.events > before
}

// turn takes the steps of process p in a round, in the order of docs/semantics.md.
// Timers and suspicions wait until no message is in flight anywhere.
func (l *loop) turn(r *rounds, p int, arriving []model.Posted, quiet bool) {
	before := l.machine.Ready(p)
	if len(arriving) == 0 && before == (model.Spontaneous{}) {
		return // it reacts to nothing
	}
	inputs := r.inputs[:0]
	if r.waking[p] && before.Wake {
		inputs = append(inputs, model.Input[int]{Kind: model.Wake, Msg: -1})
	}
	for _, m := range arriving {
		inputs = append(inputs, model.Input[int]{Kind: model.Receive, Port: m.Port, Msg: m.Msg})
	}
	if len(arriving) == 0 {
		inputs = append(inputs, model.Input[int]{Kind: model.Idle, Msg: -1})
	}
	inputs = append(inputs, model.Input[int]{Kind: model.Round, Msg: -1})
	for t := range uint8(8) {
		if quiet && before.Timers.Has(t) {
			inputs = append(inputs, model.Input[int]{Kind: model.Timeout, Number: model.Number{Timer: t}, Msg: -1})
		}
	}
	for q := range before.Suspect.All() {
		if to := l.machine.Peer(p, q); quiet && to >= 0 && l.down[to] {
			inputs = append(inputs, model.Input[int]{Kind: model.Suspect, Port: q, Msg: -1})
		}
	}
	r.inputs = inputs
	for _, in := range inputs {
		if reacts(l.machine.Ready(p), in) {
			l.step(p, in)
		}
	}
}

// reacts reports whether a process that reacts to ready takes a step upon in.
func reacts(ready model.Spontaneous, in model.Input[int]) bool {
	switch in.Kind {
	case model.Idle:
		return ready.Idle
	case model.Round:
		return ready.Round
	case model.Timeout:
		return ready.Timers.Has(in.Timer)
	case model.Suspect:
		return ready.Suspect.Has(in.Port)
	}
	return true
}
