package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// A measurement is one quantity of a group for a range of n.
type measurement struct {
	number   int // in the request
	group    *group
	quantity checker.Quantity
	formulas []claims.Formula
	remark   string // of the catalogue, or ""
	sizes    sizes
	amounts  []*amounts // by n
}

// amounts are the extremes of a quantity at one n.
type amounts struct {
	n               int
	arrangements    [][]model.ID // of the identities; just nil for an algorithm without identities
	extremes        []checker.Extremes
	measured        int         // arrangements with known, finite extremes
	least, greatest int         // the first of those that has it
	endless         bool        // some execution of some arrangement does not end
	gaveUp          atomic.Bool // a search was cut short, so the extremes will remain unknown
	stopped         string      // why those of some arrangement are unknown, or ""
}

func (a *amounts) atLeast() int64 { return a.extremes[a.least].Least }
func (a *amounts) atMost() int64  { return a.extremes[a.greatest].Greatest }

// known reports whether the extremes are known and finite.
func (a *amounts) known() bool { return a.stopped == "" && !a.endless }

// plan returns the measurements to make, in the order of the catalogue. If time is
// up, it omits arrangements.
func (c *measureCommand) plan(late func() string, stderr io.Writer) ([]*measurement, error) {
	entries, err := c.known.named(c.algorithms)
	if err != nil {
		return nil, err
	}
	var plan []*measurement
	for _, e := range entries {
		of, err := c.planOf(e)
		if err != nil {
			return nil, err
		}
		plan = append(plan, of...)
	}
	var suited []*measurement
	var reasons []error
	for _, m := range plan {
		err := c.arrangeAll(m, late)
		switch {
		case err == nil:
			suited = append(suited, m)
		case c.mayLeaveOut(err):
			reasons = append(reasons, err)
		default:
			return nil, err
		}
	}
	return suited, leaveOut(reasons, len(suited), stderr)
}

// arrangeAll finds the arrangements for each n of a measurement.
func (c *measureCommand) arrangeAll(m *measurement, late func() string) error {
	for n := m.sizes.from; n <= m.sizes.to; n++ {
		a := &amounts{n: n}
		if err := c.arrange(m.group, a, late); err != nil {
			return err
		}
		m.amounts = append(m.amounts, a)
	}
	return nil
}

// arrange finds the arrangements of the identities until time is up.
func (c *measureCommand) arrange(g *group, a *amounts, late func() string) error {
	net := g.network(a.n)
	if err := hasSize(g.entry, net, a.n); err != nil {
		return err
	}
	arrangements, _, err := c.arrangements(g, net)
	if err != nil {
		return err
	}
	for ids := range arrangements {
		if len(a.arrangements)%1024 == 0 && late() != "" {
			a.stopped = cutShort(late()).Error()
			break
		}
		if len(a.arrangements) == maxArranged {
			return errTooMany(g, a.n)
		}
		a.arrangements = append(a.arrangements, ids)
	}
	a.extremes = make([]checker.Extremes, len(a.arrangements))
	return nil
}

func cutShort(why string) error { return fmt.Errorf("%w: %s", checker.ErrCutShort, why) }

// planOf returns the measurements of an algorithm: those of the catalogue,
// unless the request asks for others.
func (c *measureCommand) planOf(e claims.Entry) ([]*measurement, error) {
	catalogue, err := catalogued(e)
	if err != nil || c.report {
		return catalogue, err
	}
	own, err := c.ownMeasurement(e)
	if err != nil {
		return nil, err
	}
	var plan []*measurement
	for _, m := range catalogue {
		switch {
		case c.quantity != nil && m.quantity != *c.quantity:
		case c.setsCondition() && !m.group.isLike(own.group):
		case c.resize(m, m.group.isLike(own.group) && !hasRival(m, catalogue)):
			plan = append(plan, m)
		}
	}
	if plan == nil {
		plan = []*measurement{own}
	}
	return plan, nil
}

// hasRival reports whether the catalogue has the same quantity under the same
// condition twice, for different n.
func hasRival(m *measurement, catalogue []*measurement) bool {
	return slices.ContainsFunc(catalogue, func(other *measurement) bool {
		return other != m && other.quantity == m.quantity && other.group.isLike(m.group)
	})
}

// ownMeasurement returns the measurement of an algorithm for which the catalogue
// has no formula.
func (c *measureCommand) ownMeasurement(e claims.Entry) (*measurement, error) {
	v, err := e.ParseChoice(cmp.Or(c.variant, "corrected"), c.readings, c.limits)
	if err != nil {
		return nil, err
	}
	m := &measurement{group: &group{entry: e, variant: v, change: c.changed}, sizes: unclaimed(e)}
	if c.quantity != nil {
		m.quantity = *c.quantity
	}
	c.resize(m, true)
	return m, nil
}

// resize sets the n of m to those of the request if m makes sense for any n, or
// else to those that they share, and reports whether there are any. Formulas are
// about all arrangements of the identities 1..n.
func (c *measureCommand) resize(m *measurement, anySize bool) bool {
	if c.ids.mode != allArrangements {
		m.formulas = nil
	}
	switch {
	case c.sizes == sizes{}:
	case anySize:
		m.sizes = c.sizes
	default:
		m.sizes = sizes{max(m.sizes.from, c.sizes.from), min(m.sizes.to, c.sizes.to)}
	}
	return m.sizes.from <= m.sizes.to
}

