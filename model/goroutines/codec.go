package goroutines

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"time"
	"unsafe"
)

// encoded returns v as bytes for another process of the same program. It writes all
// fields, exported or not. Pointers that are equal stay equal. An error names a part
// that cannot be written: a channel, a function or an unsafe pointer.
func encoded(v any) (_ []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("goroutines: cannot write %T for another process: %v", v, r)
		}
	}()
	w := &writer{met: map[unsafe.Pointer]map[reflect.Type]int{}}
	w.value(reflect.ValueOf(v))
	return w.out, nil
}

// A writer writes values. Both processes know the type of the whole. A dynamic type in
// an interface is written as its place in the program, which is the same in both.
type writer struct {
	out     []byte
	met     map[unsafe.Pointer]map[reflect.Type]int
	written int // pointers
}

func (w *writer) number(x uint64) { w.out = binary.AppendUvarint(w.out, x) }

func (w *writer) bool(x bool) {
	if x {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.out = append(w.out, s...)
}

func (w *writer) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		w.bool(v.Bool())
	case reflect.String:
		w.text(v.String())
	case reflect.Float32, reflect.Float64:
		w.number(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		w.number(math.Float64bits(real(v.Complex())))
		w.number(math.Float64bits(imag(v.Complex())))
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i))
		}
	case reflect.Array:
		w.list(v)
	case reflect.Slice:
		w.length(v)
		w.list(v)
	case reflect.Map:
		w.length(v)
		for it := v.MapRange(); it.Next(); {
			w.value(it.Key())
			w.value(it.Value())
		}
	case reflect.Pointer:
		w.pointer(v)
	case reflect.Interface:
		w.bool(!v.IsNil())
		if !v.IsNil() {
			w.typ(v.Elem().Type())
			w.value(v.Elem())
		}
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if !v.IsNil() {
			panic(fmt.Sprintf("a %v", v.Kind()))
		}
	default:
		if v.CanInt() {
			w.out = binary.AppendVarint(w.out, v.Int())
		} else {
			w.number(v.Uint())
		}
	}
}

// length writes the length of a slice or a map; 0: it is nil.
func (w *writer) length(v reflect.Value) {
	if v.IsNil() {
		w.number(0)
		return
	}
	w.number(uint64(v.Len()) + 1)
}

func (w *writer) list(v reflect.Value) {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		w.out = append(w.out, v.Bytes()...)
		return
	}
	for i := range v.Len() {
		w.value(v.Index(i))
	}
}

// How a pointer is written.
const (
	nilPointer  = iota
	local       // time.Local, which is not copied
	universal   // time.UTC
	newPointer  // its target follows
	metPointers // and more: met before
)

func (w *writer) pointer(v reflect.Value) {
	p, t := v.UnsafePointer(), v.Type()
	number, met := w.met[p][t]
	switch {
	case p == nil:
		w.number(nilPointer)
	case p == unsafe.Pointer(time.Local):
		w.number(local)
	case p == unsafe.Pointer(time.UTC):
		w.number(universal)
	case met:
		w.number(metPointers + uint64(number))
	default:
		if w.met[p] == nil {
			w.met[p] = map[reflect.Type]int{}
		}
		w.met[p][t] = w.written
		w.written++
		w.number(newPointer)
		w.value(v.Elem())
	}
}

// How a type is written: made of others, or by its place.
const (
	placed = iota
	pointerTo
	sliceOf
	arrayOf
	mapOf
)

func (w *writer) typ(t reflect.Type) {
	kind := t.Kind()
	switch {
	case t.Name() == "" && kind == reflect.Pointer:
		w.number(pointerTo)
		w.typ(t.Elem())
	case t.Name() == "" && kind == reflect.Slice:
		w.number(sliceOf)
		w.typ(t.Elem())
	case t.Name() == "" && kind == reflect.Array:
		w.number(arrayOf)
		w.number(uint64(t.Len()))
		w.typ(t.Elem())
	case t.Name() == "" && kind == reflect.Map:
		w.number(mapOf)
		w.typ(t.Key())
		w.typ(t.Elem())
	default:
		w.number(placed)
		w.out = binary.AppendVarint(w.out, placeOf(t))
		w.text(t.String())
	}
}

// origin is a type of this program. The places of other types are distances from it:
// a program may be loaded at any address, but always as a whole.
var origin = reflect.TypeFor[writer]()

func placeOf(t reflect.Type) int64 { return int64(uintptr(addressOf(t)) - uintptr(addressOf(origin))) }

// words are the two words of an interface.
type words struct{ typ, data unsafe.Pointer }

// addressOf returns the address of the description of t.
func addressOf(t reflect.Type) unsafe.Pointer { return (*words)(unsafe.Pointer(&t)).data }

// typeAt returns the type at a place that [placeOf] returned in a process of the same
// program.
func typeAt(place int64) reflect.Type {
	var v any
	(*words)(unsafe.Pointer(&v)).typ = unsafe.Add(addressOf(origin), int(place))
	return reflect.TypeOf(v)
}
