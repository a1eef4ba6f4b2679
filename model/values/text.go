package values

import (
	"fmt"
	"reflect"
	"strings"
)

// Text writes a value for people: the result of its String method, else Type(field,field), without white space.
func Text(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return TextOf(reflect.ValueOf(v))
}

// LongText is [Text] with the names of fields: Type(Field=value,Field=value).
func LongText(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return valueText(reflect.ValueOf(v), func(name, value string) string { return name + "=" + value })
}

// stringer returns v if it has a String method that can be called.
func stringer(v reflect.Value) (s fmt.Stringer, ok bool) {
	if v.IsValid() && v.CanInterface() {
		s, ok = v.Interface().(fmt.Stringer)
	}
	return s, ok
}

// TextOf is [Text] of a value in a field or an element, whose methods may be out of reach.
func TextOf(v reflect.Value) string {
	return valueText(v, func(_, value string) string { return value })
}

// valueText writes a value: the result of its String method, else its parts, of
// which field writes one from its name and its value.
func valueText(v reflect.Value, field func(name, value string) string) string {
	if !v.IsValid() {
		return "nil"
	}
	if s, ok := stringer(v); ok {
		return s.String()
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		if text, ok := collectionText(v); ok {
			return text
		}
		for i := range v.NumField() {
			parts = append(parts, field(v.Type().Field(i).Name, valueText(v.Field(i), field)))
		}
		return v.Type().Name() + "(" + strings.Join(parts, ",") + ")"
	case reflect.Array:
		for i := range v.Len() {
			parts = append(parts, valueText(v.Index(i), field))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case reflect.Interface:
		return valueText(v.Elem(), field)
	}
	return fmt.Sprint(v)
}
