package sorted

import (
	"context"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/statuses"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// Result is a sorted search that has ended.
type Result struct {
	tuples *statuses.Tuples
	search *search
	Unfit  bool // some step is not well-formed
	Peak   int  // nodes of diagrams
}

// Sorted searches a system, with monitors of some properties, in stages of about so many events; 0: as it
// chooses. It gives up at so many nodes.
func Sorted(s *model.System, stage int, effort int64, list ...properties.Property) (x Result, complete bool) {
	b := engine.NewBudget(context.Background(), engine.Bounds{}, nil)
	b.Begin(engine.Turn{Effort: effort})
	y := &search{question: engine.Question{System: s, Tables: compiled.New(s), Properties: list}, budget: b,
		answer: engine.Answer{Findings: make([]engine.Finding, len(list))}, stage: stage}
	cut, err := engine.Guard(func() error { y.run(); return nil })
	if err != nil || cut.Cause != 0 {
		return x, false
	}
	x.Unfit = y.answer.Failure.Met
	if !x.Unfit {
		x.tuples, x.Peak, x.search = y.pass.unbounded(), y.pass.peak, y
	}
	return x, true
}

// Has reports whether the search has met these statuses together.
func (x Result) Has(tuple []model.Status) bool { return x.tuples.Has(tuple) }

// Size returns how many tuples of statuses the search has met.
func (x Result) Size() int64 { return x.tuples.Size() }

// Certificate returns the certificate of the search.
func (x Result) Certificate() certificate.Sorted { return x.search.certify() }
