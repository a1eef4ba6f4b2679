package checker_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// always is a predicate that holds, so that no search with its property stops early.
func always(model.View) bool { return true }

// sameUpToSymmetry compares the search of s up to symmetry with the whole one: the same
// result, and the same execution, which is as short. It returns the renamings that were used.
func sameUpToSymmetry(t *testing.T, s *model.System, p properties.Property, o checker.Options) int {
	t.Helper()
	o.Search.Reduce, o.Search.Symmetry, o.Properties = checker.NoReduction, false, []properties.Property{p, properties.NewAlways("all", "", always)}
	whole, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Search.Symmetry = true
	folded, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Errorf("%s: %v", p.Name, err)
		return 0
	}
	sameVerdict(t, whole.Verdicts[0], folded.Verdicts[0])
	return folded.Symmetry
}

// sameVerdict compares the verdicts of a whole search and of one up to symmetry.
func sameVerdict(t *testing.T, want, got checker.Verdict) {
	t.Helper()
	name := want.Property.Name
	if got.Result != want.Result || got.Minimal != want.Minimal {
		t.Errorf("%s: %v, %v, want %v, %v", name, got.Result, got.Minimal, want.Result, want.Minimal)
	} else if want.Execution != nil {
		if diff := cmp.Diff(want.Execution.Lasso(), got.Execution.Lasso(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: another execution is shown (-whole +folded):\n%s", name, diff)
		}
	}
}

// TestFavourites judges properties that name process 1. They must leave no renaming, and
// have the verdicts and executions of a whole search. A LeadsTo has a search of its own, so it leaves
// those of the other property.
func TestFavourites(t *testing.T) {
	s := catalogued(t, "itairodeh", "corrected", 3, func(net *model.Network) error { net.IDs = nil; return nil })
	wins := func(v model.View) bool { return v.Status[1].Role == model.Won }
	loses := func(v model.View) bool { return !wins(v) }
	for _, p := range []properties.Property{
		properties.NewAlways("never", "it never wins", loses),
		properties.NewAtEnd("end", "it does not win at the end", loses),
		properties.NewReachable("may", "it may win", wins),
		properties.NewAlwaysStep("step", "its status does not change", func(before, after model.View) bool { return before.Status[1] == after.Status[1] }),
		properties.NewEventually("eventually", "it wins at some time", wins),
		properties.NewLeadsTo("leads", "something leads to its victory", always, wins),
		properties.NewRecurs("recurs", "it wins again and again", wins),
		properties.NewStabilises("stabilises", "it wins for good", wins),
	} {
		want := 1
		if p.Form == properties.LeadsTo {
			want = 3
		}
		if renamings := sameUpToSymmetry(t, s, p, checker.Options{}); renamings != want {
			t.Errorf("%s: up to %d renamings, want %d", p.Name, renamings, want)
		}
	}
}

// A lantern is dark until it wakes, and has a timer for ever, which changes nothing: each set
// of processes that are awake is a loop of its own. If it blinks, the timer makes it dark again.
type lantern struct{ blinks bool }

func (lantern) Init(model.Self) bool { return false }

func (b lantern) Ready(_ model.Self, lit bool) model.Spontaneous {
	return model.Spontaneous{Wake: !lit, Timers: model.Timers(0)}
}

func (b lantern) Step(_ *model.Process[int], lit bool, in model.Input[int]) bool {
	return in.Kind == model.Wake || lit && !b.blinks
}

func (lantern) Observe(_ model.Self, lit bool) model.Status {
	if lit {
		return model.Status{Role: model.Candidate}
	}
	return model.Status{}
}

// partial returns properties that a loop refutes, and that make a difference between process p
// and the others.
func partial(p int) []properties.Property {
	lit := func(v model.View) bool { return v.Status[p].Role == model.Candidate }
	alone := func(v model.View) bool {
		for q, s := range v.Status {
			if (s.Role == model.Candidate) != (q == p) {
				return false
			}
		}
		return true
	}
	not := func(holds func(model.View) bool) func(model.View) bool {
		return func(v model.View) bool { return !holds(v) }
	}
	last := func(holds func(int) bool) properties.Watching {
		return properties.Watch(func(model.View) int { return -1 },
			func(_ int, o properties.Observation) int { return o.Process }, holds)
	}
	return []properties.Property{
		properties.NewStabilises("dark", "at last it is dark", not(lit)),
		properties.NewStabilises("lit", "at last it is lit", lit),
		properties.NewStabilises("not-alone", "at last it is not alone", not(alone)),
		properties.NewRecurs("lit-again", "it is lit again and again", lit),
		properties.NewRecurs("not-alone-again", "again and again it is not alone", not(alone)),
		properties.NewEventually("alone", "it is alone some time", alone),
		properties.NewLeadsTo("alone-later", "if it is lit it is alone some time", lit, alone),
		properties.NewLeadsTo("dark-later", "if it is alone it is dark some time", alone, not(lit)),
		properties.NewStabilises("others-last", "at last others take each step", last(func(q int) bool { return q != p })),
		properties.NewRecurs("last-again", "again and again it is the last that took a step", last(func(q int) bool { return q == p })),
		properties.NewEventually("last", "it takes a step some time", last(func(q int) bool { return q == p })),
		properties.NewLeadsTo("last-later", "if it is lit it takes a step some time", lit, last(func(q int) bool { return q == p })),
		properties.NewStabilises("shaped", "at last it is dark", properties.Shape{
			Each: func(_ *model.Network, q int, s model.Status) bool { return q != p || s.Role != model.Candidate }}),
	}
}

// TestLoopsAreNotRenamed judges properties that only loops refute, and that name a process:
// the values of their predicates there are compared with those after renamings.
func TestLoopsAreNotRenamed(t *testing.T) {
	for _, net := range []model.Network{{Topology: model.Complete, N: 2}, {Topology: model.Complete, N: 3}, {Topology: model.Complete, N: 4},
		{Topology: model.UnidirectionalRing, N: 3}, {Topology: model.Star, N: 3}} {
		if !checkertest.Long() && net.N > 3 {
			continue
		}
		for _, a := range []lantern{{}, {blinks: true}} {
			s, err := model.New(a, net)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range []model.Fairness{model.Unfair, model.Weak, model.Strong} {
				t.Run(fmt.Sprintf("%v/n=%d/blinks=%t/%v", net.Topology, net.N, a.blinks, f), func(t *testing.T) {
					for _, property := range slices.Concat(partial(1), partial(net.N-1)) {
						sameUpToSymmetry(t, s, property, checker.Options{Fairness: f})
					}
				})
			}
		}
	}
}

// A biased process wins when it wakes, unless it has the identity 1: then it loses, and tells
// another one. So no renaming that moves process 1 is one, which a search finds out when it wakes.
type biased struct{}

func (biased) Init(model.Self) model.Role { return model.Undecided }

func (biased) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Undecided}
}

