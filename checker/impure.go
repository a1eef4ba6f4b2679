package checker

import (
	"errors"

	"github.com/interrex/interrex/checker/internal/engine"
)

// doubt replaces the error, or panic, of a check by a *model.ImpureError if the
// check contradicts itself because a method of the algorithm now returns another
// result than before.
func (k *check) doubt(err *error) {
	r := recover()
	if r == nil && !errors.Is(*err, engine.ErrInternal) {
		return
	}
	if impure := k.tables.Impure(); impure != nil {
		*err = impure
		return
	}
	if r != nil {
		panic(r)
	}
}
