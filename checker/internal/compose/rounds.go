package compose

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// turn is one outcome of the steps of one process in a round.
type turn struct {
	local   compiled.Local
	sends   []compiled.Send
	choices []int
	failure string
}

// rounds returns the rounds of a lockstep system that s enables. A round is an
// event of all processes, so it belongs to no component.
func (m *Machine) rounds(s State) []Edge {
	m.mu.Lock()
	defer m.mu.Unlock()
	if (m.left.attr(s.Left())|m.right.attr(s.Right()))&failed != 0 {
		return nil
	}
	r := &rounds{Machine: m, states: m.split(s)}
	r.quiet = (m.left.attr(s.Left())|m.right.attr(s.Right()))&inFlight == 0
	var sleepers []int
	for p, l := range m.leaves {
		v := l.vector(r.states[p])
		if v[atMode] == modeUp && m.sys.Network().Wake.Allows(p) && m.tables.Ready(p, compiled.Local(v[atLocal])).Wake {
			sleepers = append(sleepers, p)
		}
	}
	for mask := range 1 << len(sleepers) {
		var wakes []int
		for i, p := range sleepers {
			if mask>>i&1 == 1 {
				wakes = append(wakes, p)
			}
		}
		r.add(wakes)
	}
	return r.edges
}

type rounds struct {
	*Machine
	states []uint32
	quiet  bool
	edges  []Edge
}

// add adds the outcomes of the round in which these processes wake. It adds nothing
// if no process takes a step in that round.
func (r *rounds) add(wakes []int) {
	r.poll()
	turns, acts := make([][]turn, len(r.leaves)), false
	for p := range r.leaves {
		var steps int
		turns[p], steps = r.turns(p, slices.Contains(wakes, p))
		acts = acts || steps > 0
	}
	if !acts {
		return
	}
	chosen := make([]turn, len(turns))
	var choose func(p int)
	choose = func(p int) {
		if p == len(turns) {
			r.outcome(wakes, chosen)
			return
		}
		for _, t := range turns[p] {
			chosen[p] = t
			choose(p + 1)
		}
	}
	choose(0)
}

// outcome adds the round with these turns and the crashes within that round.
func (r *rounds) outcome(wakes []int, chosen []turn) {
	e := model.Event{Process: -1, Kind: model.Round, Wakes: wakes}
	fails := false
	for _, t := range chosen {
		e.Choices = append(e.Choices, t.choices...)
		fails = fails || t.failure != ""
	}
	r.commit(e, chosen, len(wakes) == 0)
	if fails || r.environment.states[r.states[len(r.leaves)]].left.Crash == 0 {
		return
	}
	e.Within, e.During, e.Kind = true, model.Round, model.Crash
	for p, t := range chosen {
		e.Process = p
		for e.After = range len(t.sends) {
			r.commit(e, chosen, false)
		}
	}
}

// commit adds one event. All processes take their turns at once, and the messages
// that they send arrive in the next round.
func (r *rounds) commit(e model.Event, chosen []turn, obligatory bool) {
	r.poll()
	vectors, fails := make([][]int32, len(r.leaves)), false
	for p, t := range chosen {
		v := slices.Clone(r.leaves[p].vector(r.states[p]))
		clear(v[atChannels:])
		v[atLocal] = int32(t.local)
		if t.failure != "" {
			v[atMode] = modeFailed + r.leaves[p].failureNumber(t.failure)
			fails = true
		}
		vectors[p] = v
	}
	sends := make([]int, len(r.leaves))
	if !fails {
		if e.Within {
			r.leaves[e.Process].fall(vectors[e.Process], chosen[e.Process].local)
		}
		r.send(e, chosen, vectors, sends)
	}
	next, total := make([]uint32, len(r.states)), 0
	for p, l := range r.leaves {
		next[p] = l.state(vectors[p])
		total += sends[p]
	}
	next[len(r.leaves)] = r.charge(e, vectors, sends)
	r.edges = append(r.edges, Edge{Next: r.join(next), Label: r.labelOf(e, obligatory, total)})
}

