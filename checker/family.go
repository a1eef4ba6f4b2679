package checker

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// A Family checks systems that may be isomorphic, as those of one algorithm and network are in which
// the processes have other identities. It searches one of those that are equal up to the names of local
// states, messages, statuses and states of monitors. Equality is found, not declared: every question
// that the search of the one has asked is asked of the other. docs/proofs.md has the conditions, and
// the proof. The zero value is ready; several goroutines may use a family at the same time.
type Family struct {
	mu       sync.Mutex
	asked    string // of the first check
	first    *member
	members  int
	expanded int64 // configurations, by the searches
	wasted   int64 // answers that were compared in vain
}

// A member of a family is a system that was searched. Those that differ from it for the first time in the
// same answer are below it, in a tree: a system is isomorphic to none but the members that it is
// compared with.
type member struct {
	record *isomorphism.Record
	report Report
	below  map[int]*member // by the place of the first difference
}

const maxMembers = 512 // of a family

// Check is [Check], each time with the same properties, fairness, engine and reduction as the first time, or
// nothing is copied. The report of a system is Copied if it is isomorphic to one that was searched as a whole, and of
// which every property was decided. A counterexample or witness in it has been replayed and judged
// too.
func (f *Family) Check(ctx context.Context, s *model.System, o Options) (Report, error) {
	started := time.Now()
	meant, err := o.of(ctx, s)
	if err != nil {
		return Report{}, err
	}
	if o.Search.Engine.isOfDiagrams() || o.Search.Symmetry || o.Constraint != nil || !f.pays(threshold.Of(ctx), meant.asked()) {
		return Check(ctx, s, o)
	}
	c := newCandidate(ctx, s, meant)
	m, same, free, err := f.find(c, spot{})
	switch {
	case err != nil:
		return Report{}, err
	case m != nil:
		return m.copied(ctx, meant, same, started)
	}
	return f.search(ctx, meant, c, free)
}

// asked returns the request in the options, as text.
func (o Options) asked() string {
	var list []string
	for _, p := range o.Properties {
		list = append(list, fmt.Sprint(p.Name, " ", p.Form))
	}
	return fmt.Sprint(o.Search.Engine, o.Search.Reduce, o.Fairness, list)
}

// pays reports whether it may pay to compare another system, or to make it a member: not if something
// else is asked for.
func (f *Family) pays(t threshold.Thresholds, asked string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.asked == "" {
		f.asked = asked
	}
	return f.asked == asked && f.members < maxMembers && f.wasted*t.InVain <= f.expanded
}

// newCandidate returns a system to be compared with members. Its tables stop when the context
// is done.
func newCandidate(ctx context.Context, s *model.System, o Options) *isomorphism.Candidate {
	c := &isomorphism.Candidate{System: s, Tables: compiled.New(s)}
	c.Tables.Repeat, c.Tables.Patience = o.Repeat, compiled.NewPatience(o.MaxStepTime)
	c.Tables.Poll = func() {
		if ctx.Err() != nil {
			panic(engine.Cut{})
		}
	}
	cases, _ := casesOf(s, o.Properties)
	for _, p := range cases {
		c.Properties = append(c.Properties, o.guarded(p))
	}
	return c
}

// A spot is a place for a member: below another one, or, if that is nil, the first.
type spot struct {
	above *member
	place int
}

// at returns the member at a spot, nil if it is free.
func (f *Family) at(s spot) *member {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s.above == nil {
		return f.first
	}
	return s.above.below[s.place]
}

// find returns the member, from a spot on, that a candidate is isomorphic to. If there is none, it returns
// the spot for the candidate.
func (f *Family) find(c *isomorphism.Candidate, from spot) (found *member, same *isomorphism.Isomorphism, free spot, err error) {
	before := c.Compared
	_, err = engine.Guard(func() error { // if it is cut, the search that follows says why it ends
		for m := f.at(from); m != nil; m = f.at(from) {
			place := 0
			if same, place = m.record.Compare(c); same != nil {
				found = m
				return nil
			}
			from = spot{m, place}
		}
		return nil
	})
	if found == nil {
		f.mu.Lock()
		f.wasted += int64(c.Compared - before)
		f.mu.Unlock()
	}
	return found, same, from, err
}

// search searches a candidate that is isomorphic to no member, and makes it one.
func (f *Family) search(ctx context.Context, o Options, c *isomorphism.Candidate, free spot) (_ Report, err error) {
	k, err := newCheck(ctx, c.System, o)
	if err != nil {
		return Report{}, err
	}
	k.record()
	defer doubtProperties(ctx, c.System, o, &err)
	r, err := k.run()
	if err != nil {
		return Report{}, err
	}
	f.mu.Lock()
	f.expanded += r.Expanded
	f.mu.Unlock()
	x, err := k.recorded(r)
	if err != nil || x == nil {
		return r, err
	}
	kept := r
	kept.Verdicts = slices.Clone(r.Verdicts) // the caller may change those of its report
	recorded, err := f.add(&member{record: x, report: kept, below: map[int]*member{}}, c, free)
	r.Recorded = recorded
	return r, err
}

// add adds a member at a spot. If that is taken by now, another one may be isomorphic to it: then
// it is not added.
func (f *Family) add(m *member, c *isomorphism.Candidate, to spot) (added bool, err error) {
	for {
		found, _, free, err := f.find(c, to)
		if found != nil || err != nil {
			return false, err
		}
		if f.put(m, free) {
			return true, nil
		}
		to = free
	}
}

// put puts a member at a spot. It reports false if that is taken.
func (f *Family) put(m *member, at spot) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case at.above == nil && f.first == nil:
		f.first = m
	case at.above != nil && at.above.below[at.place] == nil:
		at.above.below[at.place] = m
	default:
		return false
	}
	f.members++
	return true
}
