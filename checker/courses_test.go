package checker_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// hops is an algorithm of which each process sends a message a number of links far when it
// wakes, and perhaps one that goes round for ever. A local state says whether the process
// has woken, and whether a message has ended at it.
type hops struct {
	far   int
	round bool
}

type hopsState struct{ Woken, Ended bool }

const goesRound = -1

func (hops) Init(model.Self) hopsState { return hopsState{} }

func (hops) Ready(_ model.Self, s hopsState) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Woken}
}

func (a hops) Step(p *model.Process[int], s hopsState, in model.Input[int]) hopsState {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, a.far)
		if a.round {
			p.Send(0, goesRound)
		}
		s.Woken = true
	case in.Msg == goesRound:
		p.Send(0, goesRound)
	case in.Msg > 0:
		p.Send(0, in.Msg-1)
	default:
		s.Ended = true
	}
	return s
}

func (hops) Observe(_ model.Self, s hopsState) (status model.Status) {
	if s.Ended {
		status.Role = model.Won
	}
	return status
}

// TestShortCoursesUpToSymmetry takes fewer deliveries at once than messages make hops, or as
// many as go round. Which ones a search takes depends on the names of processes, and its
// next events depend on which ones it took.
func TestShortCoursesUpToSymmetry(t *testing.T) {
	for _, row := range []struct {
		reason string
		a      hops
		p      func(n int) properties.Property
	}{
		{"messages that are still to make hops are received in a configuration", hops{far: 5}, func(int) properties.Property { return properties.Uniqueness() }},
		{"or until the end", hops{far: 5}, func(int) properties.Property {
			return properties.NewAtEnd("none-has-won", "at the end nobody has won", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role != model.Won }})
		}},
		{"they are sent before a bound is passed", hops{far: 5}, func(n int) properties.Property { return properties.MessagesAtMost(6*n - 1) }},
		{"others go round meanwhile", hops{5, true}, func(int) properties.Property { return properties.Uniqueness() }},
		{"a loop follows", hops{5, true}, func(int) properties.Property { return properties.Quiescence() }},
	} {
		for n := 2; n <= 3; n++ {
			s, err := model.New(row.a, model.Network{N: n, Topology: model.UnidirectionalRing, Order: model.Bag})
			if err != nil {
				t.Fatal(err)
			}
			for _, most := range []int{0, 1, 2, 3, 4, threshold.Default().Course} {
				p := row.p(n)
				r, err := checker.CheckInCourses(t.Context(), s, checker.Options{Properties: []properties.Property{p}, Fairness: model.Weak, Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}, most)
				if err != nil || r.Verdicts[0].Result != checker.Violated || r.Symmetry != n {
					t.Errorf("%s, n = %d, at most %d at once: %v, %v, %d renamings (%s)", p.Name, n, most, err, outcomes(r), r.Symmetry, row.reason)
				}
			}
		}
	}
}

// TestShortCourses searches random systems, with and without symmetry, and takes only a few
// confluent deliveries at once. So a search ends before it has a normal form, where the order
// makes a difference that the names of processes decide. Verdicts are those of the whole
// search, and each counterexample is replayed.
func TestShortCourses(t *testing.T) {
	list := slices.Concat(properties.Standard(properties.Greatest), []properties.Property{properties.MessagesAtMost(1), properties.MessagesAtMost(3)})
	compared, violated, folded := 0, 0, 0
	seeds := uint64(12)
	if checkertest.Long() {
		seeds = 1_000
	}
	for seed := range seeds {
		for _, draw := range []func(uint64) (*model.System, string){checkertest.Exchangeable, checkertest.AnonymousCommuting, checkertest.Commuting} {
			s, about := draw(seed)
			if checker.Confluent.Suits(s, list) != nil {
				continue
			}
			whole, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Fairness: model.Weak, Search: checker.Search{Reduce: checker.NoReduction, Engine: checker.Explicit}, MaxConfigurations: 1_000})
			if err != nil {
				t.Fatal(err)
			}
			if !whole.Complete {
				continue
			}
			for i, v := range whole.Verdicts {
				for _, folds := range []bool{false, true} {
					o := checker.Options{Properties: list[i : i+1], Fairness: model.Weak, Search: checker.Search{Reduce: checker.Confluent, Symmetry: folds}, Workers: 1}
					r, err := checker.CheckInCourses(t.Context(), s, o, int(seed%3))
					if err != nil {
						t.Errorf("%s, symmetry %t, %s: %v", about, folds, list[i].Name, err)
						continue
					}
					got := r.Verdicts[0].Result
					if got != checker.Unknown && got != v.Result {
						t.Errorf("%s, symmetry %t, %s: %v, want %v", about, folds, list[i].Name, got, v.Result)
					}
					compared++
					if got == checker.Violated {
						violated++
					}
					if r.Symmetry > 1 {
						folded++
					}
				}
			}
		}
	}
	t.Logf("%d compared, %d violated, %d up to symmetry", compared, violated, folded)
	if violated < compared/8 || folded < compared/16 {
		t.Error("too few to test anything")
	}
}

// outcomes returns the results of a report with their notes.
func outcomes(r checker.Report) (list []string) {
	for _, v := range r.Verdicts {
		list = append(list, fmt.Sprintf("%v %s", v.Result, v.Note()))
	}
	return list
}
