package main

import (
	"cmp"
	"context"
	"math/big"
	"runtime"
	"slices"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// A tally is what was found for a row.
type tally struct {
	planned, searched int // instances
	result            checker.Result
	note              string   // of the first instance that has this result and a note
	violatedAt        []int    // the n at which some instance violates the property
	shortest          *finding // of a violation; nil if there is none with an execution
	configurations    big.Int
	elapsed           time.Duration
}

// A finding is an execution that decides a property.
type finding struct {
	instance  *instance
	property  string
	execution *model.Execution
}

// gravity says what a result of one instance means for all of them together:
// the highest wins.
func gravity(r checker.Result) int {
	return slices.Index([]checker.Result{checker.Holds, checker.Vacuous, checker.Unknown, checker.Violated}, r)
}

// found returns the result for all planned instances: unknown if some were not
// searched, unless one that was settles it.
func (t *tally) found() checker.Result {
	if t.searched < t.planned && t.result != checker.Violated {
		return checker.Unknown
	}
	return t.result
}

func (t *tally) add(i *instance, v checker.Verdict, r checker.Report) {
	if t.searched == 0 || gravity(v.Result) > gravity(t.result) {
		t.result, t.note = v.Result, v.Note
	}
	if v.Result == t.result {
		t.note = cmp.Or(t.note, v.Note)
	}
	t.searched++
	configurations, _ := r.Counts()
	t.configurations.Add(&t.configurations, configurations)
	t.elapsed += r.Elapsed
	if v.Result != checker.Violated {
		return
	}
	if n := i.system.Network().N; !slices.Contains(t.violatedAt, n) {
		t.violatedAt = append(t.violatedAt, n)
	}
	if v.Execution != nil && (t.shortest == nil || len(v.Execution.Steps) < len(t.shortest.execution.Steps)) {
		t.shortest = &finding{i, v.Property.Name, v.Execution}
	}
}

// A search runs the instances of a request: several at a time, or one with
// several workers.
type search struct {
	options  checker.Options
	atOnce   int       // instances that are searched at the same time
	deadline time.Time // of the run; zero: none
	givesUp  bool      // on a group where an instance is cut short
	each     func(*instance, checker.Report) error
	progress *progress
	totals
}

// totals are of a whole run.
type totals struct {
	planned, searched int // instances
	configurations    big.Int
	nodes, peak       int               // of the largest diagram, and the most held at once; 0: there was none
	reduction         checker.Reduction // that was asked for
	started           time.Time
	early             bool   // a search ended as everything was decided
	stopped           string // why not all instances were searched to the end, or ""
}

// newSearch returns the search of a request with so many instances. Unless the
// request says how many workers an instance gets, many instances are searched
// side by side, which loses nothing to waiting for each other.
func newSearch(q *request, planned int, p *progress) *search {
	s := &search{options: q.options, atOnce: 1, givesUp: q.beyond > 0, progress: p}
	s.options.MaxTime = q.instanceTime
	s.planned, s.started, s.reduction = planned, time.Now(), q.options.Reduce
	cores := runtime.GOMAXPROCS(0)
	switch {
	case s.options.Workers > 0:
	case planned < 2*cores:
		s.options.Workers = cores
	default:
		s.options.Workers, s.atOnce = 1, cores
	}
	if q.options.MaxTime > 0 {
		s.deadline = s.started.Add(q.options.MaxTime)
	}
	return s
}

// A searched is what became of an instance.
type searched struct {
	report  checker.Report
	err     error
	skipped string // why it was not searched, or ""
}

// run searches the instances until ctx is done or time is up, and records what
// was found in their order.
func (s *search) run(ctx context.Context, list []*instance) error {
	defer s.progress.close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	search := func(i int) searched { return s.search(ctx, list[i]) }
	return inOrder(s.atOnce, len(list), search, func(i int, r searched) error {
		switch {
		case r.err != nil:
			return r.err
		case r.skipped != "":
			s.stopped = r.skipped
			return nil
		}
		s.record(list[i], r.report)
		return s.each(list[i], r.report)
	})
}

func (s *search) search(ctx context.Context, i *instance) (r searched) {
	switch {
	case ctx.Err() != nil:
		return searched{skipped: "interrupted"}
	case !s.deadline.IsZero() && time.Now().After(s.deadline):
		return searched{skipped: "max-time is over"}
	case i.group.gaveUp.Load():
		return searched{skipped: "the claim gave up"}
	}
	o := s.options
	o.Properties, o.Fairness, o.Reduce = i.properties, i.group.fairness, i.reduce
	if left := max(time.Until(s.deadline), time.Millisecond); !s.deadline.IsZero() && (o.MaxTime == 0 || left < o.MaxTime) {
		o.MaxTime = left
	}
	o.Progress = s.progress.of(i)
	r.report, r.err = checker.Check(ctx, i.system, o)
	if s.givesUp && endedEarly(r.report) {
		i.group.gaveUp.Store(true)
	}
	return r
}

// endedEarly reports whether a bound or an interrupt ended a search.
func endedEarly(r checker.Report) bool { return r.Stopped != "" && r.Stopped != checker.AllDecided }

func (s *search) record(i *instance, r checker.Report) {
	s.searched++
	configurations, _ := r.Counts()
	s.configurations.Add(&s.configurations, configurations)
	if r.Exact != nil {
		s.nodes, s.peak = max(s.nodes, r.Exact.Final), max(s.peak, r.Exact.Peak)
	}
	s.early = s.early || r.Stopped == checker.AllDecided
	if endedEarly(r) {
		s.stopped = r.Stopped
	}
	for _, v := range r.Verdicts[len(i.rows):] {
		i.addUnasked(v)
	}
	for k, v := range r.Verdicts {
		i.rows[k].add(i, v, r)
	}
	s.progress.add(i, r.Configurations)
}
