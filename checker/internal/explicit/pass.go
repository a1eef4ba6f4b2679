package explicit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// pass is a search for the goals of some properties.
type pass struct {
	question engine.Question
	starts   []*model.System // of the system of the question
	budget   *engine.Budget
	answer   *engine.Answer
	machine  space
	judge    *judge
	sights   sights
	search   *search
	tallies  []tally                                     // by worker
	alone    []*pass                                     // by property: the search for an Eventually that needs one, else nil
	tried    []int64                                     // by property: how many configurations were expanded when tryAlone last looked; 0: it has not
	stays    func(s compose.State, obligatory bool) bool // of a search for one property: reports whether a loop through s may refute it; nil: any may
	decided  mask                                        // the properties that are decided before the search, or by a search alone
	failed   error                                       // of a search alone
	paths    []path                                      // by property
	forget   func(back, others int64) bool               // of its search
	sharing  *sharing                                    // of its search; nil: nobody shares it
	saver    *saver                                      // of its search
	cheapest func(halves []int64, now int) int           // of its search; nil: the usual one
	met      []mask                                      // by level: what the search has met up to it
	lost     reason.Reason                               // why the search forgot configurations that may lie on a cycle; zero: there is none
	sorted   bool                                        // onCycles is known
	onCycles []compose.State                             // the configurations on cycles, and those reachable from a cycle
}

// path is the least path that refutes (witnesses) a property.
type path struct {
	known    bool // the search for it is complete
	start    int  // where it starts, as a number in Semantics.Starts
	schedule model.Schedule
	err      error
}

// tally summarises the configurations that a worker has visited.
type tally struct {
	mask      mask
	terminals bool
	triggered mask     // the LeadsTo properties whose triggers hold in some configuration
	cut       int64    // configurations where the constraint cut the search
	_         [32]byte // pads to a cache line, against false sharing
}

// run searches the state space and decides the properties.
func (p *pass) run() (err error) {
	defer func() { err = cmp.Or(err, p.leaveDisk(err)) }()
	if err := p.begin(); err != nil {
		return err
	}
	return p.findOut()
}

// findOut is run once the state space is known.
func (p *pass) findOut() error {
	phase := "search"
	if list := p.question.Properties; len(list) == 1 && (monitorOf(list) != nil || list[0].Form == properties.LeadsTo) {
		phase = list[0].Name
	}
	p.budget.Phase = phase
	found, err := p.explore()
	if err != nil {
		return err
	}
	if err := p.decide(found); err != nil {
		return err
	}
	p.count()
	if p.question.Reduction.Symmetry != nil && p.machine.Broken() { // views were looked at since the search
		return engine.ErrBroken
	}
	return nil
}

// begin compiles the system.
func (p *pass) begin() error {
	m, err := compile(p.question)
	if err != nil {
		return err
	}
	m.Poll, m.Claim = p.budget.Poll, p.budget.Claim
	m.TooLong = func(most int) { p.budget.Halt(reason.Reason{Cause: reason.RoundTooLong, Bound: int64(most)}) }
	if p.sharing = newSharing(p.budget.Peers, p.budget, m); p.sharing != nil && p.question.Tables.Calls() > 0 {
		return fmt.Errorf("%w: a search is shared over tables that are not new", engine.ErrInternal)
	}
	return p.over(m)
}

// compile returns the machine of a question.
func compile(q engine.Question) (*compose.Machine, error) {
	monitor := monitorOf(q.Properties)
	switch g, d := q.Reduction.Symmetry, q.Reduction.Confluent; {
	case g != nil:
		return compose.NewOrbits(g, monitor, d)
	case d != nil:
		return compose.NewNormal(q.System, q.Tables, monitor, d)
	}
	return compose.New(q.System, q.Tables, monitor)
}

// over makes p a pass over a state space, that of the system of its question.
func (p *pass) over(x layers) (err error) {
	q := p.question
	p.machine.layers = x
	if p.starts, err = q.System.Semantics().Starts(); err != nil {
		return err
	}
	p.judge, p.sights = newJudge(x, q.Properties), sightsOf(q.Properties)
	if len(q.Properties) > 0 && q.Properties[0].Form == properties.LeadsTo {
		p.wait()
	}
	if p.machine.constraint = q.Constraint; q.Constraint != nil {
		p.forget = nil // a renewal knows no constraint
	}
	p.budget.Release(0) // the visited sets of earlier searches are no longer in use
	return nil
}

// refutedAt returns the first start that refutes a property before the first event, -1 if
// none does.
func (p *pass) refutedAt(property properties.Property) int {
	return slices.IndexFunc(p.starts, property.RefutedAtStart)
}

// monitorOf returns the monitor of the one property that has any and needs it; nil: none does.
func monitorOf(list []properties.Property) *properties.Monitor {
	for _, p := range list {
		if m := p.Monitor(); m != nil && !p.SeesConfiguration() && !p.SeesStep() {
			return m
		}
	}
	return nil
}

// count reports the counts of all searches.
func (p *pass) count() {
	p.answer.Stop = p.search.stopped
	counts := p.search.counts()
	p.countCut(&counts)
	p.answer.Searches = append(p.answer.Searches, counts)
	if p.question.Unmonitored && !p.search.lacks() {
		p.unlessCut(p.countUnmonitored)
	}
	for _, q := range p.alone {
		if q != nil {
			p.answer.Searches = append(p.answer.Searches, q.search.counts())
		}
	}
}

// countUnmonitored counts configurations without the state of the monitor. Those of a search that has met
// too many are counted up to its bound.
func (p *pass) countUnmonitored() error {
	seen := p.search.seen
	most := seen.Len()
	if !p.search.complete() {
		most = p.budget.Bounds.Configurations
	}
	p.answer.Unmonitored = p.machine.Unmonitored(seen.All(), seen.Len(), most)
	return nil
}

