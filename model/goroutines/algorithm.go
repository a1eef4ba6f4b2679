package goroutines

import (
	"fmt"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// An Algorithm runs code with goroutines as an algorithm of the model. It may be used
// by many goroutines at once; it runs one bubble at a time.
type Algorithm struct {
	code   Code
	values *contents
	host   *host // of a child; nil: this process is none

	mu     sync.Mutex
	states []*state
	starts map[string]*state // by place, disk and life
	merged map[string]*state // with a [Process].Snapshot: the first of those that are alike
	apart  *Algorithm        // merges nothing; nil: it was not asked for, or merges nothing itself
	counts Counts

	differences []Difference
	causeTime   time.Duration // that has been spent on their causes
	child       *child        // nil: none runs

	walked    *walkSystem // the last one; nil: none
	walks     sync.Mutex
	walkChild *child // in which walks run; nil: none runs
}

var (
	_ model.Algorithm[State, Message] = (*Algorithm)(nil)
	_ model.Needer                    = (*Algorithm)(nil)
	_ model.Timed[State]              = (*Algorithm)(nil)
	_ model.InputNamer                = (*Algorithm)(nil)
	_ model.Restarter[State]          = (*Algorithm)(nil)
	_ model.Sampler                   = (*Algorithm)(nil)
	_ model.Merger                    = (*Algorithm)(nil)
)

// New returns the algorithm that c describes.
func New(c Code) (*Algorithm, error) {
	c.complete()
	if err := c.check(); err != nil {
		return nil, err
	}
	return newAlgorithm(c), nil
}

func newAlgorithm(c Code) *Algorithm {
	return &Algorithm{code: c, starts: map[string]*state{}, merged: map[string]*state{}, values: newContents(c.LeaveOut)}
}

// A State is a local state of an [Algorithm]: a handle, which stands for a history of
// inputs and means nothing to another algorithm.
type State struct {
	number int32
	text   string
}

// String returns the text of the status, and the number of inputs.
func (s State) String() string { return s.text }

// Name returns the name of the code.
func (a *Algorithm) Name() string { return a.code.Name }

// Needs returns the needs of the code.
func (a *Algorithm) Needs() model.Needs { return a.code.Needs }

// InputNames names the timer in which time passes.
func (a *Algorithm) InputNames() model.InputNames {
	return model.InputNames{Timers: [8]string{timeTimer: "time"}}
}

// Counts are how much code has run.
type Counts struct {
	Histories int // distinct histories of inputs: local states
	Bubbles   int // that have run
	Inputs    int // that processes have taken in them, replays included
	Left      int // bubbles in which a goroutine did not end
	Differ    int // bubbles that differed from earlier ones, with [Code].Repeats
	Several   int // of those, with more than one P: see [Code].Processors
	Merged    int // steps to a local state that another history had led to, with [Process].Snapshot
	Outcomes  int // of steps, beyond the first of each, that the search takes: with [Code].Tries
}

// Counts returns how much code has run so far.
func (a *Algorithm) Counts() Counts {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.counts
	c.Histories = len(a.states)
	return c
}

// Runs returns how many bubbles have run, and how many of them differed from earlier ones:
// what holds in a search is then said for the outcomes that were met.
func (a *Algorithm) Runs() (runs, differ int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return int64(a.counts.Bubbles), int64(a.counts.Differ)
}

// Value returns a copy of the contents of m: the value that was sent.
func (a *Algorithm) Value(m Message) any { return a.values.value(m) }

// Message returns the message that [Endpoint.Send] of v sends: for programs of the
// model in the same network ([model.Join]).
func (a *Algorithm) Message(v any) (Message, error) { return a.values.message(Plain, 0, 0, v) }

// Answer returns the answer to a request, a value or an error: for programs of the
// model that serve the calls of goroutines.
func (a *Algorithm) Answer(request Message, v any, failure error) (Message, error) {
	if failure != nil {
		return a.values.message(Failure, request.Number, request.Life, failure.Error())
	}
	return a.values.message(Answer, request.Number, request.Life, v)
}

// Init returns the local state of a process that has not started.
func (a *Algorithm) Init(p model.Self) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begin(realcode.PlaceOf(p, a.code.Needs.Knowledge), "", 0)
}

// Restart returns the local state of a process that has not started and has on disk
// the data last persisted in s. A process that has called others is in another life then:
// it ignores answers to the calls of earlier ones.
func (a *Algorithm) Restart(_ model.Self, s State) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	last := a.states[s.number]
	life := last.life
	if last.called {
		life++
	}
	return a.begin(last.place, last.disk, life)
}

// begin returns the state of a process that has not started.
func (a *Algorithm) begin(place realcode.Place, disk string, life int) State {
	key := fmt.Sprintf("%+v %q %d", place, disk, life)
	s, ok := a.starts[key]
	if !ok {
		s = a.add(&state{place: place, life: life, outcome: outcome{disk: disk}, shown: a.code.showing(a.code.Asleep, Ending{}), text: "not-started", ready: model.Spontaneous{Wake: true}})
		a.starts[key] = s
	}
	return s.handle
}

// Ready returns the inputs that a process reacts to: a wake-up before it has started,
// then operations and the passing of time.
func (a *Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.states[s.number].ready
}

// Observe returns the status that the process shows. One that has not started shows
// [Code].Asleep.
func (a *Algorithm) Observe(_ model.Self, s State) model.Status {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.states[s.number].shown
}

// Durations says that time passes tick by tick.
func (a *Algorithm) Durations(model.Self, State) (d model.Durations) {
	d.Timers[timeTimer] = model.Exactly(1)
	return d
}

// Step lets the process take an input. The step is not well-formed if the code panics
// in a goroutine of this package, as [Code].Start and functions that serve calls do,
// or does not keep to the contract of its endpoint. It panics with a
// [*model.ValueError] where the code does not suit.
func (a *Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := a.states[s.number]
	if at.before == nil && in.Kind != model.Wake {
		at = a.step(p, at, model.Input[Message]{Kind: model.Wake})
	}
	return a.step(p, at, in).handle
}

// step takes one input. A process that has not started starts before it takes a
// message, so both ways to start lead to one history.
func (a *Algorithm) step(p *model.Process[Message], s *state, in model.Input[Message]) *state {
	next := a.taken(s, in, p.Choose)
	if next.fault != "" {
		panic(next.fault)
	}
	for _, m := range next.sends {
		p.Send(m.Port, m.Msg)
	}
	return next
}

// fail ends the search.
func (a *Algorithm) fail(format string, args ...any) {
	panic(model.NewValueError(a.code.errorf(format, args...).Error()))
}
