package explicit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// spender is an algorithm in which process 0 goes from place to place, and sends messages that nothing
// follows from.
type spender struct {
	steps  map[[2]int]spend // by place and timer
	inits  []int            // the places where it may begin
	sleeps int              // how many messages it sends as it wakes, before place 0; 0: it is awake
}

type spend struct{ to, sends int }

const asleep = 9

func (a spender) Init(p model.Self) int { return a.Inits(p)[0] }
func (a spender) Inits(p model.Self) []int {
	switch {
	case p.ID() != 1:
		return []int{8}
	case a.sleeps > 0:
		return []int{asleep}
	case a.inits != nil:
		return a.inits
	}
	return []int{0}
}
func (spender) Observe(model.Self, int) model.Status { return model.Status{} }
func (a spender) Ready(_ model.Self, s int) (ready model.Spontaneous) {
	for timer := range 2 {
		if _, ok := a.steps[[2]int{s, timer}]; ok {
			ready.Timers |= model.Timers(uint8(timer))
		}
	}
	ready.Wake = s == asleep
	return ready
}
func (a spender) Step(p *model.Process[int], s int, in model.Input[int]) int {
	x := spend{s, 0}
	switch in.Kind {
	case model.Wake:
		x = spend{0, a.sleeps}
	case model.Timeout:
		x = a.steps[[2]int{s, int(in.Timer)}]
	}
	for i := range x.sends {
		p.Send(0, i)
	}
	return x.to
}

// TestMeasure measures small systems. The extremes are known by construction.
func TestMeasure(t *testing.T) {
	short := map[[2]int]spend{{0, 0}: {1, 1}, {0, 1}: {2, 0}, {2, 0}: {3, 2}, {2, 1}: {3, 3}}
	for _, row := range []struct {
		reason    string
		algorithm spender
		of        engine.Quantity
		want      engine.Extremes
		by        [2]int // how many events have the least and the greatest amount
	}{
		{"one message, or three in two steps", spender{steps: short}, engine.Messages, engine.Extremes{Finite: true, Least: 1, Greatest: 3}, [2]int{2, 5}},
		{"a message, or three in two steps", spender{steps: short}, engine.Length, engine.Extremes{Finite: true, Least: 2, Greatest: 5}, [2]int{2, 5}},
		{"the second start has less", spender{steps: short, inits: []int{2, 0}}, engine.Messages, engine.Extremes{Finite: true, Least: 1, Greatest: 3, LeastAt: 1}, [2]int{2, 4}},
		{"the first start has less", spender{steps: short, inits: []int{0, 2}}, engine.Messages, engine.Extremes{Finite: true, Least: 1, Greatest: 3}, [2]int{2, 5}},
		{"nothing is sent, but something happens", spender{steps: map[[2]int]spend{{0, 0}: {1, 0}, {1, 0}: {2, 0}}}, engine.Messages, engine.Extremes{Finite: true}, [2]int{2, 2}},
		{"two messages are sent as it wakes", spender{steps: short, sleeps: 2}, engine.Messages, engine.Extremes{Finite: true, Least: 3, Greatest: 5}, [2]int{4, 7}},
		{"it may stay on a cycle", spender{steps: map[[2]int]spend{{0, 0}: {0, 0}, {0, 1}: {1, 0}}}, engine.Messages, engine.Extremes{Finite: true, Endless: true}, [2]int{1, 1}},
		{"it may leave a cycle where it sends something", spender{steps: map[[2]int]spend{{0, 0}: {1, 0}, {1, 0}: {0, 0}, {0, 1}: {2, 1}, {1, 1}: {3, 0}}}, engine.Messages,
			engine.Extremes{Finite: true, Greatest: 1, Endless: true}, [2]int{1, 2}},
		{"it may leave a cycle at the other place where it sends something", spender{steps: map[[2]int]spend{{0, 0}: {1, 0}, {1, 0}: {0, 0}, {0, 1}: {2, 0}, {1, 1}: {3, 1}}}, engine.Messages,
			engine.Extremes{Finite: true, Greatest: 1, Endless: true}, [2]int{1, 3}},
	} {
		net := model.Network{N: 2, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2}, Grants: model.KnowID, Wake: model.WakeSet{All: row.algorithm.sleeps > 0}}
		s, err := model.New(row.algorithm, net)
		if err != nil {
			t.Fatal(err)
		}
		q := engine.Question{System: s, Tables: compiled.New(s), Workers: 1}
		got, err := explicit.Engine{}.Measure(q, row.of, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
		if err != nil {
			t.Errorf("%s: %v", row.reason, err)
			continue
		}
		if diff := cmp.Diff(row.want, got, cmpopts.IgnoreFields(engine.Extremes{}, "LeastBy", "GreatestBy")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
		if by := [2]int{len(got.LeastBy), len(got.GreatestBy)}; by != row.by {
			t.Errorf("%s: by %v and %v, want %d and %d events", row.reason, got.LeastBy, got.GreatestBy, row.by[0], row.by[1])
		}
	}
}
