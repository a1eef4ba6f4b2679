package interrextest

import (
	"errors"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// withWellFormed returns the properties, guarded, and with them, unless it is
// there, that steps are well-formed.
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

// guard calls f. If a property panics in it, or a method of the algorithm that
// is no step, the test fails with one message, at the line of its call.
func (k *check) guard(f func()) {
	k.t.Helper()
	if err := k.calmly(f); err != nil {
		k.t.Fatalf("interrextest: %v", err)
	}
}

// calmly calls f and returns what it panicked with, if that is an error of the
// property's or the algorithm's author.
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

// judged is [properties.Property.Judge], but panics where the property does:
// that is no judgement.
func judged(p properties.Property, x model.Execution, f model.Fairness) error {
	err := p.Judge(x, f)
	if property := (*properties.PanicError)(nil); errors.As(err, &property) {
		panic(property)
	}
	return err
}

// illFormed says of a step at the end of x that is not well-formed why it is
// not, "" if it is.
func illFormed(x model.Execution) string {
	if why := x.IllFormed(); why != "" {
		return "; " + why
	}
	return ""
}
