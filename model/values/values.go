// Package values has values that == compares by their contents: it says which ones are such values, how they read, and gives
// sequences, sets and maps that are. Local states, messages and statuses of an algorithm must be such values. It knows no model.
package values

import (
	"errors"
	"fmt"
	"reflect"
)

// CheckType reports why values of type t cannot be compared by value, as local
// states and messages must be: which part of t is a pointer, slice, map, func,
// channel or float. It accepts interfaces, whose values [Check] checks.
func CheckType(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Interface,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return nil
	case reflect.Array:
		if err := CheckType(t.Elem()); err != nil {
			return fmt.Errorf("an element of %v %w", t, err)
		}
		return nil
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if err := CheckType(f.Type); err != nil {
				return fmt.Errorf("field %s %w", f.Name, err)
			}
		}
		return nil
	}
	if t.Kind() == reflect.Pointer {
		return errors.New("is a pointer")
	}
	return fmt.Errorf("is a %v", t.Kind())
}

// Check reports why v cannot be compared by value.
func Check(v any) error { return checkValue(reflect.ValueOf(v)) }

func checkValue(v reflect.Value) error {
	if !v.IsValid() {
		return nil // a nil interface
	}
	if err := CheckType(v.Type()); err != nil {
		return err
	}
	return checkInterfaces(v)
}

// checkInterfaces is [Check] of the values of the interfaces in v, whose type can be
// compared by value.
func checkInterfaces(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Interface:
		return checkValue(v.Elem())
	case reflect.Array:
		for i := range v.Len() {
			if err := checkInterfaces(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if err := checkInterfaces(v.Field(i)); err != nil {
				return fmt.Errorf("field %s: %w", v.Type().Field(i).Name, err)
			}
		}
	}
	return nil
}

// HoldsInterface reports whether values of type t hold an interface.
func HoldsInterface(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Array:
		return HoldsInterface(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if HoldsInterface(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
