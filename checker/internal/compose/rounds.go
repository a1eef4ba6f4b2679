package compose

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// rounds makes the rounds of a lockstep system. A round is an event of all processes,
// so it belongs to no component.
type rounds struct {
	m      *Machine
	turned map[turnKey]*turns
	labels map[roundKey]uint32

	// Of the configuration whose rounds are made:
	from   []uint32 // the states of the leaves
	made   []Edge
	wakes  []int
	chosen []*turn // by process
	// Scratch space:
	vectors [][]int32
	next    []uint32
	sends   []int       // messages of each process
	arrive  [][][]entry // in each channel of each process, at the place that it has in a state
	text    []byte
}

// roundKey identifies an event of a round by the processes that wake and the choices,
// as text, and by the process that crashes within the round, or -1, and the number of
// messages that it sends before.
type roundKey struct {
	text           string
	process, after int
	sends          int
}

func newRounds(m *Machine) *rounds {
	n := len(m.leaves)
	arrive := make([][][]entry, n)
	for p, l := range m.leaves {
		arrive[p] = make([][]entry, atChannels+len(l.slots))
	}
	return &rounds{m: m, turned: map[turnKey]*turns{}, labels: map[roundKey]uint32{},
		chosen: make([]*turn, n), vectors: make([][]int32, n), next: make([]uint32, n+1), sends: make([]int, n), arrive: arrive}
}

// prepare implements [joint].
func (r *rounds) prepare() {}

// states implements [joint].
func (r *rounds) states(_ int, s State, list []State) (_ []State, obligatory bool) {
	edges, obligatory := r.of(s, nil)
	for _, e := range edges {
		list = append(list, e.Next)
	}
	return list, obligatory
}

// edges implements [joint].
func (r *rounds) edges(s State, list []Edge) []Edge {
	list, _ = r.of(s, list)
	return list
}

// ofTables implements [joint]: turns have a table of their own.
func (r *rounds) ofTables() bool { return false }

// of appends the rounds that s enables to list. It also reports whether one of them is
// obligatory.
func (r *rounds) of(s State, list []Edge) (_ []Edge, obligatory bool) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	attr := r.m.left.attr(s.Left()) | r.m.right.attr(s.Right())
	if attr&failed != 0 {
		return list, false
	}
	r.from, r.made = r.m.split(s), list
	var sleepers []int
	for p, l := range r.m.leaves {
		v := l.vector(r.from[p])
		if v[atMode] == modeUp && r.m.sys.Network().Wake.Allows(p) && r.m.tables.Ready(p, compiled.Local(v[atLocal])).Wake {
			sleepers = append(sleepers, p)
		}
	}
	for mask := range 1 << len(sleepers) {
		r.wakes = r.wakes[:0]
		for i, p := range sleepers {
			if mask>>i&1 == 1 {
				r.wakes = append(r.wakes, p)
			}
		}
		r.add(attr&inFlight == 0)
		obligatory = obligatory || mask == 0 && len(r.made) > len(list)
	}
	edges := r.made
	r.made = nil
	return edges, obligatory
}

// add adds the outcomes of the round in which the processes of wakes wake. It adds
// nothing if no process takes a step in that round, and no message waits.
func (r *rounds) add(quiet bool) {
	r.m.poll()
	all, acts := make([][]turn, len(r.m.leaves)), false
	for p := range r.m.leaves {
		t := r.turns(p, quiet)
		all[p], acts = t.list, acts || t.steps > 0 || !quiet
	}
	if acts {
		r.choose(all)
	}
}

// choose adds the outcomes of a round, for each choice of the turns of the processes
// that have not yet chosen: the last ones.
func (r *rounds) choose(rest [][]turn) {
	if len(rest) == 0 {
		r.outcome()
		return
	}
	for i := range rest[0] {
		r.chosen[len(r.chosen)-len(rest)] = &rest[0][i]
		r.choose(rest[1:])
	}
}

// outcome adds the round with the chosen turns, and the crashes within that round.
func (r *rounds) outcome() {
	r.commit(-1, 0)
	if r.m.environment.states[r.from[len(r.m.leaves)]].left.Crash == 0 || r.fails() {
		return
	}
	for p, t := range r.chosen {
		if !r.m.sys.Network().Victims.MayStrike(model.Crash, p) {
			continue
		}
		for after := range t.sends {
			r.commit(p, after)
		}
	}
}

