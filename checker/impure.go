package checker

import (
	"errors"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/properties"
)

// doubt replaces the error, or panic, of a check by a *model.ImpureError or a
// *properties.ImpureError if the check contradicts itself because a method of the algorithm,
// or a function of a property, returns another result than before.
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
	if impure := k.impureProperty(); impure != nil {
		*err = impure
		return
	}
	if r != nil {
		panic(r)
	}
}

// impureProperty checks again, and calls each function of a property twice. It returns an
// error if the results differ, else nil.
func (k *check) impureProperty() (impure *properties.ImpureError) {
	if k.options.Repeat || len(k.options.Properties) == 0 {
		return nil
	}
	o := k.options
	o.Repeat = true
	defer func() {
		if r := recover(); r != nil && impure == nil {
			impure, _ = r.(*properties.ImpureError) // anything else is the panic in doubt
		}
	}()
	again, err := newCheck(k.ctx, k.system, o)
	if err == nil {
		_, err = again.done()
	}
	errors.As(err, &impure)
	return impure
}

// guarded returns a property whose functions blame it where they fail.
func (k *check) guarded(p properties.Property) properties.Property {
	if p = p.Guarded(); k.options.Repeat {
		p = p.Repeated()
	}
	return p
}
