package validate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// timesFit reports lines whose times no execution has: in timing bounded some line must
// have one, and no line an earlier one than a line before it.
func timesFit(s *model.System, lines []Line, o Options) error {
	if s.Network().Timing != model.Bounded {
		return nil
	}
	whose, latest := "one process", map[int]Line{}
	if o.InOrder {
		whose = "a log in order"
	}
	for _, l := range lines {
		if l.Time == nil {
			continue
		}
		stream := l.Process
		if o.InOrder {
			stream = 0
		}
		if before, ok := latest[stream]; ok && *l.Time < *before.Time {
			return fmt.Errorf("%s: time %d after time %d of %s; allowed: times of %s that do not decrease", l.Place, *l.Time, *before.Time, before.Place, whose)
		}
		latest[stream] = l
	}
	if len(latest) == 0 {
		return errors.New("timing bounded: no line has a time; allowed: lines with a time, in ticks since the start; or timing async, which has every execution of bounded without its ticks")
	}
	return nil
}

// noTime is the time of lines of which none has one.
const noTime = -1

// dues returns, for each number of lines of a stream, the time of the first line after them
// that has one.
func dues(lines []Line, stream []int) []int {
	list := make([]int, len(stream)+1)
	list[len(stream)] = noTime
	for at := len(stream) - 1; at >= 0; at-- {
		list[at] = list[at+1]
		if t := lines[stream[at]].Time; t != nil {
			list[at] = *t
		}
	}
	return list
}

// due returns the least time of a line that n does not explain: no more ticks come before
// that line.
func (f *follower) due(n *state) int {
	least := noTime
	for stream, at := range n.at {
		if t := f.dues[stream][at]; t != noTime && (least == noTime || t < least) {
			least = t
		}
	}
	return least
}

// passes returns the state one tick later, unless a line is due. Where a tick would change
// nothing the model has none, but time passes as well.
func (f *follower) passes(n *state, causes []stepwise.Cause) []*state {
	due := f.due(n)
	if due != noTime && n.ticks >= due {
		return nil
	}
	if next := f.tick(n, causes); next != nil {
		return []*state{next}
	}
	if due == noTime || n.config.Failed() || len(f.urgent(n, causes)) > 0 {
		return nil
	}
	next := *n
	next.at, next.sends = slices.Clone(n.at), nil
	next.ticks++
	return []*state{&next}
}

// tick returns the state after the tick of n, nil if there is none.
func (f *follower) tick(n *state, causes []stepwise.Cause) *state {
	for _, x := range causes {
		if x.Kind == model.Tick {
			return f.after(n, stepwise.Outcomes(f.system, n.config, x)[0])
		}
	}
	return nil
}

// urgent returns the events that must happen in n before time passes.
func (f *follower) urgent(n *state, causes []stepwise.Cause) []model.Event {
	var list []model.Event
	for _, x := range causes {
		left := 1
		switch x.Kind {
		case model.Receive:
			left = n.config.Channels[stepwise.ChannelOf(f.system, x)][x.Nth].Ticks
		case model.Timeout, model.Suspect:
			clocks := n.config.Clocks[x.Process]
			if i := slices.IndexFunc(clocks, model.Clock{Kind: x.Kind, Timer: x.Timer, Port: x.Port}.Of); i >= 0 {
				left = clocks[i].Greatest
			}
		}
		if left == 0 {
			list = append(list, stepwise.Outcomes(f.system, n.config, x)[0].Event)
		}
	}
	return list
}

// mostAhead is how many ticks an explanation looks ahead.
const mostAhead = 1000

// later returns the first event after n and ticks that has the line, its time aside; nil if there
// is none.
func (f *follower) later(n *state, line Line, p int) *Alternative {
	for range mostAhead {
		if n = f.tick(n, stepwise.Causes(f.system, n.config)); n == nil {
			break
		}
		for _, a := range f.alternatives(n, stepwise.Causes(f.system, n.config), line, p) {
			if len(a.Differences) == 0 || onlyTime(a.Differences) {
				return &a
			}
		}
	}
	return nil
}

func onlyTime(differences []Difference) bool {
	return len(differences) == 1 && differences[0].Field == "time"
}

// stands returns the events that keep time from passing to one of the next lines.
func (f *follower) stands(n *state, next []Next) []model.Event {
	awaited := slices.ContainsFunc(next, func(x Next) bool { return x.Lines[0].Time != nil && *x.Lines[0].Time > n.ticks })
	if !awaited {
		return nil
	}
	return f.urgent(n, stepwise.Causes(f.system, n.config))
}

// appendTime appends the part of n that only timing bounded has: the ticks so far, and those that
// are left to messages and clocks.
func (n *state) appendTime(b []byte, ticks int) []byte {
	b = number32(b, ticks)
	for _, channel := range n.config.Channels {
		for _, m := range channel {
			b = number32(b, m.Ticks)
		}
	}
	for _, clocks := range n.config.Clocks {
		b = number32(b, len(clocks))
		for _, k := range clocks {
			b = append(b, byte(k.Kind), k.Timer, byte(k.Port))
			b = number32(number32(b, k.Least), k.Greatest)
		}
	}
	return b
}
