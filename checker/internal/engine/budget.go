package engine

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/checker/reason"
)

// Bounds limit a check. A bound of zero is none.
type Bounds struct {
	Configurations int64
	Depth          int   // in events
	Memory         int64 // bytes that the process holds
	Time           time.Duration
}

// A Turn limits the work of one engine before it is the turn of another search. A bound of
// zero is none.
type Turn struct {
	Effort int64 // nodes of diagrams, each as often as it is made; or the work of reduced searches that turned out to be wrong, in configurations
	Bytes  int64 // of diagrams
	Ending bool  // a breadth-first search may have twice Bounds.Configurations while its levels hardly grow
	Opens  bool  // a turn with the reduction follows if there are too many configurations: then none is searched for single properties
}

// Saving says how searches on disk are saved, so that another process goes on with them after this one was killed. Then no
// other check may have files of the same names.
type Saving struct {
	Request []string       // words that say which check of which program this is
	Name    string         // of the check
	Every   time.Duration  // at the ends of levels, this much time apart at least
	Resume  bool           // go on with a search that was saved
	Final   bool           // nobody goes on with a search that Bounds.Time has ended
	Broken  map[string]int // by question: how many searches ended with ErrBroken; those that follow have another reduction
}

// Progress is how far a search has come.
type Progress struct {
	Configurations, Events int64
	Frontier               int64
	Depth                  int
	Bytes                  int64
	Tables, Visited        int64 // bytes
	Levels                 int64 // bytes
	Disk                   int64 // bytes of files
	Elapsed                time.Duration
	Phase                  string
}

// A Budget has the bounds of a check, and the amounts that all its searches have spent.
// Code that works for long polls it often. Many goroutines may call Over, Poll,
// Room and Raise; the other methods are for one goroutine at a time.
type Budget struct {
	Bounds Bounds     // of the next search
	Turn   Turn       // of the next searches
	Keep   bool       // a search that has too little memory ends, and forgets nothing
	Phase  string     // the work that Progress reports
	Disk   disk.Files // where a search that would forget goes on instead; nil: nowhere
	Saving *Saving    // how searches on disk are saved; nil: they are not
	Peers  Peers      // with whom the next search is shared; nil: with nobody
	// Thresholds are numbers at which a search changes its course.
	Thresholds threshold.Thresholds

	ctx      context.Context
	began    time.Time
	memory   *memory
	until    time.Duration                 // when the search must stop, since the check began; 0: at the bounds
	stop     atomic.Pointer[reason.Reason] // why the check must stop; nil: it need not
	peak     atomic.Int64
	parts    atomic.Pointer[Parts] // of the last search; nil: it has not said them
	onDisk   int64                 // the most bytes of files
	held     int64                 // bytes that earlier work left and that are still needed
	made     int64                 // the effort of this turn
	asked    int                   // how often Forget was asked if memory counts as full
	expanded int64                 // configurations, by all searches
	progress func(Progress)
	reported time.Time
}

// Peers are the parts of a search that several processes share. Each part is a search of the same question. All of them exchange messages,
// as often as each other.
type Peers interface {
	// Parts returns the number of this part, from 0, and how many parts there are.
	Parts() (this, all int)
	// Exchange sends message i of a list to part i, and returns the messages of all parts to this one; the message of a part to itself
	// may be missing. It returns an error if a part has failed.
	Exchange(ctx context.Context, out [][]byte) (in [][]byte, err error)
}

// NewBudget returns a budget within the bounds that begins now. It calls
// progress, unless that is nil, a few times a second.
func NewBudget(ctx context.Context, b Bounds, progress func(Progress)) *Budget {
	return &Budget{Bounds: b, Phase: "search", Thresholds: threshold.Of(ctx), ctx: ctx, began: time.Now(), memory: newMemory(b.Memory), progress: progress}
}

// Context returns the context of the check.
func (b *Budget) Context() context.Context { return b.ctx }

