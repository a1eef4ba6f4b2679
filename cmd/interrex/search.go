package main

import (
	"context"
	"slices"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// A tally is what was found for a row.
type tally struct {
	planned, searched int // instances
	result            checker.Result
	violatedAt        []int    // the n at which some instance violates the property
	shortest          *finding // of a violation; nil if there is none with an execution
	configurations    int64
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
		t.result = v.Result
	}
	t.searched++
	t.configurations += r.Configurations
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

// A search runs the instances of a request, one after the other.
type search struct {
	options  checker.Options
	deadline time.Time // zero: none
	each     func(*instance, checker.Report) error
	progress *progress
	totals
}

// totals are of a whole run.
type totals struct {
	planned, searched int
	configurations    int64
	elapsed           time.Duration
	stopped           string // why not all instances were searched to the end, or ""
}

func newSearch(q *request, planned int, p *progress) *search {
	s := &search{options: q.search, progress: p}
	s.planned = planned
	if q.search.MaxTime > 0 {
		s.deadline = time.Now().Add(q.search.MaxTime)
	}
	return s
}

// run searches the instances until ctx is done or time is up.
func (s *search) run(ctx context.Context, list []*instance) error {
	defer s.progress.close()
	for _, i := range list {
		if s.stopsBefore(ctx) {
			return nil
		}
		s.progress.start(i, s.searched)
		report, err := checker.Check(ctx, i.system, s.optionsFor(i))
		if err != nil {
			return err
		}
		s.record(i, report)
		if err := s.each(i, report); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) stopsBefore(ctx context.Context) bool {
	switch {
	case ctx.Err() != nil:
		s.stopped = "interrupted"
	case !s.deadline.IsZero() && time.Now().After(s.deadline):
		s.stopped = "--max-time is over"
	default:
		return false
	}
	return true
}

func (s *search) optionsFor(i *instance) checker.Options {
	o := s.options
	o.Properties, o.Fairness = i.properties, i.group.fairness
	if !s.deadline.IsZero() {
		o.MaxTime = max(time.Until(s.deadline), time.Millisecond)
	}
	o.Progress = s.progress.update
	return o
}

func (s *search) record(i *instance, r checker.Report) {
	s.searched++
	s.configurations += r.Configurations
	s.elapsed += r.Elapsed
	if r.Stopped != "" {
		s.stopped = r.Stopped
	}
	for k, v := range r.Verdicts {
		i.rows[k].add(i, v, r)
	}
}
