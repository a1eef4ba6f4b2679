package checker

import (
	"sync"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/sorted"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// sorted lets the engine of sorted searches decide the properties that it can. Walks look for executions that witness the others, and
// for an end and a trigger of those that need one.
func (k *check) sorted() error {
	if why := engines[Sorted].Refuses(k.system); why != (reason.Reason{}) {
		return refusal(Sorted, k.system, why, "explicit, auto")
	}
	if k.options.Search.Reduce == Confluent {
		return unsuitedToDiagrams(Sorted, k.system)
	}
	tables := k.newTables()
	tables.Poll = k.budget.Poll
	which := k.undecided()
	a, err := k.relaxed(Sorted, k.system, tables, which)
	k.called += tables.Calls()
	if err != nil { // of values, steps or predicates in configurations that the system may not have
		return nil
	}
	if sound, err := k.auditSorted(a); !sound {
		return err
	}
	hasEnd := sync.OnceValue(k.hasEnd)
	if err := k.inherit(which, a, reason.OnlySorted, func(int) bool { return hasEnd() }); err != nil {
		return err
	}
	return k.witness()
}

// sorts reports whether a sorted search may decide more.
func (k *check) sorts() bool {
	for _, i := range k.undecided() {
		if sorted.Suits(k.verdicts[i].Property) {
			return true
		}
	}
	return false
}

// hasEnd reports whether some walk comes to an end.
func (k *check) hasEnd() bool {
	_, _, found := k.walk(func(v model.View) bool { return v.Terminal })
	return found
}

// witness shows an execution to each Reachable that is open and holds somewhere on a walk.
func (k *check) witness() error {
	for _, i := range k.undecided() {
		p := k.verdicts[i].Property
		if p.Form != properties.Reachable || p.Monitor() != nil || p.Shape() == nil || p.HasAssumptions() {
			continue
		}
		start, schedule, ok := k.walk(func(v model.View) bool { return p.Holds(v, nil) })
		if !ok {
			continue
		}
		if err := k.conclude(i, engine.Finding{Outcome: engine.Found, Start: start, Lasso: model.Lasso{Stem: schedule}}); err != nil {
			return err
		}
		v := &k.verdicts[i]
		if k.options.Search.AnyWitness {
			v.Minimal = NotMinimised
			continue
		}
		if err := k.shorten(found{p, &v.Execution, &v.Minimal}); err != nil {
			return err
		}
	}
	return nil
}
