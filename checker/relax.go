package checker

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A relaxation is a system that has all executions of another, and more: a property that
// none of its executions refutes holds of the other, too. An inbox makes large diagrams,
// because it holds the messages of all links in every order. With order fifo instead each
// link has a queue of its own, and its receiver chooses among them: docs/engine.md has
// the proof.
type relaxation struct {
	system *model.System
	tables *compiled.Tables
}

// relax returns the relaxation of the system of a check, nil if there is none that the
// symbolic engine searches.
func (k *check) relax() *relaxation {
	net := *k.system.Network()
	unbounded := func(b model.Budget) bool { return *b.Count == model.Unbounded }
	if net.Order != model.Inbox || k.system.Semantics().Defers() || slices.ContainsFunc(net.Faults.Budgets(), unbounded) {
		return nil
	}
	net.Order = model.FIFO
	s, err := k.system.On(net)
	if err != nil || engines[Symbolic].Refuses(s) != (reason.Reason{}) {
		return nil
	}
	r := &relaxation{s, compiled.New(s)}
	r.tables.Poll, r.tables.Repeat, r.tables.Patience = k.budget.Poll, k.options.Repeat, k.tables.Patience
	return r
}

// symbolicRelaxed puts one question about all properties to the symbolic engine, about the
// relaxation. It decides those that none of its executions refutes.
func (k *check) symbolicRelaxed() error {
	k.report.Engine, k.report.Relaxed, k.reduction = Symbolic, true, engine.Reduction{}
	which := k.undecided()
	q := engine.Question{System: k.relaxation.system, Tables: k.relaxation.tables, Fairness: k.options.Fairness, Failure: true, Unshown: true}
	for _, i := range which {
		q.Properties = append(q.Properties, k.verdicts[i].Property)
	}
	q.Properties = append(q.Properties, properties.NewTerminates("ends", "every fair execution is finite"))
	k.hear(engines[Symbolic], q)
	a, err := engines[Symbolic].Search(q, k.budget)
	if err != nil { // of values, steps or predicates in configurations that the system may not have
		k.relaxation = nil
		return nil
	}
	k.tell(a, true)
	k.sawAll = k.sawAll || a.Stop == reason.Reason{} && !a.Failure.Reached()
	ends := a.Findings[len(which)].Outcome == engine.Absent
	for n, i := range which {
		if err := k.conclude(i, k.inherited(i, a, n, ends)); err != nil {
			return err
		}
	}
	return nil
}

// inherited returns the finding about property i in the system that follows from finding
// n of an answer about the relaxation, in which all executions end or not.
func (k *check) inherited(i int, a engine.Answer, n int, ends bool) engine.Finding {
	f, form := a.Findings[n], k.verdicts[i].Property.Form
	switch {
	case f.Outcome == engine.Open:
		return f
	case f.Outcome == engine.Found, a.Failure.Reached(),
		f.Outcome == engine.Absent && form == properties.LeadsTo,        // its trigger may never hold in the system
		f.Outcome == engine.Absent && !k.isTriggered(i),                 // nor may this one
		f.Outcome == engine.Absent && form == properties.AtEnd && !ends: // no execution of the system may have an end
		return engine.Finding{Reason: reason.Reason{Cause: reason.OnlyRelaxed}}
	}
	return f
}
