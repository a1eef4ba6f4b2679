package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Enter tells that process p may be in local state l.
func (d *Deliveries) Enter(p int, l compiled.Local) {
	for _, p := range d.alike[p] {
		d.enter(p, l)
	}
}

func (d *Deliveries) enter(p int, l compiled.Local) {
	d.see(p, d.tables.Status(p, l))
	if !d.met.idle[p] && d.tables.Ready(p, l).Idle {
		d.met.idle[p] = true
		d.broken = d.broken || d.processes[p].heard && d.requires(idleReceiver)
	}
}

// Fall tells that process p may be down.
func (d *Deliveries) Fall(p int) {
	for _, p := range d.alike[p] {
		d.see(p, model.Status{Down: true})
	}
}

func (d *Deliveries) see(p int, s model.Status) {
	if slices.Contains(d.met.statuses[p], s) {
		return
	}
	d.met.statuses[p] = append(d.met.statuses[p], s)
	if d.sight.moves(s) && len(d.hidden) > 0 && d.requires(seen) {
		d.broken = true
	}
	for c := range d.hidden {
		if !d.sight.hidesBeside(d.system.Network(), c, p, s) && d.requires(seen) {
			d.broken = true
		}
	}
}

// Watch tells that the monitor may be in a state.
func (d *Deliveries) Watch(state any) {
	if d.sight.Monitor == nil || slices.Contains(d.met.states, state) {
		return
	}
	d.met.states = append(d.met.states, state)
	for r := range d.retold {
		d.broken = d.broken || d.sight.distinguishes(state, r)
	}
	for o := range d.unheard {
		if d.sight.Monitor.Next(state, o) != state && d.requires(seen) {
			d.broken = true
		}
	}
}

// Meet tells that message m may arrive next on port q of process p in local
// state l.
func (d *Deliveries) Meet(p int, l compiled.Local, q model.Port, m compiled.Message) {
	for _, p := range d.alike[p] {
		d.meet(p, pair{l, letter{q, m}})
	}
}

// meet notes that a message may arrive. Whatever is relied upon in the local
// state must commute with it; and what it may arrive after, it may arrive before.
func (d *Deliveries) meet(p int, x pair) {
	of := &d.processes[p]
	if of.isMet[x] {
		return
	}
	d.poll()
	of.isMet[x] = true
	of.met[x.local] = append(of.met[x.local], x.letter)
	for _, at := range of.waiting[x.local] {
		if d.mayPrecede(x.letter, at.letter) {
			c, _ := d.course(p, at)
			d.face(p, c, x.input())
		}
	}
	for _, y := range of.into[x.local] {
		d.meetBefore(p, x.letter, y)
	}
}

// meetBefore notes that x, which may arrive after y, may arrive before it.
func (d *Deliveries) meetBefore(p int, x letter, y pair) {
	if d.mayPrecede(x, y.letter) && d.requires(backward) {
		d.meet(p, pair{y.local, x})
	}
}

// rely notes that a delivery was taken for confluent, or would be if it were
// there, and finds out whether it is, and remains so while it waits. What is
// relied upon in the end does not depend on the order in which it is met: so the
// consequences of what turns out to be wrong are drawn too.
func (d *Deliveries) rely(p int, x claim, waits bool) {
	of := &d.processes[p]
	if of.relied[x] {
		return
	}
	if of.size[x.letter]++; of.size[x.letter] > reliedStates {
		of.endless[x.letter] = true
		d.broken = true
		return
	}
	of.relied[x] = true
	c, ok := d.course(p, x)
	if !ok {
		d.broken = true
		return
	}
	d.broken = d.broken || !d.fits(p, c, view{d.met, waits})
	of.waiting[x.local] = append(of.waiting[x.local], x)
	d.bytes.Add(bytesPerClaim)
	d.depend(p, c, waits)
	d.enter(p, x.local)
	if d.requires(reliedIsMet) {
		d.meet(p, x.pair)
	}
	if !slices.Contains(of.into[c.Next], x.pair) {
		of.into[c.Next] = append(of.into[c.Next], x.pair)
		for i := 0; i < len(of.met[c.Next]); i++ {
			d.meetBefore(p, of.met[c.Next][i], x.pair)
		}
	}
	for _, f := range d.rivals(p, x, of.met[x.local]) {
		d.face(p, c, f)
	}
}

// depend notes what the surroundings must not contradict: that nothing of a
// delivery is seen, and that nobody to whom it sends may be idle.
func (d *Deliveries) depend(p int, c course, waits bool) {
	d.tellAlike(d.crash(p, c))
	if o := d.observation(p, c); !waits || d.requires(seenWaiting) {
		d.hidden[change{p, o.Before, o.After}] = true
		d.unheard[o] = true
	}
	for _, send := range c.Sends {
		if r := d.system.Peer(p, send.Port); r != p {
			d.processes[r].heard = true
		}
	}
}

// tellAlike notes that the monitor must not tell two observations apart.
func (d *Deliveries) tellAlike(r retelling) {
	if r[0] == r[1] || d.retold[r] {
		return
	}
	d.retold[r] = true
	d.broken = d.broken || !d.sight.alike(r, d.met)
}

// face finds out whether a delivery that is relied upon commutes with a rival,
// and relies upon it after the rival.
func (d *Deliveries) face(p int, c course, f compiled.Input) {
	after, ok := d.commutes(p, c, f)
	if !ok {
		d.broken = true
		return
	}
	d.tellAlike(d.retelling(p, c, f))
	if after.local >= 0 && d.requires(reliedWaits) {
		d.rely(p, after, true)
	}
}
