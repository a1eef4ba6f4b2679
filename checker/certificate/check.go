package certificate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/interrex/interrex/model"
)

// Options say how much of a system is looked at.
type Options struct {
	MaxConfigurations int    // of a system that is looked at as a whole
	Walks, Steps      int    // in a larger one: how many random walks, and of how many events at most
	Seed              uint64 // of the walks
}

// A Result counts the comparisons of a check.
type Result struct {
	Configurations int64 // at which something was looked for
	Met            int64 // entries that count in one of them, for each of them
	Whole          bool  // these are all of the system
	Deliveries     int64 // comparisons of a delivery with another event, or of the views before and after it
	Overtaking     int64 // the same of messages that were received before others
	Fates          int64 // comparisons of the loss or duplication of a message, taken with its delivery, with another event, or of the views before and after it
	Closed         int64 // comparisons of an event of a closed process with one of another process, or of the views before and after it
	Renamings      int64 // comparisons of an event with its image under a renaming
	Isomorphism    int64 // comparisons of an event with that of an isomorphic system
	Sorted         int64 // comparisons of a transition of a sorted search with its place in the order, or of an event with a transition
	Cycles         int64 // configurations of the reduced search of which it is known that no cycle of them hides anything
}

// Comparisons returns the number of all comparisons.
func (r Result) Comparisons() int64 {
	return r.Deliveries + r.Overtaking + r.Fates + r.Closed + r.Renamings + r.Isomorphism + r.Sorted
}

// Plus returns the sum of two results.
func (r Result) Plus(o Result) Result {
	return Result{r.Configurations + o.Configurations, r.Met + o.Met, r.Whole && o.Whole, r.Deliveries + o.Deliveries, r.Overtaking + o.Overtaking,
		r.Fates + o.Fates, r.Closed + o.Closed, r.Renamings + o.Renamings, r.Isomorphism + o.Isomorphism, r.Sorted + o.Sorted, r.Cycles + o.Cycles}
}

// A Flaw is the error of a certificate that is wrong.
type Flaw struct {
	Entry    string         // the assumption that is wrong, in words
	Start    []int          // of the initial configuration ([model.Network].Start), if there are several
	Schedule model.Schedule // from there to the configuration in which it is wrong
	How      string         // how it is wrong there
}

func (f *Flaw) Error() string {
	from := ""
	if f.Start != nil {
		from = fmt.Sprintf(" from start %v", f.Start)
	}
	return fmt.Sprintf("%s: after [%s]%s: %s", f.Entry, textOf(f.Schedule), from, f.How)
}

func textOf(list model.Schedule) string {
	var texts []string
	for _, e := range list {
		texts = append(texts, e.String())
	}
	return strings.Join(texts, "; ")
}

// ErrNothingChecked is the error, wrapped, of a certificate of which no entry counted anywhere.
var ErrNothingChecked = errors.New("nothing of the certificate was checked")

// Check checks the certificate of a search of s. The error is a *[Flaw], ErrNothingChecked, that
// of the context, or that of [model.Semantics.Starts].
func Check(ctx context.Context, s *model.System, c Certificate, o Options) (Result, error) {
	a := newAudit(ctx, s, c, o)
	if err := a.graph.begin(); err != nil {
		return Result{}, err
	}
	whole, err := a.whole()
	if err == nil && !whole {
		err = o.walks(a.walk)
	}
	if err == nil {
		err = a.ahead(whole)
	}
	if err == nil {
		err = a.cycles()
	}
	a.result.Whole = whole
	if err == nil && a.result.Met == 0 {
		err = fmt.Errorf("%w: %d deliveries, %d closed processes, %d messages with their fates and %d renamings met nothing in %d configurations",
			ErrNothingChecked, len(c.Deliveries), len(c.Closed), len(c.Fates), len(c.Renamings), a.result.Configurations)
	}
	return a.result, err
}

