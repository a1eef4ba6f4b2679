package values

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// packed returns the elements of a list as one value that is compared by its contents: an array in an interface,
// or nil if there are none.
func packed[T comparable](list []T) any {
	if len(list) == 0 {
		return nil
	}
	array := reflect.New(reflect.ArrayOf(len(list), reflect.TypeFor[T]())).Elem()
	copy(array.Slice(0, len(list)).Interface().([]T), list)
	return array.Interface()
}

// unpacked returns a list of its own of the elements that packed has put together.
func unpacked[T comparable](array any) []T {
	if array == nil {
		return nil
	}
	from := reflect.ValueOf(array)
	to := reflect.New(from.Type()).Elem()
	to.Set(from)
	return to.Slice(0, to.Len()).Interface().([]T)
}

// lengthOf returns the number of elements in an array that packed returned.
func lengthOf(array reflect.Value) int {
	if !array.IsValid() {
		return 0
	}
	return array.Len()
}

// compareValues is the order of the elements of sets and of the keys of maps. Numbers and texts are in their usual order, false is before
// true, and structures and arrays are compared part by part. It panics with one line if a part cannot be compared by value.
func compareValues[T comparable](a, b T) int {
	if a == b {
		return 0
	}
	return compareParts(reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem())
}

func compareParts(a, b reflect.Value) int {
	switch kind := a.Kind(); {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case kind == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case kind == reflect.Bool:
		return cmp.Compare(numberOf(a.Bool()), numberOf(b.Bool()))
	case kind == reflect.Interface:
		return compareDynamic(a.Elem(), b.Elem())
	case kind == reflect.Struct:
		return compareAll(a.NumField(), a.Field, b.Field)
	case kind == reflect.Array:
		return compareAll(a.Len(), a.Index, b.Index)
	}
	panic(fmt.Sprintf("values: a %v is in a set, or in a key of a map, and is not comparable by value; allowed: bool, integers, string, and arrays, structures and interfaces of these", a.Kind()))
}

// compareAll compares n parts of two values in turn.
func compareAll(n int, a, b func(int) reflect.Value) int {
	for i := range n {
		if c := compareParts(a(i), b(i)); c != 0 {
			return c
		}
	}
	return 0
}

// compareDynamic compares the values of two interfaces, first by the names of their types. That of a nil interface comes first.
func compareDynamic(a, b reflect.Value) int {
	if !a.IsValid() || !b.IsValid() {
		return cmp.Compare(numberOf(a.IsValid()), numberOf(b.IsValid()))
	}
	switch {
	case a.Type() == b.Type():
		return compareParts(a, b)
	case a.Kind() == reflect.Array && b.Kind() == reflect.Array && a.Type().Elem() == b.Type().Elem(): // sequences of two lengths
		return cmp.Or(compareAll(min(a.Len(), b.Len()), a.Index, b.Index), cmp.Compare(a.Len(), b.Len()))
	}
	c := cmp.Or(cmp.Compare(a.Type().String(), b.Type().String()), cmp.Compare(a.Type().PkgPath(), b.Type().PkgPath()))
	if c == 0 {
		panic(fmt.Sprintf("values: elements of two types %v are in one set, or in the keys of one map; allowed: types with different names", a.Type()))
	}
	return c
}

func numberOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ofThisPackage is the path of the package. Its collections would be linked into each program if one of them told it.
var ofThisPackage = reflect.TypeFor[here]().PkgPath()

type here struct{}

// collectionText writes a sequence, a set or a map in a field that is not exported, whose String method cannot
// be called; ok says whether v is one.
func collectionText(v reflect.Value) (text string, ok bool) {
	if v.NumField() != 1 || v.Type().PkgPath() != ofThisPackage {
		return "", false
	}
	switch name, _, _ := strings.Cut(v.Type().Name(), "["); name {
	case "Seq":
		return "[" + joinedText(v.Field(0).Elem(), TextOf) + "]", true
	case "Set":
		return "{" + joinedText(v.Field(0).Elem(), TextOf) + "}", true
	case "Map":
		return "{" + joinedText(v.Field(0).Elem(), entryText) + "}", true
	}
	return "", false
}

func entryText(v reflect.Value) string { return TextOf(v.Field(0)) + ":" + TextOf(v.Field(1)) }

// joinedText writes the elements of an array that packed returned.
func joinedText(array reflect.Value, write func(reflect.Value) string) string {
	var parts []string
	for i := range lengthOf(array) {
		parts = append(parts, write(array.Index(i)))
	}
	return strings.Join(parts, ",")
}

// place returns where v is in a sorted list, or belongs.
func place[T comparable](list []T, v T) (int, bool) {
	return slices.BinarySearchFunc(list, v, compareValues[T])
}
