package independent

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// shrink returns a small system on which interrex and the explorer disagree in the same
// way as on s. It removes one part at a time, as long as the disagreement stays.
func shrink(s system) system {
	kind := kindOf(compare(s, runs(), limit).disagreement)
	name, _, _ := strings.Cut(kind, ":")
	one := slices.DeleteFunc(runs(), func(r run) bool { return r.name != name })
	for again := true; again; {
		again = false
		for _, smaller := range simpler(s) {
			d := smaller()
			if kindOf(compare(d, one, limit).disagreement) == kind {
				s, again = d, true
				break
			}
		}
	}
	return s
}

// kindOf returns the part of a disagreement that names the run and the subject.
func kindOf(disagreement string) string {
	what, _, _ := strings.Cut(disagreement, ": got")
	return what
}

// simpler returns the systems that have one part less than s.
func simpler(s system) []func() system {
	var list []func() system
	with := func(change func(d *system)) {
		list = append(list, func() system {
			d := s.clone()
			change(&d)
			return d
		})
	}
	for _, f := range []func(*model.Faults) *int{
		func(f *model.Faults) *int { return &f.Restart }, func(f *model.Faults) *int { return &f.Crash },
		func(f *model.Faults) *int { return &f.Loss }, func(f *model.Faults) *int { return &f.Dup },
		func(f *model.Faults) *int { return &f.Cut }, func(f *model.Faults) *int { return &f.Suspect },
		func(f *model.Faults) *int { return &f.Divide }, func(f *model.Faults) *int { return &f.Forge },
	} {
		switch *f(&s.net.Faults) {
		case 0:
		case model.Unbounded:
			with(func(d *system) { *f(&d.net.Faults) = 1 })
		default:
			with(func(d *system) { *f(&d.net.Faults)-- })
		}
	}
	if s.net.Down != nil {
		with(func(d *system) { d.net.Down = nil })
	}
	if s.net.Labels != nil {
		with(func(d *system) { d.net.Labels = nil })
	}
	if s.net.Wake.All || s.net.Wake.Only != nil {
		with(func(d *system) { d.net.Wake = model.WakeSet{} })
	}
	if s.net.N > 1 && s.net.Topology != model.Graph && s.net.Wake.Only == nil && s.net.Down == nil {
		with(func(d *system) {
			d.net.N--
			d.net.IDs, d.net.Labels = d.net.IDs[:min(len(d.net.IDs), d.net.N)], nil
		})
	}
	if s.net.Delay > 0 {
		with(func(d *system) { d.net.Delay-- })
	}
	if s.program.boxed {
		with(func(d *system) { d.program.boxed = false })
	}
	if s.program.defers {
		with(func(d *system) { d.program.defers = false })
	}
	for i := range s.program.sorts {
		for j := range s.program.sorts[i].states {
			simplerStates(s, i, j, with)
		}
	}
	return list
}

func simplerStates(s system, i, j int, with func(func(d *system))) {
	at := func(d *system) *state { return &d.program.sorts[i].states[j] }
	st := at(&s)
	if len(s.program.sorts[i].states) == j+1 && j > 0 && !s.program.sorts[i].leadsTo(j) {
		with(func(d *system) { d.program.sorts[i].states = d.program.sorts[i].states[:j] })
	}
	if st.ready.Wake {
		with(func(d *system) { at(d).ready.Wake = false })
	}
	if st.ready.Idle {
		with(func(d *system) { at(d).ready.Idle = false })
	}
	if st.ready.Round {
		with(func(d *system) { at(d).ready.Round = false })
	}
	if st.ready.Timers != 0 {
		with(func(d *system) { at(d).ready.Timers = 0 })
	}
	if st.ready.Suspect != 0 {
		with(func(d *system) { at(d).ready.Suspect = 0 })
	}
	if st.ready.Operations > 0 {
		with(func(d *system) { at(d).ready.Operations-- })
	}
	for row, defers := range st.defers {
		if defers {
			with(func(d *system) {
				at(d).defers = slices.Clone(at(d).defers)
				at(d).defers[row] = false
			})
		}
	}
	if st.ownID {
		with(func(d *system) { at(d).ownID = false })
	}
	if st.status != (model.Status{}) {
		with(func(d *system) { at(d).status = model.Status{} })
	}
	if st.restart != 0 {
		with(func(d *system) { at(d).restart = 0 })
	}
	for row := range st.on {
		re := func(d *system) *reaction { return &at(d).on[row] }
		if !st.on[row].idle(j) {
			with(func(d *system) { *re(d) = reaction{next: j} })
		}
		if st.on[row].resets != 0 {
			with(func(d *system) { re(d).resets = 0 })
		}
		if len(st.on[row].sends) > 0 {
			with(func(d *system) { re(d).sends = re(d).sends[1:] })
		}
		for _, b := range st.on[row].branches {
			with(func(d *system) { *re(d) = b })
		}
		for k := range len(st.on[row].branches) {
			if !st.on[row].branches[k].idle(j) {
				with(func(d *system) {
					re(d).branches = slices.Clone(re(d).branches)
					re(d).branches[k] = reaction{next: j}
				})
			} else if len(st.on[row].branches) > 2 {
				with(func(d *system) { re(d).branches = slices.Delete(slices.Clone(re(d).branches), k, k+1) })
			}
		}
	}
}

// leadsTo reports whether a step, a restart or the start leads to a local state.
func (t *sort) leadsTo(s int) bool {
	var to func(r reaction) bool
	to = func(r reaction) bool { return r.next == s || slices.ContainsFunc(r.branches, to) }
	return slices.Contains(t.starts(), s) || slices.ContainsFunc(t.states, func(st state) bool {
		return st.restart == s || slices.ContainsFunc(st.on, to)
	})
}

// clone copies the tables down to the rows.
func (s system) clone() system {
	g := *s.program
	g.sorts = slices.Clone(g.sorts)
	for i, t := range g.sorts {
		g.sorts[i].states = slices.Clone(t.states)
		for j, st := range t.states {
			g.sorts[i].states[j].on = slices.Clone(st.on)
		}
	}
	s.program = &g
	return s
}
