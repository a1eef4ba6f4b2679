package sorted

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// reception adds the events in which a message arrives.
func (x *space) reception(r reaction, l local) {
	m := x.signals[r.take]
	p := int(r.process)
	if x.tables.Defers() {
		if deferred, err := x.tables.PeekDeferred(p, l.state, m.port, m.message); err != nil || deferred {
			x.unfit = x.unfit || err != nil
			return
		}
	}
	x.step(r, l, compiled.Input{Kind: model.Receive, Port: m.port, Msg: m.message}, charge{})
}

// suspicion adds the events in which a process notices that another is down.
func (x *space) suspicion(r reaction, l local) {
	port := x.signals[r.take].port
	if x.tables.Ready(int(r.process), l.state).Suspect.Has(port) {
		x.step(r, l, compiled.Input{Kind: model.Suspect, Port: port, Msg: -1}, charge{})
	}
}

// spontaneous adds the events of a local state that no signal causes. Timers may run out, and an idle process may go on,
// at any time.
func (x *space) spontaneous(r reaction, l local) {
	p, net := int(r.process), x.system.Network()
	ready := x.tables.Ready(p, l.state)
	input := func(kind model.Kind) compiled.Input { return compiled.Input{Kind: kind, Msg: -1} }
	if ready.Wake && net.Wake.Allows(p) {
		x.step(r, l, input(model.Wake), charge{})
	}
	for operation := range ready.Operations {
		in := input(model.Invoke)
		in.Operation = operation
		x.step(r, l, in, charge{})
	}
	if ready.Idle {
		x.step(r, l, input(model.Idle), charge{})
	}
	for timer := range uint8(8) {
		if ready.Timers.Has(timer) {
			in := input(model.Timeout)
			in.Timer = timer
			x.step(r, l, in, charge{})
		}
	}
	if net.Faults.Suspect > 0 {
		for port := range ready.Suspect.All() {
			if int(port) < x.system.Semantics().Ports(p) && net.Victims.MayStrike(model.Suspect, x.system.Peer(p, port)) {
				in := input(model.Suspect)
				in.Port = port
				x.step(r, l, in, charge{cost: model.Faults{Suspect: 1}})
			}
		}
	}
	if x.mayCrash(p) {
		x.add(event{process: r.process, from: r.from, to: x.fallen(p, l.state), take: -1}, x.news(p), charge{cost: model.Faults{Crash: 1}})
	}
}

// step adds the outcomes of a step, and the crashes within it.
func (x *space) step(r reaction, l local, in compiled.Input, c charge) {
	p := int(r.process)
	for _, o := range x.tables.Peek(p, l.state, in) {
		if !o.IsKnown() {
			x.unfit = true
			return
		}
		sends := x.sent(p, o.Sends)
		e := event{process: r.process, from: r.from, to: x.local(p, local{state: o.Next}), take: r.take}
		c.sends = len(sends)
		x.add(e, sends, c)
		if !x.mayCrash(p) {
			continue
		}
		e.to = x.fallen(p, o.Next)
		for j := range sends {
			within := charge{cost: c.cost, sends: j}
			within.cost.Crash++
			x.add(e, append(x.news(p), sends[:j]...), within)
		}
	}
}

// sent returns the signals that a step of process p sends.
func (x *space) sent(p int, sends []compiled.Send) []int32 {
	list := make([]int32, 0, len(sends))
	for _, s := range sends {
		link := x.system.Links()[x.system.Semantics().OutLink(p, s.Port)]
		list = append(list, x.signal(signal{link.To, link.ToPort, s.Msg}))
	}
	return list
}

func (x *space) mayCrash(p int) bool {
	net := x.system.Network()
	return net.Faults.Crash > 0 && net.Victims.MayStrike(model.Crash, p)
}

// fallen returns the local state of a process after a crash.
func (x *space) fallen(p int, state compiled.Local) int32 {
	net := x.system.Network()
	if net.Faults.Restart == 0 || !net.Victims.MayStrike(model.Restart, p) {
		state = -1
	}
	return x.local(p, local{state: state, down: true})
}

// news returns the news that process p is down, for the processes that have a port to it.
func (x *space) news(p int) (list []int32) {
	for q := range x.processes {
		for port := range model.Port(x.system.Semantics().Ports(q)) {
			if q != p && x.system.Peer(q, port) == p {
				list = append(list, x.signal(signal{q, port, isDown}))
			}
		}
	}
	return list
}

// restart adds the restart of a process.
func (x *space) restart(r reaction, l local) {
	if l.state < 0 {
		return
	}
	state, err := x.tables.PeekRestart(int(r.process), l.state)
	if err != nil {
		x.unfit = true
		return
	}
	x.add(event{process: r.process, from: r.from, to: x.local(int(r.process), local{state: state}), take: -1}, nil,
		charge{cost: model.Faults{Restart: 1}})
}
