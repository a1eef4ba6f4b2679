package interrextest

import (
	"errors"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// withWellFormed returns the properties, guarded. It appends
// [properties.WellFormed] if that is missing.
func withWellFormed(list []properties.Property) []properties.Property {
	guarded := make([]properties.Property, 0, len(list)+1)
	for _, p := range list {
		guarded = append(guarded, p.Guarded())
	}
	if !slices.ContainsFunc(list, properties.Property.IsWellFormed) {
		guarded = append(guarded, properties.WellFormed())
	}
	return guarded
}

// guard calls f. If a property panics, or a method of the algorithm other than Step,
// the test fails with one message, at the line of its call.
func (k *check) guard(f func()) {
	k.t.Helper()
	if err := k.calmly(f); err != nil {
		k.t.Fatalf("interrextest: %v", err)
	}
}

// calmly calls f and returns the value of its panic, if that is an error of the
// author of the property or of the algorithm.
func (k *check) calmly(f func()) (err error) {
	k.t.Helper()
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		var (
			property *properties.PanicError
			value    *model.ValueError
			impure   *model.ImpureError
		)
		if e, ok := r.(error); ok && (errors.As(e, &property) || errors.As(e, &value) || errors.As(e, &impure)) {
			err = e
			return
		}
		panic(r)
	}()
	f()
	return nil
}

// judged is [properties.Property.Judge], but panics if the property does: then there
// is no verdict.
func judged(p properties.Property, x model.Execution, f model.Fairness) error {
	err := p.Judge(x, f)
	raise(err)
	return err
}

// prefix is [properties.Property.Prefix], but a panic of the property stays one.
func prefix(p properties.Property, x model.Execution) model.Execution {
	x, err := p.Prefix(x)
	raise(err)
	return x
}

// raise panics with err if that is the panic of a property.
func raise(err error) {
	if property := (*properties.PanicError)(nil); errors.As(err, &property) {
		panic(property)
	}
}

// illFormed says why the last step of x is not well-formed, "" if it is.
func illFormed(x model.Execution) string {
	if why := x.IllFormed(); why != "" {
		return "; " + why
	}
	return ""
}
