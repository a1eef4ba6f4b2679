package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/numbering"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// System is a system laid out over the levels of a diagram.
type System struct {
	Sets     *diagram.Reach // the sets of configurations
	sys      *model.System
	tables   *compiled.Tables
	contents *contents
	monitor  *properties.Monitor

	locals      []*locals // by process
	channels    []level   // by channel
	environment *environment
	places      []place // by level, from 1
	changes     map[string]*function
	results     int64 // bytes of all functions
	groups      map[groupKey]*Group
	observed    map[properties.Observation]bool // the observations that a monitor would get of events, if there is none
	list        []*Group
	starts      []*model.System // of sys
	initial     diagram.Set
	time        *clockwork // nil unless the timing is bounded
	firsts      [][]uint32 // by start: the values of its initial configuration
	mayStart    bool       // no process has taken a step in some initial configuration
	illFormed   bool       // in each initial configuration some step before it was not well-formed: it enables no event
	avoid       func(p int, s model.Status) bool
	caches      []interface{ Bytes() int64 } // their memory counts, besides that of the diagrams
	cyclic      map[bool]*cycle              // the results of cycle
	ticks       int
	offers      *offers
}

// tick counts one unit of work outside diagrams, and calls Idle after every 64.
func (x *System) tick() {
	if x.ticks++; x.ticks&(1<<6-1) == 0 {
		x.Sets.Idle()
	}
}

// place is the part of a configuration that a level of the diagram stands for.
type place struct {
	kind  placeKind
	index int // the process or channel
}

type placeKind uint8

const (
	localPlace placeKind = iota
	channelPlace
	environmentPlace
)

// level is a level of the diagram that stands for a channel.
type level struct {
	number    int
	delivered map[entry]bool // the messages that may arrive at its receiver
	arrivals  []entry        // the same messages, in the order of discovery
}

// Options change the configurations of a system. The zero value changes nothing.
type Options struct {
	Monitor *properties.Monitor               // if not nil, its state becomes part of each configuration
	Avoid   func(p int, st model.Status) bool // if not nil, leaves out the configurations in which it holds for some process
}

// New lays out s. [Engine.Refuses] must accept s.
func New(s *model.System, t *compiled.Tables, o Options) *System {
	x := &System{sys: s, tables: t, contents: newContents(s.Network().Order), monitor: o.Monitor, avoid: o.Avoid,
		changes: map[string]*function{}, groups: map[groupKey]*Group{}, observed: map[properties.Observation]bool{}, cyclic: map[bool]*cycle{}}
	x.starts, _ = s.Semantics().Starts() // model.New has looked at each
	for _, start := range x.starts {
		x.mayStart = x.mayStart || !start.Initial().Started
	}
	if t.Defers() {
		x.contents.defers = func(at stage, e entry) bool { return t.Deferred(at.process, at.local, e.port, e.msg) }
	}
	if s.Network().Timing == model.Bounded {
		x.time = newClockwork(s.Network())
	}
	x.order()
	x.Sets = diagram.NewReach(len(x.places) - 1)
	x.Sets.Confirm = x.confirm
	x.offer()
	x.contents.poll = func() { x.Sets.Idle() }
	x.begin()
	x.addTick()
	return x
}

// grown counts the memory of a function.
func (x *System) grown(bytes int64) { x.results += bytes }

// Bytes returns the memory that the diagrams, all caches, the contents of channels
// and the effects of events on them take.
func (x *System) Bytes() int64 {
	sum := x.Sets.Bytes() + x.contents.bytes + x.results
	if x.time != nil {
		sum += x.time.bytes
	}
	for _, c := range x.caches {
		sum += c.Bytes()
	}
	return sum
}

// between returns the channels from process p to those before it, and from them to p, the
// last one first.
func (x *System) between(p int) (from, to []int) {
	for ch, c := range x.sys.Semantics().Channels() {
		switch l := x.sys.Links()[c.Link]; {
		case l.From == p && l.To <= p:
			from = append(from, ch)
		case l.To == p && l.From < p:
			to = append(to, ch)
		}
	}
	slices.Reverse(to)
	return from, to
}

// order chooses the variable order: the levels from the bottom. It puts neighbours
// close together. On rings, and in orders with one channel for each receiver, each
// process is above the channels into it. Otherwise each process is above the channels
// between it and the processes before it: those from it, and above them those to it. Many events change the environment. It is at the bottom, so that it is not their highest level.
func (x *System) order() {
	net := x.sys.Network()
	x.places = make([]place, 1)
	x.locals = make([]*locals, net.N)
	x.channels = make([]level, len(x.sys.Semantics().Channels()))
	add := func(kind placeKind, index int) int {
		x.places = append(x.places, place{kind, index})
		return len(x.places) - 1
	}
	addChannel := func(ch int) {
		if x.channels[ch].number == 0 {
			x.channels[ch] = level{number: add(channelPlace, ch), delivered: map[entry]bool{}}
		}
	}
	// A tick is no step. One initial configuration is told from the same after a step without an environment.
	unstarted := x.mayStart && (x.time != nil || len(x.starts) > 1)
	if net.Faults != (model.Faults{}) || x.monitor != nil || unstarted {
		x.environment = newEnvironment(x.monitor, add(environmentPlace, 0))
	}
	ring := net.Topology == model.Ring || net.Topology == model.UnidirectionalRing
	for p := range net.N {
		if ring || net.Order.PerReceiver() {
			p = net.N - 1 - p
			for _, ch := range x.sys.Semantics().InChannels(p) {
				addChannel(ch)
			}
		} else {
			from, to := x.between(p)
			for _, ch := range slices.Concat(from, to) {
				addChannel(ch)
			}
		}
		x.locals[p] = &locals{level: add(localPlace, p)}
	}
}

