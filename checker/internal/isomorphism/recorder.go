package isomorphism

import (
	"encoding/binary"
	"sync"

	"github.com/interrex/interrex/checker/internal/numbering"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// A Recorder notes all that a search asks of a system, by its tables, and of properties. It is
// the [compiled.Watcher] of the tables from the start.
type Recorder struct {
	tables  *compiled.Tables
	entries []entry
	lost    bool // some answer cannot be compared

	mu        sync.Mutex // guards all below: workers ask about properties at the same time
	questions []question
	asked     map[question]bool
	statuses  []numbering.Values[model.Status] // by process
	anyone    numbering.Values[model.Status]   // of which no process is known
	failed    bool                             // a function of a property panicked
	monitors  []numbering.Values[any]          // by property
	views     map[string]int32
	texts     []string // of the views: their numbers of statuses
}

// entry is an entry of the tables.
type entry struct {
	kind     uint8
	deferred bool
	process  int32
	local    compiled.Local
	after    compiled.Local // after a restart
	input    compiled.Input
	steps    []compiled.Outcome
}

// The kinds of entries.
const (
	aStep = iota
	aRestart
	aDeferral
)

// question is a call of a function of a property, with its result. Fields that its kind does not use are 0.
type question struct {
	kind          uint8
	property      uint8
	part          properties.Part // of a shape
	trigger       bool            // that of the trigger
	terminal, is  bool            // the configuration is terminal; the predicate, trigger or part holds
	view, after   int32           // numbers of views; of a move of a monitor, and a part of a shape, of statuses
	monitor, next int32           // numbers of its states
	process       int32           // of a move; of a part of a shape, like the next one
	other         int32           // of a move: the messages sent
}

// The kinds of questions.
const (
	aPredicate = iota
	aTrigger
	ofStep
	aBeginning // of a monitor
	aMove
	aSighting
)

// NewRecorder returns the recorder of a search of a system of n processes with tables t, which
// judges so many properties.
func NewRecorder(t *compiled.Tables, n, properties int) *Recorder {
	r := &Recorder{tables: t, asked: map[question]bool{}, views: map[string]int32{},
		statuses: make([]numbering.Values[model.Status], n), monitors: make([]numbering.Values[any], properties)}
	t.Watcher = r
	return r
}

// Stepped implements [compiled.Watcher].
func (r *Recorder) Stepped(p int, l compiled.Local, in compiled.Input, list []compiled.Outcome, _ bool) {
	for _, o := range list {
		r.lost = r.lost || !o.IsKnown()
	}
	r.entries = append(r.entries, entry{kind: aStep, process: int32(p), local: l, input: in, steps: list})
}

// Restarted implements [compiled.Watcher].
func (r *Recorder) Restarted(p int, l, after compiled.Local) {
	r.entries = append(r.entries, entry{kind: aRestart, process: int32(p), local: l, after: after})
}

// Deferred implements [compiled.Watcher].
func (r *Recorder) Deferred(p int, l compiled.Local, in compiled.Input, is bool) {
	r.entries = append(r.entries, entry{kind: aDeferral, process: int32(p), local: l, input: in, deferred: is})
}

// Watches reports whether the recorder is told of all entries of tables.
func (r *Recorder) Watches(t *compiled.Tables) bool { return r.tables == t }

// Lose says that the search has learnt something that the recorder was not told of.
func (r *Recorder) Lose() { r.lost = true }

// Lost reports whether some answer cannot be compared.
func (r *Recorder) Lost() bool { return r.lost || r.failed || r.tables.Blamed() }

// Of returns property i of the search, whose functions are noted when they are called.
func (r *Recorder) Of(i int, p properties.Property) properties.Property {
	return p.Overheard(listener{r, i})
}

// listener implements [properties.Listener] for a property.
type listener struct {
	*Recorder
	property int
}

func (l listener) Held(v model.View, monitor any, holds bool) {
	l.judged(aPredicate, v, monitor, holds)
}

func (l listener) Triggered(v model.View, monitor any, triggers bool) {
	l.judged(aTrigger, v, monitor, triggers)
}

func (l listener) judged(kind uint8, v model.View, monitor any, is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := question{kind: kind, is: is, terminal: v.Terminal, view: l.view(v), monitor: noState}
	if monitor != nil {
		q.monitor = l.state(monitor)
	}
	l.add(q)
}

// noState is the number of the state of a monitor where there is none, or where none is asked:
// a trigger of [properties.Property.TriggeredBy] looks at processes.
const noState = -1

func (l listener) HeldOfStep(before, after model.View, holds bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(question{kind: ofStep, is: holds, view: l.view(before), after: l.view(after)})
}

func (l listener) Started(first model.View, state any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(question{kind: aBeginning, terminal: first.Terminal, view: l.view(first), next: l.state(state)})
}

func (l listener) Moved(state any, o properties.Observation, next any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	statuses := &l.statuses[o.Process]
	l.add(question{kind: aMove, process: int32(o.Process), view: numberIn(statuses, o.Before), after: numberIn(statuses, o.After),
		other: int32(o.Sends), monitor: l.state(state), next: l.state(next)})
}

func (l listener) Saw(x properties.Sighting, is bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := question{kind: aSighting, part: x.Part, trigger: x.Trigger, is: is, process: int32(x.P), other: int32(x.Q)}
	switch x.Part {
	case properties.WatchPart:
		q.monitor = l.state(x.State)
	case properties.BothPart:
		q.view, q.after = numberIn(&l.statuses[x.P], x.First), numberIn(&l.statuses[x.Q], x.Other)
	case properties.EachPart:
		q.view = numberIn(&l.statuses[x.P], x.First)
	default: // of any process
		q.view, q.after = numberIn(&l.anyone, x.First), numberIn(&l.anyone, x.Other)
	}
	l.add(q)
}

func (l listener) Failed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failed = true
}

func (l listener) state(of any) int32 { return numberIn(&l.monitors[l.property], of) }

func (l listener) add(q question) {
	q.property = uint8(l.property)
	if !l.asked[q] {
		l.asked[q] = true
		l.questions = append(l.questions, q)
	}
}

// spread returns the questions, those about the statuses of any process once for each that has them.
func (r *Recorder) spread() []question {
	var list []question
	for _, q := range r.questions {
		if q.kind != aSighting || q.part != properties.SomePart && q.part != properties.CountedPart && q.part != properties.StepPart {
			list = append(list, q)
			continue
		}
		first, other := r.anyone.All[q.view], r.anyone.All[q.after]
		for p, statuses := range r.statuses {
			view, has := statuses.Find(first)
			after, hasOther := statuses.Find(other)
			if q.part != properties.StepPart {
				after, hasOther = 0, true
			}
			q.process, q.view, q.after = int32(p), int32(view), int32(after)
			if has && hasOther {
				list = append(list, q)
			}
		}
	}
	return list
}

// view returns the number of the statuses of a view.
func (r *Recorder) view(v model.View) int32 {
	var space [64]byte
	text := space[:0]
	for p, s := range v.Status {
		text = binary.AppendUvarint(text, uint64(r.statuses[p].Number(s)))
	}
	number, ok := r.views[string(text)]
	if !ok {
		number = int32(len(r.texts))
		r.texts = append(r.texts, string(text))
		r.views[r.texts[number]] = number
	}
	return number
}

// numberIn returns the number of a value among others.
func numberIn[T comparable](among *numbering.Values[T], x T) int32 { return int32(among.Number(x)) }
