// Package explicit is the engine that visits configurations one by one, breadth
// first.
//
// A search expands the state space level by level (search.go). It evaluates the
// properties in each configuration (judge.go). If a configuration refutes or
// witnesses a property, a second search finds the least of the shortest paths to
// it (shortest.go). The fair end components of the state space decide the
// properties that only an infinite execution can refute (cycles.go).
package explicit

import (
	"errors"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// Engine is the explicit engine.
type Engine struct{}

// Refuses returns the zero Reason: the engine searches every system.
func (Engine) Refuses(*model.System) reason.Reason { return reason.Reason{} }

// Search answers q. At most one property of q has a monitor. If one is a LeadsTo, all are; several have no monitor.
func (Engine) Search(q engine.Question, b *engine.Budget) (engine.Answer, error) {
	if b.Peers != nil && !isShared(q) {
		return unshared(q), nil
	}
	p := &pass{question: q, budget: b, forget: b.Forget, answer: &engine.Answer{Findings: make([]engine.Finding, len(q.Properties))}}
	cut, err := engine.Guard(p.run)
	if cut != (reason.Reason{}) {
		p.abandon(cut)
	}
	err = p.unlessBroken(err)
	if errors.Is(err, engine.ErrBroken) {
		b.Make(p.expanded())
		if b.Saving != nil {
			b.Saving.Broken[p.questionText()]++
		}
	}
	return *p.answer, err
}

// unlessBroken returns ErrBroken instead of an error that blames the algorithm or a property
// in a configuration that there may be only because the reduction is wrong.
func (p *pass) unlessBroken(err error) error {
	if p.machine.layers == nil || !engine.Blames(err) {
		return err
	}
	broken := false
	if _, failed := engine.Guard(func() error { broken = p.machine.Broken(); return nil }); failed != nil || !broken {
		return err
	}
	return engine.ErrBroken
}

// Measure returns the extremes of a quantity over all executions.
func (Engine) Measure(q engine.Question, of engine.Quantity, b *engine.Budget) (x engine.Extremes, err error) {
	p := &pass{question: q, budget: b, answer: &engine.Answer{}}
	cut, err := engine.Guard(func() (err error) {
		x, err = p.measure(of)
		return err
	})
	if cut != (reason.Reason{}) {
		return engine.Extremes{Reason: cut}, nil
	}
	return x, p.unlessBroken(err)
}
