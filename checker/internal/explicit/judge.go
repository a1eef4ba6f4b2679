package explicit

import (
	"slices"
	"sync"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// judged has the views that a judge evaluates, and the renamings that make no difference to them.
type judged interface {
	View(f compose.Facts) (model.View, any)
	SeesSteps() bool
	compared
}

// judge evaluates the predicates of properties in configurations. The result
// depends only on the view, so judge evaluates each view once.
type judge struct {
	machine    judged
	properties []properties.Property
	steps      mask   // the properties about steps
	reachable  mask   // the properties that an execution witnesses
	eventually mask   // the properties that a terminal configuration refutes only if their predicate did not hold before
	triggered  []mask // by property: the bit of the trigger of one with TriggeredBy, or of the ends that satisfy the assumptions; 0 if it has none

	mu       sync.Mutex
	folded   truths // of configurations that stand for others
	unfolded truths // of configurations that are there under all names
	*truths         // those in use
}

// truths are the values of predicates that have been evaluated. Each is compared with the
// value after some renamings: the predicates of a search up to symmetry must make no
// difference between processes.
type truths struct {
	renamings []int // elements of the machine's group
	views     map[uint64]mask
	pairs     map[[2]uint64]mask
	plain     map[[2]uint64]bool // predicate and view: whether it holds
	asked     map[uint64][2]mask // see judge.asked
}

func newTruths(renamings []int) truths {
	return truths{renamings: renamings, views: map[uint64]mask{}, pairs: map[[2]uint64]mask{}, plain: map[[2]uint64]bool{}, asked: map[uint64][2]mask{}}
}

// mask holds one bit for each property, for a configuration or an event.
type mask uint64

// The highest bits of a mask stand for no property.
const (
	bounded   mask = 1 << (63 - iota) // a bound of the instance stopped a process
	illFormed                         // a step was not well-formed
	stutters                          // an event that does not change the view refutes a step property
	known                             // the mask has been computed
)

func newJudge(m judged, list []properties.Property) *judge {
	j := &judge{machine: m, properties: list, folded: newTruths(m.Elements()), unfolded: newTruths(m.Generators())}
	j.fold()
	for i, p := range list {
		switch p.Form {
		case properties.AlwaysStep:
			if m.SeesSteps() {
				j.steps |= 1 << i
			}
		case properties.Reachable:
			j.reachable |= 1 << i
		case properties.Eventually:
			j.eventually |= 1 << i
		}
	}
	j.triggered = triggerBits(list)
	return j
}

// triggerBits returns a bit for each property with a trigger of TriggeredBy, or with assumptions, behind
// those of the properties.
func triggerBits(list []properties.Property) []mask {
	bits, next := make([]mask, len(list)), mask(1)<<len(list)
	for i, p := range list {
		if p.HasTrigger() || p.HasAssumptions() {
			bits[i] = next
			next <<= 1
		}
	}
	return bits
}

// fold says that the configurations that follow stand for all of their images under renamings.
func (j *judge) fold() { j.truths = &j.folded }

// unfold says that those that follow stand for themselves, and that all of their images under
// renamings are there too. Each is compared with its images under the generators of the group: so
// all of them are compared.
func (j *judge) unfold() { j.truths = &j.unfolded }

// memo is a worker's private cache of masks.
type memo struct {
	entries [256]struct {
		view uint64
		mask mask
	}
}

func viewKey(f compose.Facts, terminal bool) uint64 {
	key := uint64(f.LeftView)<<32 | uint64(f.RightView)<<1
	if terminal {
		key |= 1
	}
	return key
}

// configuration returns the mask of a configuration. Bit i is set if the
// configuration refutes property i (or witnesses it, for a Reachable property).
// After an ill-formed step, a configuration refutes only well-formedness.
func (j *judge) configuration(w *memo, f compose.Facts, terminal bool) mask {
	key := viewKey(f, terminal)
	e := &w.entries[(key^key>>31)*0x9e3779b97f4a7c15>>56]
	if e.mask == 0 || e.view != key {
		e.view, e.mask = key, j.lookUp(key, f, terminal)
	}
	return e.mask
}

func (j *judge) lookUp(key uint64, f compose.Facts, terminal bool) mask {
	j.mu.Lock()
	defer j.mu.Unlock()
	m, ok := j.views[key]
	if !ok {
		m = j.evaluate(f, terminal)
		j.views[key] = m
	}
	return m
}

func (j *judge) evaluate(f compose.Facts, terminal bool) mask {
	v, monitor := j.machine.View(f)
	v.Terminal = terminal
	m := j.see(v, monitor)
	after := j.machine.ViewAfter(v)
	j.unlessKept(func(i int) bool { return j.see(after(i), j.monitorAfter(i, monitor)) == m })
	return m
}

// unlessKept refuses the group of the machine unless the properties see the same after each
// renaming with which a configuration must be compared.
func (j *judge) unlessKept(same func(element int) bool) {
	holds := func(element int) (holds bool) {
		defer properties.Unless(&holds, false)
		return same(element)
	}
	if slices.ContainsFunc(j.renamings, func(i int) bool { return !holds(i) }) {
		j.machine.Refuse()
	}
}

// monitorAfter returns a state of the monitor after a renaming.
func (j *judge) monitorAfter(element int, monitor any) any {
	if m := monitorOf(j.properties); m != nil {
		return m.Renamed(monitor, j.machine.Image(element))
	}
	return monitor
}

// see returns the mask of a configuration with view v.
func (j *judge) see(v model.View, monitor any) mask {
	m := known
	failed := slices.ContainsFunc(v.Status, func(s model.Status) bool { return s.Failed })
	if failed {
		m |= illFormed
	}
	if v.Bounded() {
		m |= bounded
	}
	for i, p := range j.properties {
		if p.Form == properties.AlwaysStep {
			seen := v
			seen.Terminal = false
			if stays(p, seen) {
				m |= stutters
			}
		}
		if (!failed || p.IsWellFormed()) && !p.SeesConfiguration() && !p.SeesStep() && p.DecidedAt(v, monitor) {
			m |= 1 << i
		}
		if !failed && (p.IsTriggeredIn(v) || p.HasAssumptions() && v.Terminal && p.AssumedFor(v, monitor)) {
			m |= j.triggered[i]
		}
	}
	return m
}

// stays reports whether an event that does not change a view refutes a step property. It is
// true where the predicate panics: there may be no such event, and if there is, it is judged.
func stays(p properties.Property, v model.View) (refuted bool) {
	defer properties.Unless(&refuted, true)
	return !p.HoldsStep(v, v)
}

// isBounded reports whether a bound of the instance has stopped a process in the
// configuration. The inaction of a stopped process refutes no property.
func (j *judge) isBounded(f compose.Facts) bool {
	return j.lookUp(viewKey(f, false), f, false)&bounded != 0
}

// holds reports whether the predicate of property i holds in a configuration.
func (j *judge) holds(i int, f compose.Facts, terminal bool) bool {
	return j.truth([2]uint64{uint64(i), viewKey(f, terminal)}, f, terminal, j.properties[i].Holds)
}

// asked returns the properties, each a LeadsTo, whose triggers hold in a configuration, and those
// whose goals fail there.
func (j *judge) asked(f compose.Facts, terminal bool) (triggered, failing mask) {
	key := viewKey(f, terminal)
	j.mu.Lock()
	defer j.mu.Unlock()
	both, ok := j.truths.asked[key]
	if !ok {
		v, monitor := j.machine.View(f)
		v.Terminal = terminal
		both = j.ask(v, monitor)
		after := j.machine.ViewAfter(v)
		j.unlessKept(func(i int) bool { return j.ask(after(i), j.monitorAfter(i, monitor)) == both })
		j.truths.asked[key] = both
	}
	return both[0], both[1]
}

// ask returns the result of asked for a view.
func (j *judge) ask(v model.View, monitor any) (both [2]mask) {
	for i, p := range j.properties {
		if p.Triggers(v, monitor) {
			both[0] |= 1 << i
		}
		if !p.Holds(v, monitor) {
			both[1] |= 1 << i
		}
	}
	return both
}

// truth returns the value of a predicate in a configuration. The key says which
// predicate and which view.
func (j *judge) truth(key [2]uint64, f compose.Facts, terminal bool, predicate func(model.View, any) bool) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	holds, ok := j.plain[key]
	if !ok {
		v, monitor := j.machine.View(f)
		v.Terminal = terminal
		holds = predicate(v, monitor)
		after := j.machine.ViewAfter(v)
		j.unlessKept(func(i int) bool { return predicate(after(i), j.monitorAfter(i, monitor)) == holds })
		j.plain[key] = holds
	}
	return holds
}

