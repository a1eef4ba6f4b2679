package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
	"github.com/interrex/interrex/properties"
)

// rollCall is an algorithm in which each process tells the others that it is there, and remembers the ports of those
// that have done so in a set, a sequence or a map of type C, to which add adds one. It sends all of it to the next of them.
type rollCall[C comparable] struct {
	add func(C, model.Port) C
}

type present[C comparable] struct {
	Awake bool
	Heard C
}

func (rollCall[C]) Init(model.Self) present[C] { return present[C]{} }
func (rollCall[C]) Ready(_ model.Self, s present[C]) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (rollCall[C]) Observe(model.Self, present[C]) model.Status { return model.Status{} }

func (a rollCall[C]) Step(p *model.Process[C], s present[C], in model.Input[C]) present[C] {
	if in.Kind == model.Wake {
		s.Awake = true
		for q := 1; q < p.Ports(); q++ {
			p.Send(model.Port(q), s.Heard)
		}
		return s
	}
	s.Heard = a.add(s.Heard, in.Port)
	return s
}

// byHand are the same by hand.
type (
	ports struct{ Set model.PortSet }
	queue struct {
		List [3]model.Port
		Len  int
	}
	known struct{ Has, Odd [4]bool }
)

// TestCollectionsInSearches says that a system has as many configurations, and as many up to symmetry, if its local states and
// messages have sets, sequences and maps of the library as if they have those that are written by hand.
func TestCollectionsInSearches(t *testing.T) {
	for _, test := range []struct {
		hand, collection func(*testing.T, bool) int64
		reason           string
	}{
		{called(func(s ports, q model.Port) ports { return ports{s.Set.With(q)} }),
			called(func(s values.Set[model.Port], q model.Port) values.Set[model.Port] { return s.With(q) }),
			"a set of ports"},
		{called(func(s queue, q model.Port) queue {
			s.List[s.Len] = q
			s.Len++
			return s
		}), called(func(s values.Seq[model.Port], q model.Port) values.Seq[model.Port] { return s.Append(q) }),
			"the order in which they were heard"},
		{called(func(s known, q model.Port) known {
			s.Odd[q] = len(trues(s.Has))%2 == 1
			s.Has[q] = true
			return s
		}), called(func(s values.Map[model.Port, bool], q model.Port) values.Map[model.Port, bool] {
			return s.With(q, s.Len()%2 == 1)
		}), "how many were heard before, for each"},
	} {
		for _, symmetry := range []bool{false, true} {
			hand, got := test.hand(t, symmetry), test.collection(t, symmetry)
			if hand != got || hand < 10 {
				t.Errorf("%s, up to symmetry %v: %d configurations, want %d", test.reason, symmetry, got, hand)
			}
		}
		if whole, folded := test.collection(t, false), test.collection(t, true); folded*2 > whole {
			t.Errorf("%s: %d configurations up to symmetry, of %d: symmetry does not see it", test.reason, folded, whole)
		}
	}
}

func trues(list [4]bool) (t []int) {
	for i, b := range list {
		if b {
			t = append(t, i)
		}
	}
	return t
}

// called returns a function that counts the configurations of a roll call of three processes.
func called[C comparable](add func(C, model.Port) C) func(*testing.T, bool) int64 {
	return func(t *testing.T, symmetry bool) int64 {
		t.Helper()
		s, err := model.New(rollCall[C]{add}, model.Network{Topology: model.Complete, N: 3})
		if err != nil {
			t.Fatal(err)
		}
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{properties.Uniqueness()},
			Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction, Symmetry: symmetry}})
		if err != nil || !r.Complete {
			t.Fatalf("%v, complete %v: %s", err, r.Complete, r.Stopped)
		}
		return r.Configurations
	}
}
