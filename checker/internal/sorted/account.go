package sorted

import (
	"github.com/interrex/interrex/checker/internal/numbering"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// account is a value of the lowest level: what is left of the budgets, and the states of the monitors.
type account struct {
	left   model.Faults
	states int32 // a vector of them, by watch
}

// entry is the effect of an event on an account.
type entry struct {
	cost  model.Faults
	kinds int32 // a vector of them, by watch; 0: no monitor changes
}

// accounts are the values of the lowest level, and the effects of events on them.
type accounts struct {
	numbering.Values[account]
	watches []*watch
	vectors *vectors
	entries numbering.Values[entry] // entry 0: nothing
}

func newAccounts(watches []*watch) *accounts {
	a := &accounts{watches: watches, vectors: newVectors()}
	a.entries.Number(entry{})
	return a
}

// begin returns the account at the start.
func (a *accounts) begin(start *model.System) uint32 {
	var states []int32
	for _, w := range a.watches {
		states = append(states, int32(w.states.Number(w.monitor.Begin(start))))
	}
	return a.Number(account{start.Initial().Left, a.vectors.number(states)})
}

// enter gives each event its effect on accounts in place of its charge.
func (a *accounts) enter(x *space) {
	for i := range x.events {
		e := &x.events[i]
		c := x.charges[e.charge]
		n := entry{cost: c.cost}
		if len(a.watches) > 0 {
			n.kinds = a.kinds(x.observation(*e))
		}
		e.charge = int32(a.entries.Number(n))
	}
}

// kinds returns the effects of an observation on all monitors.
func (a *accounts) kinds(o properties.Observation) int32 {
	list, changes := make([]int32, len(a.watches)), false
	for i, w := range a.watches {
		list[i] = w.observed[o]
		changes = changes || list[i] != 0
	}
	if !changes {
		return 0
	}
	return a.vectors.number(list)
}

// after returns the account after an event. It reports false if the cost is more than is left.
func (a *accounts) after(value uint32, e entry) (uint32, bool) {
	v := a.All[value]
	if !v.left.Covers(e.cost) {
		return 0, false
	}
	v.left = v.left.Minus(e.cost)
	if e.kinds != 0 {
		states := append([]int32(nil), a.vectors.of(v.states)...)
		for i, b := range a.vectors.of(e.kinds) {
			states[i] = a.watches[i].kinds[b][states[i]]
		}
		v.states = a.vectors.number(states)
	}
	return a.Number(v), true
}

// observation returns the observation that monitors get of an event.
func (x *space) observation(e event) properties.Observation {
	q := x.processes[e.process]
	return properties.Observation{Process: int(e.process), Before: q.status[e.from], After: q.status[e.to], Sends: x.charges[e.charge].sends}
}

// A watch is a monitor for which the order of events makes no difference.
type watch struct {
	monitor  *properties.Monitor
	states   numbering.Values[any]
	kinds    [][]int32 // by kind of observations and state: the next state. Kind 0 changes none
	observed map[properties.Observation]int32
	list     []properties.Observation
}

// newWatch returns the watch of a monitor, nil if the order of events, or an event that the search leaves out, may
// make a difference to it, or if it has more states than most.
func (x *space) newWatch(m *properties.Monitor, most int) (w *watch) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *properties.PanicError: // perhaps in a state that no execution leads to
			w = nil
		default:
			panic(r)
		}
	}()
	w = &watch{monitor: m, observed: map[properties.Observation]int32{}}
	for _, e := range x.events {
		o := x.observation(e)
		if _, ok := w.observed[o]; !ok {
			w.observed[o] = 0
			w.list = append(w.list, o)
		}
	}
	for _, start := range x.starts {
		w.states.Number(m.Begin(start))
	}
	for i := 0; i < len(w.states.All); i++ {
		for _, o := range w.list {
			w.states.Number(m.Next(w.states.All[i], o))
			x.poll()
		}
		if len(w.states.All) > most {
			return nil
		}
	}
	w.classify(x)
	if !w.commutes(x) || w.seesAnswers(x) {
		return nil
	}
	return w
}

// classify finds the kind of each observation.
func (w *watch) classify(x *space) {
	all, numbers := newVectors(), map[int32]int32{}
	add := func(next []int32) int32 {
		kind := all.number(next)
		n, ok := numbers[kind]
		if !ok {
			n = int32(len(w.kinds))
			numbers[kind] = n
			w.kinds = append(w.kinds, all.of(kind))
		}
		return n
	}
	next := make([]int32, len(w.states.All))
	for i := range next {
		next[i] = int32(i)
	}
	add(next)
	for _, o := range w.list {
		x.poll()
		for i, s := range w.states.All {
			next[i] = int32(w.states.Number(w.monitor.Next(s, o)))
		}
		w.observed[o] = add(next)
	}
}

// commutes reports whether the monitor comes to the same state whichever of two events it is told of first.
func (w *watch) commutes(x *space) bool {
	for i, f := range w.kinds {
		for _, g := range w.kinds[:i] {
			x.poll()
			for s := range w.states.All {
				if f[g[s]] != g[f[s]] {
					return false
				}
			}
		}
	}
	return true
}

// seesAnswers reports whether the monitor changes by an event that changes no local state.
func (w *watch) seesAnswers(x *space) bool {
	for p, q := range x.processes {
		for l := range q.locals {
			sends := []int{0} // of a message that is ignored
			if l < len(q.answered) {
				for n := range q.answered[l] {
					sends = append(sends, n)
				}
			}
			for _, n := range sends {
				x.poll()
				o := properties.Observation{Process: p, Before: q.status[l], After: q.status[l], Sends: n}
				for _, s := range w.states.All {
					if w.monitor.Next(s, o) != s {
						return true
					}
				}
			}
		}
	}
	return false
}