// expanded returns how many configurations all searches have expanded.
func (p *pass) expanded() (sum int64) {
	for _, q := range append(slices.Clip(p.alone), p) {
		if q != nil && q.search != nil {
			sum += q.search.configurations
		}
	}
	return sum
}

// explore searches all configurations and returns the sum of the tallies.
func (p *pass) explore() (tally, error) {
	p.search = p.newSearch()
	p.tallies = make([]tally, p.search.workers)
	list := p.question.Properties
	p.paths, p.alone, p.tried = make([]path, len(list)), make([]*pass, len(list)), make([]int64, len(list))
	for i, property := range list {
		if p.refutedAt(property) >= 0 {
			p.decided |= 1 << i
		}
	}
	p.search.visit, p.search.wants = p.visit, p.judge.steps|p.sights.ofSteps != 0
	p.search.stop = p.levelDone
	if p.forget != nil {
		p.search.forgetViews, p.search.cheapest = p.forgetViews, compose.Cheapest
		if p.cheapest != nil {
			p.search.cheapest = p.cheapest
		}
	}
	p.share()
	if p.search.forget = p.forget; (p.forget != nil || p.sharing != nil) && p.budget.Disk != nil && !p.budget.Keep {
		p.search.folder, p.search.forget, p.search.keep = p.budget.Disk, nil, true
		if err := p.beginSaving(); err != nil {
			return tally{}, err
		}
	}
	err := p.search.run()
	err = cmp.Or(err, p.failed) // in this order: levelDone sets it
	if err == nil && p.search.complete() {
		if p.search.lacks() && p.machine.MayCycle() {
			p.lost = p.search.lost()
		}
		switch {
		case !p.mayHide():
		case p.lost != reason.Reason{}:
			p.search.stopped = p.lost
		default:
			p.search.stopped, err = p.unlessCut(p.breakCycles)
		}
	}
	return p.sum(), err
}

// levelDone finds the paths to the goals that a level met. It does so at once,
// because later the search may run out of time or memory. For an Eventually, such a path is
// searched for alone, within the levels so far. It reports whether every property is decided.
func (p *pass) levelDone() bool {
	met := p.sum().mask
	p.met = append(p.met, met)
	p.unlessCut(func() error { return p.findFailure(p.sum()) }) // if this fails, decide returns the error
	for i := range p.question.Properties {
		switch {
		case met>>i&1 == 0 || p.alone[i] != nil || p.machine.marks > 1:
		case p.judge.eventually>>i&1 == 1 && p.search.keptLevels() != nil: // no memory for two searches
		case p.judge.eventually>>i&1 == 1:
			p.failed = cmp.Or(p.failed, p.tryAlone(i))
		default:
			p.unlessCut(func() error {
				_, err := p.pathOf(i)
				return err
			})
		}
	}
	p.sights.settled |= p.sum().mask
	return p.failed != nil || p.allDecided()
}

// pathOf returns the least path that refutes (witnesses) property i. The search
// must have met a configuration or an event that refutes (witnesses) it.
func (p *pass) pathOf(i int) (path, error) {
	s := &p.paths[i]
	if !s.known {
		var w walk
		w, s.err = p.shortest(i)
		s.known, s.start, s.schedule = true, w.start, w.schedule // if shortest is cut short, it panics and known stays false
	}
	return *s, s.err
}

func (p *pass) newSearch() *search {
	s := &search{machine: p.machine, budget: p.budget, workers: max(1, p.question.Workers)}
	s.store = inMemory{s}
	return s
}

func (p *pass) visit(w *worker, s compose.State, next []compose.State, obligatory bool) {
	t := &p.tallies[w.number]
	f := p.machine.Facts(s)
	ends := terminal(f, obligatory)
	if ends {
		t.terminals = true
	}
	if len(next) == 0 && p.machine.isCut(w.number, s) {
		t.cut++
	}
	here := p.judge.configuration(&w.memo, f, ends)
	t.mask |= here
	if p.sights.any() {
		t.mask |= p.see(w, s, f, ends)
	}
	if p.machine.pending != nil {
		triggered, _ := p.judge.asked(f, ends)
		t.triggered |= triggered
		if ends && here&bounded == 0 {
			t.mask |= p.machine.pending(s, obligatory) & p.judge.satisfied(here)
		}
	}
	if p.judge.steps != 0 {
		for _, n := range next {
			if g := p.machine.Facts(n); here&stutters != 0 || g.LeftView != f.LeftView || g.RightView != f.RightView {
				t.mask |= p.judge.step(f, g)
			}
		}
	}
}

// sum returns the sum of the tallies, of all parts if the search is shared.
func (p *pass) sum() tally {
	sum := p.sumHere()
	if p.sharing != nil {
		others := p.sharing.all.Tally
		sum.mask |= others.Mask
		sum.terminals = sum.terminals || others.Terminals
		sum.triggered |= others.Triggered
	}
	return sum
}

// sumHere returns the sum of the tallies of the workers.
func (p *pass) sumHere() (sum tally) {
	for _, t := range p.tallies {
		sum.mask |= t.mask
		sum.terminals = sum.terminals || t.terminals
		sum.triggered |= t.triggered
		sum.cut += t.cut
	}
	return sum
}

// allDecided reports whether the configurations met so far decide every
// property.
func (p *pass) allDecided() bool {
	decided, all := p.sum().mask&^p.judge.eventually|p.decided, mask(1)<<len(p.question.Properties)-1
	if decided&illFormed == 0 { // the search may still meet an ill-formed step, and then a witness decides nothing
		decided &^= p.judge.reachable
	}
	return len(p.question.Properties) > 0 && decided&all == all
}
