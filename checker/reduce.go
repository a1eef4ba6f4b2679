package checker

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/dead"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Reduction is a way to search fewer configurations that decide the same.
type Reduction uint8

// The reductions.
const (
	// NoReduction searches every configuration.
	NoReduction Reduction = iota
	// Dead leaves out messages whose delivery can change nothing any more and
	// send nothing. What an observer sees is preserved, and what a monitor
	// knows; the numbers of configurations, events and messages in flight are
	// not. A counterexample is one of the whole system, but not always a
	// shortest one. Where executions may be infinite, liveness is unknown unless
	// a finite one refutes it.
	Dead
)

var reductionNames = [...]string{"none", "dead"}

func (r Reduction) String() string {
	if int(r) < len(reductionNames) {
		return reductionNames[r]
	}
	return fmt.Sprintf("reduction(%d)", uint8(r))
}

// ParseReduction returns the reduction of that name.
func ParseReduction(s string) (Reduction, error) {
	for i, name := range reductionNames {
		if name == s {
			return Reduction(i), nil
		}
	}
	return 0, fmt.Errorf("unknown reduction %q; allowed: none, dead", s)
}

// Suits reports, as an error, why the reduction is not known to preserve what
// the properties say of s; nil if it is.
func (r Reduction) Suits(s *model.System, list []properties.Property) error {
	if r == NoReduction {
		return nil
	}
	if s.Network().Timing == model.Lockstep {
		return fmt.Errorf("%s: the reduction %v does not suit lockstep: a round delivers whatever is in flight; allowed: none", s.Name(), r)
	}
	for _, p := range list {
		if p.Shape() == nil && p.Form != properties.Terminates {
			return fmt.Errorf("%s: the reduction %v does not suit %s: its predicate has no shape, and may see that messages are missing; allowed: none", s.Name(), r, p.Name)
		}
	}
	return nil
}

// errBroken is why a search has to begin again: a message that it dropped is
// not dead.
var errBroken = errors.New("a message was dropped that is not dead")

// reduce prepares the reduction.
func (k *check) reduce() error {
	k.report.Reduction = k.options.Reduce
	if k.options.Reduce == NoReduction {
		return nil
	}
	if err := k.options.Reduce.Suits(k.system, k.options.Properties); err != nil {
		return err
	}
	k.dead = dead.New(k.tables, k.system.Network().N)
	k.dead.Poll = k.limits.poll
	return nil
}

// settled searches until nothing that a search met breaks what it relied on.
func (k *check) settled(search func() error) error {
	illFormed, failure, sawAll := k.illFormed, k.failure, k.sawAll
	for {
		err := search()
		if err != errBroken {
			return err
		}
		k.illFormed, k.failure, k.sawAll = illFormed, failure, sawAll
		if why := k.limits.reached(); why != "" {
			k.cutShort(why)
			return nil
		}
		k.dead.Learn()
	}
}

// Why a reduced search leaves a property undecided.
const (
	noReducedLoops = "the reduction does not preserve which infinite executions are fair: only finite ones were judged"
	seesNothing    = "an event that changes nothing may refute it, and the reduction leaves such events out"
)

// reducedLiveness judges a liveness property that no terminal configuration
// refutes. Dead messages are finitely many between other events: so if no
// execution that q has searched goes on for ever, none does with them.
func (p *pass) reducedLiveness(q *pass, v *Verdict, found tally) {
	if q.cyclic() || !found.terminals && p.cyclic() {
		v.Note = noReducedLoops
		return
	}
	p.livenessHolds(v, found, false)
}

// cyclic reports whether some execution of a complete search can go on for
// ever.
func (p *pass) cyclic() bool {
	c := &cycles{pass: p, goal: p.search.goal}
	return newNumbering(p.search.seen, p.limits).cyclic(c.successors) != nil
}

// noticed reports whether a monitor, or a predicate about events, may tell that
// an event that changes nothing was left out: then nothing is known of it.
func (p *pass) noticed(v *Verdict, found tally) bool {
	about := v.Property.Form == properties.AlwaysStep || v.Property.Monitor() != nil
	return p.dead != nil && about && found.mask&stutters != 0
}

// left returns what is left of a configuration in a reduced search.
func (k *check) left(c model.Configuration) model.Configuration {
	if k.dead == nil {
		return c
	}
	c.Channels = slices.Clone(c.Channels)
	for p, local := range c.Locals {
		if c.Down[p] {
			continue
		}
		l := k.tables.Local(p, local)
		for _, ch := range k.system.InChannels(p) {
			c.Channels[ch] = slices.DeleteFunc(slices.Clone(c.Channels[ch]), func(e model.Envelope) bool {
				return k.dead.Dead(p, l, e.Port, k.tables.Message(e.Msg))
			})
		}
	}
	return c
}

// whole returns a schedule of the whole system that does what a schedule of
// the reduced one does: dead messages are delivered where they are in the way of
// an event, and, if the end is to be terminal, at the end.
func (k *check) whole(s model.Schedule, toTheEnd bool) (model.Schedule, error) {
	w := &mender{check: k, path: k.system.Path()}
	for _, e := range s {
		for !w.take(e) {
			if !w.clear(func(p int, q model.Port) bool { return w.hinders(e, p, q) }) {
				return nil, fmt.Errorf("%w: %v cannot be made to happen", errInternal, e)
			}
		}
	}
	for toTheEnd && w.clear(func(int, model.Port) bool { return true }) {
	}
	return w.path.Schedule(), nil
}

// mender rebuilds a schedule of the whole system.
type mender struct {
	*check
	path *model.Path
}

// take takes an event if it is enabled.
func (w *mender) take(e model.Event) bool {
	_, ok := w.path.Apply(e)
	return ok
}

// hinders reports whether a message to port q of process p may keep e from
// happening: one that lies ahead of what e is about; for the timers and
// suspicions of a timely network, any.
func (w *mender) hinders(e model.Event, p int, q model.Port) bool {
	switch e.StepKind() {
	case model.Receive, model.Duplicate, model.Lose:
		return p == e.Process && (q == e.Port || w.system.Network().Order.PerReceiver())
	case model.Idle:
		return p == e.Process
	}
	return true
}

// clear delivers one dead message that may arrive where wanted says, and
// reports whether there is one.
func (w *mender) clear(wanted func(p int, q model.Port) bool) bool {
	at := w.path.Last()
	for p, local := range at.Locals {
		if at.Down[p] {
			continue
		}
		l := w.tables.Local(p, local)
		for _, ch := range w.system.InChannels(p) {
			list := at.Channels[ch]
			if w.system.Network().Order.Queued() {
				list = list[:min(len(list), 1)]
			}
			i := slices.IndexFunc(list, func(e model.Envelope) bool {
				return wanted(p, e.Port) && w.dead.Dead(p, l, e.Port, w.tables.Message(e.Msg))
			})
			if i >= 0 {
				return w.take(model.Event{Process: p, Kind: model.Receive, Port: list[i].Port, Message: list[i].Text()})
			}
		}
	}
	return false
}
