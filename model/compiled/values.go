package compiled

import (
	"reflect"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
)

// bytesOf returns the memory of a comparable value, with the texts in it.
func bytesOf(v reflect.Value) int64 {
	sum := int64(0)
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len()) + 16
	case reflect.Array:
		if k := v.Type().Elem().Kind(); k != reflect.String && k != reflect.Struct && k != reflect.Array && k != reflect.Interface {
			return int64(v.Type().Size())
		}
		for i := range v.Len() {
			sum += bytesOf(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			sum += bytesOf(v.Field(i))
		}
	case reflect.Interface:
		if sum = 16; !v.IsNil() {
			sum += bytesOf(v.Elem())
		}
	case reflect.Invalid:
	default:
		return int64(v.Type().Size())
	}
	return sum
}

// Local returns the number of local state v of process p. It panics with an error, as
// [Blames] says, if a method fails for v.
func (t *Tables) Local(p int, v any) Local {
	l, blame := t.local(p, v)
	if blame != nil {
		panic(blame)
	}
	return l
}

// local is Local, which returns the error.
func (t *Tables) local(p int, v any) (Local, error) {
	if blame := t.check("local state", v); blame != nil {
		return -1, blame
	}
	if l, ok := t.locals[p][v]; ok {
		return l, nil
	}
	if blame, ok := t.blames[p][v]; ok {
		return -1, blame
	}
	if t.Poll != nil {
		t.Poll()
	}
	x, blame := t.look(p, v)
	if blame != nil {
		t.blames[p][v] = blame
		return -1, blame
	}
	l := Local(len(t.values[p]))
	t.locals[p][v] = l
	t.values[p] = append(t.values[p], v)
	t.spont[p] = append(t.spont[p], x.ready)
	t.status[p] = append(t.status[p], x.status)
	t.bytes.Add(bytesOf(reflect.ValueOf(v)) + bytesPerLocal)
	if t.bounded {
		t.durations[p] = append(t.durations[p], x.durations)
		t.bytes.Add(bytesPerDurations)
	}
	t.repeat(func(b model.Probe) *model.ImpureError {
		if e := b.Ready(p, v, x.ready); e != nil {
			return e
		}
		if e := b.Observe(p, v, x.status); e != nil || !t.bounded {
			return e
		}
		return b.Durations(p, v, x.durations)
	})
	return l, nil
}

// looks are the results of the methods for a local state.
type looks struct {
	ready     model.Spontaneous
	status    model.Status
	durations model.Durations
}

// look calls the methods for local state v of process p.
func (t *Tables) look(p int, v any) (looks, error) {
	x := new(looks)
	method := "Ready or Observe"
	if t.bounded {
		method = "Ready, Observe or Durations"
	}
	blame := t.call(callKey{method: method, process: p, local: v}, func() {
		x.ready, x.status = t.means.Ready(p, v), t.means.Observe(p, v)
		if t.bounded {
			x.durations = t.means.Durations(p, v)
		}
	}, func(after time.Duration) *model.EndlessError { return t.means.Endless(method, p, v, after) })
	if blame != nil {
		return looks{}, blame // x may still be written to
	}
	return *x, nil
}

// repeat calls a method again if Repeat is set, and panics if the result
// differs.
func (t *Tables) repeat(call func(model.Probe) *model.ImpureError) {
	if !t.Repeat {
		return
	}
	if e := call(t.means.Again(1)); e != nil {
		panic(e)
	}
}

// Message returns the number of message v. It panics with a *model.ValueError if v cannot
// be told from others.
func (t *Tables) Message(v any) Message {
	m, blame := t.message(v)
	if blame != nil {
		panic(blame)
	}
	return m
}

// message is Message, which returns the error.
func (t *Tables) message(v any) (Message, error) {
	if blame := t.check("message", v); blame != nil {
		return -1, blame
	}
	if m, ok := t.messages[v]; ok {
		return m, nil
	}
	txt := t.means.Text(v)
	if other, ok := t.byText[txt]; ok {
		return -1, t.means.Ambiguous(t.msgs[other], v)
	}
	m := Message(len(t.msgs))
	t.messages[v] = m
	t.byText[txt] = m
	t.msgs = append(t.msgs, v)
	t.msgTexts = append(t.msgTexts, txt)
	t.bytes.Add(bytesOf(reflect.ValueOf(v)) + int64(len(txt)) + bytesPerMessage)
	return m, nil
}

// check returns an error if v cannot be compared by value. It looks at each type once,
// unless a value of the type may hold values of others.
func (t *Tables) check(what string, v any) (blame error) {
	typ := reflect.TypeOf(v)
	if t.wellTyped[typ] {
		return nil
	}
	defer func() { blame = blameOf(recover()) }()
	t.means.Check(what, v)
	if !values.HoldsInterface(typ) {
		t.wellTyped[typ] = true
	}
	return nil
}
