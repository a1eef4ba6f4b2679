package compose

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// State is a configuration: the numbers of the states of the two components at
// the root, with the left one in the upper half. States are equal if and only if
// the configurations are. A State is valid only for the machine that returned it.
type State uint64

// Left returns the number of the left component's state.
func (s State) Left() uint32 { return uint32(s >> 32) }

// Right returns the number of the right component's state.
func (s State) Right() uint32 { return uint32(s) }

// Machine is a compiled system. Its methods are safe for concurrent use.
type Machine struct {
	sys    *model.System
	tables *compiled.Tables
	Hooks
	reduction reduction // which events are taken
	folding   folding   // which configurations stand for others
	telling   telling
	failings
	rules
	mayStart bool // no process has taken a step in some initial configuration
	clocks   *compiled.Clocks
	joints   []joint // the events of all processes at once
	sends    *sends  // for predicates that ask
	showings showings

	mu          sync.Mutex // held while tables grow
	recorder    recorder   // of the requests that made them grow
	lane        int        // the lane of the worker that holds mu
	batches     *batches
	contents    *contents
	leaves      []*leaf
	environment *environment
	pairs       map[*component]*pair
	left, right *component
	labels      labels
	initials    []State  // in the order of [model.Semantics.Starts]
	passed      []uint32 // how many messages the confluent deliveries before each of them send
	bytes       atomic.Int64
}

// Edge is one event of a configuration.
type Edge struct {
	Next   State
	Label  uint32
	Passed uint32 // how many messages the confluent deliveries behind the event send; counted by [Machine.Weighed] only
}

// New compiles s. If monitor is not nil, the machine runs it. Machines that are used
// one after the other may share t.
func New(s *model.System, t *compiled.Tables, monitor *properties.Monitor) (*Machine, error) {
	return compile(s, t, monitor, unfolded, takingAll)
}

// NewNormal compiles s to a machine of its normal forms. A normal form is a
// configuration that enables no confluent delivery or lies on a cycle of confluent
// deliveries. An event leads to the normal form of its successor. If a process is
// closed in a normal form, only its events are taken. Of confluent deliveries, a monitor
// that counts messages is told, and no other.
func NewNormal(s *model.System, t *compiled.Tables, monitor *properties.Monitor, d *confluent.Deliveries) (*Machine, error) {
	m, err := compile(s, t, monitor, unfolded, func(m *Machine) reduction { return newNormal(m, d) })
	for i := 0; err == nil && i < len(m.initials); i++ {
		m.initials[i], m.passed[i] = m.reduction.weigh(m.initials[i])
	}
	return m, err
}

// NewOrbits compiles the system of a group to a machine whose configurations stand for
// those that the group maps them to: see [Machine.Representative]. If d is not nil, it
// is a machine of normal forms, like that of NewNormal.
func NewOrbits(g *symmetry.Group, monitor *properties.Monitor, d *confluent.Deliveries) (*Machine, error) {
	reduce := takingAll
	if d != nil {
		reduce = func(m *Machine) reduction { return newNormal(m, d) }
	}
	m, err := compile(g.System(), g.Tables(), monitor, func(m *Machine) folding { return newFolding(m, g) }, reduce)
	if err == nil {
		m.reduction.land(0, m.initials)
	}
	return m, err
}

// takingAll returns the reduction of a machine that takes all events.
func takingAll(m *Machine) reduction { return plain{m} }

// unfolded returns the folding of a machine in which each configuration stands for itself.
func unfolded(*Machine) folding { return distinct{} }

