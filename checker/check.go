package checker

import (
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
