package compose

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"

	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// A Translator carries states between machines of the same system, in several processes. Each machine numbers what it meets in an order of its
// own, and local states and messages are values that no file can hold. So one machine tells the others which steps it took, with the numbers
// of the results. They take the same steps, and learn which of their numbers stand for the same values. A state is then told by the numbers
// that it is made of, each once to each peer.
//
// It suits machines that take all events, in which no configuration stands for others, without a monitor, and without traitors: their messages
// come from no step. Nobody else may use the machine meanwhile.
type Translator struct {
	m       *Machine
	entries []tableEntry // of the tables, in the order in which they were made
	watcher compiled.Watcher
	peers   []translated
	values  valueHash
	owners  []uint32 // by left state: the peer that owns it, plus 1; 0: not known
	hashes  []uint64 // of the states of the last process of the left half; 0: not known
	first   uint64   // a hash over what the tables had at first
}

// tableEntry is a step, or the restart of a process.
type tableEntry struct {
	kind     uint8
	process  int
	local    compiled.Local
	in       compiled.Input
	outcomes []compiled.Outcome
	after    compiled.Local // of a restart
}

// The kinds of entries.
const (
	tookStep = iota
	peekedStep
	restarted
)

// errTranslation is the error of what another system has encoded, or of what is damaged.
var errTranslation = errors.New("a part of the search has sent what no search of this system does: another program, or a method that is no function of its arguments")

// Translate returns the translator of a machine whose search has not begun, for so many peers. The tables of the machine must be new, and
// from then on the translator is told of their entries.
func (m *Machine) Translate(peers int) *Translator {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := &Translator{m: m, watcher: m.tables.Watcher, values: newValueHash()}
	m.tables.Watcher = t
	for p, l := range m.leaves {
		for local := range m.tables.Locals(p) {
			t.first = mix(t.first ^ t.values.local(l, int32(local)))
		}
	}
	for msg := range m.tables.Messages() {
		t.first = mix(t.first ^ textHash(m.tables.MessageText(compiled.Message(msg))))
	}
	for range peers {
		t.peers = append(t.peers, newTranslated(m))
	}
	return t
}

// Stepped implements [compiled.Watcher].
func (t *Translator) Stepped(p int, l compiled.Local, in compiled.Input, list []compiled.Outcome, peeked bool) {
	kind := uint8(tookStep)
	if peeked {
		kind = peekedStep
	}
	t.entries = append(t.entries, tableEntry{kind: kind, process: p, local: l, in: in, outcomes: list})
	if t.watcher != nil {
		t.watcher.Stepped(p, l, in, list, peeked)
	}
}

// Restarted implements [compiled.Watcher].
func (t *Translator) Restarted(p int, l, after compiled.Local) {
	t.entries = append(t.entries, tableEntry{kind: restarted, process: p, local: l, after: after})
	if t.watcher != nil {
		t.watcher.Restarted(p, l, after)
	}
}

// Deferred implements [compiled.Watcher]. A deferral makes no value: each machine asks for itself.
func (t *Translator) Deferred(p int, l compiled.Local, in compiled.Input, is bool) {
	if t.watcher != nil {
		t.watcher.Deferred(p, l, in, is)
	}
}

// Owner returns which peer owns the configurations with a left state. It is the same on all machines, as it follows from values.
func (t *Translator) Owner(left uint32) int {
	if int(left) >= len(t.owners) {
		t.owners = grown(t.owners, uint64(left))
	}
	if t.owners[left] == 0 {
		t.owners[left] = uint32(t.hashOf(left)>>1%uint64(len(t.peers))) + 1
	}
	return int(t.owners[left]) - 1
}

// hashOf returns a hash of a left state: of the last process and the messages to it, and of the local states of the others. So a message to one of these is no
// reason to tell another peer of a configuration, and the last one has states enough for peers to own about as many.
func (t *Translator) hashOf(left uint32) uint64 {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	states := make([]uint32, len(t.m.leaves)+1)
	t.m.spread(t.m.left, left, states)
	h := uint64(0)
	for p := t.m.left.lo; p < t.m.left.hi; p++ {
		if l := t.m.leaves[p]; p < t.m.left.hi-1 {
			h = mix(h ^ t.values.local(l, l.vector(states[p])[atLocal]))
		} else {
			h = mix(h ^ t.hashOfLast(l, states[p]))
		}
	}
	return h
}

