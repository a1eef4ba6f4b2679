package model

import (
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
)

// Local and Message are the numbers of a local state (of one process) and of a
// message in one [Tables]. They depend on the order of discovery: they mean
// nothing elsewhere, and are never printed, stored or compared between runs.
type (
	Local   int32
	Message int32
)

// Tables are a system compiled, lazily, to small integers: every local state
// and message is interned, and each step is called once for each distinct
// process, local state and input. Tables are for one goroutine at a time.
type Tables struct {
	sys *System
	// Repeat makes each step be called twice, to find one that is not a
	// function of its arguments. A difference panics with an *ImpureError.
	Repeat bool
	// Poll, unless it is nil, is called before each new step and local state is
	// looked at. It may panic to give up.
	Poll func()

	locals    []map[any]Local // by process
	values    [][]any
	spont     [][]Spontaneous
	status    [][]Status
	messages  map[any]Message
	msgs      []any
	msgTexts  []string
	byText    map[string]Message
	steps     map[stepKey][]Outcome
	peeked    map[stepKey]bool // the steps that only Peek has asked for
	wellTyped map[reflect.Type]bool
	calls     int
	bytes     atomic.Int64
}

type stepKey struct {
	process int
	local   Local
	in      TableInput
}

// TableInput is an [Input] whose message is a number; it is -1 unless Kind is
// Receive.
type TableInput struct {
	Kind  Kind
	Port  Port
	Timer uint8
	Msg   Message
}

// Outcome is one outcome of a step.
type Outcome struct {
	Next    Local
	Sends   []TableSend
	Choices []int
	Weight  int    // the outcome has probability 1/Weight
	Failure string // why the step is not well-formed; Next and Sends are then void
}

// TableSend is a message that a step sends.
type TableSend struct {
	Port Port
	Msg  Message
}

// Compile returns fresh tables of s.
func (s *System) Compile() *Tables {
	n := s.net.N
	t := &Tables{
		sys: s, locals: make([]map[any]Local, n), values: make([][]any, n),
		spont: make([][]Spontaneous, n), status: make([][]Status, n),
		messages: map[any]Message{}, byText: map[string]Message{}, steps: map[stepKey][]Outcome{}, peeked: map[stepKey]bool{},
		wellTyped: map[reflect.Type]bool{},
	}
	for p := range n {
		t.locals[p] = map[any]Local{}
	}
	return t
}

// Calls returns how often steps of the algorithm were called, repetitions aside
// and those that only [Tables.Peek] asked for.
func (t *Tables) Calls() int { return t.calls - len(t.peeked) }

// Bytes returns the memory that the tables take, roughly, with the local states
// and messages in them. Any goroutine may ask.
func (t *Tables) Bytes() int64 { return t.bytes.Load() }

// What an entry of a table takes beside the value in it, roughly.
const (
	bytesPerLocal   = 256
	bytesPerMessage = 128
	bytesPerStep    = 160
	bytesPerOutcome = 128
)

// bytesOf returns what a comparable value takes, with the texts in it.
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
	l := Local(len(t.values[p]))
	t.locals[p][v] = l
	t.values[p] = append(t.values[p], v)
	t.spont[p] = append(t.spont[p], t.sys.alg.ready(t.sys.selves[p], v))
	st := t.sys.alg.observe(t.sys.selves[p], v)
	st.Down, st.Failed = false, false
	t.status[p] = append(t.status[p], st)
	t.bytes.Add(bytesOf(reflect.ValueOf(v)) + bytesPerLocal)
	return l
}

// Message returns the number of message v.
func (t *Tables) Message(v any) Message {
	t.check("message", v)
	if m, ok := t.messages[v]; ok {
		return m
	}
	txt := text(v)
	if err := CheckWord(txt); err != nil {
		panic(&ValueError{fmt.Sprintf("%s: the text %q of message %#v %v", t.sys.name, txt, v, err)})
	}
	if other, ok := t.byText[txt]; ok {
		panic(&ValueError{fmt.Sprintf("%s: messages %#v and %#v have the same text %q", t.sys.name, t.msgs[other], v, txt)})
	}
	m := Message(len(t.msgs))
	t.messages[v] = m
	t.byText[txt] = m
	t.msgs = append(t.msgs, v)
	t.msgTexts = append(t.msgTexts, txt)
	t.bytes.Add(bytesOf(reflect.ValueOf(v)) + int64(len(txt)) + bytesPerMessage)
	return m
}

func (t *Tables) check(what string, v any) {
	typ := reflect.TypeOf(v)
	if t.wellTyped[typ] {
		return
	}
	if err := checkValue(reflect.ValueOf(v)); err != nil {
		panic(&ValueError{fmt.Sprintf("%s: %s %v is not comparable by value: %v", t.sys.name, what, typ, err)})
	}
	if !holdsInterface(typ) {
		t.wellTyped[typ] = true
	}
}

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

