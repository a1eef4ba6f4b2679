package explicit

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/checker/reason"
)

// search is a breadth-first search, level by level. Its results depend only on the
// levels, and the levels are the same however the workers share the work.
type search struct {
	machine space
	budget  *engine.Budget
	workers int
	visit   func(w *worker, s compose.State, next []compose.State, obligatory bool) // called for each configuration
	wants   bool                                                                    // visit looks at next, else it may be nil
	goal    func(s compose.State, obligatory bool) bool                             // reports whether the search stops at s; nil: nowhere
	keep    bool                                                                    // keep the levels
	forget  func(back, others int64) bool                                           // reports whether to give back memory, lest there be no room for others; nil: never
	free    bool                                                                    // ignore the bounds on configurations and depth: an earlier search stayed within them
	most    int                                                                     // so many levels are expanded at most; 0: all
	stop    func() bool                                                             // called between levels: reports whether to stop; nil: go on

	forgetViews func()                            // called when the views have other numbers; nil: the leaves of the machine must not be cut elsewhere
	cheapest    func(halves []int64, now int) int // where the leaves are best cut

	sharing        *sharing     // with other processes; nil: nobody shares the search
	folder         disk.Files   // for files; nil: the search stays in memory
	prefix         string       // of the names of files
	saver          *saver       // saves the search when it is on disk; nil: nobody does
	store          store        // what was met
	seen           *visited.Set // on disk: the successors of the level that is expanded, as far as they are not spilled
	forgotten      int64        // configurations that are no longer in seen
	tables         tables
	compared       int64 // so many configurations there were when turn last compared the halves
	counted        int64 // the same of recut
	levels         []level
	configurations int64 // expanded
	events         int64
	depth          int
	frontier       int64         // configurations of the level being expanded
	blocks, kept   int64         // blocks of that level, and of the levels up to it
	broken         int64         // the configurations expanded when the reduction turned out to be wrong; 0: it did not
	stopped        reason.Reason // why the search is not complete
}

// counts returns how many configurations and events the search met, and its depth.
func (s *search) counts() engine.Counts {
	c := engine.Counts{Configurations: s.configurations, Events: s.events, Depth: s.depth, Forgot: s.forgotten > 0}
	if s.sharing != nil {
		c.Configurations, c.Events = s.sharing.all.Configurations, s.sharing.all.Events
	}
	if c.Forgot {
		c.Depth = -1
	}
	return c
}

// complete reports whether the search met all configurations.
func (s *search) complete() bool { return s.stopped == reason.Reason{} }

// lacks reports whether the visited set lacks configurations that the search has met.
func (s *search) lacks() bool { return s.sharing != nil || s.store.lacks() }

const (
	copies    = 4    // of the blocks found: a level, and the next as it is met, gathered and sorted
	chunkSize = 1024 // blocks
	pollEvery = 64   // configurations, a block at least, at most twice as many between two polls of a worker
)

// worker is one goroutine of a search, with the data that only it uses.
type worker struct {
	search                 *search
	number                 int
	next                   []compose.State
	expansion              compose.Expansion
	writer                 *visited.Writer
	fresh, spare, read     []visited.Block
	configurations, events int64
	memo                   memo             // of the judge
	edges                  []compose.Edge   // of events that predicates see
	showing                *compose.Showing // to them; nil: no predicate has been asked
}

// run searches until it has expanded all configurations or must stop.
func (s *search) run() error {
	workers := make([]*worker, max(1, s.workers))
	for i := range workers {
		workers[i] = &worker{search: s, number: i}
	}
	s.replace(workers, visited.New())
	if s.saver != nil && s.saver.found != nil {
		if err := s.resume(workers); err != nil {
			return err
		}
		return s.unlessLearned()
	}
	initials := slices.Clone(s.machine.Initials())
	for i, c := range initials {
		initials[i] = s.machine.Representative(0, c)
	}
	initials = slices.DeleteFunc(initials, func(c compose.State) bool { return !s.sharing.owns(c) })
	visited.AddAll(workers[0].writer, initials)
	level := level{chunks: [][]visited.Block{workers[0].writer.Flush()}}
	for {
		if s.keep {
			s.levels = append(s.levels, level)
		}
		next, err := s.expand(workers, level)
		if err != nil {
			return err
		}
		if s.complete() {
			if err := s.checkReduction(); err != nil {
				return err
			}
		}
		if next, err = s.shareLevel(workers, next); err != nil {
			return err
		}
		if !s.complete() || s.isLast(next) {
			break
		}
		if s.stopped = s.betweenLevels(next); !s.complete() {
			break
		}
		s.depth++
		if s.leavesMemory(next) {
			if err := s.goOn(workers, next); err != nil {
				return err
			}
			break
		}
		if s.stopped, err = engine.Guard(func() error { level = s.makeRoom(workers, next); return nil }); err != nil {
			return err
		}
		if !s.complete() {
			break
		}
		if level, err = s.recut(workers, level); err != nil {
			return err
		}
		if !s.complete() {
			break
		}
		s.turn(workers)
	}
	return s.unlessLearned()
}