func (r *rounds) send(e model.Event, chosen []turn, vectors [][]int32, sends []int) {
	for p, t := range chosen {
		out := t.sends
		if e.Within && e.Process == p {
			out = out[:e.After]
		}
		sends[p] = len(out)
		for _, send := range out {
			link := r.leaves[p].links[send.Port]
			to := vectors[link.To]
			if to[atMode] != modeUp || r.leaves[p].isCut(vectors[p], send.Port) {
				continue
			}
			at := atChannels + r.leaves[link.To].slot(link.ToPort)
			to[at] = r.contents.put(to[at], newEntry(link.ToPort, send.Msg))
		}
	}
}

// charge returns the state of the environment after a round.
func (r *rounds) charge(e model.Event, vectors [][]int32, sends []int) uint32 {
	s := r.environment.states[r.states[len(r.leaves)]]
	s.started = true
	if e.Within {
		s.left = s.left.Minus(model.Faults{Crash: 1})
	}
	if monitor := r.environment.monitor; monitor != nil {
		for p, l := range r.leaves {
			if before := l.vector(r.states[p]); before[atMode] != modeDown {
				s.monitor = monitor.Next(s.monitor, l.observe(before, vectors[p], sends[p]))
			}
		}
	}
	return r.environment.state(s)
}

// turns returns the outcomes of the steps of p in a round. It also returns a
// count of steps, which is 0 if p takes none (docs/semantics.md has the order of the steps).
func (r *rounds) turns(p int, wakes bool) ([]turn, int) {
	l := r.leaves[p]
	v := slices.Clone(l.vector(r.states[p]))
	list := []turn{{local: compiled.Local(v[atLocal])}}
	if v[atMode] != modeUp {
		return list, 0
	}
	d := &turns{machine: r.Machine, process: p, list: list}
	before := r.tables.Ready(p, compiled.Local(v[atLocal]))
	if wakes {
		d.do(compiled.Input{Kind: model.Wake, Msg: -1}, nil)
	}
	idle := true
	for _, ch := range v[atChannels:] {
		for _, e := range r.contents.lists[ch] {
			idle = false
			d.do(compiled.Input{Kind: model.Receive, Port: e.port(), Msg: e.message()}, nil)
		}
	}
	if idle {
		d.do(compiled.Input{Kind: model.Idle, Msg: -1}, func(s model.Spontaneous) bool { return s.Idle })
	}
	d.do(compiled.Input{Kind: model.Round, Msg: -1}, func(s model.Spontaneous) bool { return s.Round })
	if r.quiet {
		r.expiries(d, before)
	}
	return d.list, d.steps
}

func (r *rounds) expiries(d *turns, before model.Spontaneous) {
	for t := range uint8(8) {
		if before.Timers.Has(t) {
			d.do(compiled.Input{Kind: model.Timeout, Timer: t, Msg: -1}, func(s model.Spontaneous) bool { return s.Timers.Has(t) })
		}
	}
	for q := range before.Suspect.All() {
		if int(q) >= r.sys.Ports(d.process) {
			continue
		}
		peer := r.sys.Peer(d.process, q)
		if r.leaves[peer].vector(r.states[peer])[atMode] == modeDown {
			d.do(compiled.Input{Kind: model.Suspect, Port: q, Msg: -1}, func(s model.Spontaneous) bool { return s.Suspect.Has(q) })
		}
	}
}

// turns accumulates the outcomes of the steps of one process in a round.
type turns struct {
	machine *Machine
	process int
	list    []turn
	steps   int
}

// do takes one more step in every outcome that is ready for it.
func (d *turns) do(in compiled.Input, ready func(model.Spontaneous) bool) {
	var after []turn
	for _, t := range d.list {
		if t.failure != "" || ready != nil && !ready(d.machine.tables.Ready(d.process, t.local)) {
			after = append(after, t)
			continue
		}
		d.steps++
		for _, o := range d.machine.tables.Step(d.process, t.local, in) {
			next := turn{o.Next, slices.Concat(t.sends, o.Sends), slices.Concat(t.choices, o.Choices), o.Failure}
			if o.Failure != "" {
				next.local = t.local
			}
			after = append(after, next)
		}
	}
	d.list = after
}