// step returns the mask of an event. Bit i is set if the event refutes property i.
func (j *judge) step(before, after compose.Facts) mask {
	pair := [2]uint64{viewKey(before, false), viewKey(after, false)}
	j.mu.Lock()
	defer j.mu.Unlock()
	m, ok := j.pairs[pair]
	if !ok {
		m = j.evaluateStep(before, after)
		j.pairs[pair] = m
	}
	return m
}

func (j *judge) evaluateStep(before, after compose.Facts) mask {
	b, _ := j.machine.View(before)
	a, _ := j.machine.View(after)
	m := j.seeStep(b, a)
	beforehand, afterwards := j.machine.ViewAfter(b), j.machine.ViewAfter(a)
	j.unlessKept(func(i int) bool { return j.seeStep(beforehand(i), afterwards(i)) == m })
	return m
}

// seeStep returns the mask of an event between configurations with views b and a.
func (j *judge) seeStep(b, a model.View) mask {
	m := known
	if slices.ContainsFunc(a.Status, func(s model.Status) bool { return s.Failed }) {
		return m
	}
	for i, p := range j.properties {
		if p.Form == properties.AlwaysStep && !p.HoldsStep(b, a) {
			m |= 1 << i
		}
	}
	return m
}

// terminal reports whether a configuration is terminal.
func terminal(f compose.Facts, obligatory bool) bool { return f.Started && !f.Failed && !obligatory }
