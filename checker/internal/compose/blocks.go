package compose

import (
	"math/bits"

	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
)

// Expands reports whether [Machine.Expand] gives what [Machine.Successors] does. It does
// not if an event is more than one of a half that delivers a batch to the other, or
// leads elsewhere.
func (m *Machine) Expands() bool {
	return m.told == nil && m.confluent == nil && m.orbits == nil && m.delay == 0 && m.sys.Network().Timing != model.Lockstep
}

// Expand is [Machine.Successors] for the configurations of a block. The events of the
// half that they have in common are looked up once for all of them. Expand appends the
// successors to list, as blocks. It returns how many events there are, and which
// configurations enable an obligatory one, as a subset of b.Bits.
func (m *Machine) Expand(lane int, b visited.Block, turned bool, list []visited.Block) (_ []visited.Block, events int, obligatory uint64) {
	x := expansion{lane: lane, common: m.left, other: m.right, state: uint32(b.Number >> 26), first: uint32(b.Number) << 6, list: list}
	if turned {
		x.common, x.other = x.other, x.common
	}
	if x.common.attr(x.state)&failed != 0 {
		return list, 0, 0
	}
	able, flying := x.flags(b.Bits)
	for _, e := range x.common.events(lane, x.state) {
		by := able
		if e.out&needsQuiet != 0 {
			by &^= flying
		}
		if by = x.take(e, by); e.out&optional == 0 {
			x.obligatory |= by
		}
		x.events += bits.OnesCount64(by)
	}
	x.takeOthers(able)
	return x.list, x.events, x.obligatory
}

// expansion is the expansion of a block: of configurations with the same state of one
// half, and states first to first+63 of the other.
type expansion struct {
	lane          int
	common, other *component
	state, first  uint32
	list          []visited.Block
	events        int
	obligatory    uint64
}

// flags returns which configurations, of a set, have no step that failed in the other half, and
// in which something is in flight there.
func (x *expansion) flags(set uint64) (able, flying uint64) {
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		attr := x.other.attr(x.first + uint32(bits.TrailingZeros64(set)))
		if attr&failed == 0 {
			able |= bit
		}
		if attr&inFlight != 0 {
			flying |= bit
		}
	}
	return able, flying
}

// take takes an event of the common half in a set of configurations, and returns which of
// them enable it.
func (x *expansion) take(e event, by uint64) uint64 {
	batch := e.out & batchMask
	if batch == 0 {
		x.add(e.next, x.first, by)
		return by
	}
	enabled, missing, at, next := uint64(0), uint64(0), uint32(0), uint64(0)
	page := x.other.pushPage(x.first, batch)
	for rest := by; rest != 0; rest &= rest - 1 {
		known := uint32(0)
		if page != nil {
			known = page[(x.first+uint32(bits.TrailingZeros64(rest)))&(1<<pageBits-1)].Load()
		}
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
	if missing != 0 {
		x.other.makePushes(x.lane, x.first, missing, batch)
		enabled |= x.take(e, missing)
	}
	return enabled
}

// add appends to the list the configurations with a state of the common half and states
// of the other, near one of them, as a set; it may be empty.
func (x *expansion) add(common, other uint32, set uint64) {
	if set != 0 {
		x.list = append(x.list, visited.Block{Number: uint64(common)<<26 | uint64(other>>6), Bits: set})
	}
}

// takeOthers takes the events of the other half in a set of configurations.
func (x *expansion) takeOthers(set uint64) {
	list, quiet := x.list, x.common.attr(x.state)&inFlight == 0
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		for _, e := range x.other.events(x.lane, x.first+uint32(bits.TrailingZeros64(set))) {
			state := x.state
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
				x.obligatory |= bit
			}
			list = append(list, visited.Block{Number: uint64(state)<<26 | uint64(e.next>>6), Bits: 1 << (e.next & 63)})
		}
	}
	x.events += len(list) - len(x.list)
	x.list = list
}
