package checker

import "errors"

// errInternal is what a search that contradicts itself returns, wrapped.
var errInternal = errors.New("internal error, please report")

// doubt makes the error a *model.ImpureError if the search contradicts itself,
// or panics, and a method of the algorithm does something else than it did when
// the search called it.
func (k *check) doubt(err *error) {
	r := recover()
	if r == nil && !errors.Is(*err, errInternal) {
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
