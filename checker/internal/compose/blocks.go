package compose

import (
	"math/bits"
	"slices"

	"github.com/interrex/interrex/checker/internal/visited"
)

// Expands reports whether [Machine.Expand] gives the same as [Machine.Successors]. It does
// not if an event is more than one of a half that delivers a batch to the other, or
// leads elsewhere.
func (m *Machine) Expands() bool {
	return m.telling.ofTables() && !m.folding.folds() && m.reduction.isPlain() && len(m.joints) == 0
}

// Expansion is the result of [Machine.Expand], with its workspace.
type Expansion struct {
	Next       []visited.Block // the successors
	Events     int
	Obligatory []uint64 // by block: which of its configurations enable an obligatory event, as a subset of its bits

	lane          int
	common, other *component
	state         uint32   // of the common half
	able          []uint64 // by block: the configurations without a failure
	gaps          []gap    // of the other half
}

// gap is a set of states, among first to first+63 of a component, for which the tables lack
// an entry: the state after the delivery of a batch or, with batch 0, the events.
type gap struct {
	first, batch uint32
	set          uint64
	block        int   // the block that needs it
	event        event // the event that delivers the batch
}

// Expand is [Machine.Successors] for the configurations of blocks that have the state of
// one half in common. It looks up the events of that half once for all of them. First it
// takes the entries that the tables have. It computes the missing entries at once for all
// blocks, because more cache misses overlap then.
func (m *Machine) Expand(lane int, blocks []visited.Block, turned bool, x *Expansion) {
	x.begin(lane, len(blocks), uint32(blocks[0].Number>>26))
	x.common, x.other = m.left, m.right
	if turned {
		x.common, x.other = x.other, x.common
	}
	for _, b := range blocks {
		m.raiseAny(b, turned)
	}
	if x.common.attr(x.state)&failed != 0 {
		return
	}
	events := x.common.events(lane, x.state)
	for i, b := range blocks {
		x.takeCommon(i, b, events)
	}
	if gaps := x.gaps; len(gaps) > 0 {
		x.other.fill(lane, gaps)
		for _, g := range gaps {
			if g.batch != 0 {
				x.take(g.block, g.event, g.first, g.set)
			}
		}
	}
	for i, b := range blocks {
		x.takeOthers(i, uint32(b.Number)<<6)
	}
}

// begin empties x.
func (x *Expansion) begin(lane, blocks int, state uint32) {
	x.lane, x.state, x.Events = lane, state, 0
	x.Next, x.gaps, x.able, x.Obligatory = x.Next[:0], x.gaps[:0], x.able[:0], slices.Grow(x.Obligatory[:0], blocks)[:blocks]
	clear(x.Obligatory)
}

// takeCommon takes the events of the common half in the configurations of a block, as far
// as the tables know the states that they lead to.
func (x *Expansion) takeCommon(block int, b visited.Block, events []event) {
	first, able := uint32(b.Number)<<6, b.Bits
	if x.other.m.fails.Load() {
		able &^= x.with(failed, first, able)
	}
	x.able = append(x.able, able)
	if set := x.other.withoutEvents(first, able); set != 0 {
		x.gaps = append(x.gaps, gap{first: first, set: set})
	}
	for _, e := range events {
		by := able
		if e.out&needsQuiet != 0 {
			by &^= x.with(inFlight, first, able)
		}
		x.take(block, e, first, by)
	}
}

// with returns which configurations, of a set, have an attribute in the other half.
func (x *Expansion) with(attribute uint64, first uint32, set uint64) (those uint64) {
	for ; set != 0; set &= set - 1 {
		if x.other.attr(first+uint32(bits.TrailingZeros64(set)))&attribute != 0 {
			those |= set & -set
		}
	}
	return those
}

// take takes an event of the common half in a set of configurations of a block. Where the
// tables do not know the state that it leads to, there is a gap.
func (x *Expansion) take(block int, e event, first uint32, by uint64) {
	batch, enabled := e.out&batchMask, by
	if batch == 0 {
		x.add(e.next, first, by)
	} else {
		var missing uint64
		if enabled, missing = x.deliver(e, first, by); missing != 0 {
			x.gaps = append(x.gaps, gap{first, batch, missing, block, e})
		}
	}
	if e.out&optional == 0 {
		x.Obligatory[block] |= enabled
	}
	x.Events += bits.OnesCount64(enabled)
}

// deliver takes an event that delivers a batch. It returns which configurations, of a set, are
// known to enable it, and of which this is not known.
func (x *Expansion) deliver(e event, first uint32, by uint64) (enabled, missing uint64) {
	at, next := uint32(0), uint64(0)
	page := x.other.pushPage(first, e.out&batchMask)
	if page == nil {
		return 0, by
	}
	for rest := by; rest != 0; rest &= rest - 1 {
		known := page[(first+uint32(bits.TrailingZeros64(rest)))&(1<<pageBits-1)].Load()
		to := known - 2
		switch {
		case known == 0:
			missing |= rest & -rest
			continue
		case to == refused:
			continue
		}
		enabled |= rest & -rest
		if to>>6 != at>>6 {
			x.add(e.next, at, next)
			at, next = to, 0
		}
		next |= 1 << (to & 63)
	}
	x.add(e.next, at, next)
	return enabled, missing
}

// add appends to the list the configurations with a state of the common half and states
// of the other, near one of them, as a set; it may be empty.
func (x *Expansion) add(common, other uint32, set uint64) {
	if set != 0 {
		x.Next = append(x.Next, visited.Block{Number: uint64(common)<<26 | uint64(other>>6), Bits: set})
	}
}

// takeOthers takes the events of the other half in the configurations of a block.
func (x *Expansion) takeOthers(block int, first uint32) {
	list, obligatory, own, quiet := x.Next, x.Obligatory[block], x.state, x.common.attr(x.state)&inFlight == 0
	for set := x.able[block]; set != 0; set &= set - 1 {
		bit := set & -set
		for _, e := range x.other.events(x.lane, first+uint32(bits.TrailingZeros64(set))) {
			state := own
			if e.out&(needsQuiet|batchMask) != 0 {
				if e.out&needsQuiet != 0 && !quiet {
					continue
				}
				if batch := e.out & batchMask; batch != 0 {
					if state = x.common.push(x.lane, state, batch); state == refused {
						continue
					}
				}
			}
			if e.out&optional == 0 {
				obligatory |= bit
			}
			list = append(list, visited.Block{Number: uint64(state)<<26 | uint64(e.next>>6), Bits: 1 << (e.next & 63)})
		}
	}
	x.Events += len(list) - len(x.Next)
	x.Next, x.Obligatory[block] = list, obligatory
}
