package realcode

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Fingerprinter writes everything that is reachable from a value as text.
// Equal texts mean equal contents: lengths, and the dynamic types of
// interfaces, are part of the text. A pointer that was met before is written as
// the number of the first meeting, so cycles end and sharing shows. Slices are
// written by content: neither spare capacity nor shared arrays show. Many goroutines may use one at once.
type Fingerprinter struct {
	leaveOut []string // "package.Type.field", sorted
	nils     Nil
	virtual  bool     // the clock is virtual: a time of day is a number
	shapes   sync.Map // by reflect.Type: *shape
}

// A shape is the part of walks that all values of a type share.
type shape struct {
	name   string // with the path of the package, but for pointers, lists and maps
	fields []field
	err    error // a field that is left out and does not exist
}

// A field is one of a struct that is not left out.
type field struct {
	index int
	name  string
	way   string // as LeaveOut takes it; "" if the struct has no name
}

func newFingerprinter(leaveOut []string, nils Nil) *Fingerprinter {
	return &Fingerprinter{leaveOut: slices.Sorted(slices.Values(leaveOut)), nils: nils}
}

// shapeOf returns the shape of a type. Many goroutines may call it.
func (f *Fingerprinter) shapeOf(t reflect.Type) *shape {
	if known, ok := f.shapes.Load(t); ok {
		return known.(*shape)
	}
	s := &shape{name: t.PkgPath() + " " + t.String()}
	if t.Kind() == reflect.Struct {
		s.fields, s.err = f.fieldsOf(t)
	}
	f.shapes.Store(t, s)
	return s
}

// fieldsOf returns the fields of a struct. An error names one that is left out and does not exist.
func (f *Fingerprinter) fieldsOf(t reflect.Type) (list []field, err error) {
	for _, name := range f.leaveOut {
		if field, ok := strings.CutPrefix(name, t.String()+"."); ok && !hasField(t, field) {
			return nil, fmt.Errorf("has no field %s, which is left out as %s", field, name)
		}
	}
	for i := range t.NumField() {
		name := t.Field(i).Name
		way := t.String() + "." + name
		if _, out := slices.BinarySearch(f.leaveOut, way); out {
			continue
		}
		if t.Name() == "" {
			way = ""
		}
		list = append(list, field{i, name, way})
	}
	return list, nil
}

// A leaf is a part of a value that has no parts itself.
type leaf struct {
	path, text string
	fields     string // on the way there, as LeaveOut takes them
}

// walk is one traversal.
type walk struct {
	*Fingerprinter
	out    []byte
	path   []string
	fields []string // on the path, those of types with a name, as LeaveOut takes them
	met    map[pointer]int
	leaves *[]leaf // nil: not wanted
}

type pointer struct {
	at  uintptr
	typ reflect.Type
}

// unfit is the panic of a walk.
type unfit struct{ err error }

// Of returns a text of everything that is reachable from v, unexported
// fields included, but for the fields that are left out. An error names the part that has no fingerprint.
func (f *Fingerprinter) Of(v any) (text string, err error) {
	w := &walk{Fingerprinter: f, met: map[pointer]int{}}
	err = w.start(v)
	return string(w.out), err
}

// leavesOf returns the leaves of v in the order of the walk.
func (f *Fingerprinter) leavesOf(v any) []leaf {
	var list []leaf
	w := &walk{Fingerprinter: f, met: map[pointer]int{}, leaves: &list}
	if err := w.start(v); err != nil {
		return nil
	}
	return list
}

// difference names the first part in which a and b differ.
func (f *Fingerprinter) difference(a, b any) string {
	x, y := f.leavesOf(a), f.leavesOf(b)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			hint := ""
			if x[i].fields != "" {
				hint = " (LeaveOut takes " + x[i].fields + ")"
			}
			if x[i].path != y[i].path {
				return fmt.Sprintf("one has %s = %s where the other has %s = %s%s", x[i].path, x[i].text, y[i].path, y[i].text, hint)
			}
			return fmt.Sprintf("%s is %s in one and %s in the other%s", x[i].path, x[i].text, y[i].text, hint)
		}
	}
	return fmt.Sprintf("one has %d parts and the other %d", len(x), len(y))
}

