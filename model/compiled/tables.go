package compiled

import (
	"iter"
	"reflect"
	"sync/atomic"

	"github.com/interrex/interrex/model"
)

// Local and Message are the numbers of a local state (of one process) and of a
// message in one [Tables]. They depend on the order of discovery. They mean
// nothing elsewhere, so they are never printed, stored or compared between runs.
type (
	Local   int32
	Message int32
)

// Tables are a system compiled, on demand, to small integers: they intern every
// local state and message, and call each step once for each distinct process,
// local state and input. Tables are for one goroutine at a time.
type Tables struct {
	means model.Semantics
	// Repeat calls each method twice, to find one that is not a function of its
	// arguments. If the results differ, it panics with an *model.ImpureError.
	Repeat bool
	// Poll, unless it is nil, is called before each new step and local state. It
	// may panic to abandon the search.
	Poll func()
	// Watcher, unless it is nil, is told of each new entry.
	Watcher Watcher

	bounded   bool            // the timing is Bounded
	locals    []map[any]Local // by process, like the next four
	values    [][]any
	spont     [][]model.Spontaneous
	status    [][]model.Status
	durations [][]model.Durations // nothing unless bounded
	messages  map[any]Message
	msgs      []any
	msgTexts  []string
	byText    map[string]Message
	steps     map[stepKey][]Outcome
	peeked    map[stepKey]bool // the steps that only Peek has asked for
	deferred  map[stepKey]bool
	restarts  map[localKey]Local
	wellTyped map[reflect.Type]bool
	calls     int
	bytes     atomic.Int64
}

// Watcher is told of entries of tables, and may ask for others.
type Watcher interface {
	// Stepped tells of a step; peeked says that only Peek has asked for it. It is told
	// again when Step does.
	Stepped(p int, l Local, in Input, list []Outcome, peeked bool)
	Restarted(p int, l, after Local)
	Deferred(p int, l Local, in Input, is bool)
}

type localKey struct {
	process int
	local   Local
}

type stepKey struct {
	process int
	local   Local
	in      Input
}

// Input is a [model.Input] whose message is a number; it is -1 unless Kind is
// Receive.
type Input struct {
	Kind      model.Kind
	Port      model.Port
	Timer     uint8
	Operation int
	Msg       Message
}

// Outcome is one outcome of a step.
type Outcome struct {
	Next    Local
	Sends   []Send
	Resets  model.TimerSet // the timers that start anew
	Choices []int
	Weight  int    // the outcome has probability 1/Weight
	Failure string // why the step is not well-formed, or ""; if it is not, Next and Sends mean nothing
}

// Send is a message that a step sends.
type Send struct {
	Port model.Port
	Msg  Message
}

// New returns fresh tables of s.
func New(s *model.System) *Tables {
	n := s.Network().N
	t := &Tables{
		means: s.Semantics(), bounded: s.Network().Timing == model.Bounded, durations: make([][]model.Durations, n), locals: make([]map[any]Local, n), values: make([][]any, n),
		spont: make([][]model.Spontaneous, n), status: make([][]model.Status, n),
		messages: map[any]Message{}, byText: map[string]Message{}, steps: map[stepKey][]Outcome{}, peeked: map[stepKey]bool{}, restarts: map[localKey]Local{},
		deferred: map[stepKey]bool{}, wellTyped: map[reflect.Type]bool{},
	}
	for p := range n {
		t.locals[p] = map[any]Local{}
	}
	return t
}

// Calls returns the number of calls of Step, without repetitions and without
// those that only [Tables.Peek] has asked for.
func (t *Tables) Calls() int { return t.calls - len(t.peeked) }

// Bytes returns roughly the memory of the tables, with the local states and
// messages in them. Any goroutine may call it.
func (t *Tables) Bytes() int64 { return t.bytes.Load() }

