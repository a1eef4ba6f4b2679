package independent

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A turn is one outcome of all the steps that a process takes in a round.
type turn struct {
	outcome
	steps int
}

// rounds follows the section Rounds. It returns the successors by a round for each set
// of processes that wake.
func (x *explorer) rounds(c *configuration) []successor {
	var may []int
	for p := range x.net.N {
		if !c.down[p] && x.ready(c, p).Wake && mayWake(x.net, p) {
			may = append(may, p)
		}
	}
	var list []successor
	for set := range 1 << len(may) {
		var wakes []int
		for i, p := range may {
			if set>>i&1 == 1 {
				wakes = append(wakes, p)
			}
		}
		list = append(list, x.round(c, wakes)...)
	}
	return list
}

// round returns the outcomes of the round in which these processes wake, and the crashes
// within it.
func (x *explorer) round(c *configuration, wakes []int) []successor {
	joint := [][]turn{nil}
	for p := range x.net.N {
		turns := []turn{{}}
		if !c.down[p] {
			turns = x.turns(c, p, slices.Contains(wakes, p))
		}
		if len(joint)*len(turns) > mostOutcomes {
			x.tooLarge = true
			return nil
		}
		var longer [][]turn
		for _, before := range joint {
			for _, t := range turns {
				longer = append(longer, append(slices.Clone(before), t))
			}
		}
		joint = longer
	}
	var list []successor
	for _, turns := range joint {
		list = append(list, x.jointly(c, wakes, turns)...)
	}
	return list
}

// jointly returns the round in which the processes take these turns, and the
// crashes within it.
func (x *explorer) jointly(c *configuration, wakes []int, turns []turn) []successor {
	e := event{process: -1, kind: round, wakes: wakes}
	steps := 0
	for _, t := range turns {
		steps += t.steps
		e.choices = append(e.choices, t.choices...)
	}
	if steps == 0 && c.inFlight() == 0 {
		return nil
	}
	d, sent := x.apply(c, turns)
	list := []successor{{e, len(wakes) == 0, sent, d}}
	if c.left.Crash == 0 || d.hasFailed() {
		return list
	}
	for p, t := range turns {
		if !named(x.net.Victims.Crash, p) {
			continue
		}
		for after := range len(t.sends) {
			part := slices.Clone(turns)
			part[p].sends = t.sends[:after]
			before := c.clone()
			x.crash(before, p)
			d, sent := x.apply(before, part)
			x.forget(d, p)
			e.process, e.kind, e.within, e.during, e.after = p, crash, true, round, after
			list = append(list, successor{e, false, sent, d})
		}
	}
	return list
}

// apply lets all processes take their turns at once. The messages that they send are in
// flight after the round, unless a step is not well-formed.
func (x *explorer) apply(c *configuration, turns []turn) (d *configuration, sent int) {
	d = c.clone()
	for i, ch := range c.channels {
		d.channels[i] = nil
		for _, m := range ch {
			if m.late {
				m.late = false
				d.channels[i] = append(d.channels[i], m)
			}
		}
	}
	for p, t := range turns {
		if t.steps == 0 {
			continue
		}
		d.started, d.locals[p], d.failed[p] = true, t.next, t.why
	}
	if d.hasFailed() {
		return d, 0
	}
	for p, t := range turns {
		for _, m := range t.sends {
			x.send(d, p, m)
		}
		sent += len(t.sends)
	}
	return d, sent
}

// turns returns the outcomes of the turn of process p, which is up.
func (x *explorer) turns(c *configuration, p int, wakes bool) []turn {
	begun := x.ready(c, p)
	list := []turn{{outcome: outcome{next: c.locals[p]}}}
	upon := func(row int, asked func(r model.Spontaneous) bool) {
		var longer []turn
		for _, t := range list {
			ready := x.processes[p].sort.states[t.next].ready
			if t.why != "" || !asked(ready) {
				longer = append(longer, t)
				continue
			}
			for _, o := range x.step(&x.processes[p], t.next, row) {
				longer = append(longer, t.then(o))
			}
		}
		list = longer
		if len(list) > mostOutcomes {
			x.tooLarge, list = true, list[:1]
		}
	}
	always, received := func(model.Spontaneous) bool { return true }, false
	if wakes {
		upon(onWake, always)
	}
	for _, i := range x.into[p] {
		for _, m := range c.channels[i] {
			if !m.late {
				received = true
				upon(rowOfReceive(m.port, m.letter), always)
			}
		}
	}
	if !received {
		upon(onIdle, func(r model.Spontaneous) bool { return r.Idle })
	}
	upon(onRound, func(r model.Spontaneous) bool { return r.Round })
	if c.inFlight() > 0 {
		return list
	}
	for t := range uint8(2) {
		if begun.Timers.Has(t) {
			upon(onTimeout+int(t), func(r model.Spontaneous) bool { return r.Timers.Has(t) })
		}
	}
	for q, peer := range x.processes[p].peers {
		if port := model.Port(q); begun.Suspect.Has(port) && c.down[peer] {
			upon(onSuspect+q%2, func(r model.Spontaneous) bool { return r.Suspect.Has(port) })
		}
	}
	return list
}

// delays follows the section Rounds: of the messages on a link that do not wait, the one that was
// sent last may begin to.
func (x *explorer) delays(c *configuration) []successor {
	var list []successor
	for i, ch := range c.channels {
		for j := len(ch) - 1; j >= 0; j-- {
			if ch[j].late {
				continue
			}
			if ch[j].left > 0 {
				d := c.clone()
				d.channels[i][j] = ch[j].wait()
				list = append(list, successor{event{process: x.links[i].to, kind: delay, port: ch[j].port, message: textOf(ch[j].letter)}, false, 0, d})
			}
			break
		}
	}
	return list
}

// wait returns m when it waits for one more round.
func (m message) wait() message {
	m.left--
	m.late = true
	return m
}

// then returns the turn extended by the outcome of a step. A step that is not
// well-formed ends the turn and keeps the local state before it.
func (t turn) then(o outcome) turn {
	d := turn{steps: t.steps + 1}
	d.choices = append(slices.Clone(t.choices), o.choices...)
	d.sends = append(slices.Clone(t.sends), o.sends...)
	d.next, d.why = o.next, o.why
	if o.why != "" {
		d.next = t.next
	}
	return d
}
