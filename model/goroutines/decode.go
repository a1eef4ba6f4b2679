package goroutines

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"time"
)

// decode sets the value to which v points to the one that [encoded] wrote in a process
// of the same program.
func decode(data []byte, v any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("goroutines: cannot read %T of another process: %v", v, r)
		}
	}()
	r := &reader{rest: data}
	r.value(reflect.ValueOf(v).Elem())
	if len(r.rest) > 0 {
		panic(fmt.Sprintf("%d bytes too many", len(r.rest)))
	}
	return nil
}

// A reader reads what a [writer] wrote.
type reader struct {
	rest []byte
	met  []reflect.Value // pointers
}

func (r *reader) number() uint64 {
	x, n := binary.Uvarint(r.rest)
	r.skip(n)
	return x
}

func (r *reader) signed() int64 {
	x, n := binary.Varint(r.rest)
	r.skip(n)
	return x
}

func (r *reader) skip(n int) {
	if n <= 0 {
		panic("bytes are missing")
	}
	r.rest = r.rest[n:]
}

func (r *reader) bytes(n int) []byte {
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) text() string { return string(r.bytes(int(r.number()))) }

// value sets v, which is zero and can be set.
func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.number() == 1)
	case reflect.String:
		v.SetString(r.text())
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Float64frombits(r.number()))
	case reflect.Complex64, reflect.Complex128:
		re := math.Float64frombits(r.number())
		v.SetComplex(complex(re, math.Float64frombits(r.number())))
	case reflect.Struct:
		for i := range v.NumField() {
			r.value(reflect.NewAt(v.Type().Field(i).Type, v.Field(i).Addr().UnsafePointer()).Elem())
		}
	case reflect.Array:
		r.list(v)
	case reflect.Slice:
		if n := int(r.number()) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			r.list(v)
		}
	case reflect.Map:
		r.mapping(v)
	case reflect.Pointer:
		r.pointer(v)
	case reflect.Interface:
		if r.number() == 1 {
			v.Set(r.made(r.typ()))
		}
	case reflect.Chan, reflect.Func, reflect.UnsafePointer: // nil
	default:
		if v.CanInt() {
			v.SetInt(r.signed())
		} else {
			v.SetUint(r.number())
		}
	}
}

// made reads a value of type t.
func (r *reader) made(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	r.value(v)
	return v
}

func (r *reader) list(v reflect.Value) {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		copy(v.Bytes(), r.bytes(v.Len()))
		return
	}
	for i := range v.Len() {
		r.value(v.Index(i))
	}
}

func (r *reader) mapping(v reflect.Value) {
	n := int(r.number()) - 1
	if n < 0 {
		return
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), n))
	for range n {
		key := r.made(v.Type().Key())
		v.SetMapIndex(key, r.made(v.Type().Elem()))
	}
}

func (r *reader) pointer(v reflect.Value) {
	switch how := r.number(); how {
	case nilPointer:
	case local:
		v.Set(reflect.ValueOf(time.Local).Convert(v.Type()))
	case universal:
		v.Set(reflect.ValueOf(time.UTC).Convert(v.Type()))
	case newPointer:
		to := reflect.New(v.Type().Elem())
		r.met = append(r.met, to)
		r.value(to.Elem())
		v.Set(to.Convert(v.Type()))
	default:
		v.Set(r.met[how-metPointers].Convert(v.Type()))
	}
}

func (r *reader) typ() reflect.Type {
	switch how := r.number(); how {
	case pointerTo:
		return reflect.PointerTo(r.typ())
	case sliceOf:
		return reflect.SliceOf(r.typ())
	case arrayOf:
		n := int(r.number())
		return reflect.ArrayOf(n, r.typ())
	case mapOf:
		key := r.typ()
		return reflect.MapOf(key, r.typ())
	}
	t := typeAt(r.signed())
	if name := r.text(); t.String() != name {
		panic(fmt.Sprintf("type %s is %v here", name, t))
	}
	return t
}