// The memory of an entry of a table besides the value in it, roughly.
const (
	bytesPerLocal   = 256
	bytesPerMessage = 128
	bytesPerStep    = 160
	bytesPerOutcome = 128

	bytesPerDeferral  = 80
	bytesPerDurations = 160
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

// Local returns the number of local state v of process p.
func (t *Tables) Local(p int, v any) Local {
	t.check("local state", v)
	if l, ok := t.locals[p][v]; ok {
		return l
	}
	if t.Poll != nil {
		t.Poll()
	}
	ready, st := t.means.Ready(p, v), t.means.Observe(p, v) // which may panic
	if t.bounded {
		t.addDurations(p, v)
	}
	l := Local(len(t.values[p]))
	t.locals[p][v] = l
	t.values[p] = append(t.values[p], v)
	t.spont[p] = append(t.spont[p], ready)
	t.status[p] = append(t.status[p], st)
	t.bytes.Add(bytesOf(reflect.ValueOf(v)) + bytesPerLocal)
	t.repeat(func(b model.Probe) *model.ImpureError {
		if e := b.Ready(p, v, t.spont[p][l]); e != nil {
			return e
		}
		return b.Observe(p, v, st)
	})
	return l
}

// addDurations adds the durations of v, the next local state of process p.
func (t *Tables) addDurations(p int, v any) {
	d := t.means.Durations(p, v)
	t.durations[p] = append(t.durations[p], d)
	t.bytes.Add(bytesPerDurations)
	t.repeat(func(b model.Probe) *model.ImpureError { return b.Durations(p, v, d) })
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

// Message returns the number of message v.
func (t *Tables) Message(v any) Message {
	t.check("message", v)
	if m, ok := t.messages[v]; ok {
		return m
	}
	txt := t.means.Text(v)
	if other, ok := t.byText[txt]; ok {
		panic(t.means.Ambiguous(t.msgs[other], v))
	}
	m := Message(len(t.msgs))
	t.messages[v] = m
	t.byText[txt] = m
	t.msgs = append(t.msgs, v)
	t.msgTexts = append(t.msgTexts, txt)
	t.bytes.Add(bytesOf(reflect.ValueOf(v)) + int64(len(txt)) + bytesPerMessage)
	return m
}

// check panics if v cannot be compared by value. It looks at each type once,
// unless a value of the type may hold values of others.
func (t *Tables) check(what string, v any) {
	typ := reflect.TypeOf(v)
	if t.wellTyped[typ] {
		return
	}
	t.means.Check(what, v)
	if !holdsInterface(typ) {
		t.wellTyped[typ] = true
	}
}

// holdsInterface reports whether values of type t hold an interface.
func holdsInterface(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Array:
		return holdsInterface(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsInterface(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// Value returns local state l of process p.
func (t *Tables) Value(p int, l Local) any { return t.values[p][l] }

// MessageValue returns message m.
func (t *Tables) MessageValue(m Message) any { return t.msgs[m] }

// MessageOf returns the message with a text, which must be there.
func (t *Tables) MessageOf(text string) Message { return t.byText[text] }

// MessageText returns the text of message m.
func (t *Tables) MessageText(m Message) string { return t.msgTexts[m] }

// Ready returns what local state l of process p reacts to.
func (t *Tables) Ready(p int, l Local) model.Spontaneous {
	return t.spont[p][l]
}

// Durations returns how long what local state l of process p has set runs. The timing
// must be Bounded.
func (t *Tables) Durations(p int, l Local) model.Durations {
	return t.durations[p][l]
}

// Defers reports whether the algorithm may defer messages.
func (t *Tables) Defers() bool { return t.means.Defers() }

// Deferred reports whether process p in local state l defers message m on port q.
func (t *Tables) Deferred(p int, l Local, q model.Port, m Message) bool {
	if !t.means.Defers() {
		return false
	}
	key := stepKey{p, l, Input{Kind: model.Receive, Port: q, Msg: m}}
	is, ok := t.deferred[key]
	if !ok {
		if t.Poll != nil {
			t.Poll()
		}
		is = t.means.Deferred(p, t.values[p][l], q, t.msgs[m])
		t.repeat(func(b model.Probe) *model.ImpureError { return b.Deferred(p, t.values[p][l], q, t.msgs[m], is) })
		t.deferred[key] = is
		t.bytes.Add(bytesPerDeferral)
		if t.Watcher != nil {
			t.Watcher.Deferred(p, l, key.in, is)
		}
	}
	return is
}

// Status returns what an observer sees of local state l of process p.
func (t *Tables) Status(p int, l Local) model.Status { return t.status[p][l] }

// Restart returns the local state in which process p restarts after l.
func (t *Tables) Restart(p int, l Local) Local {
	key := localKey{p, l}
	if after, ok := t.restarts[key]; ok {
		return after
	}
	value, next := t.values[p][l], t.means.Restart(p, t.values[p][l])
	t.repeat(func(b model.Probe) *model.ImpureError { return b.Restart(p, value, next) })
	after := t.Local(p, next)
	t.restarts[key] = after
	if t.Watcher != nil {
		t.Watcher.Restarted(p, l, after)
	}
	return after
}

// Step returns the outcomes of a step of process p in local state l upon in.
func (t *Tables) Step(p int, l Local, in Input) []Outcome {
	key := stepKey{p, l, in}
	list, ok := t.steps[key]
	switch {
	case !ok:
		list = t.call(key)
	case len(t.peeked) > 0 && t.peeked[key]:
		delete(t.peeked, key)
	default:
		return list
	}
	t.tell(key, list, false)
	return list
}

// Peek is Step for an input that may occur in no execution.
func (t *Tables) Peek(p int, l Local, in Input) []Outcome {
	key := stepKey{p, l, in}
	if list, ok := t.steps[key]; ok {
		return list
	}
	list := t.call(key)
	t.peeked[key] = true
	t.tell(key, list, true)
	return list
}

func (t *Tables) tell(key stepKey, list []Outcome, peeked bool) {
	if t.Watcher != nil {
		t.Watcher.Stepped(key.process, key.local, key.in, list, peeked)
	}
}

// Move is a well-formed outcome of a step of a process.
type Move struct {
	Process  int
	From, To Local
	Input    Input
	Sends    []Send
}

// Moves returns, in no order, the well-formed outcomes of all steps that [Tables.Step] was
// asked for.
func (t *Tables) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for key, list := range t.steps {
			if t.peeked[key] {
				continue
			}
			for _, o := range list {
				if o.Failure == "" && !yield(Move{key.process, key.local, o.Next, key.in, o.Sends}) {
					return
				}
			}
		}
	}
}

func (t *Tables) call(key stepKey) []Outcome {
	p, l, in := key.process, key.local, key.in
	if t.Poll != nil {
		t.Poll()
	}
	value := t.input(in)
	list := t.means.Step(p, t.values[p][l], value)
	t.calls++
	t.repeat(func(b model.Probe) *model.ImpureError { return b.Step(p, t.values[p][l], value, list) })
	outcomes := make([]Outcome, len(list))
	for i, o := range list {
		outcomes[i] = t.outcome(p, o)
	}
	t.steps[key] = outcomes
	t.bytes.Add(bytesPerStep + int64(len(outcomes))*bytesPerOutcome)
	return outcomes
}

func (t *Tables) outcome(p int, o model.Outcome) Outcome {
	out := Outcome{Next: -1, Resets: o.Resets, Choices: o.Choices, Weight: o.Weight, Failure: o.Failure}
	if o.Failure != "" {
		return out
	}
	out.Next = t.Local(p, o.Next)
	for _, m := range o.Sends {
		out.Sends = append(out.Sends, Send{m.Port, t.Message(m.Msg)})
	}
	return out
}
