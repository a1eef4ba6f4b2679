package compose

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// translated has the numbers that a translator has told a peer, and those of the peer that it knows.
type translated struct {
	entries                                int // so many was it told of
	toldFailures, toldContents, toldClocks marks
	toldLeaves                             []marks // the last ones are of the environment
	toldHalves                             [2]marks

	locals                     []translation // by process
	messages                   translation
	failures, contents, clocks translation
	leaves                     []translation
	halves                     [2]translation
}

func newTranslated(m *Machine) translated {
	x := translated{toldLeaves: make([]marks, len(m.leaves)+1), leaves: make([]translation, len(m.leaves)+1), locals: make([]translation, len(m.leaves))}
	for p := range m.leaves {
		for local := range m.tables.Locals(p) {
			x.locals[p].set(uint64(local), uint32(local))
		}
	}
	for msg := range m.tables.Messages() {
		x.messages.set(uint64(msg), uint32(msg))
	}
	x.contents.set(0, 0)
	x.clocks.set(0, 0)
	return x
}

// grown returns a list, which may be longer than it was, with a place i.
func grown[S ~[]T, T any](list S, i uint64) S { return append(list, make(S, i+64)...) }

// marks is a set of numbers.
type marks []bool

// add adds a number, and reports whether it is new.
func (x *marks) add(id uint32) bool {
	if int(id) >= len(*x) {
		*x = grown(*x, uint64(id))
	}
	is := (*x)[id]
	(*x)[id] = true
	return !is
}

// translation has our numbers by those of a peer, plus 1; 0: not known.
type translation []uint32

// mostNumbers is more than the states of any component that fits in memory.
const mostNumbers = 1 << 32

func (x *translation) set(theirs uint64, ours uint32) {
	if theirs >= mostNumbers {
		panic("compose: a peer has told a number that is too large")
	}
	if theirs >= uint64(len(*x)) {
		*x = grown(*x, theirs)
	}
	(*x)[theirs] = ours + 1
}

func (x translation) of(theirs uint64) uint32 {
	if theirs >= uint64(len(x)) || x[theirs] == 0 {
		panic("compose: a peer has not told what a number stands for")
	}
	return x[theirs] - 1
}

// A decoder reads the words of a peer.
type decoder struct {
	reader
	translator *Translator
	peer       *translated
}

// signed reads a number that may be negative.
func (r *decoder) signed() int {
	x, n := binary.Varint(r.data)
	if n <= 0 {
		r.data, r.failed = nil, true
		return 0
	}
	r.data = r.data[n:]
	return int(x)
}

// entries takes the steps that the peer took, and learns its numbers of the results.
func (r *decoder) entries() {
	tables := r.translator.m.tables
	for range r.next() {
		kind, p := r.next(), int(r.next())
		theirs := r.signed()
		if r.failed || p >= len(r.peer.locals) {
			panic("compose: a peer has told a step of no process")
		}
		local := compiled.Local(r.peer.locals[p].of(uint64(theirs)))
		if kind == restarted {
			r.peer.locals[p].set(uint64(r.signed()), uint32(tables.Restart(p, local)))
			continue
		}
		in := compiled.Input{Kind: model.Kind(r.next()), Port: model.Port(r.signed()), Timer: uint8(r.next()), Operation: r.signed(), Msg: -1}
		if msg := r.signed(); msg >= 0 {
			in.Msg = compiled.Message(r.peer.messages.of(uint64(msg)))
		}
		list := tables.Peek
		if kind == tookStep {
			list = tables.Step
		}
		r.outcomes(p, list(p, local, in))
	}
}

// outcomes learns the numbers of the outcomes of a step.
func (r *decoder) outcomes(p int, list []compiled.Outcome) {
	if r.next() != uint64(len(list)) {
		panic("compose: a step has another number of outcomes at a peer")
	}
	for _, o := range list {
		if known := r.next() == 1; known != o.IsKnown() {
			panic("compose: a step has another outcome at a peer")
		} else if !known {
			continue
		}
		r.peer.locals[p].set(uint64(r.signed()), uint32(o.Next))
		if r.next() != uint64(len(o.Sends)) {
			panic("compose: a step sends another number of messages at a peer")
		}
		for _, s := range o.Sends {
			r.peer.messages.set(uint64(r.signed()), uint32(s.Msg))
		}
	}
}

