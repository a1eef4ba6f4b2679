package compiled

import (
	"cmp"
	"iter"
	"reflect"
	"sync/atomic"
	"time"

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
	// Patience is how long a call of a method may take.
	Patience *Patience

	bounded   bool            // the timing is Bounded
	locals    []map[any]Local // by process, like the next five
	blames    []map[any]error // the values that have no number, since a method fails for them
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
	deferred  map[stepKey]deferral
	restarts  map[stepKey]restart
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

// stepKey is an input to a process in a local state; a restart has none.
type stepKey struct {
	process int
	local   Local
	in      Input
}

// deferral is whether a message is deferred, or why that is not known.
type deferral struct {
	is    bool
	blame error
}

// restart is where a process restarts, or why that is not known.
type restart struct {
	after Local
	blame error
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
	// Blame says that the outcome is not known: the step does not return, or a method other than Step fails for
	// its next local state or a message. It is the error of a check if some execution leads here. Next means
	// nothing; Sends has the messages that would be sent, unless a method fails for one of them.
	Blame error
}

// IsKnown reports whether the step is well-formed, and its outcome is known.
func (o Outcome) IsKnown() bool { return o.Failure == "" && o.Blame == nil }

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
		messages: map[any]Message{}, byText: map[string]Message{}, steps: map[stepKey][]Outcome{}, peeked: map[stepKey]bool{}, restarts: map[stepKey]restart{},
		deferred: map[stepKey]deferral{}, wellTyped: map[reflect.Type]bool{}, Patience: NewPatience(0), blames: make([]map[any]error, n),
	}
	for p := range n {
		t.locals[p], t.blames[p] = map[any]Local{}, map[any]error{}
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

// Release gives back the memory that only further local states, messages and steps need. Values
// that have a number keep it.
func (t *Tables) Release() {
	t.locals, t.blames, t.messages, t.byText, t.msgTexts = nil, nil, nil, nil, nil
	t.steps, t.peeked, t.deferred, t.restarts = nil, nil, nil, nil
	t.spont, t.status, t.durations = nil, nil, nil
}

// Locals returns how many local states of process p have a number.
func (t *Tables) Locals(p int) int { return len(t.values[p]) }

// Blamed reports whether some method failed: there is an entry, or there may be one, of which no
// watcher is told.
func (t *Tables) Blamed() bool {
	for _, blames := range t.blames {
		if len(blames) > 0 {
			return true
		}
	}
	for _, x := range t.deferred {
		if x.blame != nil {
			return true
		}
	}
	for _, x := range t.restarts {
		if x.blame != nil {
			return true
		}
	}
	return len(t.Patience.known) > 0
}

// Messages returns how many messages have a number.
func (t *Tables) Messages() int { return len(t.msgs) }

// Value returns local state l of process p.
func (t *Tables) Value(p int, l Local) any { return t.values[p][l] }

// MessageValue returns message m.
func (t *Tables) MessageValue(m Message) any { return t.msgs[m] }

// MessageOf returns the message with a text, which must be there.
func (t *Tables) MessageOf(text string) Message { return t.byText[text] }

// MessageText returns the text of message m.
func (t *Tables) MessageText(m Message) string { return t.msgTexts[m] }

// Ready returns the inputs that local state l of process p reacts to, beside messages.
func (t *Tables) Ready(p int, l Local) model.Spontaneous {
	return t.spont[p][l]
}

// Durations returns the durations of the timers and suspicions of process p in local
// state l. The timing must be Bounded.
func (t *Tables) Durations(p int, l Local) model.Durations {
	return t.durations[p][l]
}

// Defers reports whether the algorithm may defer messages.
func (t *Tables) Defers() bool { return t.means.Defers() }

// Deferred reports whether process p in local state l defers message m on port q. It
// panics with an error, as [Blames] says, if Defers fails.
func (t *Tables) Deferred(p int, l Local, q model.Port, m Message) bool {
	is, blame := t.PeekDeferred(p, l, q, m)
	if blame != nil {
		panic(blame)
	}
	return is
}

// PeekDeferred is Deferred for a message that may arrive there in no execution: it
// returns the error.
func (t *Tables) PeekDeferred(p int, l Local, q model.Port, m Message) (bool, error) {
	if !t.means.Defers() {
		return false, nil
	}
	key := stepKey{p, l, Input{Kind: model.Receive, Port: q, Msg: m}}
	x, ok := t.deferred[key]
	if !ok {
		if t.Poll != nil {
			t.Poll()
		}
		x = t.defers(p, t.values[p][l], q, t.msgs[m])
		t.deferred[key] = x
		t.bytes.Add(bytesPerDeferral)
		if t.Watcher != nil && x.blame == nil {
			t.Watcher.Deferred(p, l, key.in, x.is)
		}
	}
	return x.is, x.blame
}

// defers calls Defers.
func (t *Tables) defers(p int, local any, q model.Port, msg any) deferral {
	is := new(bool)
	key := callKey{"Defers", p, local, model.Input[any]{Kind: model.Receive, Port: q, Msg: msg}}
	blame := t.call(key, func() { *is = t.means.Deferred(p, local, q, msg) },
		func(after time.Duration) *model.EndlessError { return t.means.Endless("Defers", p, local, after) })
	if blame != nil {
		return deferral{blame: blame}
	}
	t.repeat(func(b model.Probe) *model.ImpureError { return b.Deferred(p, local, q, msg, *is) })
	return deferral{is: *is}
}

// Status returns the status of process p in local state l.
func (t *Tables) Status(p int, l Local) model.Status { return t.status[p][l] }

// Restart returns the local state in which process p restarts after l. It panics with an
// error, as [Blames] says, if a method fails.
func (t *Tables) Restart(p int, l Local) Local {
	after, blame := t.PeekRestart(p, l)
	if blame != nil {
		panic(blame)
	}
	return after
}

// PeekRestart is Restart for a process that may restart there in no execution: it returns
// the error.
func (t *Tables) PeekRestart(p int, l Local) (Local, error) {
	key := stepKey{process: p, local: l}
	x, ok := t.restarts[key]
	if !ok {
		x.after, x.blame = t.restart(p, t.values[p][l])
		t.restarts[key] = x
		if t.Watcher != nil && x.blame == nil {
			t.Watcher.Restarted(p, l, x.after)
		}
	}
	return x.after, x.blame
}

// restart calls Restart.
func (t *Tables) restart(p int, local any) (Local, error) {
	next := new(any)
	blame := t.call(callKey{method: "Restart", process: p, local: local}, func() { *next = t.means.Restart(p, local) },
		func(after time.Duration) *model.EndlessError { return t.means.Endless("Restart", p, local, after) })
	if blame != nil {
		return -1, blame
	}
	t.repeat(func(b model.Probe) *model.ImpureError { return b.Restart(p, local, *next) })
	return t.local(p, *next)
}

// Step returns the outcomes of a step of process p in local state l upon in.
func (t *Tables) Step(p int, l Local, in Input) []Outcome {
	key := stepKey{p, l, in}
	list, ok := t.steps[key]
	switch {
	case !ok:
		list = t.take(key)
	case len(t.peeked) > 0 && t.peeked[key]:
		delete(t.peeked, key)
	default:
		return list
	}
	t.tell(key, list, false)
	return list
}

// Peek is Step for an input that may occur in no execution. Once a call has not returned
// it calls nothing any more: the outcome of a step that is not in the tables is a blame.
func (t *Tables) Peek(p int, l Local, in Input) []Outcome {
	key := stepKey{p, l, in}
	if list, ok := t.steps[key]; ok {
		return list
	}
	if len(t.Patience.known) > 0 {
		return blamed(t.Patience.last)
	}
	list := t.take(key)
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
				if o.IsKnown() && !yield(Move{key.process, key.local, o.Next, key.in, o.Sends}) {
					return
				}
			}
		}
	}
}

