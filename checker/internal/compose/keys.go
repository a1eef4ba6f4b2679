package compose

import (
	"fmt"
	"hash/fnv"

	"github.com/interrex/interrex/model/compiled"
)

// A key is a hash of the content of a state, not of the numbers in it: they depend on the order of
// discovery.

// hash returns the hash of a vector of a leaf. One with messages in flight has the
// greater hash: there are fewer of those, so comparisons end sooner.
func (o *orbits) hash(l *leaf, v []int32) uint64 {
	m := l.m
	local, mode, clocks := uint64(0), uint64(v[atMode]), uint64(0)
	if v[atLocal] >= 0 {
		local = o.hashOf(numbered{aLocal, l.process, v[atLocal]}, func() string {
			return fmt.Sprintf("%T %#v", m.tables.Value(l.process, compiled.Local(v[atLocal])), m.tables.Value(l.process, compiled.Local(v[atLocal])))
		})
	}
	if isTraitor(v) {
		mode += 1 << 40
	}
	if v[atMode] >= modeFailed {
		mode = o.hashOf(numbered{aFailure, 0, v[atMode]}, func() string { return m.failures[v[atMode]-modeFailed].text })
	}
	if m.delay > 0 {
		clocks = o.hashOf(numbered{someClocks, 0, v[l.atClocks()]}, func() string { return fmt.Sprint(m.clocks.List(v[l.atClocks()])) })
		clocks = mix(clocks ^ uint64(l.downPorts(v)))
	}
	h := mix(mix(mix(local+1)+mode+uint64(l.process)<<32) ^ clocks)
	h = mix(h ^ uint64(cutPorts(v)))
	if m.divides {
		h = mix(h ^ uint64(l.across(v)))
	}
	busy := uint64(0)
	for i := range l.slots {
		n := v[atChannels+i]
		h = mix(h) + m.contents.hash(n, o, m.tables)
		if n != 0 {
			busy = 1 << 63
		}
	}
	return mix(h)>>1 | busy
}

// numbered is something that has a number and a text.
type numbered struct {
	kind    uint8
	process int // of a local state
	number  int32
}

const (
	aLocal = iota
	aMessage
	aFailure
	someClocks
)

// hashOf returns the hash of a text, which it remembers.
func (o *orbits) hashOf(of numbered, text func() string) uint64 {
	h, ok := o.texts[of]
	if !ok {
		h = textHash(text())
		o.texts[of] = h
	}
	return h
}

func textHash(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return mix(h.Sum64())
}

// hash returns the hash of contents n: of those that are not queued it does not depend on
// the order of the entries, which are sorted by number.
func (c *contents) hash(n int32, o *orbits, t *compiled.Tables) uint64 {
	sum := uint64(0)
	for _, e := range c.lists[n] {
		h := o.hashOf(numbered{aMessage, 0, int32(e.message())}, func() string { return t.MessageText(e.message()) })
		h = mix(h ^ uint64(e.port())<<8 ^ uint64(e>>atTicks)<<40)
		if c.order.Queued() {
			sum = mix(sum + 1)
		}
		sum += h
	}
	return sum
}

// hash returns the hash of a state of the environment.
func (s environmentState) hash() uint64 {
	return textHash(fmt.Sprintf("%v %t %t %#v", s.left, s.started, s.divided, s.monitor))
}