func (r *decoder) failure() {
	theirs, size := r.next(), r.next()
	if size > uint64(len(r.data)) {
		panic("compose: a peer has told a text that is cut short")
	}
	x := failure{text: string(r.data[:size])}
	if r.data = r.data[size:]; r.next() == 1 {
		x.err = errors.New(x.text)
	}
	r.peer.failures.set(theirs, uint32(r.translator.m.failureNumber(x)))
}

func (r *decoder) contents() {
	c := r.translator.m.contents
	theirs := r.next()
	var list []entry
	for range r.next() {
		e := entry(r.next())
		list = append(list, newEntry(e.port(), compiled.Message(r.peer.messages.of(uint64(e.message()))))|e&^(oneTick-1))
		if r.failed {
			return
		}
	}
	if !c.order.Queued() {
		slices.Sort(list)
	}
	r.peer.contents.set(theirs, uint32(c.number(list)))
}

func (r *decoder) clocks() {
	theirs := r.next()
	var list []model.Clock
	for range r.next() {
		list = append(list, model.Clock{Kind: model.Kind(r.next()), Timer: uint8(r.next()), Port: model.Port(r.signed()), Span: model.Span{Least: r.signed(), Greatest: r.signed()}})
		if r.failed {
			return
		}
	}
	r.peer.clocks.set(theirs, uint32(r.translator.m.clocks.Number(list)))
}

// vector learns the number of a state of a leaf.
func (r *decoder) vector() {
	m, theirs, p := r.translator.m, r.next(), r.next()
	l := m.leaves[p]
	v := make([]int32, l.vectors.width)
	for i := range v {
		v[i] = int32(r.signed())
	}
	if r.failed {
		return
	}
	if v[atLocal] >= 0 {
		v[atLocal] = int32(r.peer.locals[p].of(uint64(v[atLocal])))
	}
	if v[atMode] >= modeFailed {
		v[atMode] = modeFailed + int32(r.peer.failures.of(uint64(v[atMode]-modeFailed)))
	}
	for i := range l.slots {
		v[atChannels+i] = int32(r.peer.contents.of(uint64(v[atChannels+i])))
	}
	if m.delay > 0 {
		v[l.atClocks()] = int32(r.peer.clocks.of(uint64(v[l.atClocks()])))
	}
	r.peer.leaves[p].set(theirs, l.state(v))
}

func (r *decoder) environment() {
	theirs, e := r.next(), r.translator.m.environment
	var s environmentState
	for _, count := range faultsOf(&s.left) {
		*count = r.signed()
	}
	s.started, s.divided = r.next() == 1, r.next() == 1
	if !r.failed {
		r.peer.leaves[e.lo].set(theirs, e.state(s))
	}
}

// half learns the number of a state of the left or right component.
func (r *decoder) half() {
	m, theirs, side := r.translator.m, r.next(), r.next()
	c := m.left
	if side == 1 {
		c = m.right
	}
	states := make([]uint32, len(m.leaves)+1)
	for p := c.lo; p < c.hi; p++ {
		states[p] = r.peer.leaves[p].of(r.next())
	}
	if !r.failed {
		r.peer.halves[side&1].set(theirs, m.number(c, states))
	}
}

// blocks returns the states of blocks.
func (r *decoder) blocks() (list []State) {
	states := r.next()
	if states > 7*uint64(len(r.data)) { // a byte has seven bits of a block
		panic("compose: a peer has told a message that is cut short")
	}
	list = make([]State, 0, states)
	number := uint64(0)
	for range r.next() {
		number += r.next()
		left := State(r.peer.halves[0].of(number>>26)) << 32
		for set := r.next(); set != 0; set &= set - 1 {
			list = append(list, left|State(r.peer.halves[1].of(number<<6&(1<<32-1)|uint64(bits.TrailingZeros64(set)))))
		}
		if r.failed {
			return nil
		}
	}
	return list
}
