package compose

import (
	"slices"
	"unsafe"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// turn is one outcome of the steps of one process in a round.
type turn struct {
	vector  []int32        // the state of the leaf after it, with the messages in its channels that have waited
	local   compiled.Local // the local state
	sends   []posted
	choices []int
	failure string
}

// posted is a message that a turn sends: an entry of a channel, which is an index of
// the vector of leaf to. A message that nobody can receive has no such leaf: -1.
type posted struct {
	to, at int
	entry  entry
}

// turns are the outcomes of the steps of one process in a round, of which there are
// none if steps is 0.
type turns struct {
	rounds  *rounds
	process int
	list    []turn
	steps   int
}

// turnKey has the data on which the turns of a process depend.
type turnKey struct {
	process      int
	state        uint32
	wakes, quiet bool          // the process wakes; nothing is in flight to any
	down         model.PortSet // where it may suspect its peer, which is down
}

// turns returns the turns of process p in a round.
func (r *rounds) turns(p int, quiet bool) *turns {
	key := turnKey{p, r.from[p], slices.Contains(r.wakes, p), quiet, 0}
	if quiet {
		key.down = r.down(p)
	}
	d, ok := r.turned[key]
	if !ok {
		d = r.makeTurns(key)
		r.turned[key] = d
		r.m.bytes.Add(d.bytes())
	}
	return d
}

// down returns the ports of p that Ready lists as ports to suspect and whose process is
// down.
func (r *rounds) down(p int) (down model.PortSet) {
	v := r.m.leaves[p].vector(r.from[p])
	if v[atMode] != modeUp {
		return 0
	}
	for q := range r.m.tables.Ready(p, compiled.Local(v[atLocal])).Suspect.All() {
		if int(q) >= r.m.sys.Semantics().Ports(p) {
			continue
		}
		if peer := r.m.sys.Peer(p, q); r.m.leaves[peer].vector(r.from[peer])[atMode] == modeDown {
			down = down.With(q)
		}
	}
	return down
}

// makeTurns takes the steps of a process (docs/semantics.md has their order).
func (r *rounds) makeTurns(key turnKey) *turns {
	v := slices.Clone(r.m.leaves[key.process].vector(r.from[key.process]))
	d := &turns{rounds: r, process: key.process, list: []turn{{local: compiled.Local(v[atLocal])}}}
	if v[atMode] == modeUp {
		d.takeSteps(key, v)
	}
	for at := atChannels; at < r.m.leaves[key.process].atClocks(); at++ {
		v[at] = r.m.contents.waited(v[at])
	}
	for i := range d.list {
		d.list[i].vector = slices.Clone(v)
		d.list[i].vector[atLocal] = int32(d.list[i].local)
		if failure := d.list[i].failure; failure != "" {
			r.m.leaves[key.process].fail(d.list[i].vector, failure, nil)
		}
	}
	return d
}

// takeSteps takes the steps of a process that is up and has state v.
func (d *turns) takeSteps(key turnKey, v []int32) {
	before := d.ready(compiled.Local(v[atLocal]))
	if key.wakes {
		d.do(compiled.Input{Kind: model.Wake, Msg: -1}, nil)
	}
	idle := true
	for _, ch := range v[atChannels:d.rounds.m.leaves[d.process].atClocks()] {
		for _, e := range arriving(d.rounds.m.contents.lists[ch]) {
			idle = false
			d.do(compiled.Input{Kind: model.Receive, Port: e.port(), Msg: e.message()}, nil)
		}
	}
	if idle {
		d.do(compiled.Input{Kind: model.Idle, Msg: -1}, func(s model.Spontaneous) bool { return s.Idle })
	}
	d.do(compiled.Input{Kind: model.Round, Msg: -1}, func(s model.Spontaneous) bool { return s.Round })
	if !key.quiet {
		return
	}
	for t := range uint8(8) {
		if before.Timers.Has(t) {
			d.do(compiled.Input{Kind: model.Timeout, Timer: t, Msg: -1}, func(s model.Spontaneous) bool { return s.Timers.Has(t) })
		}
	}
	for q := range key.down.All() {
		d.do(compiled.Input{Kind: model.Suspect, Port: q, Msg: -1}, func(s model.Spontaneous) bool { return s.Suspect.Has(q) })
	}
}

func (d *turns) ready(l compiled.Local) model.Spontaneous {
	return d.rounds.m.tables.Ready(d.process, l)
}

// manySends is how many messages a process may send in a round, for each process of the network: enough
// for one of 64 processes that answers each message of each process with one to all. If each round has one
// message more than the round before, a search with a crash takes time that grows with the third power of it.
const manySends = 1 << 6

// do takes one more step in every outcome that is ready for it.
func (d *turns) do(in compiled.Input, ready func(model.Spontaneous) bool) {
	var after []turn
	for _, t := range d.list {
		if t.failure != "" || ready != nil && !ready(d.ready(t.local)) {
			after = append(after, t)
			continue
		}
		if d.steps++; d.steps%longList == 0 {
			d.rounds.m.poll()
		}
		outcomes := d.rounds.m.tables.Step(d.process, t.local, in)
		for i, o := range outcomes {
			if o.Blame != nil {
				panic(o.Blame) // every round has this step
			}
			next := turn{local: o.Next, sends: t.sends, choices: slices.Concat(t.choices, o.Choices), failure: o.Failure}
			if i < len(outcomes)-1 {
				next.sends = slices.Clip(t.sends) // the last outcome has the place behind them
			}
			if o.Failure != "" {
				next.local = t.local
			}
			for _, x := range o.Sends {
				next.sends = append(next.sends, d.post(x))
			}
			if most := manySends * len(d.rounds.m.leaves); len(next.sends) > most && d.rounds.m.TooLong != nil {
				d.rounds.m.TooLong(most)
			}
			after = append(after, next)
		}
	}
	d.list = after
}

// post returns where a message goes.
func (d *turns) post(x compiled.Send) posted {
	leaf := d.rounds.m.leaves[d.process]
	if leaf.isSevered(leaf.vector(d.rounds.from[d.process]), x.Port) {
		return posted{to: -1}
	}
	link := leaf.links[x.Port]
	return posted{link.To, atChannels + d.rounds.m.leaves[link.To].slot(link.ToPort), newEntry(link.ToPort, x.Msg).within(d.rounds.m.sentTicks)}
}

// bytes estimates the memory of the turns.
func (d *turns) bytes() int64 {
	sum := int64(bytesPerName)
	for _, t := range d.list {
		sum += int64(unsafe.Sizeof(t)) + int64(4*len(t.vector)+8*len(t.choices)) + int64(cap(t.sends))*int64(unsafe.Sizeof(posted{}))
	}
	return sum
}
