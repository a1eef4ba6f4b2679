package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// ownJSON returns the own part of a status, [model.Status].Own, as JSON. A struct is
// an object with the names of its fields in Go, those that are not exported included.
// A value with a String method is its text. It returns nil if nothing is shown.
func ownJSON(own any) *json.RawMessage {
	if own == nil {
		return nil
	}
	var b bytes.Buffer
	writeJSON(&b, reflect.ValueOf(own))
	raw := json.RawMessage(b.Bytes())
	return &raw
}

// writeJSON writes a value that is comparable by value.
func writeJSON(b *bytes.Buffer, v reflect.Value) {
	if v.CanInterface() {
		if s, ok := v.Interface().(fmt.Stringer); ok {
			writeText(b, s.String())
			return
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		b.WriteByte('{')
		for i := range v.NumField() {
			writeText(b, v.Type().Field(i).Name)
			b.WriteByte(':')
			writeJSON(b, v.Field(i))
			comma(b, i, v.NumField())
		}
		b.WriteByte('}')
	case reflect.Array:
		b.WriteByte('[')
		for i := range v.Len() {
			writeJSON(b, v.Index(i))
			comma(b, i, v.Len())
		}
		b.WriteByte(']')
	case reflect.Interface:
		if v.IsNil() {
			b.WriteString("null")
			return
		}
		writeJSON(b, v.Elem())
	case reflect.String:
		writeText(b, v.String())
	default: // a number or a truth value
		fmt.Fprint(b, v)
	}
}

func comma(b *bytes.Buffer, i, n int) {
	if i < n-1 {
		b.WriteByte(',')
	}
}

func writeText(b *bytes.Buffer, text string) {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text is always JSON
	b.Truncate(b.Len() - 1)  // the new line
}

// own adds the parts of the log's value that differ from the model's. The fields of
// an object that are left out were not logged.
func (d *differ) own(field string, log, model *json.RawMessage) {
	if log == nil {
		return
	}
	var shown any
	if model != nil {
		shown = decoded(*model)
	}
	d.values(field, decoded(*log), shown)
}

func (d *differ) values(field string, log, model any) {
	object, ok := log.(map[string]any)
	whole, same := model.(map[string]any)
	if !ok || !same {
		if !reflect.DeepEqual(log, model) {
			d.add(field, encoded(log), encoded(model))
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value, known := whole[name]
		if !known {
			d.add(field+"."+name, encoded(object[name]), "")
			continue
		}
		d.values(field+"."+name, object[name], value)
	}
}

// decoded returns the value of a JSON text, with its numbers as they are written.
func decoded(raw json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_ = d.Decode(&v) // it was decoded before, or is ours
	return v
}

// encoded writes a value for people: a text that is one word without quotation marks.
func encoded(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		if quoted := strconv.Quote(v); len(quoted) == len(v)+2 && v != "" {
			return v
		}
	}
	text, _ := json.Marshal(v) // it was decoded from JSON
	return string(text)
}
