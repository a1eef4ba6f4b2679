package compose

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// source is a configuration as a predicate sees it, which makes its parts when it is asked.
type source struct {
	m *Machine
	s State
}

// Shown returns s as a predicate sees it. One goroutine may use it.
func (m *Machine) Shown(s State) properties.Configuration {
	return properties.From(m.sys, source{m, s})
}

// Configuration implements [properties.Source].
func (x source) Configuration() model.Configuration {
	c, _ := x.m.decode(x.s)
	return c
}

// View implements [properties.Source].
func (x source) View() model.View {
	f := x.m.Facts(x.s)
	v, _ := x.m.View(f)
	if f.Started && !f.Failed {
		_, obligatory := x.m.expand(0, x.s, nil)
		v.Terminal = !obligatory
	}
	return v
}

// A Showing shows configurations and events to predicates, for one goroutine. Events that come close together
// mostly lead to few configurations, so it keeps the last ones, with the parts that were made.
type Showing struct {
	m      *Machine
	labels []Label
	kept   [1 << keptBits]struct {
		s  State
		is properties.Configuration
	}
}

const keptBits = 10

// NewShowing returns a Showing.
func (m *Machine) NewShowing() *Showing { return &Showing{m: m} }

// Configuration returns s as a predicate sees it.
func (x *Showing) Configuration(s State) properties.Configuration {
	at := &x.kept[(uint64(s)^uint64(s)>>29)*0x9e3779b97f4a7c15>>(64-keptBits)]
	if at.s != s || at.is == (properties.Configuration{}) {
		at.s, at.is = s, x.m.Shown(s)
	}
	return at.is
}

// Step returns an event of s as a predicate sees it.
func (x *Showing) Step(s State, e Edge) properties.Step {
	if int(e.Label) >= len(x.labels) {
		x.labels = x.m.Labels()
	}
	return x.m.stepOf(s, x.Configuration(s), x.Configuration(e.Next), x.labels[e.Label])
}

// ShownStep returns an event of s as a predicate sees it. One goroutine may use it.
func (m *Machine) ShownStep(s State, e Edge) properties.Step {
	return m.stepOf(s, m.Shown(s), m.Shown(e.Next), m.Label(e.Label))
}

// stepOf returns an event of s, which before shows, as a predicate sees it. Only if it sends messages, and the
// predicate asks for them, the definition of the model is asked for the outcomes of its cause.
func (m *Machine) stepOf(s State, before, after properties.Configuration, l Label) properties.Step {
	if l.Sends == 0 {
		return properties.StepFrom(before, after, l.Event, nil)
	}
	return properties.StepFrom(before, after, l.Event, func() []model.Sent { return m.sentIn(source{m, s}.Configuration(), l.Event) })
}

// sentIn returns the messages that an event of c sends.
func (m *Machine) sentIn(c model.Configuration, e model.Event) (sent []model.Sent) {
	found, x := false, m.sys.Semantics()
	x.Causes(c, func(cause model.Event, nth int) {
		if found || !x.IsCauseOf(c, cause, nth, e) {
			return
		}
		for _, y := range x.Outcomes(c, cause, nth) {
			if !found && y.Event.Compare(e) == 0 {
				found, sent = true, y.Sends
			}
		}
	})
	if !found {
		panic(fmt.Errorf("compose: %q is an event of the machine, but not of the system", e))
	}
	return sent
}
