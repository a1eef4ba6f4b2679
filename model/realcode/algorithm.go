package realcode

import (
	"sync"

	"github.com/interrex/interrex/model"
)

// An Algorithm runs user code as an algorithm of the model. It may be used by
// many goroutines at once.
type Algorithm struct {
	code Code

	mu     sync.Mutex
	print  *Fingerprinter
	states []*state
	known  map[string]*state // by key
	starts map[string]*state // by place and disk
	bytes  int64
}

var (
	_ model.Algorithm[State, Message] = (*Algorithm)(nil)
	_ model.Needer                    = (*Algorithm)(nil)
	_ model.Restarter[State]          = (*Algorithm)(nil)
)

// New returns the algorithm that c describes.
func New(c Code) (*Algorithm, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = 1 << 30
	}
	if c.Histories == 0 {
		c.Histories = 8
	}
	if c.Granularity == Split {
		c.Needs.Timings = []model.Timing{model.Async}
	}
	return &Algorithm{code: c, print: newFingerprinter(c.LeaveOut, c.Nil),
		known: map[string]*state{}, starts: map[string]*state{}}, nil
}

// A State is a local state of an [Algorithm]: a handle, which means nothing to
// another one.
type State struct {
	number int32
	text   string
}

// String returns the text of the object.
func (s State) String() string { return s.text }

// Name returns the name of the code.
func (a *Algorithm) Name() string { return a.code.Name }

// Needs returns the needs of the code.
func (a *Algorithm) Needs() model.Needs { return a.code.Needs }

// Counts are how much code has run.
type Counts struct {
	States    int   // local states
	Steps     int   // distinct (local state, input)
	Histories int   // further histories of a local state that were compared
	Compared  int   // steps that were taken by a further history too
	Bytes     int64 // of the texts of the local states
}

// Counts returns how much code has run so far.
func (a *Algorithm) Counts() Counts {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := Counts{States: len(a.states), Bytes: a.bytes}
	for _, s := range a.states {
		c.Steps += len(s.steps)
		c.Histories += len(s.others)
		c.Compared += len(s.others) * len(s.steps)
	}
	return c
}

// History returns the inputs that lead to s, from where the object was last
// constructed: the shortest history that is known.
func (a *Algorithm) History(s State) []Input {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.states[s.number].history.inputs()
}

// Init returns the local state of a fresh object.
func (a *Algorithm) Init(p model.Self) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begin(a.placeOf(p), a.code.Disk)
}

// Restart returns the local state of a fresh object that starts from the data
// last persisted in s.
func (a *Algorithm) Restart(p model.Self, s State) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begin(a.placeOf(p), a.states[s.number].disk)
}

// Ready returns the inputs that the object reacts to or, while effects are
// left, the timer that carries out the next.
func (a *Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.states[s.number].ready
}

// Observe returns the status of the object.
func (a *Algorithm) Observe(_ model.Self, s State) model.Status {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.states[s.number].status
}

// Step lets the object take an input. If the code panics, so does the step,
// which then is not well-formed. The step panics with a [*model.ValueError]
// where the code does not suit.
func (a *Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	next, sends := a.step(a.placeOf(p.Self), s, in)
	for _, e := range sends {
		p.Send(e.Port, e.Msg)
	}
	return next
}

func (a *Algorithm) step(p Place, s State, in model.Input[Message]) (State, []Effect) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.taken(a.states[s.number], p, in)
	if r.panicked != nil {
		panic(r.panicked)
	}
	return r.next.handle, r.sends
}

func (a *Algorithm) placeOf(p model.Self) Place { return PlaceOf(p, a.code.Needs.Knowledge) }

// PlaceOf returns the place of the process that p describes, with the facts that are
// listed in knows.
func PlaceOf(p model.Self, knows model.Knowledge) Place {
	place := Place{Ports: p.Ports()}
	if knows&model.KnowID != 0 {
		place.ID = p.ID()
	}
	if knows&model.KnowN != 0 {
		place.N = p.N()
	}
	if knows&model.KnowLabel != 0 {
		place.Label = p.Label()
	}
	if knows&model.KnowNeighbours != 0 {
		for q := range model.Port(place.Ports) {
			place.Neighbours = append(place.Neighbours, p.Neighbour(q))
		}
	}
	if knows&model.KnowNeighbourLabels != 0 {
		for q := range model.Port(place.Ports) {
			place.NeighbourLabels = append(place.NeighbourLabels, p.NeighbourLabel(q))
		}
	}
	return place
}