// hashOfLast returns a hash of the content of a state of the last process of the left half.
func (t *Translator) hashOfLast(l *leaf, id uint32) uint64 {
	if int(id) >= len(t.hashes) {
		t.hashes = grown(t.hashes, uint64(id))
	}
	if t.hashes[id] == 0 {
		t.hashes[id] = t.values.of(l, l.vector(id))
	}
	return t.hashes[id]
}

// Encode returns what peer number to needs to know the states of blocks, which are not turned: entries that it was not told of, the
// parts of states, and the blocks.
func (t *Translator) Encode(to int, blocks []visited.Block) []byte {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	w := &encoder{translator: t, peer: &t.peers[to], data: make([]byte, 0, bytesPerBlock*len(blocks)+1<<10)}
	w.entries()
	states := 0
	for _, b := range blocks {
		states += b.Len()
		w.half(t.m.left, uint32(b.Number>>26))
		for key := range b.Keys(false) {
			w.half(t.m.right, State(key).Right())
		}
	}
	w.add(theBlocks)
	w.add(uint64(states))
	w.add(uint64(len(blocks)))
	before := uint64(0)
	for _, b := range blocks {
		w.add(b.Number - before)
		w.add(b.Bits)
		before = b.Number
	}
	return w.data
}

// Decode returns the states that peer number from has told, as this machine numbers them.
func (t *Translator) Decode(from int, data []byte) (list []State, err error) {
	t.m.mu.Lock()
	defer t.m.mu.Unlock()
	t.m.lane = 0
	defer func() {
		switch r := recover().(type) {
		case nil:
		case string, runtime.Error: // of this package, where a number makes no sense
			err = fmt.Errorf("%w (%v)", errTranslation, r)
		default:
			panic(r)
		}
	}()
	r := &decoder{reader: reader{data: data}, translator: t, peer: &t.peers[from]}
	if r.next() != t.first {
		return nil, errTranslation
	}
	for !r.failed {
		switch kind := r.next(); kind {
		case someEntries:
			r.entries()
		case aFailureText:
			r.failure()
		case someContents:
			r.contents()
		case someClocksRun:
			r.clocks()
		case aVector:
			r.vector()
		case anEnvironment:
			r.environment()
		case aHalf:
			r.half()
		case theBlocks:
			if list = r.blocks(); !r.failed && len(r.data) == 0 {
				return list, nil
			}
			return nil, errTranslation
		default:
			return nil, errTranslation
		}
	}
	return nil, errTranslation
}

const bytesPerBlock = 4 // that a block takes, about

// The kinds of records, each followed by its number.
const (
	someEntries = iota + 1
	aFailureText
	someContents
	someClocksRun
	aVector
	anEnvironment
	aHalf
	theBlocks
)

// faultsOf returns the places of the budgets of faults, in one order.
func faultsOf(f *model.Faults) (list []*int) {
	for _, b := range f.Budgets() {
		list = append(list, b.Count)
	}
	return list
}

// An encoder writes what a peer is told.
type encoder struct {
	translator *Translator
	peer       *translated
	data       []byte
	states     []uint32 // workspace
}

func (w *encoder) add(x uint64)          { w.data = binary.AppendUvarint(w.data, x) }
func (w *encoder) signed(x int)          { w.data = binary.AppendVarint(w.data, int64(x)) }
func (w *encoder) text(s string)         { w.add(uint64(len(s))); w.data = append(w.data, s...) }
func (w *encoder) number(x int32)        { w.signed(int(x)) }
func (w *encoder) begin(kind, id uint64) { w.add(kind); w.add(id) }

func (w *encoder) is(truth bool) {
	x := uint64(0)
	if truth {
		x = 1
	}
	w.add(x)
}

