package checker

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An IllFormedError says that a step that is not well-formed is reachable, so
// that nothing is measured.
type IllFormedError struct {
	Execution *model.Execution // the least that ends in such a step; nil if the search was cut short before it was found
}

func (e *IllFormedError) Error() string {
	if e.Execution == nil {
		return notWellFormed(nil)
	}
	return e.Execution.System.Name() + ": " + notWellFormed(e.Execution)
}

// notWellFormed names the process, the input and the cause of the step at the
// end of x that is not well-formed.
func notWellFormed(x *model.Execution) string {
	if x == nil {
		return "a step that is not well-formed is reachable; the search was cut short before an execution was found"
	}
	return x.IllFormed()
}

// wellFormed is the property that every check judges.
var wellFormed = properties.WellFormed()

// judgeIllFormed makes the verdicts of a system of which some step is not
// well-formed. That ends an execution before it could refute a property, or
// reach what is to be reached: so nothing holds but what is refuted by steps
// that are well-formed.
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
			v.Result, v.Execution, v.Note = Violated, k.failure, why
		case v.Result != Violated || v.Property.Form == properties.Reachable:
			v.Result, v.Execution, v.Note = Unknown, nil, why
		}
	}
}
