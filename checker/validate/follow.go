package validate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/stepwise"
)

// A follower searches the pairs of a configuration and the lines that it
// explains, depth first.
type follower struct {
	ctx     context.Context
	began   time.Time
	system  *model.System
	options Options
	lines   []Line
	streams [][]int // the lines that have an order among them: of each process, or all
	dues    [][]int // of each stream, by how many of its lines are explained: see dues
	ahead   ahead

	numbers numbers
	seen    map[string]int // the fewest events without a line that led to a pair lately
	bytes   int64          // of the frames and of seen, roughly
	told    time.Time      // when the progress was
	looked  int64
	stopped reason.Reason
	valid   bool
	best    []*state // with the most lines, a few of them
}

// A state is a configuration, the lines that it explains, and how it was reached.
type state struct {
	at     []int // of each stream, how many lines are explained
	lines  int   // their sum
	gap    int   // events without a line since the last line
	ticks  int   // that have passed, in timing bounded
	config model.Configuration
	last   *taken
	sends  []model.Sent // in that event
}

// taken is a schedule, its last event first.
type taken struct {
	before *taken
	event  model.Event
}

func (t *taken) schedule() model.Schedule {
	var events model.Schedule
	for ; t != nil; t = t.before {
		events = append(events, t.event)
	}
	slices.Reverse(events)
	return events
}

func newFollower(ctx context.Context, s *model.System, lines []Line, o Options) *follower {
	f := &follower{ctx: ctx, began: time.Now(), told: time.Now(), system: s, options: o, lines: lines, seen: map[string]int{}, numbers: numbers{tables: compiled.New(s)}}
	f.numbers.late = s.Network().Timing == model.Lockstep && s.Network().Delay > 1
	f.streams = make([][]int, s.Network().N)
	if o.InOrder {
		f.streams = make([][]int, 1)
	}
	for i, l := range lines {
		f.streams[f.stream(l.Process)] = append(f.streams[f.stream(l.Process)], i)
	}
	for _, stream := range f.streams {
		f.dues = append(f.dues, dues(lines, stream))
	}
	f.ahead = newAhead(s, lines, f.streams, o)
	return f
}

// stream returns which stream the lines of a process are in.
func (f *follower) stream(p int) int {
	if f.options.InOrder {
		return 0
	}
	return p
}

// mostBest is how many configurations with the longest prefix are kept.
const mostBest = 16

// follow searches until a configuration explains all lines, none is left, or it
// must stop.
func (f *follower) follow() {
	start := &state{at: make([]int, len(f.streams)), config: f.system.Initial()}
	f.best = []*state{start}
	stack := []*frame{f.newFrame(start)}
	for len(stack) > 0 && !f.valid && !f.over() {
		top := stack[len(stack)-1]
		next := top.next(f)
		if next == nil || top.done() { // a frame without alternatives is not kept
			f.bytes -= top.bytes
			stack[len(stack)-1] = nil
			stack = stack[:len(stack)-1]
		}
		if next == nil || len(stack) > 0 && !f.isNew(next) {
			continue
		}
		f.looked++
		f.note(next)
		stack = append(stack, f.newFrame(next))
	}
}

// note keeps a state that explains more lines than all others, or as many, the later ones
// first: there more of the time before a line has passed.
func (f *follower) note(n *state) {
	switch most := f.best[0].lines; {
	case n.lines > most:
		f.best = append(f.best[:0], n)
	case n.lines == most && len(f.best) < mostBest:
		f.best = append(f.best, n)
	case n.lines == most && n.ticks > 0:
		first := slices.MinFunc(f.best, func(a, b *state) int { return a.ticks - b.ticks })
		if first.ticks < n.ticks {
			f.best[slices.Index(f.best, first)] = n
		}
	}
	f.valid = n.lines == len(f.lines)
}

// isNew reports whether n has not been met, or only after more events without a
// line. It is asked where there are alternatives: without them nothing is met
// twice.
func (f *follower) isNew(n *state) bool {
	key := f.numbers.key(n, f.counted(n))
	gap, met := f.seen[key]
	if met && gap <= n.gap {
		return false
	}
	if !met {
		f.bytes += int64(len(key)) + bytesPerKey
	}
	f.seen[key] = n.gap
	return true
}

