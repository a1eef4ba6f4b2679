package checker

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/dead"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// check is one call of Check: a search of the configurations for all
// properties that need nothing more, and one for each of the others.
type check struct {
	system   *model.System
	options  Options
	tables   *model.Tables
	dead     *dead.Messages // what the reduction leaves out; nil: nothing
	limits   *limits
	verdicts []Verdict
	known    []Verdict // what earlier turns of Auto decided; nil: there were none
	report   Report
	sawAll   bool // some search met all configurations

	illFormed bool             // a step that is not well-formed was met
	failure   *model.Execution // the least execution to one; nil: not met, or cut short before it was found

	made   int64 // nodes of diagrams
	effort int64 // the most of them in a turn of Auto; 0: no bound
	share  int64 // the most bytes of diagrams in a turn of Auto; 0: no bound
}

func (k *check) run() error {
	if err := k.reduce(); err != nil {
		return err
	}
	if err := k.engine(); err != nil {
		return err
	}
	k.judgeIllFormed()
	return nil
}

func (k *check) engine() error {
	switch k.options.Engine {
	case Symbolic:
		return k.diagrams()
	case Auto:
		return k.auto()
	}
	return k.explicit()
}

// diagrams is a search by the symbolic engine.
func (k *check) diagrams() error {
	return k.settled(func() error {
		k.reset()
		return k.symbolic()
	})
}

// reset forgets what a search found, but for what earlier turns decided.
func (k *check) reset() {
	k.limits.again()
	k.report = Report{Reduction: k.options.Reduce}
	if k.known != nil {
		k.verdicts = slices.Clone(k.known)
		return
	}
	for i, v := range k.verdicts {
		k.verdicts[i] = Verdict{Property: v.Property}
	}
}

func (k *check) explicit() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case cut:
			k.cutShort(string(r))
		default:
			err = asError(r)
		}
	}()
	var plain, monitored []int
	for i, v := range k.verdicts {
		switch {
		case v.Result != Unknown: // by an earlier turn
		case v.Property.Monitor() == nil:
			plain = append(plain, i)
		default:
			monitored = append(monitored, i)
		}
	}
	if len(plain) > 0 || len(monitored) == 0 {
		if err := k.pass(nil, plain); err != nil {
			return err
		}
	}
	for _, i := range monitored {
		if err := k.pass(&k.verdicts[i].Property, []int{i}); err != nil {
			return err
		}
	}
	if len(plain) > 0 || len(monitored) == 0 {
		return nil
	}
	if !slices.ContainsFunc(k.verdicts, func(v Verdict) bool { return v.Result != Violated }) {
		k.report.Complete, k.report.Stopped = false, AllDecided // the plain search would decide nothing
		return nil
	}
	return k.pass(nil, nil)
}

// asError returns what a search panicked with as an error if it says something
// of the algorithm or a property, and panics again otherwise.
func asError(r any) error {
	switch r := r.(type) {
	case *model.ImpureError:
		return r
	case *model.ValueError:
		return r
	case *properties.PanicError:
		return r
	}
	panic(r)
}

// pass is a search for some of the properties: those without a monitor
// (monitored is nil), or the one that has it.
type pass struct {
	*check
	machine *compose.Machine
	which   []int // the properties, as indices of verdicts
	judge   *judge
	search  *search
	tallies []tally // by worker
	avoided []*pass // by property: the search that avoided the predicate of an Eventually, else nil
	settled mask    // the properties that are decided before the search
	found   []found // by property: what refutes (witnesses) it, once that was looked for
}

// found is what was found to refute (witness) a property.
type found struct {
	execution *model.Execution
	err       error
}

// tally is what a worker has found.
type tally struct {
	mask      mask
	terminals bool
	_         [48]byte // a cache line of its own
}

// pass searches for some of the properties.
func (k *check) pass(monitored *properties.Property, which []int) error {
	return k.settled(func() error { return k.searchFor(monitored, which) })
}

func (k *check) searchFor(monitored *properties.Property, which []int) error {
	var monitor *properties.Monitor
	if monitored != nil {
		monitor = monitored.Monitor()
	}
	m, err := compose.New(k.system, k.tables, monitor, k.dead)
	if err != nil {
		return err
	}
	var list []properties.Property
	for _, i := range which {
		list = append(list, k.verdicts[i].Property)
	}
	p := &pass{check: k, machine: m, which: which, judge: newJudge(m, list)}
	p.judge.reduced = k.dead != nil
	m.Poll, m.Claim, p.limits.held = k.limits.poll, k.limits.claim, 0 // the visited sets of earlier passes are gone
	if err := p.avoidAll(); err != nil {
		return err
	}
	p.limits.phase = "search"
	if monitored != nil {
		p.limits.phase = monitored.Name
	}
	found, err := p.explore()
	if err != nil {
		return err
	}
	p.tell(monitored)
	k.sawAll = k.sawAll || p.search.stopped == ""
	return p.decide(found)
}

