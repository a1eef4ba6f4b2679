package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/cmd/internal/cputime"
)

// A search runs the instances of a request: several at a time, or one with
// several workers.
type search struct {
	options  checker.Options
	atOnce   int       // instances that are searched at the same time
	deadline time.Time // of the run; zero: none
	givesUp  bool      // skip the rest of a group after one of its instances was cut short
	each     func(*instance, checker.Report) error
	progress *progress
	started  time.Time
	meter    *cputime.Meter
	kept     *keeper      // nil: results are not kept
	memory   *memoryWatch // nil: nobody is told of memory that is nearly full
	keeps    bool         // results are only kept: no row is told of them
	totals
}

// totals are of a whole run.
type totals struct {
	planned, searched int  // instances
	copied            int  // of those searched: isomorphic to another one, so that its report was copied
	uncounted         bool // there are more instances than planned says: there was no time to count
	configurations    big.Int
	nodes, peak       int // of the largest diagram, and the most held at once; 0: no diagram
	renamings         int // the most up to which the configurations of an instance were visited
	counted               // how the configurations were counted
	audit             checker.Audit
	time              time.Duration // of processors, of all instances
	early             bool          // a search ended early because everything was decided
	stopped           string        // why some instance was not searched completely, or ""
}

// newSearch returns the search of a request. Its time starts now.
func newSearch(q *request) *search {
	s := &search{options: q.options, atOnce: 1, givesUp: q.beyond > 0, started: time.Now(), meter: cputime.NewMeter()}
	s.options.MaxTime = q.instanceTime
	if q.options.MaxTime > 0 {
		s.deadline = s.started.Add(q.options.MaxTime)
	}
	return s
}

// plan finds and counts the instances of groups until time is up.
func (s *search) plan(ctx context.Context, q *request, groups []*group) ([]*instanceSet, error) {
	var list []*instanceSet
	late := func() string { return s.late(ctx) }
	for _, g := range groups {
		instanceSets, err := q.instanceSets(g, late)
		if err != nil {
			return nil, err
		}
		list = append(list, instanceSets...)
	}
	for _, b := range list {
		s.planned += b.count
	}
	s.uncounted = late() != ""
	s.divide()
	return list, nil
}

// divide sets the number of workers unless the request does. Many
// instances are searched side by side with one worker each, so that workers do not
// wait for each other.
func (s *search) divide() {
	s.share()
	if s.kept != nil && s.kept.merges { // in order, as one result may say that others are missing
		s.atOnce = 1
	}
}

// share sets them as for a search of all instances.
func (s *search) share() {
	cores := runtime.GOMAXPROCS(0)
	switch {
	case s.options.Workers > 0:
	case s.planned < 2*cores:
		s.options.Workers = cores
	default:
		s.options.Workers, s.atOnce = 1, cores
	}
}

// late returns the reason why no further search may begin, "" if one may.
func (s *search) late(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "interrupted"
	case !s.deadline.IsZero() && time.Now().After(s.deadline):
		return "max-time is over"
	}
	return ""
}

// A searchResult is the report of an instance, or the reason why there is none.
type searchResult struct {
	report  checker.Report
	time    time.Duration // of processors
	err     error
	skipped string // why it was not searched, or ""
}

// run searches the instances until ctx is done or time is up, and records the
// results in the order of the instances.
func (s *search) run(ctx context.Context, list []*instanceSet) error {
	defer s.progress.close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	search := func(i *instance) searchResult { return s.search(ctx, i) }
	err := inOrder(s.atOnce, s.instances(ctx, list), search, func(i *instance, r searchResult) error {
		switch {
		case r.err != nil:
			return r.err
		case r.skipped != "":
			s.stopped = r.skipped
			return nil
		}
		s.record(i, r.report, r.time)
		return s.each(i, r.report)
	})
	if s.searched < s.planned {
		s.stopped = cmp.Or(s.late(ctx), s.stopped)
	}
	return err
}

// instances yields the instances of the sets until time is up.
func (s *search) instances(ctx context.Context, list []*instanceSet) iter.Seq[*instance] {
	return func(yield func(*instance) bool) {
		for _, b := range list {
			for i := range b.instances {
				if s.late(ctx) != "" || !yield(i) {
					return
				}
			}
		}
	}
}

// isKnown reports whether a run that ended with this error has results: it is none, or an exit status.
func isKnown(err error) bool {
	var status status
	return err == nil || errors.As(err, &status)
}

// isWhole reports whether all instances have a result after a run that ended with this error.
func (s *search) isWhole(err error) bool {
	return isKnown(err) && s.stopped != "interrupted" && s.searched == s.planned && !s.uncounted
}

