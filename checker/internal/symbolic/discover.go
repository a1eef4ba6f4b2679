package symbolic

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// confirm is called when a value is met at a level. It adds the events that the value
// enables together with values met before.
func (x *System) confirm(number int, value uint32) {
	if x.illFormed {
		return
	}
	switch at := x.places[number]; at.kind {
	case localPlace:
		x.meetLocal(at.index, value)
	case channelPlace:
		x.meetContent(at.index, value)
	}
}

func (x *System) meetLocal(p int, value uint32) {
	l := x.locals[p]
	l.met = append(l.met, value)
	switch l.All[value].mode {
	case up:
		x.spontaneous(p, value)
		for _, ch := range x.sys.Semantics().InChannels(p) {
			for _, e := range x.channels[ch].arrivals {
				x.arrival(p, value, ch, e)
			}
		}
		x.crash(p, value)
		x.cuts(p, value)
	case down:
		x.restart(p, value)
		x.cuts(p, value)
	}
}

func (x *System) meetContent(ch int, value uint32) {
	c := &x.channels[ch]
	p := x.sys.Semantics().Channels()[ch].To
	for _, e := range x.contents.deliverable(value) {
		if c.delivered[e] {
			continue
		}
		c.delivered[e] = true
		c.arrivals = append(c.arrivals, e)
		for _, local := range slices.Clone(x.locals[p].met) {
			if x.locals[p].All[local].mode == up {
				x.arrival(p, local, ch, e)
			}
		}
	}
}

// arrival adds the events of a message that may arrive at p: it is received, duplicated
// or lost.
func (x *System) arrival(p int, value uint32, ch int, e entry) {
	net := x.sys.Network()
	text, at := x.tables.MessageText(e.msg), x.stageOf(p, value)
	event := model.Event{Process: p, Kind: model.Receive, Port: e.port, Message: text}
	taken := change{take: &e}
	if x.contents.passes() {
		taken.at = at
	}
	if at == nil || !x.contents.defers(*at, e) {
		take := taken
		x.step(draft{process: p, event: event, obligatory: true, changes: map[int]*change{ch: &take}, step: true, before: value}, e.msg, true)
		if net.Faults.Dup > 0 && net.Victims.MayStrikeMessage(model.Duplicate, x.sys.Peer(p, e.port), p, text) {
			peek := taken
			peek.peek = true
			event.Kind = model.Duplicate
			x.step(draft{process: p, event: event, changes: map[int]*change{ch: &peek}, step: true, before: value,
				cost: model.Faults{Dup: 1}}, e.msg, false)
		}
	}
	if net.Faults.Loss > 0 && net.Victims.MayStrikeMessage(model.Lose, x.sys.Peer(p, e.port), p, text) {
		event.Kind = model.Lose
		x.add(draft{process: p, event: event, changes: map[int]*change{ch: &taken}, before: value,
			cost: model.Faults{Loss: 1}, after: x.locals[p].All[value]})
	}
}

// stageOf returns the stage of process p with a value of its level, nil if the
// algorithm defers no messages.
func (x *System) stageOf(p int, value uint32) *stage {
	if !x.tables.Defers() {
		return nil
	}
	return &stage{p, x.locals[p].All[value].state}
}

// spontaneous adds the events that Ready returns for a local state.
func (x *System) spontaneous(p int, value uint32) {
	net, ready := x.sys.Network(), x.tables.Ready(p, x.locals[p].All[value].state)
	d := draft{process: p, step: true, before: value, obligatory: true}
	if ready.Wake && net.Wake.Allows(p) {
		wake := d
		wake.event, wake.obligatory = model.Event{Process: p, Kind: model.Wake}, false
		x.step(wake, -1, true)
	}
	for operation := range ready.Operations {
		invoke := d
		invoke.event, invoke.obligatory = model.Event{Process: p, Kind: model.Invoke, Operation: operation}, false
		x.step(invoke, -1, true)
	}
	if ready.Idle {
		idle := d
		idle.event = model.Event{Process: p, Kind: model.Idle}
		idle.changes = emptied(x.sys.Semantics().InChannels(p), x.stageOf(p, value))
		x.step(idle, -1, true)
	}
	if net.Timing == model.Bounded {
		x.due(d)
		return
	}
	if net.Timing == model.Timely {
		all := make([]int, len(x.channels))
		for ch := range all {
			all[ch] = ch
		}
		d.changes = emptied(all, nil)
	}
	for t := range uint8(8) {
		if ready.Timers.Has(t) {
			d.event = model.Event{Process: p, Kind: model.Timeout, Timer: t}
			x.step(d, -1, true)
		}
	}
	for q := range ready.Suspect.All() {
		if int(q) < x.sys.Semantics().Ports(p) {
			d.event = model.Event{Process: p, Kind: model.Suspect, Port: q}
			x.suspect(d)
		}
	}
}

// emptied returns changes that are enabled only if nothing can be received from the
// channels, whose receiver is at this stage if it defers messages.
func emptied(channels []int, at *stage) map[int]*change {
	m := map[int]*change{}
	for _, ch := range channels {
		m[ch] = &change{empty: true, at: at}
	}
	return m
}

