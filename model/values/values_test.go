package values_test

import (
	"reflect"
	"testing"

	"github.com/interrex/interrex/model/values"
)

// TestTypes says which types have values that == compares by their contents, and which of these must be looked at one by one.
func TestTypes(t *testing.T) {
	type inner struct{ Any any }
	for _, test := range []struct {
		v          any
		err        string
		interfaces bool
		reason     string
	}{
		{7, "", false, "a number"},
		{struct{ A, B string }{}, "", false, "texts"},
		{inner{}, "", true, "a field is an interface"},
		{[2][1]inner{}, "", true, "an interface in a structure, in an array of arrays"},
		{values.Set[int]{}, "", true, "a collection holds an array of any length"},
		{new(int), "is a pointer", false, "two pointers differ"},
		{struct{ Log []int }{}, "field Log is a slice", false, "a slice has no =="},
		{[1]float64{}, "an element of [1]float64 is a float64", false, "NaN is not equal to itself"},
	} {
		typ, got := reflect.TypeOf(test.v), ""
		if err := values.CheckType(typ); err != nil {
			got = err.Error()
		}
		if got != test.err || values.HoldsInterface(typ) != test.interfaces {
			t.Errorf("%v: CheckType is %q, want %q; HoldsInterface is %v: %s", typ, got, test.err, values.HoldsInterface(typ), test.reason)
		}
	}
}