// take adds a step to the tables.
func (t *Tables) take(key stepKey) []Outcome {
	p := key.process
	if t.Poll != nil {
		t.Poll()
	}
	local, value, list := t.values[p][key.local], t.input(key.in), new([]model.Outcome)
	blame := t.call(callKey{"Step", p, local, value}, func() { *list = t.means.Step(p, local, value) },
		func(after time.Duration) *model.EndlessError { return t.means.EndlessStep(p, local, value, after) })
	t.calls++
	outcomes := blamed(blame)
	if blame == nil {
		t.repeat(func(b model.Probe) *model.ImpureError { return b.Step(p, local, value, *list) })
		outcomes = make([]Outcome, len(*list))
		for i, o := range *list {
			outcomes[i] = t.outcome(p, o)
		}
	}
	t.steps[key] = outcomes
	t.bytes.Add(bytesPerStep + int64(len(outcomes))*bytesPerOutcome)
	return outcomes
}

// blamed returns the outcomes of a step of which nothing is known.
func blamed(blame error) []Outcome { return []Outcome{{Next: -1, Weight: 1, Blame: blame}} }

func (t *Tables) outcome(p int, o model.Outcome) Outcome {
	out := Outcome{Next: -1, Resets: o.Resets, Choices: o.Choices, Weight: o.Weight, Failure: o.Failure}
	if o.Failure != "" {
		return out
	}
	out.Next, out.Blame = t.local(p, o.Next)
	for _, m := range o.Sends {
		msg, blame := t.message(m.Msg)
		if blame != nil {
			out.Next, out.Sends, out.Blame = -1, nil, cmp.Or(out.Blame, blame)
			return out
		}
		out.Sends = append(out.Sends, Send{m.Port, msg})
	}
	return out
}
