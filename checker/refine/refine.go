package refine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Options are the bounds of a search, beside its context. 0 is no limit.
type Options struct {
	MaxPairs  int // pairs of a configuration and a set of abstract states
	MaxStates int // abstract states
}

// A Report is the result of a search.
type Report[A, O comparable] struct {
	// Result is Holds if the system implements the abstract one. Only a complete search says so. It
	// is Vacuous if, in addition, no event changes the value that is shown.
	Result   checker.Result
	Note     string          // why the result is unknown or vacuous
	Mismatch *Mismatch[A, O] // the least counterexample; nil unless the result is Violated

	Configurations int // distinct ones that the search met
	Pairs          int // of a configuration and a set of abstract states
	States         int // abstract states
}

var (
	errNoSystem         = errors.New("refine: no system: it is nil; model.New returns one, or an error")
	errNoAbstractSystem = errors.New("refine: no abstract system: it is nil; model.New returns one, or an error")
	errNoMapping        = errors.New("refine: no mapping: it is nil; allowed: a function of a configuration")
	errNoFunction       = errors.New("refine: an abstract system without Next or Shows; allowed: both, Whole as Shows")
	errNoStart          = errors.New("refine: an abstract system without an initial state; allowed: at least one")
	errBounds           = errors.New("refine: a negative bound; allowed: 0 for none, or more")
)

// Check decides whether s implements an abstract system. The mapping gives the value that a
// configuration of s shows; it is pure. Of each execution of s these values, without repetitions, must be those that an
// abstract execution shows, without repetitions. Executions begin after the wake-ups of
// [model.WakeSet].All. A configuration with a step that is not well-formed shows nothing;
// if there is one, the result is not Holds.
//
// The counterexample is the least, by length and then by the order of events. It has been
// replayed without the search ([model.System.Replay]), and judged by code that knows no sets.
//
// An error means that there is nothing to report: the arguments mean nothing, or a function panics or is
// impure.
func Check[A, O comparable](ctx context.Context, s *model.System, abstract Abstract[A, O], mapping func(properties.Configuration) O, o Options) (report Report[A, O], err error) {
	if err := validate(s, abstract, mapping, o); err != nil {
		return report, err
	}
	n := &numbered[A, O]{Abstract: abstract, mapping: mapping, state: map[A]int{}, value: map[O]int{}}
	defer n.blame(&err)
	starts, err := s.Semantics().Starts()
	if err != nil {
		return report, err
	}
	k := &search{ctx: ctx, bounds: o, target: n, starts: starts, number: map[string]int{}, configurations: map[string]int{}, visited: map[[2]int]bool{}}
	bad := k.run()
	report.Configurations, report.Pairs, report.States = len(k.configurations), len(k.visited), len(n.states)
	if bad != nil {
		report.Result = checker.Violated
		report.Mismatch, err = n.mismatch(k, bad)
		return report, err
	}
	report.Result, report.Note, err = k.conclude()
	return report, err
}

func validate[A, O comparable](s *model.System, abstract Abstract[A, O], mapping func(properties.Configuration) O, o Options) error {
	switch {
	case s == nil:
		return errNoSystem
	case abstract.Next == nil || abstract.Shows == nil:
		return errNoFunction
	case len(abstract.Initial) == 0:
		return errNoStart
	case mapping == nil:
		return errNoMapping
	case o.MaxPairs < 0 || o.MaxStates < 0:
		return errBounds
	}
	return nil
}

// conclude returns the result of a search that found no counterexample.
func (k *search) conclude() (checker.Result, string, error) {
	switch {
	case k.cut != "":
		return checker.Unknown, k.cut, nil
	case k.illFormed != nil:
		x, err := k.replay(k.illFormed)
		return checker.Unknown, x.IllFormed(), err
	case !k.changes:
		return checker.Vacuous, "no event changes the value that is shown", nil
	}
	return checker.Holds, "", nil
}

// replay returns the execution to x, by the definition of the model.
func (k *search) replay(x *pair) (model.Execution, error) {
	execution, err := k.starts[x.start].Replay(model.Lasso{Stem: x.schedule()})
	if err != nil {
		return execution, fmt.Errorf("refine: a schedule of the search is none: %w; usual cause: an algorithm that is impure", err)
	}
	return execution, nil
}

// mismatch returns the counterexample that leads to x, replayed and judged.
func (n *numbered[A, O]) mismatch(k *search, x *pair) (*Mismatch[A, O], error) {
	execution, err := k.replay(x)
	if err != nil {
		return nil, err
	}
	n.asked = "the mapping, or a function of the abstract system,"
	m, err := judge(execution, n.Abstract, n.mapping)
	n.asked = ""
	if err != nil {
		return nil, err
	}
	if x.before != nil && !n.same(k.sets[x.before.set].states, m.Matched) {
		return nil, errMatched
	}
	return &m, nil
}

// same reports whether a set of numbers is that of the states of a list.
func (n *numbered[A, O]) same(set []int, list []A) bool {
	numbers := n.numbersOf(list)
	slices.Sort(numbers)
	return slices.Equal(set, numbers)
}
