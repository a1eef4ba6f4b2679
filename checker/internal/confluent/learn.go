package confluent

import (
	"maps"
	"slices"

	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// Learn begins a search: the messages, local states and statuses that were met become
// known, and earlier answers are forgotten.
func (d *Deliveries) Learn() {
	d.conclude()
	if d.forgets {
		d.forget()
	}
	d.broken, d.closes = false, false
	if d.refuted {
		d.sight.seeSteps()
	}
	if d.taken != nil {
		d.Record()
	}
	d.bytes.Store(int64(len(d.orbits)) * 2 * bytesPerClaim)
	d.agreed = map[agreement]bool{}
	d.known = d.met.clone()
	d.hidden, d.unheard, d.retold, d.unfilled = map[change]bool{}, map[properties.Observation]bool{}, map[retelling]bool{}, map[int]bool{}
	for i := range d.processes {
		p := &d.processes[i]
		p.known = maps.Clone(p.met) // which is only appended to
		maps.DeleteFunc(p.endless, func(_ letter, bound int) bool { return 2*bound < d.bound(p) })
		maps.DeleteFunc(p.said, func(_ claim, is bool) bool { return is }) // what was false stays so: more is known
		p.relied, p.into = map[claim]bool{}, map[compiled.Local][]course{}
		maps.Copy(p.kept, p.exposed)
		p.size, p.heard = map[letter]int{}, false
	}
}

// Recall begins a search that knows the messages, local states and statuses that the searches with o
// met, in the same system and with the same tables. It takes over no answers, nor messages that are
// only derived: these depend on the sight of o.
func (d *Deliveries) Recall(o *Deliveries) {
	for i := range d.processes {
		p, from := &d.processes[i], &o.processes[i]
		p.entered = maps.Clone(from.entered)
		for l, list := range from.met {
			for _, m := range list {
				if x := (pair{l, m}); !from.derived[x] {
					p.isMet[x] = true
					p.met[l] = append(p.met[l], m)
				}
			}
		}
	}
	d.real = o.real.clone()
	d.real.states = nil
	d.met = d.real.clone()
	d.Learn()
}

// forget forgets the messages that were only derived: some of them followed from messages that
// turned out to be endless. A delivery that does not commute with them may commute with all that
// are met.
func (d *Deliveries) forget() {
	d.met, d.forgets = d.real.clone(), false
	for i := range d.processes {
		p := &d.processes[i]
		for x := range p.derived {
			delete(p.isMet, x)
		}
		for l, list := range p.met {
			p.met[l] = slices.DeleteFunc(slices.Clone(list), func(x letter) bool { return p.derived[pair{l, x}] })
		}
		p.derived, p.said = map[pair]bool{}, map[claim]bool{}
	}
}