// fails reports whether a step of the chosen turns is not well-formed.
func (r *rounds) fails() bool {
	return slices.ContainsFunc(r.chosen, func(t *turn) bool { return t.failure != "" })
}

// commit adds one event. All processes take their turns at once, and the messages
// that they send arrive in the next round. If crashes is not -1, that process crashes
// after it has sent so many messages.
func (r *rounds) commit(crashes, after int) {
	r.m.poll()
	for p, t := range r.chosen {
		r.vectors[p] = append(r.vectors[p][:0], t.vector...)
	}
	if crashes >= 0 {
		r.m.leaves[crashes].fall(r.vectors[crashes], r.chosen[crashes].local)
	}
	clear(r.sends)
	total := 0
	if !r.fails() {
		total = r.send(crashes, after)
	}
	for p, l := range r.m.leaves {
		r.next[p] = l.state(r.vectors[p])
	}
	r.next[len(r.m.leaves)] = r.charge(crashes >= 0)
	r.made = append(r.made, Edge{Next: r.m.join(r.next), Label: r.label(crashes, after, total)})
}

// send puts the messages of the round into the channels. It counts those of each process,
// and returns how many they are in all. Contents are numbered when all is in them: a protocol may send more in each round than in
// the one before.
func (r *rounds) send(crashes, after int) (total int) {
	for p, t := range r.chosen {
		sent := t.sends
		if crashes == p {
			sent = sent[:after]
		}
		r.sends[p] = len(sent)
		total += len(sent)
		for _, x := range sent {
			if x.to < 0 {
				continue
			}
			if r.vectors[x.to][atMode] == modeUp {
				list := r.arrive[x.to][x.at]
				if len(list) == 0 { // behind the messages that have waited
					list = append(list, r.m.contents.lists[r.vectors[x.to][x.at]]...)
				}
				r.arrive[x.to][x.at] = r.m.contents.add(list, x.entry)
			}
		}
	}
	for p, channels := range r.arrive {
		for at, list := range channels {
			if len(list) > 0 {
				r.vectors[p][at], channels[at] = r.m.contents.number(list), list[:0]
			}
		}
	}
	return total
}

// charge returns the state of the environment after a round, in which a process perhaps
// crashed.
func (r *rounds) charge(crashed bool) uint32 {
	s := r.m.environment.states[r.from[len(r.m.leaves)]]
	s.started = true
	if crashed {
		s.left = s.left.Minus(model.Faults{Crash: 1})
	}
	if r.m.environment.monitor != nil {
		for p, l := range r.m.leaves {
			if before := l.vector(r.from[p]); before[atMode] != modeDown {
				s.monitor = r.m.environment.next(s.monitor, l.observe(before, r.vectors[p], r.sends[p]))
			}
		}
	}
	return r.m.environment.state(s)
}

// label returns the number of the label of a round.
func (r *rounds) label(crashes, after, sends int) uint32 {
	r.text = binary.AppendUvarint(r.text[:0], uint64(len(r.wakes)))
	for _, p := range r.wakes {
		r.text = binary.AppendUvarint(r.text, uint64(p))
	}
	for _, t := range r.chosen {
		for _, c := range t.choices {
			r.text = binary.AppendUvarint(r.text, uint64(c))
		}
	}
	if n, ok := r.labels[roundKey{string(r.text), crashes, after, sends}]; ok {
		return n
	}
	e := model.Event{Process: -1, Kind: model.Round, Wakes: slices.Clone(r.wakes)}
	for _, t := range r.chosen {
		e.Choices = append(e.Choices, t.choices...)
	}
	if crashes >= 0 {
		e.Process, e.Kind, e.During, e.Within, e.After = crashes, model.Crash, model.Round, true, after
	}
	n := r.m.labelOf(e, len(r.wakes) == 0 && crashes < 0, sends)
	r.labels[roundKey{string(r.text), crashes, after, sends}] = n
	r.m.bytes.Add(int64(len(r.text)) + bytesPerName)
	return n
}
