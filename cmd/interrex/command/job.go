package command

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/agenda"
)

// A job searches the instances of groups in the order of an agenda, which lets the number of
// claims that are confirmed grow fast. It counts the instances of a set when its turn comes. It
// keeps a ledger, and shows it.
type job struct {
	*search
	request *request
	agenda  *agenda.Agenda
	lanes   map[*agenda.Lane]*lane
	ledger  *ledger
	judge   judge
	view    view

	mu      sync.Mutex // guards all above, and totals, from run on
	changed *sync.Cond // a task ended
	running int        // tasks
	err     error      // the first
}

// A lane has the sets of instances of a group, of growing size. They are searched one after the
// other.
type lane struct {
	group *group
	sizes []int

	set   *instanceSet // of the size whose turn it is; nil: not counted yet
	cases []*row       // of the set, by property: the findings at this size alone
	next  func() (*instance, bool)
	stop  func()
}

// newJob returns the job of searching groups.
func newJob(s *search, q *request, groups []*group, j judge, l *ledger, v view) *job {
	k := &job{search: s, request: q, agenda: agenda.New(), lanes: map[*agenda.Lane]*lane{}, ledger: l, judge: j, view: v}
	k.changed = sync.NewCond(&k.mu)
	for _, g := range groups {
		sizes, steps := g.steps()
		k.lanes[k.agenda.Add(g.entry.Name, steps)] = &lane{group: g, sizes: sizes}
	}
	return k
}

// steps returns each n that the rows of g are about, and the steps of an agenda for them.
func (g *group) steps() (list []int, steps []agenda.Step) {
	all := g.sizes()
	for n := all.from; n <= all.to; n++ {
		rows := 0
		for _, r := range g.rows {
			if r.sizes.from <= n && n <= r.sizes.to {
				rows++
			}
		}
		if rows > 0 {
			list, steps = append(list, n), append(steps, agenda.Step{Size: n, Gain: rows})
		}
	}
	return list, steps
}

// run searches until all is done, ctx is done or time is up.
func (k *job) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	k.divide()
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		k.showNowAndThen(ctx)
	}()
	var workers sync.WaitGroup
	for range k.atOnce {
		workers.Go(func() {
			for task := k.take(ctx); task != nil; task = k.take(ctx) {
				task()
			}
		})
	}
	workers.Wait()
	late := k.late(ctx)
	stop()
	<-shown
	for _, l := range k.lanes {
		l.close()
	}
	k.uncounted = !k.agenda.Ended()
	if k.uncounted || k.searched < k.planned {
		k.stopped = cmp.Or(late, k.stopped)
	}
	k.view.close(k.overview())
	return k.err
}

// divide sets how many instances are searched at the same time, and the number of workers of
// each, if the request does not.
func (k *job) divide() {
	if k.options.Workers == 0 {
		k.options.Workers, k.atOnce = 1, runtime.GOMAXPROCS(0)
	}
	if k.kept != nil && k.kept.merges { // see search.divide
		k.atOnce = 1
	}
}

// showNowAndThen shows the overview until ctx is done.
func (k *job) showNowAndThen(ctx context.Context) {
	ticks := time.NewTicker(redraw)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		k.mu.Lock()
		k.view.show(k.overview())
		k.mu.Unlock()
	}
}

func (k *job) overview() overview {
	elapsed := time.Since(k.started)
	return overview{ledger: k.ledger, elapsed: elapsed, left: func() (low, high time.Duration) {
		low, high = k.agenda.Left()
		rate := float64(k.atOnce) // of processor time, in each second
		if k.time > time.Second {
			rate = min(rate, k.time.Seconds()/elapsed.Seconds())
		}
		return time.Duration(float64(low) / rate), time.Duration(float64(high) / rate)
	}}
}

