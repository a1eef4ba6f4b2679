package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Enter tells that process p may be in local state l.
func (d *Deliveries) Enter(p int, l compiled.Local) {
	for _, x := range d.localsOf(p, l) {
		p, l := x.Process, x.Local
		d.processes[p].entered[l] = true
		d.real.see(p, d.tables.Status(p, l))
		d.real.idle[p] = d.real.idle[p] || d.tables.Ready(p, l).Idle
		d.enter(p, l)
	}
}

func (d *Deliveries) enter(p int, l compiled.Local) {
	d.see(p, d.tables.Status(p, l))
	if !d.met.idle[p] && d.tables.Ready(p, l).Idle {
		d.met.idle[p] = true
		d.broken = d.broken || d.processes[p].heard && !d.Overtaking() && d.requires(idleReceiver) && d.requires(met)
	}
}

// Fall tells that process p may be down.
func (d *Deliveries) Fall(p int) {
	down := model.Status{Down: true}
	for _, p := range d.processesOf(p) {
		d.real.see(p, down)
		d.see(p, down)
	}
}

func (d *Deliveries) see(p int, s model.Status) {
	d.Become(s, s)
	if !d.met.see(p, s) || !d.requires(met) {
		return
	}
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
	d.real.states = append(d.real.states, state)
	if !d.requires(met) {
		return
	}
	for r := range d.retold {
		d.broken = d.broken || d.sight.distinguishes(state, r)
	}
	for o := range d.unheard {
		if d.sight.notices(state, o) && d.requires(seen) {
			d.broken = true
		}
	}
}

// Meet tells that message m may arrive next on port q of process p in local
// state l.
func (d *Deliveries) Meet(p int, l compiled.Local, q model.Port, m compiled.Message) {
	for _, y := range d.deliveriesOf(Delivery{Process: p, Local: l, Port: q, Msg: m}) {
		x := pair{y.Local, y.letter()}
		d.meet(y.Process, x)
		delete(d.processes[y.Process].derived, x)
	}
}

// derive notes that a message must be taken for one that may arrive.
func (d *Deliveries) derive(p int, x pair) {
	if of := &d.processes[p]; !of.isMet[x] {
		of.derived[x] = true
		d.meet(p, x)
	}
}

// meet notes that a message may arrive.
func (d *Deliveries) meet(p int, x pair) {
	if of := &d.processes[p]; !of.isMet[x] {
		of.isMet[x] = true
		of.arrivals = append(of.arrivals, x)
	}
}

// rely notes that a delivery was taken for confluent, or would be if it were there.
func (d *Deliveries) rely(p int, x claim, waits bool) {
	of := &d.processes[p]
	if _, endless := of.endless[x.letter]; endless || of.relied[x] {
		return
	}
	of.relied[x] = true
	of.size[x.letter]++
	of.reliances = append(of.reliances, reliance{x, waits})
}

// reliance is a claim that is relied upon.
type reliance struct {
	claim
	waits bool // something came before it
}

// conclude draws the consequences of the messages that were met and the claims that were relied
// upon. It does so in rounds, and the findings of a round do not depend on the order of its work.
// So the known messages after a level of a search, and which of them are endless, do not depend on
// the order in which the level is expanded.
func (d *Deliveries) conclude() {
	for p := range d.processes {
		for d.goOn(p) {
		}
	}
}

// goOn is a round of conclude for one process. It reports whether there was anything to do.
func (d *Deliveries) goOn(p int) bool {
	of := &d.processes[p]
	arrivals, reliances := of.arrivals, of.reliances
	of.arrivals, of.reliances = nil, nil
	for _, x := range arrivals {
		d.arrive(p, x)
	}
	for _, x := range reliances {
		d.confirm(p, x)
	}
	d.limit(of)
	return len(arrivals)+len(reliances) > 0
}

// arrive draws the consequences of a message that may arrive.
func (d *Deliveries) arrive(p int, x pair) {
	d.poll()
	of := &d.processes[p]
	of.met[x.local] = append(of.met[x.local], x.letter)
	for _, c := range of.into[x.local] {
		d.precede(p, x.letter, c)
	}
}

// precede draws the consequences of a message that may arrive after a delivery that is
// relied upon. If it may come first, it may arrive before, and they must commute.
func (d *Deliveries) precede(p int, f letter, c course) {
	if !d.mayPrecede(f, c.letter) {
		return
	}
	if d.requires(backward) {
		d.derive(p, pair{c.local, f})
	}
	d.face(p, c, f.input())
}

// confirm finds out whether a delivery that is relied upon is confluent, and remains so
// while it waits. The consequences of a claim that turns out to be wrong are drawn too, so
// that the next search knows them.
func (d *Deliveries) confirm(p int, x reliance) {
	of := &d.processes[p]
	d.checked++
	c, ok := d.course(p, x.claim)
	if !ok {
		d.broken = true
		return
	}
	d.broken = d.broken || !d.fits(p, c, view{d.latest(), x.waits})
	of.into[c.Next] = append(of.into[c.Next], c)
	d.bytes.Add(bytesPerClaim)
	d.depend(p, c, x.waits)
	d.enter(p, x.local)
	if d.requires(reliedIsMet) {
		d.derive(p, x.pair)
	}
	for _, f := range d.rivals(p, x.claim, nil) {
		d.face(p, c, f)
	}
	for _, f := range of.met[c.Next] {
		d.precede(p, f, c)
	}
}

// A message is relied upon in at most so many local states for each that was met, and in
// some more. There may be infinitely many local states in which it might have to wait.
const reliedTimes = 4

func (d *Deliveries) bound(of *process) int { return max(d.within.Relied, reliedTimes*len(of.entered)) }

// limit finds the messages that are relied upon in too many local states. Nothing more is
// concluded about them, and the search is broken. They count as confluent in none, until
// many more local states were met.
func (d *Deliveries) limit(of *process) {
	bound := d.bound(of)
	for _, x := range of.reliances {
		if of.size[x.letter] > bound {
			of.endless[x.letter] = bound
			d.broken, d.forgets = true, true
		}
	}
	of.reliances = slices.DeleteFunc(of.reliances, func(x reliance) bool {
		_, endless := of.endless[x.letter]
		return endless
	})
}

// latest returns the surroundings that were met.
func (d *Deliveries) latest() *surroundings {
	if !d.requires(met) {
		return d.known
	}
	return d.met
}

// depend notes the claims that the surroundings must not contradict: that nothing
// of a delivery is seen, and that nobody to whom it sends may be idle.
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
	d.broken = d.broken || !d.sight.alike(r, d.latest())
}

// face finds out whether a delivery that is relied upon commutes with a rival,
// and relies upon it after the rival.
func (d *Deliveries) face(p int, c course, f compiled.Input) {
	after, ok := d.commutes(p, c, f)
	if !ok {
		d.broken = true
		return
	}
	for _, r := range d.retellings(p, c, f) {
		d.tellAlike(r)
	}
	if after.local >= 0 && d.requiresOf(reliedWaits, f.Kind) {
		d.rely(p, after, true)
	}
}
