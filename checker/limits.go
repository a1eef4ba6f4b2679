package checker

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/interrex/interrex/checker/internal/visited"
)

// limits are the bounds of a check and how far it has come, over all its
// searches. Whatever takes long asks them often whether it must stop: over, poll
// and room may be called by many goroutines.
type limits struct {
	ctx      context.Context
	options  Options
	began    time.Time
	memory   *memory
	phase    string
	why      atomic.Pointer[string] // why the check must stop; nil: it need not
	peak     atomic.Int64
	frontier atomic.Int64
	reported time.Time
	held     int64 // bytes of what earlier searches left and is still needed
}

func newLimits(ctx context.Context, o Options) *limits {
	return &limits{ctx: ctx, options: o, began: time.Now(), memory: newMemory(o.MaxMemory), phase: "search"}
}

// cut is what a search panics with when it must stop.
type cut string

// over reports whether the check must stop at once. It takes less than a tenth
// of a microsecond, most of the time.
func (l *limits) over() bool {
	if l.why.Load() != nil {
		return true
	}
	elapsed := time.Since(l.began)
	switch {
	case l.ctx.Err() != nil:
		l.end("interrupted")
	case l.options.MaxTime > 0 && elapsed > l.options.MaxTime:
		l.end(fmt.Sprintf("max-time %v", l.options.MaxTime))
	case l.memory.full(elapsed):
		l.end(l.memory.reason())
	default:
		return false
	}
	return true
}

// end notes why the check must stop, unless that is known.
func (l *limits) end(why string) { l.why.CompareAndSwap(nil, &why) }

// again begins another turn of the check: what ended the last one may be
// over, like the need for memory.
func (l *limits) again() { l.why.Store(nil) }

// reason returns why the check must stop, "" if over has not found that it must.
func (l *limits) reason() string {
	if why := l.why.Load(); why != nil {
		return *why
	}
	return ""
}

// reached returns why the check must stop, "" if it need not.
func (l *limits) reached() string {
	l.over()
	return l.reason()
}

// poll panics with [cut] if the check must stop at once.
func (l *limits) poll() {
	if l.over() {
		panic(cut(l.reason()))
	}
}

// room reports whether the process may take so many bytes more.
func (l *limits) room(bytes int64) bool { return l.memory.room(bytes) }

// claim panics with [cut] unless there is room for so many bytes more.
func (l *limits) claim(bytes int64) {
	if !l.room(bytes) {
		l.end(l.memory.reason())
		panic(cut(l.reason()))
	}
}

// reserve claims what is about to be made, and kept beside what follows.
func (l *limits) reserve(bytes int64) {
	l.claim(bytes)
	l.held += bytes
	l.raise(l.held)
}

// report tells how far the search has come, a few times a second.
func (l *limits) report(s *search) {
	if l.options.Progress == nil || time.Since(l.reported) < progressInterval {
		return
	}
	l.reported = time.Now()
	l.options.Progress(Progress{Configurations: s.configurations, Events: s.events, Frontier: l.frontier.Load(),
		Depth: s.depth, Bytes: l.peak.Load(), Elapsed: time.Since(l.began), Phase: l.phase})
}

const progressInterval = 200 * time.Millisecond

func (l *limits) level(s *search, level []chunk) {
	sum := 0
	for _, c := range level {
		sum += len(c)
	}
	l.frontier.Store(int64(sum))
}

// bytes returns the memory that a search takes: tables, with the values of the
// algorithm in them, visited set, frontier and buffers.
func (l *limits) bytes(s *search) int64 {
	const perConfiguration = 8
	buffers := int64(len(s.levels)+s.workers) * visited.Shards * batchSize * perConfiguration
	b := l.held + s.machine.Bytes() + s.seen.Bytes() + 2*perConfiguration*l.frontier.Load() + buffers
	l.raise(b)
	return b
}

// raise notes that a search takes that many bytes.
func (l *limits) raise(bytes int64) {
	for old := l.peak.Load(); bytes > old; old = l.peak.Load() {
		if l.peak.CompareAndSwap(old, bytes) {
			return
		}
	}
}

// enter begins a phase beside which so many bytes are still needed, and returns
// what goes back to the phase before.
func (l *limits) enter(phase string, bytes int64) (leave func()) {
	before := l.phase
	l.phase = phase
	l.held += bytes
	return func() {
		l.phase = before
		l.held -= bytes
	}
}

// stop panics with [cut] if what follows the search s must stop at once.
func (l *limits) stop(s *search) {
	l.report(s)
	l.poll()
}

// exceeded reports whether the search must stop at once; the first worker
// reports progress.
func (l *limits) exceeded(s *search, first bool) bool {
	l.bytes(s)
	if first {
		l.report(s)
	}
	return l.over()
}

// betweenLevels returns why the search must stop after a level.
func (l *limits) betweenLevels(s *search) string {
	switch {
	case s.free:
	case l.options.MaxConfigurations > 0 && s.seen.Len() > l.options.MaxConfigurations:
		return fmt.Sprintf("max-configurations %d", l.options.MaxConfigurations)
	case l.options.MaxDepth > 0 && s.depth >= l.options.MaxDepth:
		return fmt.Sprintf("max-depth %d", l.options.MaxDepth)
	}
	if s.stop != nil && s.stop() {
		return AllDecided
	}
	return l.reached()
}