// compile returns the machine of s, with these layers.
func compile(s *model.System, t *compiled.Tables, monitor *properties.Monitor, fold func(*Machine) folding, reduce func(*Machine) reduction) (*Machine, error) {
	n := s.Network().N
	if s.Network().Faults.Cut > 0 || s.Network().Faults.Divide > 0 {
		for p := range n {
			if s.Semantics().Ports(p) > 64 {
				return nil, fmt.Errorf("%s: process %d has %d ports; links can be cut where there are at most 64", s.Name(), p, s.Semantics().Ports(p))
			}
		}
	}
	m := &Machine{sys: s, tables: t, batches: newBatches(), rules: rulesOf(s.Network()), recorder: forgetful{}}
	m.sends = newSends(s.Network())
	m.showings.bare = m.newShowing(true)
	m.folding = fold(m)
	m.reduction = reduce(m)
	grow := func(bytes int64) { m.bytes.Add(bytes) }
	m.pairs, m.labels = map[*component]*pair{}, newLabels(grow)
	m.contents, m.batches.grow = newContents(s.Network().Order, m.poll, grow), grow
	m.contents.places = s.Network().Capacity.Places
	if m.delay > 0 {
		m.clocks = compiled.NewClocks(grow)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var parts []*component
	for p := range n {
		m.leaves = append(m.leaves, newLeaf(m, p))
		parts = append(parts, m.leaves[p].component)
	}
	m.telling = newTelling(m, monitor)
	m.environment = newEnvironment(m, n, m.telling.watched(monitor))
	parts = append(parts, m.environment.component)
	half := (n + 1) / 2
	m.left, m.right = m.compose(parts[:half]), m.compose(parts[half:])
	m.joints = newJoints(m)
	return m, m.begin(monitor)
}

// compose composes adjacent parts to one component, as a balanced binary tree.
func (m *Machine) compose(parts []*component) *component {
	if len(parts) == 1 {
		return parts[0]
	}
	half := len(parts) / 2
	return newPair(m, m.compose(parts[:half]), m.compose(parts[half:])).component
}

// begin computes the initial configurations, in which a monitor begins, unless it is nil.
func (m *Machine) begin(of *properties.Monitor) error {
	starts, err := m.sys.Semantics().Starts()
	if err != nil {
		return err
	}
	monitors := make([]any, len(starts))
	for i, start := range starts {
		if c := start.Initial(); !c.Failed() {
			m.mayStart = m.mayStart || !c.Started
			for p, l := range m.leaves {
				if !c.Down[p] {
					l.firsts = append(l.firsts, int32(m.tables.Local(p, c.Locals[p])))
				}
			}
		}
		if of != nil {
			monitors[i] = of.Begin(start)
		}
	}
	for _, l := range m.leaves {
		slices.Sort(l.firsts)
		l.firsts = slices.Compact(l.firsts)
	}
	if of != nil {
		m.folding.begin(of, starts, monitors)
	}
	for i, start := range starts {
		m.initials = append(m.initials, m.encode(start.Initial(), monitors[i]))
	}
	m.passed = make([]uint32, len(starts))
	return nil
}

// encode returns the state of a configuration.
func (m *Machine) encode(c model.Configuration, monitor any) State {
	states := make([]uint32, len(m.leaves)+1)
	for p, l := range m.leaves {
		v := make([]int32, l.vectors.width)
		v[atLocal] = -1
		if c.Locals[p] != nil {
			v[atLocal] = int32(m.tables.Local(p, c.Locals[p]))
		}
		if c.Down[p] {
			v[atMode] = modeDown
		}
		if c.Failures != nil && c.Failures[p] != "" {
			l.fail(v, c.Failures[p], nil)
		}
		for i, ch := range l.slots {
			for _, e := range c.Channels[ch] {
				v[atChannels+i] = m.contents.put(v[atChannels+i], m.entryOf(e))
				m.reduction.fill(ch)
			}
		}
		if m.delay > 0 {
			l.encodeClocks(v, c)
		}
		states[p] = l.state(v)
	}
	states[len(m.leaves)] = m.environment.state(environmentState{left: c.Left, started: c.Started, monitor: monitor})
	return m.join(states)
}

// join returns the state with these states of the leaves. The lock must be held.
func (m *Machine) join(states []uint32) State {
	return State(m.number(m.left, states))<<32 | State(m.number(m.right, states))
}

func (m *Machine) number(c *component, states []uint32) uint32 {
	p, ok := m.pairs[c]
	if !ok {
		return states[c.lo]
	}
	return p.state(m.number(p.left, states), m.number(p.right, states))
}

// split returns the states of the leaves.
func (m *Machine) split(s State) []uint32 {
	states := make([]uint32, len(m.leaves)+1)
	m.spread(m.left, s.Left(), states)
	m.spread(m.right, s.Right(), states)
	return states
}

func (m *Machine) spread(c *component, id uint32, states []uint32) {
	p, ok := m.pairs[c]
	if !ok {
		states[c.lo] = id
		return
	}
	halves := c.record(id).halves
	m.spread(p.left, uint32(halves>>32), states)
	m.spread(p.right, uint32(halves), states)
}

// poll calls Poll, unless that is nil.
func (m *Machine) poll() {
	if m.Poll != nil {
		m.Poll()
	}
}

// Initial returns the initial configuration, the first if there are several.
func (m *Machine) Initial() State { return m.initials[0] }

// Initials returns the initial configurations, in the order of [model.Semantics.Starts]. The list
// must not be modified.
func (m *Machine) Initials() []State { return m.initials }

// Estimates of memory: for an entry of a map keyed by text, without the text, and
// for a list in a list of lists, without its elements.
const (
	bytesPerName = 64
	bytesPerList = 48
)

// Bytes estimates the memory of the machine's tables, with the names of states,
// the contents of channels and the batches.
func (m *Machine) Bytes() int64 {
	return m.bytes.Load() + m.tables.Bytes() + m.reduction.bytes()
}

// Broken reports whether a later step contradicts the reduction: a delivery that was
// taken at once was not confluent, or a renaming changes something. A broken machine
// proves nothing about the system.
func (m *Machine) Broken() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.folding.broken() || m.reduction.broken()
}

// SeesSteps reports whether a search must look at events to judge properties of events: see
// [confluent.Deliveries.SeesSteps].
func (m *Machine) SeesSteps() bool { return m.reduction.seesSteps() }

// Numbered returns how many states of the left and of the right half have a number.
func (m *Machine) Numbered() (left, right int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return int64(m.left.count), int64(m.right.count)
}

// Learn lets a broken machine go on with all that its search has met. It still proves
// nothing, but meets more. It reports whether that is possible.
func (m *Machine) Learn() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reduction.learn()
}

// Label returns the label with number n, as in [Edge].
func (m *Machine) Label(n uint32) Label {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.labels.list[n]
}

// Labels returns all labels so far, by number.
func (m *Machine) Labels() []Label {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clip(m.labels.list)
}

// label returns the number of the label of d. The lock must be held.
func (m *Machine) label(d *draft) uint32 {
	return m.labelOf(d.event, d.flags&optional == 0, d.sendCount)
}

func (m *Machine) labelOf(e model.Event, obligatory bool, sends int) uint32 {
	return m.labels.of(m.sys, e, obligatory, sends)
}
