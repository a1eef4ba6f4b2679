package compose

import (
	"iter"
	"math/bits"
)

// Renew gives new numbers to the states of pairs. It keeps those of the initial
// configurations and of kept, and forgets the others, with the tables of pairs, which are
// computed anew when they are needed. The tables of single processes stay, and views keep
// their numbers. Renew returns the function from the configurations that are kept to their
// new states. No other State is valid any more. States of a half that are neighbours stay neighbours.
// Nobody else may use the machine meanwhile.
func (m *Machine) Renew(kept iter.Seq[State]) (renewed func(State) State) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lane = 0
	r := renewal{m, m.pairs}
	lefts, rights := r.noneOf(m.left), r.noneOf(m.right)
	for _, s := range m.initials {
		lefts.add(s.Left())
		rights.add(s.Right())
	}
	for s := range kept {
		lefts.add(s.Left())
		rights.add(s.Right())
	}
	for _, p := range r.old {
		p.drop()
	}
	m.pairs = map[*component]*pair{}
	left, toLeft := r.renew(m.left, lefts)
	right, toRight := r.renew(m.right, rights)
	m.left, m.right = left, right
	renewed = func(s State) State { return State(toLeft.of(s.Left()))<<32 | State(toRight.of(s.Right())) }
	for i, s := range m.initials {
		m.initials[i] = renewed(s)
	}
	m.telling.forget()
	m.voidShowings()
	m.folding.forgetHalves()
	return renewed
}

// Renewable returns how much of [Machine.Bytes] a renewal gives back, before the entries that are
// needed again are computed anew.
func (m *Machine) Renewable() (sum int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.pairs {
		sum += p.bytes
	}
	return sum + m.showings.bytes.Load()
}

// renewal replaces pairs.
type renewal struct {
	*Machine
	old map[*component]*pair
}

// renew returns the component that replaces c, and the new numbers of the states that are kept.
func (r renewal) renew(c *component, kept numbers) (*component, renumbering) {
	p, ok := r.old[c]
	if !ok {
		return c, nil
	}
	lefts, rights := r.noneOf(p.left), r.noneOf(p.right)
	for id := range kept.all() {
		halves := c.record(id).halves
		lefts.add(uint32(halves >> 32))
		rights.add(uint32(halves))
	}
	left, toLeft := r.renew(p.left, lefts)
	right, toRight := r.renew(p.right, rights)
	q, to := newPair(r.Machine, left, right), make(renumbering, c.count)
	q.views, q.viewHalves = p.views, p.viewHalves
	q.grow(int64(len(q.viewHalves)) * bytesPerViews)
	for id := range kept.all() {
		halves := c.record(id).halves
		to[id] = q.state(toLeft.of(uint32(halves>>32)), toRight.of(uint32(halves)))
	}
	r.bytes.Add(-c.bytes)
	return q.component, to
}

// drop gives back the tables that a renewal does not need.
func (p *pair) drop() {
	p.slots, p.courses, p.overtaking, p.alone = nil, nil, nil, nil
	p.arena.Store(nil)
	p.pushes.Store(nil)
}

// renumbering has the new numbers of states by their old ones; nil: they stay.
type renumbering []uint32

func (to renumbering) of(id uint32) uint32 {
	if to == nil {
		return id
	}
	return to[id]
}

// numbers is a set of numbers of states, a bit for each; nil: not known, and not needed.
type numbers []uint64

// noneOf returns an empty set for the states of a component.
func (r renewal) noneOf(c *component) numbers {
	if r.old[c] == nil {
		return nil
	}
	return make(numbers, c.count/64+1)
}

func (n numbers) add(id uint32) {
	if n != nil {
		n[id/64] |= 1 << (id % 64)
	}
}

// all yields the numbers, in ascending order.
func (n numbers) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, word := range n {
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
