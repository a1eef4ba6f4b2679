package validate

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A frame is a state and its successors that have not been tried. They are found in
// parts, each when it is needed.
type frame struct {
	state  *state
	causes []stepwise.Cause
	ready  []*state // found and not tried
	parts  []func() []*state
	bytes  int64
}

// newFrame returns the frame of n: first the lines, in the order in which they are
// given, then the events that need no line.
func (f *follower) newFrame(n *state) *frame {
	g := &frame{state: n, causes: stepwise.Causes(f.system, n.config), bytes: bytesOf(n)}
	f.bytes += g.bytes
	if f.system.Network().Timing == model.Lockstep {
		g.parts = append(g.parts, func() []*state { return f.rounds(n, g.causes) })
	}
	for _, p := range f.turns(n) {
		found := f.logged(n, g.causes, p)
		if first, ok := f.ahead.alone(f, n, g.causes, p, found); ok {
			g.ready, g.parts = first, nil
			return g
		}
		g.ready = append(g.ready, found...)
	}
	if f.system.Network().Timing == model.Bounded {
		g.parts = append(g.parts, func() []*state { return f.passes(n, g.causes) })
	}
	if n.gap < f.options.Unlogged {
		g.parts = append(g.parts, func() []*state { return f.unlogged(n, g.causes) })
	}
	if n.config.Left != (model.Faults{}) || f.numbers.late {
		g.parts = append(g.parts, func() []*state { return f.faults(n, g.causes) })
	}
	return g
}

// bytesOf returns the size of a state in bytes, roughly.
func bytesOf(n *state) int64 {
	return int64(len(n.at)*8 + len(n.config.Locals)*24 + len(n.config.Channels)*24 + n.config.InFlight()*24 + 256)
}

// next returns a state that has not been tried, nil if there is none.
func (g *frame) next(f *follower) *state {
	for len(g.ready) == 0 {
		if len(g.parts) == 0 {
			return nil
		}
		g.ready, g.parts = g.parts[0](), g.parts[1:]
	}
	n := g.ready[0]
	g.ready = g.ready[1:]
	return n
}

// done reports whether nothing is left to be tried.
func (g *frame) done() bool { return len(g.ready) == 0 && len(g.parts) == 0 }

// nextLine returns the index of the next line of process p, -1 if it has none
// that can come next.
func (f *follower) nextLine(n *state, p int) int {
	stream := f.stream(p)
	at := n.at[stream]
	if at == len(f.streams[stream]) {
		return -1
	}
	if i := f.streams[stream][at]; f.lines[i].Process == p {
		return i
	}
	return -1
}

// turns returns the processes that have a next line, in the order of these.
func (f *follower) turns(n *state) []int {
	var list []int
	for p := range f.system.Network().N {
		if f.nextLine(n, p) >= 0 {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return f.nextLine(n, a) - f.nextLine(n, b) })
	return list
}

// logged returns the states after the next line of process p. It leaves out rounds,
// which need the lines of many processes.
func (f *follower) logged(n *state, causes []stepwise.Cause, p int) []*state {
	var list []*state
	line := f.lines[f.nextLine(n, p)]
	if line.Time != nil && *line.Time != n.ticks {
		return nil
	}
	for _, x := range causes {
		if x.Process != p || !f.mayBe(n.config, x, line) {
			continue
		}
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			if len(line.differences(lineOf(f.system, n.config, y, p, n.ticks))) > 0 {
				continue
			}
			next := f.after(n, y)
			next.at[f.stream(p)]++
			next.lines, next.gap = n.lines+1, 0
			list = append(list, next)
		}
	}
	return distinct(list)
}

// mayBe reports whether an event of cause x can be that of the line. It takes no
// step.
func (f *follower) mayBe(c model.Configuration, x stepwise.Cause, l Line) bool {
	kind := x.Kind
	switch kind {
	case model.Lose, model.Cut, model.Round, model.Delay:
		return false
	case model.Duplicate:
		kind = model.Receive
	}
	switch {
	case l.Event == model.Crash.String():
		return l.During == "" || kind == model.Crash || l.During == kind.String()
	case l.Event != "" && l.Event != kind.String():
		return false
	case l.Message != "" && kind == model.Receive:
		return c.Channels[stepwise.ChannelOf(f.system, x)][x.Nth].Text() == l.Message
	}
	return true
}