// unlessLearned returns ErrBroken if the reduction turned out to be wrong.
func (s *search) unlessLearned() error {
	if s.broken > 0 {
		return engine.ErrBroken
	}
	return nil
}

// checkReduction returns ErrBroken if the search ends because the reduction has turned out
// to be wrong. Before it ends it goes on for a while, to meet more messages and local states
// that the next one should know. Otherwise there would be a search for each level with a new one.
func (s *search) checkReduction() error {
	cut, err := engine.Guard(func() error {
		const times, atMost = 4, 1 << 15
		broken := s.machine.Broken()
		if broken && s.broken == 0 {
			s.broken = s.configurations
		}
		if s.broken > 0 && s.configurations >= min(times*s.broken, s.broken+atMost)+s.budget.Thresholds.Learned || broken && !s.machine.Learn() {
			return engine.ErrBroken
		}
		return nil
	})
	s.stopped = cut
	return err
}

// turn turns the visited set if the half whose states name its bits has met far fewer
// states than the other. Its blocks are then fuller, and neighbours in a level have
// more successors in common blocks. It compares them each time that the set has grown
// fourfold.
func (s *search) turn(workers []*worker) {
	const most = 1 << 20 // turning more would take too long, and memory for two sets
	all := s.seen.Len()
	if s.sharing != nil || all < max(s.budget.Thresholds.Turned, 4*s.compared) || all > most {
		return
	}
	s.compared = all
	blocks, bits := s.machine.Numbered()
	if s.seen.IsTurned() {
		blocks, bits = bits, blocks
	}
	if 2*blocks > 3*bits {
		s.replace(workers, s.seen.Turned())
	}
}

// replace makes a set the visited set.
func (s *search) replace(workers []*worker, set *visited.Set) {
	s.seen = set
	for _, w := range workers {
		w.writer = set.NewWriter()
		s.sharing.divert(w.writer)
	}
}

// betweenLevels returns the reason to stop before the next level, or the zero Reason.
func (s *search) betweenLevels(next level) reason.Reason {
	bounds := s.budget.Bounds
	switch {
	case s.free:
	case bounds.Configurations > 0 && s.exceeds(bounds.Configurations, next):
		return reason.Reason{Cause: reason.MaxConfigurations, Bound: bounds.Configurations}
	case bounds.Depth > 0 && s.depth >= bounds.Depth:
		return reason.Reason{Cause: reason.MaxDepth, Bound: int64(bounds.Depth)}
	case s.most > 0 && s.depth+1 >= s.most:
		return reason.Reason{Cause: reason.MaxDepth, Bound: int64(s.depth)}
	}
	if s.stop != nil && s.broken == 0 && s.stop() {
		return reason.Reason{Cause: reason.AllDecided}
	}
	return s.budget.Reached()
}

// isLast reports whether there is nothing in the next level.
func (s *search) isLast(next level) bool {
	if s.sharing != nil {
		return s.sharing.all.Next == 0
	}
	size, _ := next.size()
	return size == 0
}

// exceeds reports whether more configurations were met than a search may have whose next
// level is this. One whose levels hardly grow any more has met about half of all, or more:
// they grow and get smaller in much the same way.
func (s *search) exceeds(most int64, next level) bool {
	met, frontier := s.store.met(), s.frontier
	size, _ := next.size()
	if s.sharing != nil {
		met, frontier, size = s.sharing.all.Met, s.sharing.all.Frontier, s.sharing.all.Next
	}
	if met <= most || !s.budget.Turn.Ending {
		return met > most
	}
	return met > 2*most || size-frontier > frontier/16
}

// poll reports progress during the work after the search. It panics with
// [engine.Cut] if that work must stop.
func (s *search) poll() {
	s.report()
	s.budget.Poll()
}

func (s *search) report() {
	s.budget.Report(engine.Progress{Configurations: s.configurations, Events: s.events, Frontier: s.frontier, Depth: s.depth,
		Tables: s.machine.Bytes(), Visited: s.seen.Bytes(), Levels: s.levelBytes(), Disk: s.store.files()})
}

// measureMemory reports the memory of the search to the budget: tables with the
// values of the algorithm, visited set, frontier and buffers.
func (s *search) measureMemory() {
	s.budget.Holds(engine.Parts{Tables: s.machine.Bytes(), Visited: s.seen.Bytes(), Levels: s.levelBytes()})
}

// levelBytes returns the bytes of levels and of the buffers of workers.
func (s *search) levelBytes() int64 {
	blocks := copies * s.blocks
	if s.keep {
		blocks += s.kept
	}
	return visited.BytesPerBlock*blocks + int64(s.workers)*visited.BytesPerWriter + s.store.memory() + s.sharing.bytes()
}