// Over reports whether the check must stop at once. It takes less than a tenth
// of a microsecond, most of the time.
func (b *Budget) Over() bool {
	if b.stop.Load() != nil {
		return true
	}
	elapsed := time.Since(b.began)
	switch {
	case b.ctx.Err() != nil:
		b.end(reason.Reason{Cause: reason.Interrupted})
	case b.Bounds.Time > 0 && elapsed > b.Bounds.Time, b.until > 0 && elapsed > b.until:
		b.end(b.late())
	case b.memory.full(elapsed):
		b.end(b.memory.reason())
	default:
		return false
	}
	return true
}

// late is the reason of a search that stops since its time is over: the bound, or the
// deadline of the context.
func (b *Budget) late() reason.Reason {
	if b.Bounds.Time > 0 {
		return reason.Reason{Cause: reason.MaxTime, Bound: int64(b.Bounds.Time)}
	}
	return reason.Reason{Cause: reason.Interrupted}
}

// Left returns how much time is left until the bound or the deadline of the context, and
// whether there is one.
func (b *Budget) Left() (left time.Duration, bounded bool) {
	left = b.Bounds.Time - time.Since(b.began)
	bounded = b.Bounds.Time > 0
	if end, ok := b.ctx.Deadline(); ok && (!bounded || time.Until(end) < left) {
		left, bounded = time.Until(end), true
	}
	return left, bounded
}

// Share lets the searches that follow have no more than that much time, unless it is 0.
func (b *Budget) Share(time time.Duration) {
	b.until = 0
	if time > 0 {
		b.until = b.Elapsed() + time
	}
}

// Yielded reports whether the last search stopped since its share of the time was over, while
// some is left.
func (b *Budget) Yielded() bool {
	left, _ := b.Left()
	return b.until > 0 && b.Reason() == b.late() && left > 0 && b.ctx.Err() == nil
}

// end notes why the check must stop, unless that is known.
func (b *Budget) end(why reason.Reason) { b.stop.CompareAndSwap(nil, &why) }

// Halt ends the search for a reason that no bound of the check is: it panics with [Cut].
func (b *Budget) Halt(why reason.Reason) {
	b.end(why)
	b.Poll()
}

// Again allows another search: the reason why the last one stopped may be gone,
// as memory was given back.
func (b *Budget) Again() { b.stop.Store(nil) }

// Reason returns why the check must stop, the zero reason if Over has not found
// that it must.
func (b *Budget) Reason() reason.Reason {
	if why := b.stop.Load(); why != nil {
		return *why
	}
	return reason.Reason{}
}

// Reached returns why the check must stop, the zero reason if it need not.
func (b *Budget) Reached() reason.Reason {
	b.Over()
	return b.Reason()
}

// Poll panics with [Cut] if the check must stop at once.
func (b *Budget) Poll() {
	if b.Over() {
		panic(Cut(b.Reason()))
	}
}

// Room reports whether the process may take so many bytes more.
func (b *Budget) Room(bytes int64) bool { return b.memory.room(bytes) }

// Forget reports whether a search should give back so many bytes, as there may be no
// room for others. Less than a sixteenth of the bound is not worth it: soon there would be no
// room again.
func (b *Budget) Forget(back, others int64) bool {
	if but := b.Thresholds.FullBut; but > 0 {
		b.asked++
		return b.asked%but != 0
	}
	return !b.Keep && b.memory.bound > 0 && back >= b.memory.bound/16 && !b.memory.room(others)
}

// Claim panics with [Cut] unless there is room for so many bytes more.
func (b *Budget) Claim(bytes int64) {
	if !b.Room(bytes) {
		b.end(b.memory.reason())
		panic(Cut(b.Reason()))
	}
}

// Reserve claims bytes that are about to be taken, and holds them.
func (b *Budget) Reserve(bytes int64) {
	b.Claim(bytes)
	b.Hold(bytes)
	b.Raise(b.held)
}

// Hold counts bytes among those that earlier work left.
func (b *Budget) Hold(bytes int64) { b.held += bytes }

// Held returns the bytes that earlier work left and that are still needed.
func (b *Budget) Held() int64 { return b.held }

// Release gives back all but so many of the bytes that are held.
func (b *Budget) Release(but int64) { b.held = but }