// after returns the state after y, with the lines of n.
func (f *follower) after(n *state, y model.Successor) *state {
	next := &state{at: slices.Clone(n.at), lines: n.lines, gap: n.gap, ticks: n.ticks, config: y.Next, last: &taken{n.last, y.Event}, sends: y.Sends}
	if y.Event.Kind == model.Tick {
		next.ticks++
	}
	return next
}

// distinct keeps one state of those that the same event leads to: equal messages
// give several.
func distinct(list []*state) []*state {
	var kept []*state
	for _, n := range list {
		same := func(m *state) bool { return m.last.event.Compare(n.last.event) == 0 }
		if !slices.ContainsFunc(kept, same) {
			kept = append(kept, n)
		}
	}
	return kept
}

// unlogged returns the states after events of processes that have no line.
func (f *follower) unlogged(n *state, causes []stepwise.Cause) []*state {
	var list []*state
	for _, x := range causes {
		if x.Kind == model.Crash || x.Kind == model.Lose || x.Kind == model.Cut || x.Kind == model.Tick || x.Kind == model.Divide || x.Kind == model.Heal || x.Kind == model.Delay {
			continue
		}
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			if !y.Event.Within && !y.Next.Failed() {
				next := f.after(n, y)
				next.gap++
				list = append(list, next)
			}
		}
	}
	return distinct(list)
}

// faults returns the states after faults that no process sees: a message is lost, a
// link is cut, a process crashes that has no line until it is back. Nor does a process see that a
// message waits.
func (f *follower) faults(n *state, causes []stepwise.Cause) []*state {
	var list []*state
	for _, x := range causes {
		switch {
		case x.Kind == model.Restart || x.Kind == model.Round || x.Kind == model.Tick:
			continue
		case x.Kind <= model.Round || x.Kind == model.Crash:
			if n.config.Left.Crash == 0 || !f.mayVanish(n, x.Process) {
				continue
			}
		}
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			if y.Event.Kind > model.Round && y.Event.Kind != model.Duplicate {
				list = append(list, f.after(n, y))
			}
		}
	}
	return distinct(list)
}

// mayVanish reports whether process p may crash without a line: the next that it
// has is of its restart, or it has none.
func (f *follower) mayVanish(n *state, p int) bool {
	for _, i := range f.streams[f.stream(p)][n.at[f.stream(p)]:] {
		if l := f.lines[i]; l.Process == p {
			return l.Event == "" || l.Event == model.Restart.String() || f.options.Unlogged > 0
		}
	}
	return true
}

// rounds returns the states after rounds that have a line of each process that
// takes part. A process that crashes in it need not have one.
func (f *follower) rounds(n *state, causes []stepwise.Cause) []*state {
	var list []*state
	for _, x := range causes {
		if x.Kind != model.Round {
			continue
		}
		for _, y := range stepwise.Outcomes(f.system, n.config, x) {
			who := writers(f.system, n.config, y.Event)
			list = f.round(list, n, y, who)
			if y.Event.Within && f.mayVanish(n, y.Event.Process) {
				list = f.round(list, n, y, slices.DeleteFunc(who, func(p int) bool { return p == y.Event.Process }))
			}
		}
	}
	return list
}

// round appends the state after y if each of these processes has a line for it.
func (f *follower) round(list []*state, n *state, y model.Successor, who []int) []*state {
	lines := f.together(n, who)
	for i, p := range who {
		if lines[i] < 0 || len(f.lines[lines[i]].differences(lineOf(f.system, n.config, y, p, n.ticks))) > 0 {
			return list
		}
	}
	if len(who) == 0 {
		return list
	}
	next := f.after(n, y)
	for _, p := range who {
		next.at[f.stream(p)]++
	}
	next.lines, next.gap = n.lines+len(who), 0
	return append(list, next)
}

// together returns the next lines of processes that take a round together, -1
// for one that has none.
func (f *follower) together(n *state, who []int) []int {
	list := make([]int, len(who))
	for i, p := range who {
		list[i] = f.nextLine(n, p)
		if !f.options.InOrder {
			continue
		}
		rest := f.streams[0][n.at[0]:]
		list[i] = -1
		for _, j := range rest[:min(len(rest), len(who))] {
			if f.lines[j].Process == p {
				list[i] = j
				break
			}
		}
	}
	return list
}
