package checker

import (
	"sync"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
)

// search is a breadth-first search, level by level. All that it finds depends
// on the levels only, which do not depend on who expands what.
type search struct {
	machine *compose.Machine
	limits  *limits
	workers int
	visit   func(w *worker, s compose.State, next []compose.State, obligatory bool) // called for each configuration
	goal    func(s compose.State, obligatory bool) bool                             // reports whether s is not expanded; nil: all are
	keep    bool                                                                    // keep the levels
	free    bool                                                                    // no bounds on configurations and depth: it retraces a search that was within them
	stop    func() bool                                                             // asked between levels; nil: never

	seen           *visited.Set
	levels         [][]chunk
	configurations int64 // expanded
	events         int64
	depth          int
	stopped        string // why the search is not complete
}

// chunk is a part of a level: its configurations as the visited set has them.
type chunk []uint64

const (
	chunkSize = 4096
	batchSize = visited.MaxBatch
	lookEvery = 64 // configurations, after which a worker asks whether it must stop
)

// worker is one goroutine of a search and what belongs to it alone.
type worker struct {
	search                 *search
	number                 int
	next                   []compose.State
	offers                 [visited.Shards][]uint64
	fresh                  []chunk
	configurations, events int64
	memo                   memo // of the judge
}

// run searches until there is nothing more, or a limit is reached.
func (s *search) run() error {
	s.seen = visited.New()
	start := uint64(s.machine.Initial())
	s.seen.Add(visited.ShardOf(start), []uint64{start}, nil)
	level := []chunk{{start}}
	workers := make([]*worker, max(1, s.workers))
	for i := range workers {
		workers[i] = &worker{search: s, number: i}
	}
	for {
		if s.keep {
			s.levels = append(s.levels, level)
		}
		next, err := s.expand(workers, level)
		if err != nil {
			return err
		}
		if s.machine.Broken() {
			return errBroken
		}
		if s.stopped != "" || len(next) == 0 {
			return nil
		}
		if s.stopped = s.limits.betweenLevels(s); s.stopped != "" {
			return nil
		}
		s.depth++
		level = next
	}
}

// expand expands a level and returns the next.
func (s *search) expand(workers []*worker, level []chunk) ([]chunk, error) {
	var (
		taken  atomic.Int64
		ends   [2]atomic.Int64 // chunks taken from the front and from the back
		halted atomic.Bool
		wg     sync.WaitGroup
		failed = make([]any, len(workers))
	)
	s.limits.level(s, level)
	work := func(i int, w *worker) {
		defer func() {
			r := recover()
			if _, stopped := r.(cut); r != nil {
				halted.Store(true)
				if !stopped {
					failed[i] = r
				}
			}
		}()
		for !halted.Load() {
			if int(taken.Add(1)) > len(level) {
				break
			}
			// Workers start from both ends: each goes on with what it found
			// itself, so that the numbers that it gives stay together.
			at := int(ends[i&1].Add(1)) - 1
			if i&1 == 1 {
				at = len(level) - 1 - at
			}
			w.expand(level[at])
			if !s.keep {
				level[at] = nil
			}
			if s.limits.exceeded(s, i == 0) {
				halted.Store(true)
			}
		}
		w.flush()
	}
	if len(level) == 1 { // too little to share
		work(0, workers[0])
	} else {
		for i, w := range workers {
			wg.Go(func() { work(i, w) })
		}
		wg.Wait()
	}
	for _, r := range failed {
		if r != nil {
			return nil, asError(r)
		}
	}
	var next []chunk
	for _, w := range workers {
		for _, c := range w.fresh {
			if len(c) > 0 {
				next = append(next, c)
			}
		}
		s.configurations += w.configurations
		s.events += w.events
		w.fresh, w.configurations, w.events = nil, 0, 0
	}
	s.stopped = s.limits.reason()
	return next, nil
}

func (w *worker) expand(c chunk) {
	s := w.search
	for i, key := range c {
		if i%lookEvery == lookEvery-1 && s.limits.over() {
			return
		}
		state := compose.State(key)
		next, obligatory := s.machine.Successors(w.number, state, w.next[:0])
		w.next = next
		w.configurations++
		if s.goal != nil && s.goal(state, obligatory) {
			continue
		}
		w.events += int64(len(next))
		s.visit(w, state, next, obligatory)
		for _, n := range next {
			i := visited.ShardOf(uint64(n))
			if len(w.offers[i]) == cap(w.offers[i]) {
				w.offer(i)
			}
			w.offers[i] = append(w.offers[i], uint64(n))
		}
	}
}

// offer adds what is waiting for shard i, and keeps what is fresh for the next
// level.
func (w *worker) offer(i int) {
	keys := w.offers[i]
	if cap(keys) == 0 {
		w.offers[i] = make([]uint64, 0, batchSize)
		return
	}
	last := len(w.fresh) - 1
	if last < 0 || cap(w.fresh[last])-len(w.fresh[last]) < len(keys) {
		size := 64
		if last >= 0 {
			size = min(2*cap(w.fresh[last]), chunkSize)
		}
		w.fresh = append(w.fresh, make(chunk, 0, max(size, len(keys))))
		last++
	}
	w.fresh[last] = w.search.seen.Add(i, keys, w.fresh[last])
	w.offers[i] = keys[:0]
}

func (w *worker) flush() {
	for i := range w.offers {
		if len(w.offers[i]) > 0 {
			w.offer(i)
		}
	}
}