// suspect adds a true suspicion, and a false one if the budget allows any.
func (x *System) suspect(d draft) {
	if x.sys.Peer(d.process, d.event.Port) != d.process {
		d.guarded, d.guard = true, down
		x.step(d, -1, true)
		d.guard = up
	}
	if x.sys.Network().Faults.Suspect > 0 && x.sys.Network().Victims.MayStrike(model.Suspect, x.sys.Peer(d.process, d.event.Port)) {
		d.obligatory, d.cost.Suspect = false, 1
		x.step(d, -1, true)
	}
}

// step adds the outcomes of a step and, if struck, the crashes within it.
func (x *System) step(d draft, m compiled.Message, struck bool) {
	in := compiled.Input{Kind: d.event.Kind, Port: d.event.Port, Timer: d.event.Timer, Operation: d.event.Operation, Msg: m}
	if in.Kind == model.Duplicate {
		in.Kind = model.Receive
	}
	for _, o := range x.tables.Step(d.process, x.locals[d.process].All[d.before].state, in) {
		if o.Blame != nil {
			panic(o.Blame)
		}
		e := d.clone()
		e.after = x.locals[d.process].All[d.before]
		e.after.mode, e.after.failure = failed, o.Failure
		if o.Failure == "" {
			e.after = x.stepped(d, o)
			e.sends = len(o.Sends)
			x.send(&e, o.Sends)
		}
		x.add(e)
		if struck && o.Failure == "" && x.mayCrash(d.process) {
			x.strike(d, o)
		}
	}
}

func (x *System) send(d *draft, sends []compiled.Send) {
	for _, send := range sends {
		link := x.sys.Semantics().OutLink(d.process, send.Port)
		c := d.change(x.channelOf(link))
		c.puts = append(c.puts, entry{x.sys.Links()[link].ToPort, send.Msg, x.delay()})
	}
}

// strike adds the crashes within one outcome of a step.
func (x *System) strike(d draft, o compiled.Outcome) {
	for j := range o.Sends {
		e := d.clone()
		e.event.Within, e.event.During, e.event.Kind, e.event.After = true, d.event.Kind, model.Crash, j
		e.obligatory, e.sends = false, j
		e.cost.Crash++
		e.after = x.fallen(d, o.Next)
		x.send(&e, o.Sends[:j])
		x.silence(&e, die)
		x.add(e)
	}
}

// fallen returns the value of a process after a crash in a local state.
func (x *System) fallen(d draft, state compiled.Local) local {
	if x.sys.Network().Faults.Restart == 0 {
		state = -1
	}
	return local{mode: down, state: state, fallen: x.locals[d.process].All[d.before].fallen}
}

// silence applies t to all channels into the process of an event.
func (x *System) silence(d *draft, t then) {
	for _, ch := range x.sys.Semantics().InChannels(d.process) {
		d.change(ch).then = t
	}
}

// mayCrash reports whether a process may crash.
func (x *System) mayCrash(p int) bool {
	return x.sys.Network().Faults.Crash > 0 && x.sys.Network().Victims.MayStrike(model.Crash, p)
}

func (x *System) crash(p int, value uint32) {
	if !x.mayCrash(p) {
		return
	}
	d := draft{process: p, event: model.Event{Process: p, Kind: model.Crash}, before: value,
		cost: model.Faults{Crash: 1}, changes: map[int]*change{}}
	d.after = x.fallen(d, x.locals[p].All[value].state)
	x.silence(&d, die)
	x.add(d)
}

func (x *System) restart(p int, value uint32) {
	if x.sys.Network().Faults.Restart == 0 || !x.sys.Network().Victims.MayStrike(model.Restart, p) {
		return
	}
	d := draft{process: p, event: model.Event{Process: p, Kind: model.Restart}, before: value,
		cost: model.Faults{Restart: 1}, changes: map[int]*change{}}
	before := x.locals[p].All[value]
	d.after = x.wound(p, local{state: x.tables.Restart(p, before.state), fallen: before.fallen}, nil)
	x.silence(&d, revive)
	x.add(d)
}

// cuts adds the cuts of the links from p to each other process. They do not change the
// local state of p.
func (x *System) cuts(p int, value uint32) {
	if x.sys.Network().Faults.Cut == 0 {
		return
	}
	done := map[int]bool{}
	for i, link := range x.sys.Links() {
		if link.From != p || done[link.To] || !x.sys.Network().Victims.MayCut(p, link.To) {
			continue
		}
		done[link.To] = true
		d := draft{process: p, event: model.Event{Process: p, Kind: model.Cut, Peer: link.To}, before: value,
			cost: model.Faults{Cut: 1}, after: x.locals[p].All[value], changes: map[int]*change{}}
		for j, other := range x.sys.Links()[i:] {
			if other.From == p && other.To == link.To {
				d.change(i + j).then = sever
			}
		}
		x.add(d)
	}
}
