package compose

import (
	"unsafe"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Showing shows configurations and events to predicates, for one goroutine. It makes the parts that a predicate asks for,
// and keeps what it has made of states of processes and of views. When configurations get other numbers,
// it is void: a predicate that asks it then is in error.
type Showing struct {
	m          *Machine
	generation uint32
	bare       bool // it keeps nothing, and so any goroutine may use it
	labels     []Label
	sources    [3]source // of configurations of which it is not known whether they are terminal, that are, and that are not
	parts      [][]*part // by process, and the lowest bits of the number of its state
	views      []seenView
	wholes     []seenWhole
	answers    []answers // by property
	told       answers   // of a monitor
	asked      facet     // the facets for which predicates have asked since this was 0
	edges      []Edge    // workspace of told
}

// The sources of a Showing.
const (
	notKnown = iota
	terminal
	live
)

// source is a Showing as the source of some configurations.
type source struct {
	*Showing
	ends int
}

// seenWhole is a configuration as a whole.
type seenWhole struct {
	of State
	is *model.Configuration
}

const wholes = 16

// NewShowing returns a Showing.
func (m *Machine) NewShowing() *Showing { return m.newShowing(false) }

func (m *Machine) newShowing(bare bool) *Showing {
	x := &Showing{m: m, bare: bare, generation: m.showings.generation.Load()}
	for i := range x.sources {
		x.sources[i] = source{x, i}
	}
	if !bare {
		x.parts, x.views, x.wholes = make([][]*part, len(m.leaves)), make([]seenView, fewViews), make([]seenWhole, wholes)
		x.grow(int64(unsafe.Sizeof(*x)) + fewViews*int64(unsafe.Sizeof(seenView{})) + wholes*int64(unsafe.Sizeof(seenWhole{})))
	}
	return x
}

// Configuration returns s as a predicate sees it.
func (x *Showing) Configuration(s State) properties.Configuration { return x.shown(s, notKnown) }

// Expanded returns s, which is terminal or not, as a predicate sees it.
func (x *Showing) Expanded(s State, ends bool) properties.Configuration {
	if ends {
		return x.shown(s, terminal)
	}
	return x.shown(s, live)
}

func (x *Showing) shown(s State, ends int) properties.Configuration {
	return properties.From(x.m.sys, &x.sources[ends], uint64(s))
}

// Step returns an event of before, which is s as a predicate sees it.
func (x *Showing) Step(before properties.Configuration, e Edge) properties.Step {
	l := x.label(e.Label)
	return properties.StepFrom(before, x.Configuration(e.Next), l.Event, e.Label, l.Sends > 0)
}

// label returns a label by its number.
func (x *Showing) label(n uint32) *Label {
	if x.bare {
		l := x.m.Label(n)
		return &l
	}
	if int(n) >= len(x.labels) {
		x.labels = x.m.Labels()
	}
	return &x.labels[n]
}

// Shown returns s as a predicate sees it.
func (m *Machine) Shown(s State) properties.Configuration { return m.showings.bare.Configuration(s) }

// ShownStep returns an event of s as a predicate sees it.
func (m *Machine) ShownStep(s State, e Edge) properties.Step {
	return m.showings.bare.Step(m.Shown(s), e)
}

// ask notes that a predicate asks for a facet. It ends the call, if the Showing is void.
func (x *Showing) ask(f facet) {
	if x.generation != x.m.showings.generation.Load() {
		properties.Expire()
	}
	if !x.bare {
		x.asked |= f
	}
}

// View implements [properties.Source].
func (x *source) View(number uint64) model.View {
	s := State(number)
	x.ask(other)
	f := x.m.Facts(s)
	v := x.m.sys.Semantics().ViewOf(x.statuses(f))
	if v.Terminal = x.ends == terminal; x.ends == notKnown {
		v.Terminal = x.m.ends(s, f)
	}
	return v
}

// Status implements [properties.Source].
func (x *source) Status(number uint64, process int) model.Status {
	x.ask(other)
	return x.partOf(State(number), process).status
}

// Arriving implements [properties.Source].
func (x *source) Arriving(number uint64, process int) [][]model.Envelope {
	x.ask(other)
	return x.partOf(State(number), process).channels
}

// Configuration implements [properties.Source].
func (x *source) Configuration(number uint64) *model.Configuration {
	x.ask(other)
	return x.whole(State(number))
}

// whole returns a configuration as a whole.
func (x *Showing) whole(s State) *model.Configuration {
	if x.bare {
		c, _ := x.m.decode(s)
		return &c
	}
	at := &x.wholes[hashOf(uint64(s))>>32%wholes]
	if at.is == nil || at.of != s {
		c, _ := x.m.decode(s)
		*at = seenWhole{s, &c}
	}
	return at.is
}

// hashOf mixes the bits of a number.
func hashOf(x uint64) uint64 { return (x ^ x>>29) * 0x9e3779b97f4a7c15 }