func (w *walk) start(v any) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unfit:
			err = r.err
		default:
			panic(r)
		}
	}()
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		w.fail("is nil")
	}
	t := value.Type()
	name := strings.TrimLeft(t.String(), "*")
	w.path = append(w.path, name[strings.LastIndex(name, ".")+1:])
	w.put(t.String())
	w.value(value)
	return nil
}

func (w *walk) fail(format string, args ...any) {
	panic(unfit{fmt.Errorf("%s %s", strings.Join(w.path, ""), fmt.Sprintf(format, args...))})
}

// refuse fails upon a part that has no fingerprint, and says how to leave it out.
func (w *walk) refuse(format string, args ...any) {
	text := fmt.Sprintf(format, args...) + ", which has no fingerprint"
	if len(w.fields) > 0 {
		text += "; if that is no part of the state, LeaveOut takes " + w.wayOut()
	}
	w.fail("%s", text)
}

// wayOut lists the fields on the path.
func (w *walk) wayOut() string {
	last := len(w.fields) - 1
	if last <= 0 {
		return strings.Join(w.fields, "")
	}
	return strings.Join(w.fields[:last], ", ") + " or " + w.fields[last]
}

// put writes a text that has no parts.
func (w *walk) put(text string) {
	w.out = strconv.AppendInt(w.out, int64(len(text)), 10)
	w.out = append(w.out, ':')
	w.out = append(w.out, text...)
	if w.leaves != nil {
		if len(text) > 80 {
			text = text[:80] + "..."
		}
		*w.leaves = append(*w.leaves, leaf{strings.Join(w.path, ""), text, w.wayOut()})
	}
}

func (w *walk) into(part string, v reflect.Value) {
	w.path = append(w.path, part)
	w.value(v)
	w.path = w.path[:len(w.path)-1]
}

func (w *walk) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		w.put(strconv.FormatBool(v.Bool()))
	case reflect.String:
		w.put(strconv.Quote(v.String()))
	case reflect.Float32, reflect.Float64:
		w.put(strconv.FormatUint(math.Float64bits(v.Float()), 16))
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		w.put(fmt.Sprintf("%x %x", math.Float64bits(real(c)), math.Float64bits(imag(c))))
	case reflect.Struct:
		w.structure(v)
	case reflect.Pointer:
		w.pointer(v)
	case reflect.Interface:
		w.dynamic(v)
	case reflect.Slice, reflect.Array:
		w.list(v)
	case reflect.Map:
		w.mapping(v)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.opaque(v)
	default:
		w.number(v)
	}
}

func (w *walk) number(v reflect.Value) {
	if v.CanInt() {
		w.put(strconv.FormatInt(v.Int(), 10))
		return
	}
	w.put(strconv.FormatUint(v.Uint(), 10))
}

// opaque writes a value that has no contents to look at, unless it is nil.
func (w *walk) opaque(v reflect.Value) {
	if !v.IsNil() {
		w.refuse("is a %v", v.Kind())
	}
	w.put("nil")
}

// clocks are the types of package time that hold the time of day, or wait.
var clocks = []string{"time.Time", "time.Timer", "time.Ticker"}

var timeOfDay = reflect.TypeFor[time.Time]()

// nanoseconds returns a time of day, which may be in an unexported field, as
// nanoseconds since 1970.
func nanoseconds(v reflect.Value) int64 {
	t := reflect.New(timeOfDay).Elem()
	for i := range t.NumField() {
		if from, to := v.Field(i), t.Field(i); from.CanInt() {
			reflect.NewAt(to.Type(), to.Addr().UnsafePointer()).Elem().SetInt(from.Int())
		} else if from.CanUint() {
			reflect.NewAt(to.Type(), to.Addr().UnsafePointer()).Elem().SetUint(from.Uint())
		}
	}
	return t.Interface().(time.Time).UnixNano()
}

