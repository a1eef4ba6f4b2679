package isomorphism_test

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// puppet is an algorithm whose steps a test gives. If it gives none, process 0 wakes, sends message 1
// over port 0 and is in local state 1; a process that receives a message adds 2 to its local state, and
// has then won.
type puppet struct {
	inits   []int
	ready   func(s int) model.Spontaneous
	step    func(p *model.Process[int], s int, in model.Input[int]) int
	observe func(p model.Self, s int) model.Status
	runs    int // how long timer 0 runs
	restart int
}

func (a puppet) Init(p model.Self) int { return a.Inits(p)[0] }

func (a puppet) Inits(model.Self) []int {
	if a.inits == nil {
		return []int{0}
	}
	return a.inits
}

func (a puppet) Ready(_ model.Self, s int) model.Spontaneous {
	if a.ready == nil {
		return model.Spontaneous{Wake: s == 0}
	}
	return a.ready(s)
}

func (a puppet) Durations(model.Self, int) (d model.Durations) {
	d.Timers[0], d.Timers[1] = model.Exactly(max(a.runs, 1)), model.Exactly(1)
	return d
}

func (a puppet) Restart(model.Self, int) int { return a.restart }

func (a puppet) Step(p *model.Process[int], s int, in model.Input[int]) int {
	switch {
	case a.step != nil:
		return a.step(p, s, in)
	case in.Kind == model.Wake:
		p.Send(0, 1)
		return s + 1
	}
	return s + 2
}

func (a puppet) Observe(p model.Self, s int) model.Status {
	switch {
	case a.observe != nil:
		return a.observe(p, s)
	case s >= 2:
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

// shy is a puppet that defers all messages in some local states.
type shy struct {
	puppet
	in []int
}

func (a shy) Defers(_ model.Self, s int, _ model.Port, _ int) bool {
	for _, is := range a.in {
		if s == is {
			return true
		}
	}
	return false
}

func systemOf(t *testing.T, a model.Algorithm[int, int], net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// searched searches the whole of a system. It returns the answer, and the record of the search.
func searched(t *testing.T, s *model.System, list []properties.Property) (engine.Answer, *isomorphism.Record) {
	t.Helper()
	tables := compiled.New(s)
	r := isomorphism.NewRecorder(tables, s.Network().N, len(list))
	q := engine.Question{System: s, Tables: tables, Fairness: model.Weak}
	for i, p := range list {
		q.Properties = append(q.Properties, r.Of(i, p))
	}
	a, err := explicit.Engine{}.Search(q, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	record, err := r.Finish(s, list)
	if err != nil {
		t.Fatal(err)
	}
	return a, record
}