// Full returns the reason of a search that stops since there is no memory left,
// and whether memory has a bound.
func (b *Budget) Full() (why reason.Reason, bounded bool) {
	return b.memory.reason(), b.memory.bound > 0
}

// Interrupted reports whether all searches must stop, and another process is to go on with one that was saved: the check was
// interrupted, or has no time left.
func (b *Budget) Interrupted() bool {
	cause := b.Reason().Cause
	return (cause == reason.Interrupted || cause == reason.MaxTime && !b.Saving.Final) && !b.Yielded()
}

// Holds notes how the bytes of a search are divided.
func (b *Budget) Holds(p Parts) {
	b.parts.Store(&p)
	b.Raise(b.Held() + p.Tables + p.Visited + p.Levels)
}

// Parts has the bytes of the parts of a search.
type Parts struct{ Tables, Visited, Levels int64 }

// Largest names the part of the last search that holds most, "" if it has not said how its bytes are divided.
func (b *Budget) Largest() string {
	p := b.parts.Load()
	switch {
	case p == nil:
		return ""
	case p.Tables >= max(p.Visited, p.Levels):
		return "tables of steps"
	case p.Visited >= p.Levels:
		return "visited set"
	}
	return "levels"
}

// Raise notes that a search holds that many bytes.
func (b *Budget) Raise(bytes int64) {
	for old := b.peak.Load(); bytes > old; old = b.peak.Load() {
		if b.peak.CompareAndSwap(old, bytes) {
			return
		}
	}
}

// Peak returns the most bytes that a search held.
func (b *Budget) Peak() int64 { return b.peak.Load() }

// Buffer returns how many bytes the successors of a level on disk may take in memory before they are
// spilled. Sorting them takes about as much again.
func (b *Budget) Buffer() int64 {
	const part, unbounded = 8, 1 << 28
	if b.memory.bound > 0 {
		return min(b.Thresholds.Buffered, b.memory.bound/part)
	}
	return min(b.Thresholds.Buffered, unbounded)
}

// OnDisk notes that a search has that many bytes in files.
func (b *Budget) OnDisk(bytes int64) { b.onDisk = max(b.onDisk, bytes) }

// MostOnDisk returns the most bytes of files that a search had.
func (b *Budget) MostOnDisk() int64 { return b.onDisk }

// Elapsed returns the time since the check began.
func (b *Budget) Elapsed() time.Duration { return time.Since(b.began) }

// Expand counts configurations that a search has expanded. One that several searches expand
// counts several times.
func (b *Budget) Expand(configurations int64) { b.expanded += configurations }

// Expanded returns the number of configurations that all searches have expanded.
func (b *Budget) Expanded() int64 { return b.expanded }

// Enter begins a phase, and holds the bytes of the phase before. The function
// that it returns goes back to that.
func (b *Budget) Enter(phase string, bytes int64) (leave func()) {
	before := b.Phase
	b.Phase = phase
	b.Hold(bytes)
	return func() {
		b.Phase = before
		b.Release(b.held - bytes)
	}
}

const progressInterval = 200 * time.Millisecond

// Report reports progress, a few times a second. It fills in bytes, time and
// phase.
func (b *Budget) Report(p Progress) {
	if b.progress == nil || time.Since(b.reported) < progressInterval {
		return
	}
	b.reported = time.Now()
	p.Bytes, p.Elapsed, p.Phase = b.Peak(), b.Elapsed(), b.Phase
	b.progress(p)
}

// Begin begins a turn within bounds.
func (b *Budget) Begin(t Turn) { b.Turn, b.made = t, 0 }

// Make counts effort: see [Turn].
func (b *Budget) Make(more int64) { b.made += more }

// Spent reports whether the turn has had all of its effort.
func (b *Budget) Spent() bool { return b.Turn.Effort > 0 && b.made > b.Turn.Effort }

// Spend panics with [Cut] if the turn is over: its diagrams take that many
// bytes now.
func (b *Budget) Spend(bytes int64) {
	switch {
	case b.Spent():
		panic(Cut{Cause: reason.TurnEffort})
	case b.Turn.Bytes > 0 && bytes > b.Turn.Bytes:
		panic(Cut{Cause: reason.TurnMemory})
	}
}