// locals are the values of the level of a process.
type locals struct {
	numbering.Values[local]
	level int
	met   []uint32 // the values met, in order of discovery
}

// local is a value of the level of a process.
type local struct {
	mode    mode
	state   compiled.Local // of a process that is down: the state that it restarts from, or -1 if it cannot restart
	failure string
	clocks  int32         // in timing bounded: the number of those that run
	fallen  model.PortSet // in timing bounded: the ports whose process is down
}

type mode uint8

const (
	up mode = iota
	down
	failed
)

// environment is the level for the rest of the fault budgets, whether some process
// has taken a step, and the state of the monitor.
type environment struct {
	numbering.Values[environmentValue]
	level   int
	monitor *properties.Monitor
	charges map[charge]*charging
}

type environmentValue struct {
	left    model.Faults
	started bool
	monitor any
}

// charge is the effect of an event on the environment.
type charge struct {
	cost        model.Faults
	start       bool
	observed    bool
	observation properties.Observation
}

func newEnvironment(m *properties.Monitor, level int) *environment {
	return &environment{level: level, monitor: m, charges: map[charge]*charging{}}
}

// charging is a charge with a memo.
type charging struct {
	environment *environment
	charge      charge
	next        map[uint32][]uint32
}

func (f *charging) apply(value uint32) []uint32 {
	next, ok := f.next[value]
	if !ok {
		next = f.compute(f.environment.All[value])
		f.next[value] = next
	}
	return next
}

func (f *charging) compute(v environmentValue) []uint32 {
	if !v.left.Covers(f.charge.cost) {
		return nil
	}
	v.left = v.left.Minus(f.charge.cost)
	v.started = v.started || f.charge.start
	if f.charge.observed {
		v.monitor = f.environment.monitor.Next(v.monitor, f.charge.observation)
	}
	return []uint32{f.environment.Number(v)}
}

// begin makes the set of the initial configurations, without those that are avoided, and
// those before which some step was not well-formed, unless all are.
func (x *System) begin() {
	fails := func(s *model.System) bool { return s.Initial().Failed() }
	x.illFormed = !slices.ContainsFunc(x.starts, func(s *model.System) bool { return !fails(s) })
	mark := x.Sets.Hold(x.initial)
	for _, start := range x.starts {
		values := x.Values(start.Initial(), x.monitorAt(start))
		x.firsts = append(x.firsts, values)
		if fails(start) && !x.illFormed || x.avoids(start) {
			continue
		}
		sum := x.Sets.Union(x.initial, x.Sets.Held(x.Sets.Path(values)))
		x.Sets.Release(mark)
		x.initial = sum
		mark = x.Sets.Hold(x.initial)
	}
}

// monitorAt returns the state of the monitor in the initial configuration of a start.
func (x *System) monitorAt(start *model.System) any {
	if x.monitor == nil {
		return nil
	}
	return x.monitor.Begin(start)
}

// avoids reports whether the initial configuration of a start is to be left out.
func (x *System) avoids(start *model.System) bool {
	if x.avoid == nil {
		return false
	}
	for p, s := range start.View(start.Initial()).Status {
		if x.avoid(p, s) {
			return true
		}
	}
	return false
}

// Values returns the values of configuration c with a state of the monitor, by level
// from the lowest.
func (x *System) Values(c model.Configuration, monitor any) []uint32 {
	values := make([]uint32, 0, len(x.places)-1)
	for _, at := range x.places[1:] {
		switch at.kind {
		case localPlace:
			values = append(values, x.locals[at.index].Number(x.localOf(c, at.index)))
		case channelPlace:
			values = append(values, x.contents.number(x.contentOf(c, at.index)))
		default:
			values = append(values, x.environment.Number(environmentValue{c.Left, c.Started, monitor}))
		}
	}
	return values
}

func (x *System) localOf(c model.Configuration, p int) local {
	v := local{state: -1}
	if c.Locals[p] != nil {
		v.state = x.tables.Local(p, c.Locals[p])
	}
	if x.time != nil {
		v.clocks, v.fallen = x.time.clocks.Number(c.Clocks[p]), x.portsDown(p, c)
	}
	switch {
	case c.Failures != nil && c.Failures[p] != "":
		v.mode, v.failure = failed, c.Failures[p]
	case c.Down[p]:
		v.mode = down
	}
	return v
}

func (x *System) contentOf(c model.Configuration, ch int) content {
	channel := x.sys.Semantics().Channels()[ch]
	v := content{dead: c.Down[channel.To], cut: c.Cut != nil && c.Cut[channel.Link]}
	cut := v.cut
	v.cut = false
	for _, e := range c.Channels[ch] {
		v = x.contents.put(v, entry{e.Port, x.tables.Message(e.Msg), e.Ticks})
	}
	v.cut = cut
	return v
}

// Initial returns the set of the initial configurations.
func (x *System) Initial() diagram.Set { return x.initial }

// status returns the status of process p for a value of its level.
func (x *System) status(p int, value uint32) model.Status {
	switch v := x.locals[p].All[value]; v.mode {
	case down:
		return model.Status{Down: true}
	case failed:
		return model.Status{Failed: true}
	default:
		return x.tables.Status(p, v.state)
	}
}
