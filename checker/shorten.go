package checker

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Minimality says how short the execution of a verdict is. It is about finite
// executions; the loop of an infinite one may be of any length.
type Minimality uint8

// The minimalities.
const (
	// Least: none is shorter, and of the shortest it is the least in event order.
	Least Minimality = iota
	// OneMinimal: none of its events can be left out. There may be a shorter one.
	OneMinimal
	// NotMinimised: a reduction may have made it longer than necessary.
	NotMinimised
)

var minimalityNames = [...]string{"least", "1-minimal", "not minimised"}

func (m Minimality) String() string {
	if int(m) < len(minimalityNames) {
		return minimalityNames[m]
	}
	return fmt.Sprintf("minimality(%d)", uint8(m))
}

// shortenedWithin is how many configurations of the whole system are searched for
// an execution that is shorter than one of the reduced system.
const shortenedWithin = 1 << 20

// shorten returns the least execution that decides p, if a search of the whole
// system no deeper than x is long can afford to find it, else x without the events
// that can be left out.
func (k *check) shorten(p properties.Property, x *model.Execution) (*model.Execution, Minimality, error) {
	switch {
	case k.using == NoReduction:
		return x, Least, nil
	case x.Loops() || k.options.AnyWitness && p.Form == properties.Reachable:
		return x, NotMinimised, nil
	}
	least, err := k.least(p, len(x.Steps))
	if err != nil || least != nil {
		return least, Least, err
	}
	return k.oneMinimal(p, x)
}

// least returns the least execution that decides p, nil if it is longer than
// depth or cannot be afforded.
func (k *check) least(p properties.Property, depth int) (*model.Execution, error) {
	before, phase := k.budget.Bounds, k.budget.Phase
	defer func() { k.budget.Bounds, k.budget.Phase = before, phase }()
	k.budget.Bounds.Configurations, k.budget.Bounds.Depth = shortenedWithin, depth
	k.tables.Poll = k.budget.Poll
	a, err := engines[Explicit].Search(engine.Question{System: k.system, Tables: k.tables, Properties: []properties.Property{p},
		Fairness: k.options.Fairness, Workers: k.options.Workers}, k.budget)
	if err != nil || a.Findings[0].Outcome != engine.Found || len(a.Findings[0].Lasso.Loop) > 0 {
		return nil, err
	}
	x, err := k.system.Replay(a.Findings[0].Lasso)
	if err == nil {
		err = p.Judge(x, k.options.Fairness)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: a counterexample of the search is none: %w", engine.ErrInternal, err)
	}
	return &x, nil
}

// oneMinimal leaves events out of x, the last ones first, until none can be left
// out. At a limit of the check it stops with what is left.
func (k *check) oneMinimal(p properties.Property, x *model.Execution) (*model.Execution, Minimality, error) {
	for again := true; again; {
		again = false
		for i := len(x.Steps) - 1; i >= 0; i-- {
			if k.budget.Over() {
				return x, NotMinimised, nil
			}
			shorter := x.Lasso()
			shorter.Stem = slices.Delete(slices.Clone(shorter.Stem), i, i+1)
			if y, err := k.system.Replay(shorter); err == nil && p.Judge(y, k.options.Fairness) == nil {
				x, again = &y, true
				i = min(i, len(x.Steps))
			}
		}
	}
	return x, OneMinimal, nil
}
