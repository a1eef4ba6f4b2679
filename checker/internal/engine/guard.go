package engine

import (
	"errors"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Cut is the value with which a search panics when it must stop at once.
type Cut reason.Reason

// Guard calls f and returns why a [Cut] ended it, the zero reason if none did.
// A panic that blames the algorithm or a property becomes the error; any other
// goes on.
func Guard(f func() error) (cut reason.Reason, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Cut:
			cut = reason.Reason(r)
		default:
			err = AsError(r)
		}
	}()
	return reason.Reason{}, f()
}

// Blames reports whether an error blames a method of the algorithm, or a property, that
// fails. If the search relied upon a reduction that is not right, or was symbolic, perhaps no
// execution leads where it fails.
func Blames(err error) bool {
	var value *model.ValueError
	var endless *model.EndlessError
	var property *properties.PanicError
	return errors.As(err, &value) || errors.As(err, &endless) || errors.As(err, &property)
}

// AsError returns the value of a panic as an error if it blames the algorithm or
// a property, or is ErrBroken. It panics again with any other value.
func AsError(r any) error {
	switch r := r.(type) {
	case *model.ImpureError:
		return r
	case *model.ValueError:
		return r
	case *model.EndlessError:
		return r
	case *properties.PanicError:
		return r
	case *properties.ImpureError:
		return r
	case *disk.Error:
		return r
	case error:
		if errors.Is(r, ErrBroken) {
			return r
		}
	}
	panic(r)
}
