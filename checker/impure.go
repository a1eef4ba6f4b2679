package checker

import (
	"errors"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// doubt replaces the error, or panic, of a check by a *model.ImpureError if the
// check contradicts itself because a method of the algorithm now returns another
// result than before, and the panic of a property that is impure by an error.
func (k *check) doubt(err *error) {
	r := recover()
	if impure, ok := r.(*properties.ImpureError); ok {
		*err = impure
		return
	}
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

// guarded returns a property whose functions blame it where they fail.
func (o Options) guarded(p properties.Property) properties.Property {
	if p = p.Guarded(); o.Repeat {
		p = p.Repeated()
	}
	return p
}