// audit is one call of Check.
type audit struct {
	*graph
	ctx         context.Context
	options     Options
	certificate Certificate
	deliveries  map[place][]*Delivery
	overtaking  map[place][]*Delivery
	closed      map[home][]*Closed
	fates       map[place][]*Fates
	done        map[task]bool
	relied      []task // deliveries that the reduced search, done again, took early, or at once although they send
	endless     bool   // more deliveries follow each other than the reduced search may meet configurations
	result      Result
}

// home is a process in a local state.
type home struct {
	process int
	local   any
}

// place is a message that arrives at a process in a local state.
type place struct {
	home
	port model.Port
	msg  any
}

func newAudit(ctx context.Context, s *model.System, c Certificate, o Options) *audit {
	a := &audit{graph: newGraph(s, c.Seen.Monitor), ctx: ctx, options: o, certificate: c,
		deliveries: map[place][]*Delivery{}, overtaking: map[place][]*Delivery{}, closed: map[home][]*Closed{}, fates: map[place][]*Fates{}, done: map[task]bool{}}
	for i := range c.Deliveries {
		d := &c.Deliveries[i]
		at, list := place{home{d.Process, d.Local}, d.Port, d.Msg}, a.deliveries
		if d.Overtakes {
			list = a.overtaking
		}
		list[at] = append(list[at], d)
	}
	for i := range c.Fates {
		d := &c.Fates[i]
		at := place{home{d.Process, d.Local}, d.Port, d.Msg}
		a.fates[at] = append(a.fates[at], d)
	}
	for i := range c.Closed {
		p := &c.Closed[i]
		at := home{p.Process, p.Local}
		a.closed[at] = append(a.closed[at], p)
	}
	return a
}

// whole looks at each configuration of the system. It reports false if there are too many.
func (a *audit) whole() (all bool, err error) {
	list, all, err := a.through(a.ctx, a.options).whole(func(*vertex) error { return nil })
	if err != nil || !all {
		return all, err
	}
	var tasks []task
	for _, v := range list {
		begun, err := a.visit(v)
		if err != nil {
			return true, err
		}
		tasks = append(tasks, begun...)
	}
	return true, a.takeAll(tasks)
}

// takeAll compares deliveries with all else, wherever they wait.
func (a *audit) takeAll(tasks []task) error {
	for ; len(tasks) > 0; tasks = tasks[1:] {
		more, err := a.take(tasks[0])
		if err != nil {
			return err
		}
		tasks = append(tasks, more...)
	}
	return nil
}

// walk looks at the configurations of a random walk. The deliveries that may be taken at once
// in one of them are compared with the events after it on the walk.
func (a *audit) walk(random *rand.Rand) error {
	v, waiting := a.starts[random.IntN(len(a.starts))], []task(nil)
	for range a.options.Steps {
		tasks, err := a.visit(v)
		if err != nil {
			return err
		}
		tasks, waiting = append(waiting, tasks...), nil
		edges := a.next(v)
		if len(edges) == 0 {
			return nil
		}
		next := edges[random.IntN(len(edges))].to
		for ; len(tasks) > 0; tasks = tasks[1:] {
			more, err := a.compare(tasks[0])
			if err != nil {
				return err
			}
			for _, t := range more {
				if t.at == next {
					waiting = append(waiting, t)
				}
			}
		}
		v = next
	}
	return nil
}

// visit checks the properties of events, the closed processes and the renamings in v. It
// returns the deliveries that may be taken at once.
func (a *audit) visit(v *vertex) ([]task, error) {
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	a.result.Configurations++
	if v.Failed() {
		return nil, nil
	}
	if err := a.holds(v); err != nil {
		return nil, err
	}
	for p := range v.Locals {
		if c := a.closedAt(v, p); c != nil {
			a.result.Met++
			if err := a.standsApart(v, c); err != nil {
				return nil, err
			}
		}
	}
	for i := range a.certificate.Renamings {
		a.result.Met++
		if err := a.keeps(v, i); err != nil {
			return nil, err
		}
	}
	return append(a.begin(v), a.beginFates(v)...), nil
}
