package goroutines

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// copies makes copies of values. The fields that it leaves out are zero in them.
type copies struct {
	leaveOut []string
	structs  sync.Map // by reflect.Type: []member
}

// A member is a field of a struct.
type member struct {
	index int
	name  string
	of    reflect.Type
	out   bool // left out
}

// of returns a copy of v that shares no memory with it. Pointers that were
// equal are equal in the copy. An error names a part that cannot be copied.
func (k *copies) of(v any) (_ any, err error) {
	if v == nil || isFlat(reflect.TypeOf(v)) {
		return v, nil
	}
	c := &copier{copies: k}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case uncopied:
			err = fmt.Errorf("%T%s is a %v, which no message can carry", v, strings.Join(c.path, ""), r)
		default:
			panic(r)
		}
	}()
	to := reflect.New(reflect.TypeOf(v)).Elem()
	to.Set(reflect.ValueOf(v))
	c.own(to)
	return to.Interface(), nil
}

// uncopied is the panic of a copier at a channel, a function or an unsafe pointer.
type uncopied reflect.Kind

func (k uncopied) String() string { return reflect.Kind(k).String() }

// membersOf returns the fields of a struct that are left out, or may share memory.
func (k *copies) membersOf(t reflect.Type) (list []member) {
	if known, ok := k.structs.Load(t); ok {
		return known.([]member)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if out := slices.Contains(k.leaveOut, t.String()+"."+f.Name); out || !isFlat(f.Type) {
			list = append(list, member{i, f.Name, f.Type, out})
		}
	}
	k.structs.Store(t, list)
	return list
}

type copier struct {
	*copies
	path []string
	met  map[unsafe.Pointer]reflect.Value // nil: none yet
}

// part owns a part of a value.
func (c *copier) part(v reflect.Value, way ...string) {
	c.path = append(c.path, way...)
	c.own(v)
	c.path = c.path[:len(c.path)-len(way)]
}

// own replaces the memory that v, which is addressable, shares with others.
func (c *copier) own(v reflect.Value) {
	switch v.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if !v.IsNil() {
			panic(uncopied(v.Kind()))
		}
	case reflect.Pointer:
		c.pointer(v)
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(c.apart(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(list, v)
			v.Set(list)
			c.elements(v)
		}
	case reflect.Array:
		c.elements(v)
	case reflect.Map:
		c.mapping(v)
	case reflect.Struct:
		c.fields(v)
	}
}

// apart returns an owned copy of v, which need not be addressable.
func (c *copier) apart(v reflect.Value, way ...string) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	to.Set(v)
	c.part(to, way...)
	return to
}

func (c *copier) pointer(v reflect.Value) {
	if v.IsNil() || v.Type() == reflect.TypeFor[*time.Location]() {
		return
	}
	known, ok := c.met[v.UnsafePointer()]
	if !ok || known.Type() != v.Type() {
		if c.met == nil {
			c.met = map[unsafe.Pointer]reflect.Value{}
		}
		known = reflect.New(v.Type().Elem())
		c.met[v.UnsafePointer()] = known
		known.Elem().Set(v.Elem())
		c.own(known.Elem())
	}
	v.Set(known.Convert(v.Type()))
}

func (c *copier) elements(v reflect.Value) {
	if isFlat(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		c.part(v.Index(i), "[", strconv.Itoa(i), "]")
	}
}

func (c *copier) mapping(v reflect.Value) {
	if v.IsNil() {
		return
	}
	to := reflect.MakeMapWithSize(v.Type(), v.Len())
	for it := v.MapRange(); it.Next(); {
		to.SetMapIndex(c.apart(it.Key(), "[key]"), c.apart(it.Value(), "[", textOf(it.Key()), "]"))
	}
	v.Set(to)
}

func (c *copier) fields(v reflect.Value) {
	for _, f := range c.membersOf(v.Type()) {
		to := reflect.NewAt(f.of, v.Field(f.index).Addr().UnsafePointer()).Elem()
		if f.out {
			to.SetZero()
			continue
		}
		c.part(to, ".", f.name)
	}
}

// isFlat reports whether values of type t share no memory.
func isFlat(t reflect.Type) bool {
	return t.Kind() == reflect.Bool || t.Kind() == reflect.String || t.Kind() >= reflect.Int && t.Kind() <= reflect.Complex128
}

// isSimple reports whether two values of type t, which is nil for nil, are the same if == says so. Of numbers with a fraction it does not: zero has two signs.
func isSimple(t reflect.Type) bool {
	return t != nil && isFlat(t) && (t.Kind() < reflect.Float32 || t.Kind() == reflect.String)
}

// textOf writes a value for people: the result of its String method, else
// Type(field,field). Pointers are written as the values that they point to.
func textOf(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case time.Time:
			return x.UTC().Format("2006-01-02T15:04:05.999999999")
		case fmt.Stringer:
			if v.Kind() != reflect.Pointer || !v.IsNil() {
				return x.String()
			}
		case error:
			if v.Kind() != reflect.Pointer || !v.IsNil() {
				return x.Error()
			}
		}
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			parts = append(parts, textOf(v.Field(i)))
		}
		return v.Type().Name() + "(" + strings.Join(parts, ",") + ")"
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			parts = append(parts, textOf(v.Index(i)))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, textOf(it.Key())+":"+textOf(it.Value()))
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, ",") + "]"
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return textOf(v.Elem())
	}
	return fmt.Sprint(v)
}