// MessageText returns the text of message m.
func (t *Tables) MessageText(m Message) string { return t.msgTexts[m] }

// Ready returns what local state l of process p reacts to.
func (t *Tables) Ready(p int, l Local) Spontaneous { return t.spont[p][l] }

// Status returns what an observer sees of local state l of process p.
func (t *Tables) Status(p int, l Local) Status { return t.status[p][l] }

// Restart returns the local state in which process p restarts after l.
func (t *Tables) Restart(p int, l Local) Local {
	return t.Local(p, t.sys.alg.restart(t.sys.selves[p], t.values[p][l]))
}

// Step returns the outcomes of a step of process p in local state l upon in.
func (t *Tables) Step(p int, l Local, in TableInput) []Outcome {
	key := stepKey{p, l, in}
	if len(t.peeked) > 0 {
		delete(t.peeked, key)
	}
	if list, ok := t.steps[key]; ok {
		return list
	}
	return t.call(key)
}

// Peek is Step for what need not happen in any execution.
func (t *Tables) Peek(p int, l Local, in TableInput) []Outcome {
	key := stepKey{p, l, in}
	if list, ok := t.steps[key]; ok {
		return list
	}
	list := t.call(key)
	t.peeked[key] = true
	return list
}

func (t *Tables) call(key stepKey) []Outcome {
	p, l, in := key.process, key.local, key.in
	if t.Poll != nil {
		t.Poll()
	}
	value := Input[any]{Kind: in.Kind, Port: in.Port, Timer: in.Timer}
	if in.Kind == Receive {
		value.Msg = t.msgs[in.Msg]
	}
	list := t.sys.alg.step(t.sys.selves[p], t.values[p][l], value)
	t.calls++
	if t.Repeat {
		t.repeat(p, l, value, list)
	}
	outcomes := make([]Outcome, len(list))
	for i, o := range list {
		outcomes[i] = t.outcome(p, o)
	}
	t.steps[key] = outcomes
	t.bytes.Add(bytesPerStep + int64(len(outcomes))*bytesPerOutcome)
	return outcomes
}

func (t *Tables) outcome(p int, o valueOutcome) Outcome {
	out := Outcome{Next: -1, Choices: o.choices, Weight: o.weight, Failure: o.failure}
	if o.failure != "" {
		return out
	}
	out.Next = t.Local(p, o.next)
	for _, m := range o.sends {
		out.Sends = append(out.Sends, TableSend{m.port, t.Message(m.msg)})
	}
	return out
}

// repeat calls the step again and panics unless it does the same.
func (t *Tables) repeat(p int, l Local, in Input[any], first []valueOutcome) {
	second := t.sys.alg.step(t.sys.selves[p], t.values[p][l], in)
	if a, b := outcomesText(first), outcomesText(second); a != b {
		panic(&ImpureError{
			System: t.sys.name,
			What:   fmt.Sprintf("process %d in local state %#v upon %v", p, t.values[p][l], inputText(in)),
			First:  a, Second: b,
		})
	}
}

func outcomesText(list []valueOutcome) string {
	var b strings.Builder
	for _, o := range list {
		fmt.Fprintf(&b, "%#v sends %#v choices %v failure %q\n", o.next, o.sends, o.choices, o.failure)
	}
	return b.String()
}

func inputText(in Input[any]) string {
	switch in.Kind {
	case Receive:
		return fmt.Sprintf("receive :%d %#v", in.Port, in.Msg)
	case Timeout:
		return fmt.Sprintf("timeout :%d", in.Timer)
	case Suspect:
		return fmt.Sprintf("suspect :%d", in.Port)
	}
	return in.Kind.String()
}

// An ImpureError says that a step is not a function of its arguments. The
// usual causes are a package variable, iteration over a map, and a clock.
type ImpureError struct{ System, What, First, Second string }

func (e *ImpureError) Error() string {
	return fmt.Sprintf("%s: a step is impure: %s\nfirst:  %s\nsecond: %s\n"+
		"usual causes: a variable outside the local state, iteration over a map, a clock or random number other than Choose",
		e.System, e.What, strings.TrimSpace(e.First), strings.TrimSpace(e.Second))
}

// A ValueError says that a local state or message is of no use: it is not
// comparable by value, its text does not tell it apart from others, or the
// algorithm cannot say what it reacts to or shows. An algorithm that panics with
// one says so itself.
type ValueError struct{ text string }

// NewValueError returns the error with that text.
func NewValueError(text string) *ValueError { return &ValueError{text} }

func (e *ValueError) Error() string { return e.text }
