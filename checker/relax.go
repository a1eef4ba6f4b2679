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
// link has a queue of its own, and its receiver chooses among them: docs/proofs.md has
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
	s, err := k.system.Semantics().On(net)
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
	which := k.undecided()
	ends := properties.NewTerminates("ends", "every fair execution is finite")
	a, err := k.relaxed(Symbolic, k.relaxation.system, k.relaxation.tables, which, ends)
	if err != nil { // of values, steps or predicates in configurations that the system may not have
		k.relaxation = nil
		return nil
	}
	return k.inherit(which, a, reason.OnlyRelaxed, func(int) bool { return a.Findings[len(which)].Outcome == engine.Absent })
}

// relaxed puts one question to an engine that looks at more executions than the system has: about some verdicts, and then about others.
func (k *check) relaxed(e Engine, s *model.System, t *compiled.Tables, which []int, others ...properties.Property) (engine.Answer, error) {
	k.report.Engine, k.report.Relaxed, k.reduction = e, true, engine.Reduction{}
	q := engine.Question{System: s, Tables: t, Fairness: k.options.Fairness, Failure: true, Unshown: true}
	for _, i := range which {
		q.Properties = append(q.Properties, k.verdicts[i].Property)
	}
	q.Properties = append(q.Properties, others...)
	k.hear(engines[e], q)
	return engines[e].Search(q, k.budget)
}

// inherit makes verdicts of what the answer of a relaxed search says of the system. ends reports whether some execution of the
// system is known to have an end, as the property needs it.
func (k *check) inherit(which []int, a engine.Answer, open reason.Cause, ends func(i int) bool) error {
	k.tell(a, true)
	k.sawAll = k.sawAll || a.Stop == reason.Reason{} && !a.Failure.Reached()
	for n, i := range which {
		if err := k.conclude(i, k.inherited(i, a, n, open, ends)); err != nil {
			return err
		}
	}
	return nil
}

// inherited returns the finding about property i in the system that follows from finding
// n of an answer about the relaxation.
func (k *check) inherited(i int, a engine.Answer, n int, open reason.Cause, ends func(i int) bool) engine.Finding {
	f, form := a.Findings[n], k.verdicts[i].Property.Form
	switch {
	case f.Outcome == engine.Open:
		return f
	case f.Outcome == engine.Found, a.Failure.Reached(),
		f.Outcome == engine.Absent && form == properties.LeadsTo,           // its trigger may never hold in the system
		f.Outcome == engine.Absent && !k.isTriggered(i),                    // nor may this one
		f.Outcome == engine.Absent && form == properties.AtEnd && !ends(i): // no execution of the system may have an end
		return engine.Finding{Reason: reason.Reason{Cause: open}}
	}
	return f
}
