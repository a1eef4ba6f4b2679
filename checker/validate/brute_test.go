package validate_test

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// partOf reports whether all that one line says another says too. It compares
// JSON, and knows nothing of the fields.
func partOf(l, whole validate.Line) bool {
	var a, b map[string]any
	for _, side := range []struct {
		line validate.Line
		to   *map[string]any
	}{{l, &a}, {whole, &b}} {
		if err := json.Unmarshal([]byte(side.line.String()), side.to); err != nil {
			panic(err)
		}
	}
	return within(a, b)
}

func within(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok {
			return false
		}
		for name, value := range a {
			other, ok := b[name]
			if !ok && value == false { // a flag that is not shown is not set
				continue
			}
			if !ok || !within(value, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !within(a[i], b[i]) {
				return false
			}
		}
		return true
	}
	return a == b
}

// brute is a second, simple validator: all that System.Successors allows, depth
// first, with no thought of which process should come first.
type brute struct {
	s       *model.System
	lines   []validate.Line
	options validate.Options
	met     map[string]bool
	most    int
}

// mostMet is where brute force gives up.
const mostMet = 300

// bruteForce returns the most lines that an execution has, -1 if that takes too long. All of them must be
// in the order of their process or, if the options say so, of the log.
func bruteForce(s *model.System, lines []validate.Line, o validate.Options) int {
	b := &brute{s: s, lines: lines, options: o, met: map[string]bool{}}
	b.search(s.Initial(), make([]bool, len(lines)), 0, 0)
	if len(b.met) > mostMet {
		return -1
	}
	return b.most
}

func (b *brute) search(c model.Configuration, used []bool, gap, ticks int) {
	key := fmt.Sprint(used, gap, ticks, c.Key())
	if b.met[key] || len(b.met) > mostMet {
		return
	}
	b.met[key] = true
	sum := 0
	for _, u := range used {
		if u {
			sum++
		}
	}
	b.most = max(b.most, sum)
	list := b.s.Successors(c)
	if b.s.Network().Timing == model.Bounded && b.isIdle(c, list) && b.isTimed(used) && !b.isOver(ticks+1, used) {
		b.search(c, used, gap, ticks+1)
	}
	for _, y := range list {
		if y.Event.Kind == model.Tick {
			if !b.isOver(ticks+1, used) {
				b.search(y.Next, used, gap, ticks+1)
			}
			continue
		}
		written := validate.Lines(b.s, c, y, ticks)
		if len(written) == 0 { // of the network
			b.search(y.Next, used, gap, ticks)
			continue
		}
		b.consume(y, used, written, ticks)
		p := y.Event.Process
		if y.Event.Kind == model.Crash && b.silent(p, used) {
			rest := slices.DeleteFunc(slices.Clone(written), func(l validate.Line) bool { return l.Process == p })
			if len(rest) > 0 {
				b.consume(y, used, rest, ticks)
			} else if y.Event.During != model.Round {
				b.search(y.Next, used, gap, ticks)
			}
		}
		if y.Event.Kind != model.Crash && gap < b.options.Unlogged && !y.Next.Failed() {
			b.search(y.Next, used, gap+1, ticks)
		}
	}
}

// isTimed reports whether a line that is to come has a time. If none has, a tick that changes nothing
// makes no difference.
func (b *brute) isTimed(used []bool) bool {
	for i, l := range b.lines {
		if !used[i] && l.Time != nil {
			return true
		}
	}
	return false
}

// isOver reports whether a line that is to come is earlier.
func (b *brute) isOver(ticks int, used []bool) bool {
	for i, l := range b.lines {
		if !used[i] && l.Time != nil && *l.Time < ticks {
			return true
		}
	}
	return false
}

// isIdle reports whether time may pass in c and changes nothing: no message can arrive, and no clock
// runs out.
func (b *brute) isIdle(c model.Configuration, list []model.Successor) bool {
	for _, y := range list {
		if y.Event.Kind == model.Tick || y.Event.Kind == model.Receive {
			return false
		}
	}
	for _, clocks := range c.Clocks {
		if slices.ContainsFunc(clocks, func(k model.Clock) bool { return k.Greatest == 0 }) {
			return false
		}
	}
	return true
}

// next returns the next line of p, -1 if there is none.
func (b *brute) next(p int, used []bool) int {
	return slices.IndexFunc(b.lines, func(l validate.Line) bool {
		i := slices.IndexFunc(b.lines, func(m validate.Line) bool { return m.Place == l.Place })
		return l.Process == p && !used[i]
	})
}

// silent reports whether a crash of p may have no line here.
func (b *brute) silent(p int, used []bool) bool {
	i := b.next(p, used)
	return i < 0 || b.lines[i].Event == "restart" || b.lines[i].Event == "" || b.options.Unlogged > 0
}

// consume goes on if each process that wrote a line has it next.
func (b *brute) consume(y model.Successor, used []bool, written []validate.Line, ticks int) {
	used = slices.Clone(used)
	for _, whole := range written {
		i := b.next(whole.Process, used)
		if i < 0 || !partOf(b.lines[i], whole) || y.Next.Failed() {
			return
		}
		used[i] = true
	}
	if first := slices.Index(used, false); b.options.InOrder && first >= 0 && slices.Contains(used[first:], true) {
		return // a later line without an earlier one
	}
	b.search(y.Next, used, 0, ticks)
}