func (w *walk) structure(v reflect.Value) {
	t := v.Type()
	if w.virtual && t == timeOfDay {
		w.put(strconv.FormatInt(nanoseconds(v), 10))
		return
	}
	if t.PkgPath() == "time" && slices.Contains(clocks, t.String()) {
		w.refuse("is a clock (%v)", t)
	}
	shape := w.shapeOf(t)
	if shape.err != nil {
		w.fail("%v", shape.err)
	}
	way := w.fields
	for _, f := range shape.fields {
		if f.way != "" {
			w.fields = append(way, f.way)
		}
		w.path = append(w.path, ".", f.name)
		w.value(v.Field(f.index))
		w.path = w.path[:len(w.path)-2]
	}
	w.fields = way
}

func hasField(t reflect.Type, name string) bool {
	for i := range t.NumField() {
		if t.Field(i).Name == name {
			return true
		}
	}
	return false
}

func (w *walk) pointer(v reflect.Value) {
	if v.IsNil() {
		w.put("nil")
		return
	}
	p := pointer{v.Pointer(), v.Type()}
	if v.Type().Elem().Size() == 0 { // addresses of empty values mean nothing
		w.put("&")
		w.value(v.Elem())
		return
	}
	if number, ok := w.met[p]; ok {
		w.put("again " + strconv.Itoa(number))
		return
	}
	w.met[p] = len(w.met)
	w.put("&")
	w.value(v.Elem())
}

func (w *walk) dynamic(v reflect.Value) {
	if v.IsNil() {
		w.put("nil")
		return
	}
	w.put(w.shapeOf(v.Elem().Type()).name)
	w.value(v.Elem())
}

func (w *walk) list(v reflect.Value) {
	if v.Kind() == reflect.Slice && v.IsNil() && w.nils == NilDiffers {
		w.put("nil")
		return
	}
	w.into(".len", reflect.ValueOf(v.Len()))
	if v.Type().Elem().Kind() == reflect.Uint8 {
		w.put(strconv.Quote(bytesOf(v)))
		return
	}
	for i := range v.Len() {
		w.into("["+strconv.Itoa(i)+"]", v.Index(i))
	}
}

// bytesOf returns the bytes of a slice or array, addressable or not.
func bytesOf(v reflect.Value) string {
	if v.Kind() == reflect.Slice {
		return string(v.Bytes())
	}
	list := make([]byte, v.Len())
	for i := range list {
		list[i] = byte(v.Index(i).Uint())
	}
	return string(list)
}

// mapping writes a map in the order of the texts of its keys.
func (w *walk) mapping(v reflect.Value) {
	if v.IsNil() && w.nils == NilDiffers {
		w.put("nil")
		return
	}
	type entry struct {
		key   string
		value reflect.Value
	}
	var list []entry
	for it := v.MapRange(); it.Next(); {
		list = append(list, entry{w.key(it.Key()), it.Value()})
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	w.into(".len", reflect.ValueOf(len(list)))
	for _, e := range list {
		_, shown, _ := strings.Cut(e.key, ":")
		w.path = append(w.path, "["+shown+"]")
		w.put(e.key)
		w.value(e.value)
		w.path = w.path[:len(w.path)-1]
	}
}

// key returns the text of a key of a map. A pointer in it would be an address,
// which says nothing from one object to the next.
func (w *walk) key(v reflect.Value) string {
	inner := &walk{Fingerprinter: w.Fingerprinter, path: append(slices.Clone(w.path), "[key]"), fields: slices.Clone(w.fields), met: map[pointer]int{}}
	inner.value(v)
	if len(inner.met) > 0 {
		inner.refuse("is a map key with a pointer")
	}
	return string(inner.out)
}
