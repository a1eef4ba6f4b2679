package independent

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// This file follows the section Bounded time.

// A clock of a timer or a suspicion runs or not. It has numbers of ticks left.
type clock struct {
	runs            bool
	least, greatest int
}

// slots is the number of clocks of a process: timers 0 and 1, and ports 0 and 1.
const slots = 4

// delay returns the ticks that a message has left when it is sent, in lockstep the rounds.
func (x *explorer) delay() int {
	switch {
	case x.net.Timing == model.Lockstep && x.net.Delay > 0:
		return x.net.Delay - 1
	case x.net.Timing != model.Bounded:
		return 0
	case x.net.Delay == 0:
		return 1
	}
	return x.net.Delay
}

// begin starts the clocks of the initial configuration.
func (x *explorer) begin(c *configuration) {
	c.clocks = make([][slots]clock, x.net.N)
	x.measure(c.clone(), c, event{process: -1}, 0)
}

// measure gives after the clocks that it has after event e of configuration before.
func (x *explorer) measure(before, after *configuration, e event, resets model.TimerSet) {
	if x.net.Timing != model.Bounded || after.hasFailed() {
		return
	}
	for p := range x.net.N {
		for i := range slots {
			k, again := before.clocks[p][i], false
			if p == e.process {
				again = i < 2 && (resets.Has(uint8(i)) || e.kind == timeout && e.timer == i) || i >= 2 && e.kind == suspect && e.port == i-2
			}
			switch {
			case !x.wanted(after, p, i):
				k = clock{}
			case !k.runs || again:
				last := x.processes[p].sort.states[after.locals[p]].lasts[min(i, 2)]
				k = clock{true, last.Least, last.Greatest}
			}
			after.clocks[p][i] = k
		}
	}
}

// wanted reports whether clock i of process p runs.
func (x *explorer) wanted(c *configuration, p, i int) bool {
	if c.down[p] {
		return false
	}
	ready := x.ready(c, p)
	if i < 2 {
		return ready.Timers.Has(uint8(i))
	}
	peers := x.processes[p].peers
	return i-2 < len(peers) && ready.Suspect.Has(model.Port(i-2)) && c.down[peers[i-2]]
}

// isOver reports whether the least duration of clock i of process p is over; there are
// no clocks in other timings.
func (x *explorer) isOver(c *configuration, p, i int) bool {
	return x.net.Timing != model.Bounded || i < slots && c.clocks[p][i].runs && c.clocks[p][i].least == 0
}

// timePasses reports whether nothing is urgent and a tick makes a difference.
func (x *explorer) timePasses(c *configuration) bool {
	for p := range x.net.N {
		for _, k := range c.clocks[p] {
			if k.runs && k.greatest == 0 {
				return false
			}
		}
		for _, channel := range x.into[p] {
			if c.down[p] {
				continue
			}
			for _, a := range x.next(c, p, channel) {
				if !a.deferred && c.channels[channel][a.at].left == 0 {
					return false
				}
			}
		}
	}
	return x.tick(c).key() != c.key()
}

// tick returns the configuration after a tick.
func (x *explorer) tick(c *configuration) *configuration {
	d := c.clone()
	for p := range d.clocks {
		for i, k := range d.clocks[p] {
			k.least = max(0, k.least-1)
			if k.runs && k.greatest != model.Unbounded {
				k.greatest--
			}
			d.clocks[p][i] = k
		}
	}
	for i := range d.channels {
		for j := range d.channels[i] {
			d.channels[i][j].left = max(0, d.channels[i][j].left-1)
		}
		if x.net.Order == model.Bag || x.net.Order == model.Set {
			slices.SortStableFunc(d.channels[i], func(a, b message) int { return a.letter - b.letter })
		}
	}
	return d
}