// entries tells of the entries that the peer was not told of.
func (w *encoder) entries() {
	t := w.translator
	w.add(t.first)
	list := t.entries[w.peer.entries:]
	w.peer.entries = len(t.entries)
	w.begin(someEntries, uint64(len(list)))
	for _, e := range list {
		w.add(uint64(e.kind))
		w.add(uint64(e.process))
		w.number(int32(e.local))
		if e.kind == restarted {
			w.number(int32(e.after))
			continue
		}
		w.add(uint64(e.in.Kind))
		w.signed(int(e.in.Port))
		w.add(uint64(e.in.Timer))
		w.signed(e.in.Operation)
		w.number(int32(e.in.Msg))
		w.add(uint64(len(e.outcomes)))
		for _, o := range e.outcomes {
			w.outcome(o)
		}
	}
}

// outcome tells of an outcome which numbers it has.
func (w *encoder) outcome(o compiled.Outcome) {
	w.is(o.IsKnown())
	if !o.IsKnown() {
		return
	}
	w.number(int32(o.Next))
	w.add(uint64(len(o.Sends)))
	for _, s := range o.Sends {
		w.number(int32(s.Msg))
	}
}

// half tells of a state of the left or right component, unless the peer knows it.
func (w *encoder) half(c *component, id uint32) {
	m := w.translator.m
	side := uint64(0)
	if c == m.right {
		side = 1
	}
	if !w.peer.toldHalves[side].add(id) {
		return
	}
	if w.states == nil {
		w.states = make([]uint32, len(m.leaves)+1)
	}
	m.spread(c, id, w.states)
	for p := c.lo; p < c.hi; p++ {
		w.leaf(p, w.states[p])
	}
	w.begin(aHalf, uint64(id))
	w.add(side)
	for p := c.lo; p < c.hi; p++ {
		w.add(uint64(w.states[p]))
	}
}

// leaf tells of a state of a leaf, or of the environment, unless the peer knows it.
func (w *encoder) leaf(p int, id uint32) {
	m := w.translator.m
	if !w.peer.toldLeaves[p].add(id) {
		return
	}
	if p == len(m.leaves) {
		w.environment(id)
		return
	}
	l := m.leaves[p]
	v := l.vector(id)
	if v[atMode] >= modeFailed {
		w.failure(v[atMode] - modeFailed)
	}
	for i := range l.slots {
		w.contents(v[atChannels+i])
	}
	if m.delay > 0 {
		w.clocks(v[l.atClocks()])
	}
	w.begin(aVector, uint64(id))
	w.add(uint64(p))
	for _, x := range v {
		w.number(x)
	}
}

func (w *encoder) failure(i int32) {
	if !w.peer.toldFailures.add(uint32(i)) {
		return
	}
	x := w.translator.m.failures[i]
	w.begin(aFailureText, uint64(i))
	w.text(x.text)
	w.is(x.err != nil)
}

func (w *encoder) contents(n int32) {
	if n == 0 || !w.peer.toldContents.add(uint32(n)) {
		return
	}
	list := w.translator.m.contents.lists[n]
	w.begin(someContents, uint64(n))
	w.add(uint64(len(list)))
	for _, e := range list {
		w.add(uint64(e))
	}
}

func (w *encoder) clocks(n int32) {
	if n == 0 || !w.peer.toldClocks.add(uint32(n)) {
		return
	}
	list := w.translator.m.clocks.List(n)
	w.begin(someClocksRun, uint64(n))
	w.add(uint64(len(list)))
	for _, k := range list {
		w.add(uint64(k.Kind))
		w.add(uint64(k.Timer))
		w.signed(int(k.Port))
		w.signed(k.Least)
		w.signed(k.Greatest)
	}
}

func (w *encoder) environment(id uint32) {
	s := w.translator.m.environment.states[id]
	w.begin(anEnvironment, uint64(id))
	for _, count := range faultsOf(&s.left) {
		w.signed(*count)
	}
	w.is(s.started)
	w.is(s.divided)
}
