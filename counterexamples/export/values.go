package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// A record is a value with named parts, in their order.
type record []part

type part struct {
	name  string
	value any
}

// A mapping gives a value to each of several names. ITF tells it from a record.
type mapping []part

// MarshalJSON writes an object, with its parts in order.
func (r record) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range r {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, v := range []any{p.name, p.value} {
			if j > 0 {
				b.WriteByte(':')
			}
			text, err := compact(v)
			if err != nil {
				return nil, err
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func (m mapping) MarshalJSON() ([]byte, error) { return record(m).MarshalJSON() }

// encoder returns an encoder that leaves <, > and & as they are.
func encoder(b *bytes.Buffer) *json.Encoder {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e
}

// document writes a record with a line for each part, and for each element of its lists.
func document(r record) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	for i, p := range r {
		text, err := compact(p.value)
		if list, ok := p.value.([]any); ok && len(list) > 0 {
			text, err = lines(list)
		}
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n%q: %s", p.name, text)
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// lines writes a list with a line for each element.
func lines(list []any) ([]byte, error) {
	var texts [][]byte
	for _, v := range list {
		text, err := compact(v)
		if err != nil {
			return nil, err
		}
		texts = append(texts, append([]byte("  "), text...))
	}
	return slices.Concat([]byte("[\n"), bytes.Join(texts, []byte(",\n")), []byte("\n]")), nil
}

// compact writes a value in one line.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	err := encoder(&b).Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// valueOf returns a value of the algorithm as a truth value, a number, a text, a list or a
// record. A type with a String method is a text; as in package fmt, not in a field
// that is not exported.
func valueOf(v reflect.Value) any {
	if !v.IsValid() {
		return "nil"
	}
	if v.CanInterface() {
		if s, ok := v.Interface().(fmt.Stringer); ok {
			return s.String()
		}
	}
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Interface:
		return valueOf(v.Elem())
	case v.Kind() == reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = valueOf(v.Index(i))
		}
		return list
	case v.Kind() == reflect.Struct:
		r := record{}
		for i := range v.NumField() {
			r = append(r, part{v.Type().Field(i).Name, valueOf(v.Field(i))})
		}
		return r
	}
	return fmt.Sprint(v)
}

// inITF returns a value in the notation of ITF.
func inITF(v any) any {
	switch v := v.(type) {
	case int:
		return bigint(strconv.Itoa(v))
	case int64:
		return bigint(strconv.FormatInt(v, 10))
	case uint64:
		return bigint(strconv.FormatUint(v, 10))
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = inITF(v[i])
		}
		return list
	case record:
		r := make(record, len(v))
		for i, p := range v {
			r[i] = part{p.name, inITF(p.value)}
		}
		return r
	case mapping:
		pairs := make([]any, len(v))
		for i, p := range v {
			pairs[i] = []any{p.name, inITF(p.value)}
		}
		return record{{"#map", pairs}}
	}
	return v
}

func bigint(digits string) record { return record{{"#bigint", digits}} }
