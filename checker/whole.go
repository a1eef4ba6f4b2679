package checker

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// wholeVerdicts returns the verdicts of the properties that were asked for, each made of those of its cases.
// If the verdict of well-formedness comes last, it stays there.
func (k *check) wholeVerdicts() []Verdict {
	cases := make([][]Verdict, len(k.asked))
	for c, i := range k.caseOf {
		cases[i] = append(cases[i], k.verdicts[c])
	}
	var list []Verdict
	for i, p := range k.asked {
		v := k.together(p, cases[i])
		if v.Property = p; v.Execution != nil {
			v.Processes = p.For(*v.Execution)
		}
		list = append(list, v)
	}
	return append(list, k.verdicts[len(k.caseOf):]...)
}

// about names the processes for which an execution decides a property of every one.
func about(processes []int) string {
	switch len(processes) {
	case 1:
		return fmt.Sprintf("for p%d", processes[0])
	case 2:
		return fmt.Sprintf("for p%d and p%d", processes[0], processes[1])
	}
	return ""
}

// together returns the verdict of p, given those of its cases. Some case violates it, or else is
// unknown; or else it holds if some case does, and is vacuous if all are.
func (k *check) together(p properties.Property, cases []Verdict) Verdict {
	switch {
	case len(cases) == 1:
		return cases[0]
	case len(cases) == 0 && k.illFormed:
		return Verdict{Reason: notWellFormed(k.failure)}
	case len(cases) == 0:
		return Verdict{Result: Vacuous, Reason: reason.Reason{Cause: reason.TooFewProcesses}}
	}
	for _, result := range []Result{Violated, Unknown, Holds} {
		some := slices.DeleteFunc(slices.Clone(cases), func(v Verdict) bool { return v.Result != result })
		switch {
		case len(some) == 0:
		case result == Violated:
			return k.leastOf(p, some, len(some) < len(cases) && slices.ContainsFunc(cases, isUnknown))
		default:
			return some[0]
		}
	}
	return cases[0]
}

func isUnknown(v Verdict) bool { return v.Result == Unknown }

// leastOf returns the verdict with the least execution of several that violate p. It may not be the
// least that does if some case is open, or some execution is not the least of its case.
func (k *check) leastOf(p properties.Property, violated []Verdict, open bool) Verdict {
	v := slices.MinFunc(violated, k.compare)
	if open || slices.ContainsFunc(violated, func(w Verdict) bool { return w.Minimal != Least }) {
		v.Execution, v.Minimal = k.oneMinimal(p, v.Execution)
	}
	return v
}

// compare orders verdicts by their executions: a finite one comes before one that loops; then the
// stem with fewer events; the earlier start; the lesser events.
func (k *check) compare(v, w Verdict) int {
	x, y := v.Execution, w.Execution
	switch {
	case x.Loops() != y.Loops() && x.Loops():
		return 1
	case x.Loops() != y.Loops():
		return -1
	}
	return cmp.Or(cmp.Compare(x.Stem, y.Stem), cmp.Compare(k.startOf(x), k.startOf(y)),
		slices.CompareFunc(x.Lasso().Stem, y.Lasso().Stem, model.Event.Compare))
}

// startOf returns the number of the start of an execution.
func (k *check) startOf(x *model.Execution) int {
	return slices.Index(k.starts, x.System)
}

// wholeTurns returns the turns with the properties that were asked for, which have these verdicts, in
// place of their cases. A turn has decided one if it has decided a case, and no later turn has.
func (k *check) wholeTurns(verdicts []Verdict) []TurnReport {
	turns, seen := slices.Clone(k.turns), make([]bool, len(k.asked))
	for t := len(turns) - 1; t >= 0; t-- {
		var decided []int
		for _, c := range turns[t].Decided {
			if i := k.caseOf[c]; !seen[i] && verdicts[i].Result != Unknown {
				decided, seen[i] = append(decided, i), true
			}
		}
		turns[t].Decided = decided
	}
	return turns
}