// take returns the task to do next, nil if there is no more to do. It waits while other tasks have to end first.
func (k *job) take(ctx context.Context) (task func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.err == nil && k.late(ctx) == "" {
		if a := k.agenda.Next(); a != nil {
			k.running++
			return k.task(ctx, a)
		}
		if k.running == 0 {
			return nil
		}
		k.changed.Wait()
	}
	return nil
}

// task returns the next task of a lane: to count the instances of a set, or to search one.
func (k *job) task(ctx context.Context, a *agenda.Lane) func() {
	l := k.lanes[a]
	at, counted := a.Step()
	if !counted {
		k.agenda.BeginCount(a)
		return func() { k.count(ctx, a, l.sizes[at]) }
	}
	k.agenda.Begin(a)
	i, _ := l.next()
	return func() {
		r := k.search.search(ctx, i)
		k.end(ctx, a, i, r)
	}
}

// count counts the instances of the set of a lane for n processes.
func (k *job) count(ctx context.Context, a *agenda.Lane, n int) {
	l := k.lanes[a]
	task := k.meter.Begin() // its time is nobody's
	set, err := k.request.instanceSet(l.group, n, func() string { return k.late(ctx) })
	task.End()
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.done()
	if err != nil {
		k.err = cmp.Or(k.err, err)
		return
	}
	k.planned += set.count
	l.begin(set)
	k.agenda.Count(a, set.count)
}

// done says that a task has ended.
func (k *job) done() {
	k.running--
	k.changed.Broadcast()
}

// begin begins with the instances of a set.
func (l *lane) begin(b *instanceSet) {
	l.set, l.cases = b, nil
	for _, r := range b.rows {
		l.cases = append(l.cases, &row{group: r.group, property: r.property, bound: r.bound, sizes: sizes{b.network.N, b.network.N}, claim: r.claim, sized: 1, tally: tally{planned: b.count}})
	}
	l.next, l.stop = iter.Pull(b.instances)
}

// close gives back the resources of the iteration over instances.
func (l *lane) close() {
	if l.stop != nil {
		l.stop()
	}
}

// end records the result of an instance. A search that the end of the run cut short is still open, and
// says nothing of the claims, unless it refutes one.
func (k *job) end(ctx context.Context, a *agenda.Lane, i *instance, r searchResult) {
	k.mu.Lock()
	defer k.mu.Unlock()
	defer k.done()
	l := k.lanes[a]
	over := k.late(ctx) != "" && (r.skipped != "" || r.report.CutShort() || has(r.report, checker.Unknown))
	switch {
	case r.err != nil:
		k.err = cmp.Or(k.err, r.err)
		return
	case r.skipped != "" || over && !has(r.report, checker.Violated):
		k.stopped = cmp.Or(r.skipped, r.report.Stopped.String())
	default:
		if err := k.add(l, i, r); err != nil {
			k.err = cmp.Or(k.err, err)
			return
		}
	}
	if !over && k.agenda.End(a, r.time) {
		k.settle(l)
	}
}

// has reports whether some verdict of a report is this result.
func has(r checker.Report, result checker.Result) bool {
	return slices.ContainsFunc(r.Verdicts, func(v checker.Verdict) bool { return v.Result == result })
}

// add adds the report of an instance of a lane to all that sums up.
func (k *job) add(l *lane, i *instance, r searchResult) error {
	k.record(i, r.report, r.time)
	k.ledger.spend(l.group, r.time)
	for c, p := range l.cases {
		p.add(i, r.report.Verdicts[c], r.report, 0)
	}
	return k.each(i, r.report)
}

// settle records the conclusions on the claims of a lane after its set has been searched.
func (k *job) settle(l *lane) {
	for c, p := range l.cases {
		o := k.judge.conclusion(p)
		if o == confirmed {
			l.set.rows[c].partly++
		}
		if p.claim != nil {
			k.ledger.settle(l.group, p.sizes.from, o)
		}
	}
	l.close()
	k.view.show(k.overview())
}
