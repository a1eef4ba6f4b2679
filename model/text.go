package model

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// messageText returns the text of a message in events, charts and files: that of
// [text], in quotation marks unless it is one word.
func messageText(v any) string {
	s := text(v)
	if CheckWord(s) != nil || s[0] == '"' {
		return strconv.Quote(s)
	}
	return s
}

// MessageText returns the text that a message has in events if its String method
// returns s: s itself, or in quotation marks if it is not one word. It returns a text
// in quotation marks unchanged.
func MessageText(s string) string {
	if plain, err := strconv.Unquote(s); err == nil && s[0] == '"' && strconv.Quote(plain) == s || CheckWord(s) == nil {
		return s
	}
	return strconv.Quote(s)
}

// text writes a message, or a value of another type, for people: the result of its
// String method, else Type(field,field), without white space.
func text(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return plainText(reflect.ValueOf(v))
}

// localText writes a local state for people: the result of its String method,
// else Type(Field=value,Field=value).
func localText(v any) string {
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

// plainText writes a value without the names of fields.
func plainText(v reflect.Value) string {
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

// key returns a text that only equal values share. Unlike fmt it writes the type
// of a value in an interface, and never calls a method of the value.
func key(v any) string {
	var b strings.Builder
	writeKey(&b, reflect.ValueOf(&v).Elem())
	return b.String()
}

func writeKey(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		t := v.Elem().Type()
		b.WriteString(t.PkgPath())
		b.WriteByte('.')
		b.WriteString(t.String())
		b.WriteByte(' ')
		writeKey(b, v.Elem())
	case reflect.Struct:
		b.WriteByte('{')
		for i := range v.NumField() {
			writeKey(b, v.Field(i))
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case reflect.Array:
		b.WriteByte('[')
		for i := range v.Len() {
			writeKey(b, v.Index(i))
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	case reflect.String:
		b.WriteString(strconv.Quote(v.String()))
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	default:
		writeNumber(b, v)
	}
}

func writeNumber(b *strings.Builder, v reflect.Value) {
	switch {
	case v.CanInt():
		b.WriteString(strconv.FormatInt(v.Int(), 10))
	case v.CanUint():
		b.WriteString(strconv.FormatUint(v.Uint(), 10))
	default: // not comparable by value: New or Tables reports it
		fmt.Fprintf(b, "%v", v)
	}
}
