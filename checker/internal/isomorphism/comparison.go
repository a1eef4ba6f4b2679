package isomorphism

import (
	"reflect"
	"slices"

	"github.com/interrex/interrex/checker/internal/numbering"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A Candidate is a system that may be isomorphic to one that was searched.
type Candidate struct {
	System     *model.System
	Properties []properties.Property // those of the search
	Tables     *compiled.Tables      // of the system, fresh
	Compared   int                   // answers, so far

	starts []start
}

// An Isomorphism maps the local states, messages and statuses of a system that was searched to
// those of a candidate.
type Isomorphism struct {
	*Record
	to       *Candidate
	in       [][]int                     // by process and port: the link that comes in there
	locals   []mapping[compiled.Local]   // by process
	messages []mapping[compiled.Message] // by link
	statuses [][]*model.Status           // by process and number; nil: not known
	states   []mapping[int32]            // by property: states of its monitor
	met      []numbering.Values[any]     // by property: those of the candidate
}

// Compare asks a candidate all that the search of the record asked, and compares the answers. If
// they are equal up to names, it returns the isomorphism. Otherwise it returns nil and the place of the
// first difference, at least 0: isomorphic candidates have the same. A method or a property that fails is a
// difference.
func (r *Record) Compare(c *Candidate) (same *Isomorphism, place int) {
	x := &Isomorphism{Record: r, to: c}
	defer func() {
		if r := recover(); r != nil {
			if same = nil; !isFailure(r) {
				panic(r)
			}
		}
	}()
	if !x.begins() {
		return nil, 0
	}
	for i := range r.entries {
		c.Compared++
		if place++; !x.keeps(&r.entries[i]) {
			return nil, place
		}
	}
	for i := range r.questions {
		c.Compared++
		if place++; !x.answers(&r.questions[i]) {
			return nil, place
		}
	}
	return x, place
}

// isFailure reports whether the value of a panic blames a method of the algorithm or a property.
func isFailure(r any) bool {
	switch r.(type) {
	case *model.ImpureError, *properties.PanicError, *properties.ImpureError:
		return true
	}
	return compiled.Blames(r)
}

// begins compares the networks and how the systems begin.
func (x *Isomorphism) begins() bool {
	a, b := x.System, x.to.System
	n := a.Network().N
	if x.requires(wellFormed) && x.lost || !x.sameNetwork() || len(x.to.Properties) != len(x.begun) {
		return false
	}
	x.locals, x.messages = make([]mapping[compiled.Local], n), make([]mapping[compiled.Message], len(a.Links()))
	for _, list := range x.Record.statuses {
		x.statuses = append(x.statuses, make([]*model.Status, len(list)))
	}
	x.states, x.met = make([]mapping[int32], len(x.begun)), make([]numbering.Values[any], len(x.begun))
	x.in = linksInto(a)
	for p, list := range x.Record.statuses {
		for number, s := range list {
			if s.Down && !x.mapStatus(p, int32(number), s) { // the network shows it
				return false
			}
		}
	}
	if x.to.starts == nil {
		var err error
		if x.to.starts, err = startsOf(b, x.to.Tables); err != nil {
			return false
		}
	}
	return x.sameStarts()
}

// sameNetwork reports whether the networks differ in identities at most.
func (x *Isomorphism) sameNetwork() bool {
	a, b := x.System, x.to.System
	if x.requires(sameLinks) && !slices.Equal(a.Links(), b.Links()) {
		return false
	}
	if len(a.Links()) != len(b.Links()) || a.Network().N != b.Network().N {
		return false
	}
	return !x.requires(sameNetwork) || a.Semantics().Defers() == b.Semantics().Defers() && equalButForIDs(*a.Network(), *b.Network())
}

// equalButForIDs reports whether networks differ in identities at most.
func equalButForIDs(a, b model.Network) bool {
	a.IDs, b.IDs = nil, nil
	return reflect.DeepEqual(a, b)
}

// linksInto returns the link that comes in at each port of each process, -1 if there is none.
func linksInto(s *model.System) [][]int {
	in := make([][]int, s.Network().N)
	for i, l := range s.Links() {
		for len(in[l.To]) <= int(l.ToPort) {
			in[l.To] = append(in[l.To], -1)
		}
		in[l.To][l.ToPort] = i
	}
	return in
}

// sameStarts maps the configurations in which the systems begin.
func (x *Isomorphism) sameStarts() bool {
	if x.requires(sameStarts) && len(x.starts) != len(x.to.starts) {
		return false
	}
	for i := range min(len(x.starts), len(x.to.starts)) {
		a, b := x.starts[i], x.to.starts[i]
		if len(a.through) != len(b.through) {
			return false
		}
		for j := range a.through {
			if !x.sameConfiguration(&a.through[j], &b.through[j]) {
				return false
			}
		}
		for j, y := range a.system.Semantics().Startup().Steps {
			if len(y.Sends) != len(b.system.Semantics().Startup().Steps[j].Sends) {
				return false
			}
		}
		for k, p := range x.to.Properties {
			if p.Monitor() != nil && !x.mapState(k, x.begun[k][i], p.Begin(b.system)) {
				return false
			}
		}
	}
	return true
}

// sameConfiguration maps a configuration to another.
func (x *Isomorphism) sameConfiguration(a, b *numbered) bool {
	if x.requires(sameStarts) && !equalButForValues(a.Configuration, b.Configuration) {
		return false
	}
	for p, l := range a.locals {
		switch to := b.locals[p]; {
		case (l < 0) != (to < 0):
			return false
		case l >= 0 && !x.mapLocal(p, l, to):
			return false
		}
	}
	for ch, list := range a.messages {
		for i, m := range list {
			link := x.in[x.System.Semantics().Channels()[ch].To][a.Channels[ch][i].Port]
			if !x.mapMessage(link, m, b.messages[ch][i]) {
				return false
			}
		}
	}
	return true
}

// equalButForValues reports whether configurations differ in local states and messages at most.
func equalButForValues(a, b model.Configuration) bool {
	for i := range a.Channels {
		same := func(e, f model.Envelope) bool { return e.Port == f.Port && e.Ticks == f.Ticks && e.Waits == f.Waits }
		if !slices.EqualFunc(a.Channels[i], b.Channels[i], same) {
			return false
		}
	}
	a.Locals, a.Channels, b.Locals, b.Channels = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

// keeps reports whether the candidate has an entry of the tables.
func (x *Isomorphism) keeps(e *entry) bool {
	p := int(e.process)
	l, ok := x.locals[p].of(e.local)
	if !ok {
		return false
	}
	in := e.input
	if in.Kind == model.Receive && e.kind != aRestart {
		if in.Msg, ok = x.messages[x.in[p][in.Port]].of(in.Msg); !ok {
			return false
		}
	}
	t := x.to.Tables
	switch e.kind {
	case aRestart:
		after, blame := t.PeekRestart(p, l)
		return blame == nil && (x.mapLocal(p, e.after, after) || !x.requires(sameRestarts))
	case aDeferral:
		is, blame := t.PeekDeferred(p, l, in.Port, in.Msg)
		return blame == nil && (is == e.deferred || !x.requires(sameDeferrals))
	}
	outcomes := t.Peek(p, l, in)
	if len(e.steps) != len(outcomes) && x.requires(sameOutcomes) {
		return false
	}
	for i := range min(len(e.steps), len(outcomes)) {
		if !x.keepsOutcome(p, &e.steps[i], &outcomes[i]) {
			return false
		}
	}
	return true
}

// keepsOutcome maps an outcome of a step of process p to another.
func (x *Isomorphism) keepsOutcome(p int, a, b *compiled.Outcome) bool {
	switch {
	case !a.IsKnown() || !b.IsKnown():
		return !x.requires(wellFormed)
	case x.requires(sameOutcomes) && !slices.Equal(a.Choices, b.Choices):
		return false
	case x.requires(sameResets) && a.Resets != b.Resets:
		return false
	}
	samePort := func(a, b compiled.Send) bool { return a.Port == b.Port }
	if x.requires(sameSends) && !slices.EqualFunc(a.Sends, b.Sends, samePort) {
		return false
	}
	for i, s := range a.Sends[:min(len(a.Sends), len(b.Sends))] {
		if link := x.System.Semantics().OutLink(p, s.Port); link >= 0 && !x.mapMessage(link, s.Msg, b.Sends[i].Msg) {
			return false
		}
	}
	return x.mapLocal(p, a.Next, b.Next)
}

// mapLocal maps a local state of process p to another. It reports false if it cannot.
func (x *Isomorphism) mapLocal(p int, l, to compiled.Local) bool {
	if known, ok := x.locals[p].of(l); ok && known == to {
		return true
	}
	if is, alone := x.locals[p].add(l, to); !is && x.requires(sameLocals) || !alone && x.requires(loneLocals) {
		return false
	}
	a, b := &x.Record.locals[p][l], shownBy(x.to.Tables, p, to, x.System.Network().Timing)
	if x.requires(sameReady) && a.ready != b.ready || x.requires(sameDurations) && a.durations != b.durations {
		return false
	}
	return x.mapStatus(p, a.status, x.to.Tables.Status(p, to))
}

// mapMessage maps a message on a link to another. It reports false if it cannot.
func (x *Isomorphism) mapMessage(link int, m, to compiled.Message) bool {
	is, alone := x.messages[link].add(m, to)
	return (is || !x.requires(sameMessages)) && (alone || !x.requires(loneMessages))
}

// mapStatus maps a status of process p to another. It reports false if it cannot.
func (x *Isomorphism) mapStatus(p int, number int32, to model.Status) bool {
	if x.requires(sameBounds) && x.Record.statuses[p][number].Bounded != to.Bounded {
		return false
	}
	if x.statuses[p][number] == nil {
		x.statuses[p][number] = &to
	}
	return *x.statuses[p][number] == to || !x.requires(sameStatuses)
}

// mapState maps a state of the monitor of a property to another. It reports false if it
// cannot.
func (x *Isomorphism) mapState(property int, number int32, to any) bool {
	is, alone := x.states[property].add(number, numberIn(&x.met[property], to))
	return (is || !x.requires(sameMonitors)) && (alone || !x.requires(loneMonitors))
}