// counted returns the ticks of n as far as they make a difference: if a line that is to come has a
// time.
func (f *follower) counted(n *state) int {
	if f.due(n) == noTime {
		return noTime
	}
	return n.ticks
}

// Rough sizes of the parts of the search in memory.
const (
	bytesPerKey   = 80
	bytesPerEvent = 160
)

const progressInterval = 200 * time.Millisecond

// over reports whether the search must stop, and notes why.
func (f *follower) over() bool {
	bytes := f.bytes + f.looked*bytesPerEvent + f.numbers.tables.Bytes()
	if f.looked%64 == 0 && f.options.Progress != nil && time.Since(f.told) > progressInterval {
		f.told = time.Now()
		f.options.Progress(Progress{len(f.lines), f.best[0].lines, f.looked, bytes})
	}
	switch o := f.options; {
	case f.looked%64 == 0 && f.ctx.Err() != nil:
		f.stopped.Cause = reason.Interrupted
	case f.looked%64 == 0 && o.MaxTime > 0 && time.Since(f.began) > o.MaxTime:
		f.stopped = reason.Reason{Cause: reason.MaxTime, Bound: int64(o.MaxTime)}
	case o.MaxConfigurations > 0 && f.looked >= o.MaxConfigurations:
		f.stopped = reason.Reason{Cause: reason.MaxConfigurations, Bound: o.MaxConfigurations}
	case o.MaxMemory > 0 && bytes > o.MaxMemory:
		f.stopped = reason.Reason{Cause: reason.MaxMemory, Bound: o.MaxMemory}
	}
	return f.stopped.Cause != reason.None
}

// confirm replays the schedule of a result by the definition of the model. That
// it cannot be replayed is the fault of an algorithm that is not a function.
func (f *follower) confirm(events model.Schedule) error {
	path := stepwise.NewPath(f.system)
	for i, e := range events {
		if _, ok := path.Apply(e); !ok {
			if impure := f.system.Semantics().Impure(model.Lasso{Stem: events[:i+1]}); impure != nil {
				return impure
			}
			return fmt.Errorf("%s: event %d, %v, was possible and %w when it is taken again; the algorithm is not a function of its arguments", f.system.Name(), i+1, e, model.ErrNotEnabled)
		}
	}
	return nil
}

// numbers names configurations by small numbers.
type numbers struct {
	tables *compiled.Tables
	late   bool // messages wait for rounds of lockstep
	text   []byte
}

// key returns text that is equal for equal configurations that explain the same
// lines after as many ticks only.
func (k *numbers) key(n *state, ticks int) string {
	b := k.text[:0]
	for _, i := range n.at {
		b = number32(b, i)
	}
	for p, local := range n.config.Locals {
		l := -1
		if local != nil {
			l = int(k.tables.Local(p, local))
		}
		b = append(number32(b, l), bit(n.config.Down[p]))
	}
	for _, channel := range n.config.Channels {
		b = number32(b, len(channel))
		for _, m := range channel {
			b = number32(number32(b, int(m.Port)), int(k.tables.Message(m.Msg)))
			if k.late {
				b = append(b, byte(m.Ticks), bit(m.Waits))
			}
		}
	}
	for _, severed := range [][]bool{n.config.Cut, n.config.Divided} {
		for _, is := range severed {
			b = append(b, bit(is))
		}
	}
	left := n.config.Left
	for _, budget := range []int{left.Crash, left.Restart, left.Loss, left.Dup, left.Cut, left.Suspect, left.Divide} {
		b = number32(b, budget)
	}
	b = append(b, bit(n.config.Started))
	for _, why := range n.config.Failures {
		b = append(number32(b, len(why)), why...)
	}
	if n.config.Clocks != nil {
		b = n.appendTime(b, ticks)
	}
	k.text = b
	return string(b)
}

// number32 appends a number, in as many bytes as any other.
func number32(b []byte, i int) []byte {
	return append(b, byte(i), byte(i>>8), byte(i>>16), byte(i>>24))
}

func bit(set bool) byte {
	if set {
		return 1
	}
	return 0
}
