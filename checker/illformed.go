package checker

import (
	"slices"

	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An IllFormedError is the error of [Measure] if a step that is not well-formed is
// reachable.
type IllFormedError struct {
	Execution *model.Execution // the least one that ends in such a step; nil if the search was cut short before it was found
}

func (e *IllFormedError) Error() string {
	if e.Execution == nil {
		return notWellFormed(nil).String()
	}
	return e.Execution.System.Name() + ": " + e.Execution.IllFormed()
}

// notWellFormed names the process, the input and the cause of the step at the
// end of x that is not well-formed. nil: the search was cut short before an execution was found.
func notWellFormed(x *model.Execution) reason.Reason {
	if x == nil {
		return reason.Reason{Cause: reason.IllFormedStep}
	}
	return reason.Reason{Cause: reason.IllFormedStep, Detail: x.IllFormed()}
}

// wellFormed is the property that every check judges.
var wellFormed = properties.WellFormed()

// judgeIllFormed corrects the verdicts if some step is not well-formed. Such a step
// ends an execution that might otherwise have refuted or witnessed a property. So
// a property is unknown unless well-formed steps refute it.
func (k *check) judgeIllFormed() {
	if !k.illFormed {
		return
	}
	own := slices.IndexFunc(k.verdicts, func(v Verdict) bool { return v.Property.IsWellFormed() })
	if own < 0 {
		own = len(k.verdicts)
		k.verdicts = append(k.verdicts, Verdict{Property: wellFormed})
	}
	why := notWellFormed(k.failure)
	for i := range k.verdicts {
		v := &k.verdicts[i]
		switch {
		case i == own && k.failure != nil:
			v.Result, v.Execution, v.Minimal, v.Reason = Violated, k.failure, k.failureMinimal, why
		case v.Result != Violated || v.Property.Form == properties.Reachable:
			v.Result, v.Execution, v.Reason = Unknown, nil, why
		}
	}
}
