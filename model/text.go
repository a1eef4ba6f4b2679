package model

import (
	"fmt"
	"reflect"
	"strings"
)

// text writes a local state or message for people: as its String method says,
// else as Type(field,field), without white space.
func text(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return plainText(reflect.ValueOf(v))
}

func plainText(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	if v.CanInterface() {
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return s.String()
		}
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			parts = append(parts, plainText(v.Field(i)))
		}
		return v.Type().Name() + "(" + strings.Join(parts, ",") + ")"
	case reflect.Array:
		for i := range v.Len() {
			parts = append(parts, plainText(v.Index(i)))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case reflect.Interface:
		return plainText(v.Elem())
	}
	return fmt.Sprint(v)
}

// key returns text that is equal for equal values only.
func key(v any) string { return fmt.Sprintf("%T%#v", v, v) }