// tell reports the counts of the plain search, or of the first if there is none.
// Where that did not meet all configurations, as everything was decided before,
// they are those of the search that looked at most.
func (p *pass) tell(monitored *properties.Property) {
	r := &p.report
	if monitored == nil || r.Configurations == 0 {
		r.Stopped, r.Complete = p.search.stopped, p.search.stopped == ""
		r.count(p.search)
	}
	if r.Stopped != AllDecided {
		return
	}
	searches := []*search{p.search}
	for _, q := range p.avoided {
		if q != nil {
			searches = append(searches, q.search)
		}
	}
	for _, s := range searches {
		if s.configurations > r.Configurations {
			r.count(s)
		}
	}
}

// count reports the counts of a search.
func (r *Report) count(s *search) {
	r.Configurations, r.Events, r.Depth = s.configurations, s.events, s.depth
}

// avoidAll searches for the Eventually properties one by one: what they refute
// early need not be searched to the end.
func (p *pass) avoidAll() (err error) {
	p.avoided = make([]*pass, len(p.which))
	for i, property := range p.judge.properties {
		if property.RefutedAtStart(p.system) {
			p.settled |= 1 << i
		}
		if property.Form != properties.Eventually {
			continue
		}
		if p.avoided[i], err = p.avoid(i); err != nil {
			return err
		}
		p.limits.held += p.avoided[i].search.seen.Bytes()
		if q := p.avoided[i]; q.allDecided() {
			p.settled |= 1 << i
			v := &p.verdicts[p.which[i]]
			if err := p.unlessCut(v, func() error { return q.refuteAvoiding(v) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// explore searches all configurations and returns what was found in them.
func (p *pass) explore() (tally, error) {
	p.search = p.newSearch()
	p.tallies = make([]tally, p.search.workers)
	p.found = make([]found, len(p.which))
	p.search.visit = p.visit
	p.search.stop = p.levelDone
	err := p.search.run()
	return p.sum(), err
}

// levelDone shows what a level has refuted (witnessed), lest the search use up
// all time and memory before, and reports whether every property is decided.
func (p *pass) levelDone() bool {
	met := p.sum().mask
	p.findFailure(p.sum()) // an error is one when it is asked for again
	for i, index := range p.which {
		if met>>i&1 == 1 && p.judge.properties[i].Form != properties.Eventually {
			p.unlessCut(&p.verdicts[index], func() error {
				_, err := p.show(i)
				return err
			})
		}
	}
	return p.allDecided()
}

// show returns the least execution that refutes (witnesses) property i, which
// some configuration or event is known to do.
func (p *pass) show(i int) (*model.Execution, error) {
	s := &p.found[i]
	if s.execution == nil && s.err == nil {
		s.execution, s.err = p.shortest(i)
	}
	return s.execution, s.err
}

func (p *pass) newSearch() *search {
	return &search{machine: p.machine, limits: p.limits, workers: max(1, p.options.Workers)}
}

func (p *pass) visit(w *worker, s compose.State, next []compose.State, obligatory bool) {
	t := &p.tallies[w.number]
	f := p.machine.Facts(s)
	ends := terminal(f, obligatory)
	if ends {
		t.terminals = true
	}
	here := p.judge.configuration(&w.memo, f, ends)
	t.mask |= here
	if p.judge.steps != 0 {
		for _, n := range next {
			if g := p.machine.Facts(n); here&stutters != 0 || g.LeftView != f.LeftView || g.RightView != f.RightView {
				t.mask |= p.judge.step(f, g)
			}
		}
	}
}

func (p *pass) sum() tally {
	var sum tally
	for _, t := range p.tallies {
		sum.mask |= t.mask
		sum.terminals = sum.terminals || t.terminals
	}
	return sum
}

// allDecided reports whether the configurations met so far decide every
// property.
func (p *pass) allDecided() bool {
	decided, all := p.sum().mask|p.settled, mask(1)<<len(p.which)-1
	if decided&illFormed == 0 { // what is witnessed holds only where all steps are well-formed
		decided &^= p.judge.reachable
	}
	return len(p.which) > 0 && decided&all == all
}

// decide turns what a search found into verdicts.
func (p *pass) decide(found tally) error {
	if err := p.findFailure(found); err != nil {
		return err
	}
	var cycles *cycles
	for i, index := range p.which {
		v := &p.verdicts[index]
		if err := p.unlessCut(v, func() error { return p.decideOne(i, v, found, &cycles) }); err != nil {
			return err
		}
		if why := p.limits.reason(); v.Result == Unknown && v.Note == why && found.mask>>i&1 == 1 {
			v.Note = why + notShown
		}
	}
	return nil
}

// notShown is added to why a search stopped that had met what decides a
// property.
const notShown = ": what decides it was met, but not shown in time"

// unlessCut calls decide. If that is cut short, v stays unknown.
func (p *pass) unlessCut(v *Verdict, decide func() error) error {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case cut:
			v.Result = Unknown // what is violated has a counterexample
			p.cutShort(string(r))
		default:
			panic(r)
		}
	}()
	return decide()
}

// decideOne judges property i. The cycles of the search are found when they are
// first asked for.
func (p *pass) decideOne(i int, v *Verdict, found tally, cycles **cycles) (err error) {
	complete := p.search.stopped == ""
	form := v.Property.Form
	hit := found.mask>>i&1 == 1
	v.Note = "" // of another property that was cut short
	switch {
	case v.Property.RefutedAtStart(p.system):
		v.Result = Violated
		v.Execution, err = p.execution(i, model.Lasso{})
	case p.noticed(v, found):
		v.Note = seesNothing
	case form == properties.Reachable && hit:
		v.Execution, err = p.show(i)
		v.Result = Holds
	case form == properties.Reachable && complete:
		v.Result = Violated
	case form == properties.Eventually:
		err = p.eventually(p.avoided[i], v, found)
	case hit:
		v.Execution, err = p.show(i)
		v.Result = Violated
	case !complete:
		v.Note = p.search.stopped
	case !form.IsLiveness():
		v.Result = Holds
		if form == properties.AtEnd && !found.terminals {
			v.Result = Vacuous
		}
	case p.dead != nil:
		p.reducedLiveness(p, v, found)
	default:
		if *cycles == nil {
			if *cycles, err = p.findCycles(p.search, p.options.Fairness, nil); err != nil {
				return err
			}
		}
		err = p.liveness(i, v, found, *cycles)
	}
	return err
}

// liveness judges property i, which no terminal configuration refutes.
func (p *pass) liveness(i int, v *Verdict, found tally, c *cycles) error {
	bad := func(*component) bool { return true }
	if v.Property.Form == properties.Stabilises {
		bad = func(part *component) bool { return c.refutes(part, i) }
	}
	var parts []*component
	for _, part := range c.fair {
		if bad(part) {
			parts = append(parts, part)
		}
	}
	if len(parts) > 0 {
		v.Result = Violated
		var err error
		v.Execution, err = p.lasso(i, c, parts)
		return err
	}
	p.livenessHolds(v, found, len(c.fair) > 0)
	return nil
}

// livenessHolds is the verdict of a liveness property that nothing refutes.
func (p *pass) livenessHolds(v *Verdict, found tally, loops bool) {
	switch {
	case found.mask&bounded != 0:
		v.Note = "a bound of the instance is reachable"
	case !found.terminals && !loops:
		v.Result = Vacuous
	default:
		v.Result = Holds
	}
}

// execution replays a schedule that refutes (witnesses) property i and judges
// it, by code that shares nothing with the search.
func (p *pass) execution(i int, l model.Lasso) (*model.Execution, error) {
	return p.shown(p.judge.properties[i], l)
}

// shown is execution for a schedule that may be one of a reduced search.
func (k *check) shown(p properties.Property, l model.Lasso) (*model.Execution, error) {
	if k.dead != nil {
		stem, err := k.whole(l.Stem, p.Form == properties.AtEnd || p.Form.IsLiveness())
		if err != nil {
			return nil, err
		}
		l.Stem = stem
	}
	return k.replayed(p, l)
}

func (k *check) replayed(p properties.Property, l model.Lasso) (*model.Execution, error) {
	x, err := k.system.Replay(l)
	if err == nil {
		err = p.Judge(x, k.options.Fairness)
	}
	if panicked := (*properties.PanicError)(nil); errors.As(err, &panicked) {
		return nil, panicked
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a counterexample of the search is none: %w", errInternal, err)
	}
	return &x, nil
}