func (biased) Step(p *model.Process[int], r model.Role, _ model.Input[int]) model.Role {
	switch {
	case r != model.Undecided:
		return r
	case p.ID() == 1:
		p.Send(0, 0)
		return model.Lost
	}
	return model.Won
}

func (biased) Observe(_ model.Self, r model.Role) model.Status { return model.Status{Role: r} }

// TestPanicsInViewsThatDoNotExist says that a property which panics in a view, or observation,
// that only a wrong renaming leads to is judged without renamings, and that a property which panics
// in one that is there is wrong.
func TestPanicsInViewsThatDoNotExist(t *testing.T) {
	s, err := model.New(biased{}, model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{2, 1, 3}})
	if err != nil {
		t.Fatal(err)
	}
	unless := func(panics, holds bool) bool {
		if panics {
			panic("unexpected")
		}
		return holds
	}
	for _, row := range []struct {
		reason string
		loser  int // the process that must not lose
		panics bool
	}{
		{"process 1 loses, and process 0 never does", 0, false},
		{"process 1 does lose", 1, true},
	} {
		for _, p := range []properties.Property{
			properties.NewAlways("view", "", func(v model.View) bool { return unless(v.Status[row.loser].Role == model.Lost, true) }),
			properties.NewAlwaysStep("step", "", func(_, after model.View) bool { return unless(after.Status[row.loser].Role == model.Lost, true) }),
			properties.NewAlways("monitor", "", properties.Watch(func(model.View) bool { return true },
				func(_ bool, o properties.Observation) bool {
					return unless(o.Process == row.loser && o.After.Role == model.Lost, true)
				},
				func(holds bool) bool { return holds })),
		} {
			for _, reduce := range []checker.Reduction{checker.NoReduction, checker.Confluent} {
				if reduce.Suits(s, []properties.Property{p}) != nil {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%v", row.reason, p.Name, reduce), func(t *testing.T) {
					r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Search: checker.Search{Symmetry: true, Reduce: reduce}})
					var panicked *properties.PanicError
					switch {
					case errors.As(err, &panicked) != row.panics:
						t.Errorf("error %v, want a panic: %t", err, row.panics)
					case err == nil && r.Verdicts[0].Result != checker.Holds:
						t.Errorf("%v (%s), want holds", r.Verdicts[0].Result, r.Verdicts[0].Note())
					}
				})
			}
		}
	}
}

// TestLoopsOfLargeSystems says the same of the default options, under which large systems are
// searched up to symmetry: a ring of 20 of these, if the first turn is as long as usual.
func TestLoopsOfLargeSystems(t *testing.T) {
	s, err := model.New(lantern{}, model.Network{Topology: model.Ring, N: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range partial(1) {
		o := checker.Options{Properties: []properties.Property{p, properties.NewAlways("all", "", always)}}
		whole, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		folded, err := checker.CheckByTurns(t.Context(), s, o, 2)
		if err != nil {
			t.Fatal(err)
		}
		sameVerdict(t, whole.Verdicts[0], folded.Verdicts[0])
	}
}
