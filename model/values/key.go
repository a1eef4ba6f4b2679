package values

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Key returns a text that only equal values share. Unlike fmt it writes the type
// of a value in an interface, and never calls a method of the value.
func Key(v any) string {
	var b strings.Builder
	WriteKey(&b, v)
	return b.String()
}

// WriteKey writes [Key] of a value.
func WriteKey(b *strings.Builder, v any) { writeKey(b, reflect.ValueOf(&v).Elem()) }

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
	default: // not comparable by value: [Check] reports it
		fmt.Fprintf(b, "%v", v)
	}
}