// search returns the result of an instance: the one that was kept, or else that of a search, which is kept.
func (s *search) search(ctx context.Context, i *instance) searchResult {
	var before keptCheck
	found, err := s.kept.find(i.place(), &before)
	var r searchResult
	if found && err == nil {
		r, err = before.result(i)
	}
	switch {
	case err != nil:
		i.try(r.report)
		return searchResult{err: err}
	case found && (!r.report.Recorded || s.kept.merges || s.kept.hasAll(i.place(), i.count)):
		i.try(r.report)
		s.giveUp(i, r.report)
		return r
	case found: // others may be copies of it
		if again := s.searchAnew(ctx, i); again.err != nil || again.skipped != "" {
			return again
		}
		return r
	}
	r = s.searchAnew(ctx, i)
	if r.err != nil || r.skipped != "" || s.late(ctx) != "" && (r.report.CutShort() || has(r.report, checker.Unknown)) {
		return r
	}
	if s.kept != nil {
		kept, err := keptOf(i, r)
		r.err = cmp.Or(err, s.kept.keep(i.place(), kept))
	}
	return r
}

// giveUp notes that an instance was cut short, if others are skipped then.
func (s *search) giveUp(i *instance, r checker.Report) {
	if s.givesUp && r.CutShort() {
		i.group.gaveUp.Store(true)
	}
}

// searchAnew searches an instance.
func (s *search) searchAnew(ctx context.Context, i *instance) (r searchResult) {
	task := s.meter.Begin()
	defer func() {
		r.time = task.End()
		i.try(r.report)
	}()
	if why := s.late(ctx); why != "" {
		return searchResult{skipped: why}
	}
	if i.group.gaveUp.Load() {
		return searchResult{skipped: "the claim gave up"}
	}
	if s.kept != nil && s.kept.merges {
		return searchResult{err: missing(i.title())}
	}
	system, err := i.system()
	if err != nil {
		return searchResult{err: err}
	}
	o := s.bounded()
	left := o.MaxTime
	o.Properties, o.Fairness, o.Search.Reduce = i.properties, i.group.fairness, i.reduce
	o.Search.Large, o.Search.TakesLong = i.isLarge(), i.takesLong()
	o.Progress = both(s.progress.of(i), func(now checker.Progress) { s.memory.see(i, now) })
	if o.Checkpoint != nil {
		c := *o.Checkpoint
		c.Key, c.Name, c.Final = fmt.Sprint(i.place(), i.title()), i.title(), o.MaxTime == s.options.MaxTime
		o.Checkpoint = &c
	}
	r.report, r.err = i.check(ctx, system, o)
	r.report.Stopped = s.named(r.report.Stopped, left)
	for k := range r.report.Verdicts {
		v := &r.report.Verdicts[k]
		v.Reason = s.named(v.Reason, left)
	}
	s.giveUp(i, r.report)
	return r
}

// bounded returns the options of one search, with the remaining time.
func (s *search) bounded() checker.Options {
	o := s.options
	left := max(time.Until(s.deadline).Round(time.Millisecond), time.Millisecond)
	if !s.deadline.IsZero() && (o.MaxTime == 0 || left < o.MaxTime) {
		o.MaxTime = left
	}
	return o
}

// named names the time of the whole run in the reason of a search that had only the rest of it.
func (s *search) named(why reason.Reason, left time.Duration) reason.Reason {
	if why == (reason.Reason{Cause: reason.MaxTime, Bound: int64(left)}) && left != s.options.MaxTime {
		why.Bound = int64(s.deadline.Sub(s.started))
	}
	return why
}

// record adds the report of an instance, and the time of processors that it took.
func (s *search) record(i *instance, r checker.Report, spent time.Duration) {
	s.searched++
	s.time += spent
	if r.Copied {
		s.copied++
	}
	if i.recorded++; i.recorded == i.count { // a kept finding need not keep the family too
		i.family = nil
	}
	configurations, _ := r.Counts()
	s.configurations.Add(&s.configurations, configurations)
	if r.Exact != nil {
		s.nodes, s.peak = max(s.nodes, r.Exact.Final), max(s.peak, r.Exact.Peak)
	}
	s.counted.add(r)
	s.renamings = max(s.renamings, r.Symmetry)
	s.audit.Add(r.Audit)
	s.early = s.early || r.Stopped.Cause != reason.None && !r.CutShort()
	if r.CutShort() {
		s.stopped = r.Stopped.String()
	}
	s.progress.add(i, r.Configurations)
	if s.keeps {
		return
	}
	for _, v := range r.Verdicts[len(i.rows):] {
		i.addImplicit(v)
	}
	for k, v := range r.Verdicts {
		i.rows[k].add(i, v, r, spent/time.Duration(len(r.Verdicts)))
	}
}
