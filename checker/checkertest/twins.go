package checkertest

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Alike fails t unless process 0 of two systems does the same after all sequences of inputs: it
// reacts to the same inputs, has the same status, and its steps send and set anew the same. The
// first is the algorithm whose processes forget nothing, and its local states without one are not
// followed. Upon lists the messages that may arrive. It returns how many local states have one of
// another value as their like.
func Alike[L comparable](t *testing.T, whole, kept *model.System, upon []any, within func(L) bool) (differ int) {
	t.Helper()
	b := &twins[L]{t: t, whole: compiled.New(whole), kept: compiled.New(kept), within: within, twin: map[compiled.Local]compiled.Local{}}
	for _, m := range upon {
		msg := b.whole.Message(m)
		b.same(m, msg, b.kept.Message(m))
		for _, link := range whole.Links() {
			if link.To == 0 {
				b.arrivals = append(b.arrivals, compiled.Input{Kind: model.Receive, Port: link.ToPort, Msg: msg})
			}
		}
	}
	b.meet(b.whole.Local(0, whole.Initial().Locals[0]), b.kept.Local(0, kept.Initial().Locals[0]))
	for i := 0; i < len(b.list); i++ {
		b.compare(b.list[i])
	}
	return b.differ
}

// twins are a process that forgets nothing and its like.
type twins[L comparable] struct {
	t           *testing.T
	whole, kept *compiled.Tables
	within      func(L) bool
	arrivals    []compiled.Input
	twin        map[compiled.Local]compiled.Local // of each local state of the first
	list        []compiled.Local                  // those that are followed, as they are met
	differ      int
}

// compare compares the twins in a local state of the first.
func (b *twins[L]) compare(l compiled.Local) {
	b.t.Helper()
	ready, value := b.whole.Ready(0, l), b.whole.Value(0, l)
	b.same(value, ready, b.kept.Ready(0, b.twin[l]))
	b.same(value, b.whole.Status(0, l), b.kept.Status(0, b.twin[l]))
	for _, in := range append(spontaneous(ready), b.arrivals...) {
		x, y := b.whole.Step(0, l, in)[0], b.kept.Step(0, b.twin[l], in)[0]
		b.meet(x.Next, y.Next)
		x.Next, y.Next = 0, 0
		b.same(value, x, y)
	}
}

// meet notes that a local state has a twin. It has only one.
func (b *twins[L]) meet(l, twin compiled.Local) {
	b.t.Helper()
	value := b.whole.Value(0, l).(L)
	if old, known := b.twin[l]; known {
		b.same(value, b.kept.Value(0, old), b.kept.Value(0, twin))
		return
	}
	b.twin[l] = twin
	if value != b.kept.Value(0, twin) {
		b.differ++
	}
	if b.within(value) {
		b.list = append(b.list, l)
	}
}

// spontaneous returns the inputs that a process is ready for, without invocations.
func spontaneous(r model.Spontaneous) []compiled.Input {
	var list []compiled.Input
	if r.Wake {
		list = append(list, compiled.Input{Kind: model.Wake, Msg: -1})
	}
	if r.Idle {
		list = append(list, compiled.Input{Kind: model.Idle, Msg: -1})
	}
	for timer := range uint8(8) {
		if r.Timers.Has(timer) {
			list = append(list, compiled.Input{Kind: model.Timeout, Timer: timer, Msg: -1})
		}
	}
	for q := range r.Suspect.All() {
		list = append(list, compiled.Input{Kind: model.Suspect, Port: q, Msg: -1})
	}
	return list
}

func (b *twins[L]) same(about, want, got any) {
	b.t.Helper()
	if !reflect.DeepEqual(want, got) { // cmp.Diff is slow
		b.t.Fatalf("%v (-forgets nothing +forgets):\n%s", about, cmp.Diff(want, got))
	}
}
