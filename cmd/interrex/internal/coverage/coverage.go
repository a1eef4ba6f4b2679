// Package coverage lets a command list the branches of algorithms that no execution takes.
package coverage

import (
	"context"

	"github.com/interrex/interrex/checker/coverage"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
)

// AddTo gives a command the command coverage.
func AddTo(p *parts.Parts) { p.NewCoverage = begin }

// begin returns nothing reached, or an error if the program has no counters.
func begin() (parts.Coverage, error) {
	if _, err := coverage.Counters(); err != nil {
		return nil, err
	}
	return &reached{all: &coverage.Profile{Counts: map[coverage.Block]int{}}}, nil
}

// reached has the steps of one algorithm, and the counts of all before it.
type reached struct {
	steps []*coverage.Steps
	all   *coverage.Profile
}

// Reach is that of parts.Coverage.
func (r *reached) Reach(ctx context.Context, s *model.System, configurations int, memory int64) (parts.Reached, error) {
	x, err := coverage.Reach(ctx, s, coverage.Bounds{Configurations: configurations, Memory: memory})
	if err != nil {
		return parts.Reached{}, err
	}
	r.steps = append(r.steps, x)
	return parts.Reached{Configurations: x.Configurations, Steps: x.Count, Cut: x.Cut}, nil
}

// Forget is that of parts.Coverage.
func (r *reached) Forget() { r.steps = nil }

// Unreached is that of parts.Coverage.
func (r *reached) Unreached() ([]string, error) {
	p, err := coverage.Count(r.steps)
	if err != nil {
		return nil, err
	}
	list, kept, err := p.Unreached()
	if err != nil {
		return nil, err
	}
	r.all.Mode = kept.Mode
	for b, count := range kept.Counts {
		r.all.Counts[b] += count
	}
	texts := []string{}
	for _, b := range list {
		texts = append(texts, b.String())
	}
	return texts, nil
}

// Write is that of parts.Coverage.
func (r *reached) Write(file string) error { return r.all.WriteFile(file) }
