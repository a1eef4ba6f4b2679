package compose

import (
	"fmt"

	"github.com/interrex/interrex/model/compiled"
)

// valueHash hashes states of leaves so that each machine of the same system finds the same: of the local state and the messages in them
// the values count, not their numbers.
type valueHash struct {
	texts map[uint64]uint64 // hashes of local states, by process and number
}

func newValueHash() valueHash { return valueHash{map[uint64]uint64{}} }

// of returns the hash of a state of a leaf.
func (x valueHash) of(l *leaf, v []int32) uint64 {
	m := l.m
	h := x.local(l, v[atLocal])
	if v[atMode] >= modeFailed {
		h = mix(h ^ textHash(m.failures[v[atMode]-modeFailed].text))
	} else {
		h = mix(h ^ uint64(v[atMode]))
	}
	if isTraitor(v) {
		h = mix(h + 1)
	}
	h = mix(h ^ uint64(cutPorts(v)))
	if m.divides {
		h = mix(h ^ uint64(l.across(v)))
	}
	for i := range l.slots {
		h = mix(h + 1)
		for _, e := range m.contents.lists[v[atChannels+i]] {
			h = mix(h ^ uint64(e.port())<<8 ^ uint64(e>>atTicks)<<40 ^ textHash(m.tables.MessageText(e.message())))
		}
	}
	if m.delay > 0 {
		h = mix(h ^ textHash(fmt.Sprint(m.clocks.List(v[l.atClocks()]))) ^ uint64(l.downPorts(v)))
	}
	return mix(h ^ uint64(l.process))
}

// local returns the hash of a local state of a leaf.
func (x valueHash) local(l *leaf, local int32) uint64 {
	if local < 0 {
		return 0
	}
	key := uint64(l.process)<<32 | uint64(local)
	h, ok := x.texts[key]
	if !ok {
		v := l.m.tables.Value(l.process, compiled.Local(local))
		h = textHash(fmt.Sprintf("%T %#v", v, v))
		x.texts[key] = h
	}
	return h
}
