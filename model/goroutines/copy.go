package goroutines

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// copied returns a copy of v that shares no memory with it. Pointers that were
// equal are equal in the copy. The fields that leaveOut lists are zero in it. An
// error names a part that cannot be copied.
func copied(v any, leaveOut []string) (_ any, err error) {
	if v == nil {
		return nil, nil
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case uncopied:
			err = fmt.Errorf("%T%s is a %v, which no message can carry", v, r.path, r.kind)
		default:
			panic(r)
		}
	}()
	c := &copier{leaveOut: leaveOut, met: map[unsafe.Pointer]reflect.Value{}}
	to := reflect.New(reflect.TypeOf(v)).Elem()
	to.Set(reflect.ValueOf(v))
	c.own(to, "")
	return to.Interface(), nil
}

// uncopied is the panic of a copier at a channel, a function or an unsafe pointer.
type uncopied struct {
	path string
	kind reflect.Kind
}

type copier struct {
	leaveOut []string
	met      map[unsafe.Pointer]reflect.Value
}

// own replaces the memory that v, which is addressable, shares with others.
func (c *copier) own(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if !v.IsNil() {
			panic(uncopied{path, v.Kind()})
		}
	case reflect.Pointer:
		c.pointer(v, path)
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(c.apart(v.Elem(), path))
		}
	case reflect.Slice:
		if !v.IsNil() {
			list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(list, v)
			v.Set(list)
			c.elements(v, path)
		}
	case reflect.Array:
		c.elements(v, path)
	case reflect.Map:
		c.mapping(v, path)
	case reflect.Struct:
		c.fields(v, path)
	}
}

// apart returns an owned copy of v, which need not be addressable.
func (c *copier) apart(v reflect.Value, path string) reflect.Value {
	to := reflect.New(v.Type()).Elem()
	to.Set(v)
	c.own(to, path)
	return to
}

func (c *copier) pointer(v reflect.Value, path string) {
	if v.IsNil() || v.Type() == reflect.TypeFor[*time.Location]() {
		return
	}
	known, ok := c.met[v.UnsafePointer()]
	if !ok || known.Type() != v.Type() {
		known = reflect.New(v.Type().Elem())
		c.met[v.UnsafePointer()] = known
		known.Elem().Set(v.Elem())
		c.own(known.Elem(), path)
	}
	v.Set(known.Convert(v.Type()))
}

func (c *copier) elements(v reflect.Value, path string) {
	if isFlat(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		c.own(v.Index(i), path+"["+strconv.Itoa(i)+"]")
	}
}

func (c *copier) mapping(v reflect.Value, path string) {
	if v.IsNil() {
		return
	}
	to := reflect.MakeMapWithSize(v.Type(), v.Len())
	for it := v.MapRange(); it.Next(); {
		to.SetMapIndex(c.apart(it.Key(), path+"[key]"), c.apart(it.Value(), path+"["+textOf(it.Key())+"]"))
	}
	v.Set(to)
}

func (c *copier) fields(v reflect.Value, path string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		to := reflect.NewAt(f.Type, v.Field(i).Addr().UnsafePointer()).Elem()
		if len(c.leaveOut) > 0 && slices.Contains(c.leaveOut, v.Type().String()+"."+f.Name) {
			to.SetZero()
			continue
		}
		c.own(to, path+"."+f.Name)
	}
}

// isFlat reports whether values of type t share no memory.
func isFlat(t reflect.Type) bool {
	return t.Kind() == reflect.Bool || t.Kind() == reflect.String || t.Kind() >= reflect.Int && t.Kind() <= reflect.Complex128
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
