package model

import "reflect"

// CheckType reports why values of type t cannot be compared by value, as local
// states and messages must be: which part of t is a pointer, slice, map, func,
// channel or float. It accepts interfaces, whose values [CheckValue] checks.
func CheckType(t reflect.Type) error { return comparableByValue(t) }

// CheckValue reports why v cannot be compared by value.
func CheckValue(v any) error { return checkValue(reflect.ValueOf(v)) }
