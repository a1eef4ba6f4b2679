package checker

import (
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/dead"
	"github.com/interrex/interrex/checker/internal/engine"
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

// lost has for each reduction what it does not preserve.
var lost = [...]engine.Aspects{NoReduction: 0, Dead: engine.Stutters | engine.Loops | engine.Amounts}

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

// reduce prepares the reduction.
func (k *check) reduce() error {
	k.report.Reduction = k.options.Reduce
	if k.options.Reduce == NoReduction {
		return nil
	}
	if err := k.options.Reduce.Suits(k.system, k.options.Properties); err != nil {
		return err
	}
	k.reduction = engine.Reduction{Dead: dead.New(k.tables, k.system.Network().N), Lost: lost[Dead]}
	k.polled()
	return nil
}

// search lets an engine answer a question. It repeats the search until every
// message that the reduction dropped is still dead after all steps that the search
// met.
func (k *check) search(e engine.Engine, q engine.Question) (engine.Answer, error) {
	for {
		a, err := e.Search(q, k.budget)
		if !errors.Is(err, engine.ErrBroken) {
			return a, err
		}
		if why := k.budget.Reached(); why != (engine.Reason{}) {
			return abandoned(q, why), nil
		}
		k.reduction.Dead.Learn()
	}
}

// abandoned returns the answer of a search that found nothing.
func abandoned(q engine.Question, why engine.Reason) engine.Answer {
	a := engine.Answer{Stop: why, Cut: why}
	for range q.Properties {
		a.Findings = append(a.Findings, engine.Finding{Reason: why})
	}
	return a
}

// whole returns a schedule of the whole system that does what a schedule of
// the reduced one does: dead messages are delivered where they are in the way of
// an event, and, if the end is to be terminal, at the end.
func (k *check) whole(s model.Schedule, toTheEnd bool) (model.Schedule, error) {
	w := &mender{check: k, path: k.system.Path()}
	for _, e := range s {
		for !w.take(e) {
			if !w.clear(func(p int, q model.Port) bool { return w.hinders(e, p, q) }) {
				return nil, fmt.Errorf("%w: %v cannot be made to happen", engine.ErrInternal, e)
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
	switch kind := e.StepKind(); {
	case kind.IsOfMessage():
		return p == e.Process && (q == e.Port || w.system.Network().Order.PerReceiver())
	case kind == model.Idle:
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
				return wanted(p, e.Port) && w.reduction.Dead.Dead(p, l, e.Port, w.tables.Message(e.Msg))
			})
			if i >= 0 {
				return w.take(model.Event{Process: p, Kind: model.Receive, Port: list[i].Port, Message: list[i].Text()})
			}
		}
	}
	return false
}