// expand expands a level and returns the next.
func (s *search) expand(workers []*worker, at level) (level, error) {
	var (
		taken  atomic.Int64
		ends   [2]atomic.Int64 // the number of chunks taken from the front and from the back
		halted atomic.Bool
		wg     sync.WaitGroup
		failed = make([]any, len(workers))
	)
	s.frontier, s.blocks = at.size()
	s.kept += s.blocks
	work := func(i int, w *worker) {
		defer func() {
			r := recover()
			if _, stopped := r.(engine.Cut); r != nil {
				halted.Store(true)
				if !stopped {
					failed[i] = r
				}
			}
		}()
		for !halted.Load() {
			if int(taken.Add(1)) > at.parts() {
				break
			}
			// Workers start from both ends. So each expands mostly configurations
			// that it found itself, and gives adjacent numbers to their successors.
			chunk := int(ends[i&1].Add(1)) - 1
			if i&1 == 1 {
				chunk = at.parts() - 1 - chunk
			}
			w.expand(at, at.part(chunk, &w.read))
			s.measureMemory()
			if i == 0 {
				s.report()
			}
			if s.budget.Over() {
				halted.Store(true)
			}
		}
		if w.fresh = w.writer.Flush(); at.run != nil {
			w.fresh = nil // the set has them
		}
		w.sort()
	}
	if at.parts() == 1 { // one worker is enough
		work(0, workers[0])
	} else {
		for i, w := range workers {
			wg.Go(func() { work(i, w) })
		}
		wg.Wait()
	}
	for _, w := range workers {
		s.budget.Expand(w.configurations)
	}
	for _, r := range failed {
		if r != nil {
			return level{}, engine.AsError(r)
		}
	}
	next := level{turned: s.seen.IsTurned()}
	for _, w := range workers {
		next.chunks = slices.AppendSeq(next.chunks, slices.Chunk(w.fresh, chunkSize))
		s.configurations += w.configurations
		s.events += w.events
		w.fresh, w.configurations, w.events = nil, 0, 0
	}
	s.stopped = s.budget.Reason()
	return next, nil
}

// expand expands a part of a level.
func (w *worker) expand(at level, chunk []visited.Block) {
	if s := w.search; s.goal == nil && !s.wants && s.machine.Expands() && at.turned == s.seen.IsTurned() {
		w.expandBlocks(at, chunk)
		return
	}
	for _, b := range chunk {
		if w.search.budget.Over() {
			return
		}
		for key := range b.Keys(at.turned) {
			w.expandOne(compose.State(key))
		}
	}
}

// expandBlocks expands a part of a level, neighbouring blocks at a time.
func (w *worker) expandBlocks(at level, chunk []visited.Block) {
	s, x, since := w.search, &w.expansion, 0
	for len(chunk) > 0 {
		blocks, configurations := neighbours(chunk)
		chunk = chunk[len(blocks):]
		if since += configurations; since >= pollEvery {
			if since = 0; s.budget.Over() {
				return
			}
		}
		s.machine.Expand(w.number, blocks, at.turned, x)
		w.configurations += int64(configurations)
		w.events += int64(x.Events)
		for i, b := range blocks {
			for rest := b.Bits; rest != 0; rest &= rest - 1 {
				bit := bits.TrailingZeros64(rest)
				s.visit(w, compose.State(b.Key(bit, at.turned)), nil, x.Obligatory[i]>>bit&1 == 1)
			}
		}
		w.writer.AddBlocks(x.Next)
	}
}

// neighbours returns the first blocks of a list that have one half in common, with at most
// pollEvery configurations, and how many these are.
func neighbours(list []visited.Block) (blocks []visited.Block, configurations int) {
	n := 0
	for n < len(list) && list[n].Number>>26 == list[0].Number>>26 && configurations+list[n].Len() <= pollEvery {
		configurations += list[n].Len()
		n++
	}
	return list[:n], configurations
}

// expandOne expands one configuration.
func (w *worker) expandOne(state compose.State) {
	s := w.search
	next, obligatory := s.machine.Successors(w.number, state, w.next[:0])
	w.next = next
	w.configurations++
	if s.goal != nil && s.goal(state, obligatory) {
		return
	}
	w.events += int64(len(next))
	s.visit(w, state, next, obligatory)
	if s.machine.Folds() {
		w.fold(next)
	}
	visited.AddAll(w.writer, next)
}

// fold replaces each configuration of a list by the one that stands for it.
func (w *worker) fold(list []compose.State) {
	for i, s := range list {
		list[i] = w.search.machine.Representative(w.number, s)
	}
}

// sort sorts the blocks that the worker has found. Configurations that are adjacent then share
// most of their parts, so the next level finds these, and the blocks of the visited
// set, in the cache.
func (w *worker) sort() {
	w.spare = slices.Grow(w.spare[:0], len(w.fresh))
	sortBlocks(w.fresh, w.spare[:len(w.fresh)])
	w.fresh = union(w.fresh)
}