// catalogued returns the measurements for which the catalogue has formulas.
func catalogued(e claims.Entry) ([]*measurement, error) {
	var plan []*measurement
	for i := range e.Quantities {
		q := &e.Quantities[i]
		g, err := claimGroup(e, &q.Where)
		if err != nil {
			return nil, err
		}
		of, err := parseQuantity(q.Of)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		plan = append(plan, &measurement{group: g, quantity: of, formulas: q.Formulas, remark: q.Remark, sizes: sizes{q.Where.From, q.Where.To}})
	}
	return plan, nil
}

// unexpected returns the formulas that should agree with the extremes according to
// the catalogue, and do not.
func (m *measurement) unexpected() []claims.Formula {
	var list []claims.Formula
	for _, f := range m.formulas {
		for _, a := range m.amounts {
			if f.Refuted == "" && a.known() && !f.Agrees(a.n, a.atLeast(), a.atMost()) {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// An extremesTask asks for the extremes of one system.
type extremesTask struct {
	*measurement
	amounts *amounts
	index   int // of the arrangement
}

// instance returns the measured system as an instance.
func (t *extremesTask) instance() *instance {
	return &instance{instanceSet: &instanceSet{group: t.group, network: t.group.network(t.amounts.n)}, ids: t.amounts.arrangements[t.index]}
}

// extremesTasks returns the tasks of a plan.
func extremesTasks(plan []*measurement) []*extremesTask {
	var tasks []*extremesTask
	for number, m := range plan {
		m.number = number
		for _, a := range m.amounts {
			for i := range a.arrangements {
				tasks = append(tasks, &extremesTask{measurement: m, amounts: a, index: i})
			}
		}
	}
	return tasks
}

// measure finds the extremes of all systems of a plan, several at a time.
func (c *measureCommand) measure(ctx context.Context, s *search, plan []*measurement, stderr io.Writer) error {
	tasks := extremesTasks(plan)
	if err := c.measureEach(ctx, s, tasks, newProgress(stderr, len(tasks))); err != nil {
		return err
	}
	for _, m := range plan {
		for _, a := range m.amounts {
			a.findExtremes()
		}
	}
	return nil
}

// measureEach finds the extremes of each system, and records which searches were
// cut short. After one is cut short, the others of the same n are skipped.
func (c *measureCommand) measureEach(ctx context.Context, s *search, tasks []*extremesTask, p *progress) error {
	defer p.close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	measure := func(t *extremesTask) error {
		if done, err := c.taken(t); done || err != nil {
			return err
		}
		if why := s.late(ctx); why != "" {
			return cutShort(why)
		}
		if t.amounts.gaveUp.Load() {
			return c.keep(ctx, s, t, checker.ErrCutShort) // or merge would miss it
		}
		if c.merges() {
			return missing(t.instance().title())
		}
		shown := t.instance()
		system, err := shown.system()
		if err != nil {
			return err
		}
		o := c.bounds(s, p.of(shown))
		x, err := checker.Measure(ctx, system, t.quantity, o)
		if !c.report && !c.draws() { // they are large, and nobody wants to see them
			x.LeastBy, x.GreatestBy = nil, nil
		}
		t.amounts.extremes[t.index] = x
		if cut := (*checker.CutShortError)(nil); errors.As(err, &cut) {
			t.amounts.gaveUp.Store(true)
			cut.Reason = s.named(cut.Reason, o.MaxTime)
		}
		p.add(shown, 0)
		return c.keep(ctx, s, t, err)
	}
	atOnce := runtime.GOMAXPROCS(0)
	if c.merges() { // see search.divide
		atOnce = 1
	}
	return inOrder(atOnce, slices.Values(tasks), measure, func(t *extremesTask, err error) error {
		if a := t.amounts; errors.Is(err, checker.ErrCutShort) {
			if a.stopped == "" || a.stopped == checker.ErrCutShort.Error() {
				a.stopped = err.Error()
			}
			return nil
		}
		return err
	})
}

// draws reports whether executions with the extremes are wanted.
func (c *measureCommand) draws() bool { return c.chart || c.files != "" }

// bounds returns the options of one search.
func (c *measureCommand) bounds(s *search, progress func(checker.Progress)) checker.Options {
	o := s.bounded()
	o.Workers = max(o.Workers, 1)
	o.Progress = progress
	if c.report { // its executions are the least in event order
		o.Search.Reduce = checker.NoReduction
	}
	return o
}

// findExtremes finds the arrangements with the extremes.
func (a *amounts) findExtremes() {
	for i, x := range a.extremes {
		a.endless = a.endless || !x.Finite && a.stopped == ""
		if !x.Finite {
			continue
		}
		if a.measured == 0 || x.Least < a.atLeast() {
			a.least = i
		}
		if a.measured == 0 || x.Greatest > a.atMost() {
			a.greatest = i
		}
		a.measured++
	}
}

// parseQuantity reads the quantity to measure.
func parseQuantity(s string) (checker.Quantity, error) {
	for q := checker.Messages; q <= checker.Length; q++ {
		if q.String() == s {
			return q, nil
		}
	}
	return 0, fmt.Errorf("unknown quantity %q; allowed: messages, rounds, events", s)
}
