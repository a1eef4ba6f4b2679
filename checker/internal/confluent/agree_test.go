package confluent_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

var (
	seeds = flag.Uint64("seeds", 80, "how many random systems are searched with and without reduction")
	from  = flag.Uint64("from", 0, "the seed of the first of them")
)

// everything is a sight that sees every change of a status.
var everything = confluent.Sight{Shapes: []*properties.Shape{{Step: func(before, after model.Status) bool { return before == after }}}}

const tooLarge = 300

// differs reports how the normal forms of s disagree with its configurations.
func differs(full, left *graph, sight confluent.Sight) error {
	if left.cut {
		return fmt.Errorf("more than %d normal forms of %d configurations", len(left.seen), len(full.seen))
	}
	if len(left.seen) > len(full.seen) {
		return fmt.Errorf("%d normal forms of %d configurations", len(left.seen), len(full.seen))
	}
	if !maps.Equal(full.ends, left.ends) {
		return fmt.Errorf("%d different ends of %d", len(left.ends), len(full.ends))
	}
	if full.failed != left.failed {
		return fmt.Errorf("some step is ill-formed: %t, want %t", left.failed, full.failed)
	}
	if sight.Shapes != nil && !maps.Equal(full.views, left.views) {
		return fmt.Errorf("%d different views of %d", len(left.views), len(full.views))
	}
	if !maps.Equal(full.states, left.states) {
		return fmt.Errorf("%d different states of the monitor of %d", len(left.states), len(full.states))
	}
	a, b := full.cyclic(), left.cyclic()
	if a != b {
		return fmt.Errorf("executions may go on for ever: %t, want %t", b, a)
	}
	if !a && full.initial.least != left.initial.least {
		return fmt.Errorf("from %d to %d messages, want %d to %d", left.initial.least.least, left.initial.least.most, full.initial.least.least, full.initial.least.most)
	}
	return nil
}

// reduced searches the normal forms of s.
func reduced(s *model.System, sight confluent.Sight, without confluent.Condition, kinds kinds) *graph {
	return explore(s, newReducer(s, sight, without, kinds), tooLarge)
}

// howMany returns the number of random systems of a test.
func howMany() uint64 {
	if testing.Short() {
		return min(*seeds, 60)
	}
	return *seeds
}

// commuting returns a random system and its description.
func commuting(seed uint64) (*model.System, string) {
	random := []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingQueued, checkertest.CommutingDeferred, checkertest.CommutingBounded}
	return random[seed%4](seed)
}

func TestNormalFormsDecideTheSame(t *testing.T) {
	searched, smaller, rounds := 0, [both + 1]int{}, 0
	number := howMany()
	for seed := *from; seed < *from+number; seed++ {
		s, about := commuting(seed)
		full := explore(s, nil, tooLarge)
		if full.cut {
			continue
		}
		searched++
		for _, sight := range []confluent.Sight{{}, everything} {
			for kind := deliveries; kind <= both; kind++ {
				left := reduced(s, sight, 0, kind)
				if err := differs(full, left, sight); err != nil {
					t.Errorf("%s, sees %d, takes %d: %v", about, len(sight.Shapes), kind, err)
				}
				if len(left.seen) < len(full.seen) {
					smaller[kind]++
				}
				rounds = max(rounds, left.rounds)
			}
		}
	}
	t.Logf("%d searched, %d smaller, at most %d rounds", searched, smaller, rounds)
	if searched < int(number)/3 || smaller[deliveries] < searched/3 || smaller[processes] < searched/8 {
		t.Errorf("%d searched, %d smaller: too little to test anything", searched, smaller)
	}
}

// TestMonitorsMeetTheSameStates searches with monitors that notice some of the events that they
// are told of, drawn at random.
func TestMonitorsMeetTheSameStates(t *testing.T) {
	searched, smaller := 0, 0
	number := howMany()
	for seed := *from; seed < *from+number; seed++ {
		s, about := commuting(seed)
		watch := noticing(seed)
		full := exploreWatched(s, watch, nil, tooLarge)
		if full.cut {
			continue
		}
		searched++
		sight := confluent.Sight{Monitor: watch.Monitor()}
		for kind := deliveries; kind <= both; kind++ {
			left := exploreWatched(s, watch, newReducer(s, sight, 0, kind), tooLarge)
			if err := differs(full, left, sight); err != nil {
				t.Errorf("%s, takes %d: %v", about, kind, err)
			}
			if kind == both && len(left.seen) < len(full.seen) {
				smaller++
			}
		}
	}
	t.Logf("%d searched, %d smaller", searched, smaller)
	if searched < int(number)/4 || smaller < searched/4 {
		t.Errorf("%d searched, %d smaller: too little to test anything", searched, smaller)
	}
}

// noticing returns a property whose monitor notices every third kind of observation, or all
// kinds of crashes and restarts, or of crashes within steps, and remembers the last one, in
// five classes.
func noticing(seed uint64) properties.Property {
	notices := [...]func(o properties.Observation, sum uint64) bool{
		func(_ properties.Observation, sum uint64) bool { return sum%3 == 0 },
		func(o properties.Observation, _ uint64) bool { return o.After.Down || o.Before.Down },
		func(o properties.Observation, _ uint64) bool { return o.After.Down && o.Sends > 0 },
	}[seed/4%3] // seed%4 is the kind of system
	return properties.NewAlways("noticed", "a monitor notices observations at random", properties.Watch(
		func(model.View) uint64 { return 0 },
		func(last uint64, o properties.Observation) uint64 {
			h := fnv.New64a()
			fmt.Fprint(h, seed, o)
			if sum := h.Sum64() >> 16; notices(o, sum) {
				return 1 + sum/3%5
			}
			return last
		},
		func(uint64) bool { return true }))
}

// TestShapesAreRefutedAlike searches with predicates that see some statuses of one process, of
// two, or before and after an event, and make no sense of them.
func TestShapesAreRefutedAlike(t *testing.T) {
	searched, smaller, refuted, held := 0, 0, 0, 0
	number := howMany()
	for seed := *from; seed < *from+number; seed++ {
		s, about := commuting(seed)
		judge := unmeaning(seed)
		full := exploreWatched(s, judge, nil, tooLarge)
		if full.cut {
			continue
		}
		searched++
		if full.refuted {
			refuted++
		}
		shapes, _ := judge.Seen()
		sights := []confluent.Sight{{Shapes: shapes}}
		if judge.Form == properties.AlwaysStep {
			sights = append(sights, confluent.Sight{Steps: shapes})
		}
		for _, sight := range sights {
			for kind := deliveries; kind <= both; kind++ {
				r := newReducer(s, sight, 0, kind)
				left := exploreWatched(s, judge, r, tooLarge)
				if left.cut || left.refuted != full.refuted {
					t.Errorf("%s, takes %d: refuted %t, want %t (too large: %t)", about, kind, left.refuted, full.refuted, left.cut)
				}
				if kind == both && len(left.seen) < len(full.seen) {
					smaller++
				}
				if !r.SeesSteps() {
					held++
				}
			}
		}
	}
	t.Logf("%d searched, %d smaller, %d refuted, %d refuted by no event", searched, smaller, refuted, held)
	if searched < int(number)/4 || smaller < searched/4 || refuted < searched/8 || refuted > searched*7/8 || held == 0 {
		t.Errorf("%d searched, %d smaller, %d refuted, %d refuted by no event: too little to test anything", searched, smaller, refuted, held)
	}
}

// unmeaning returns a property with a shape that draws the statuses or changes that refute it.
func unmeaning(seed uint64) properties.Property {
	draws := func(most uint64, of ...any) bool {
		h := fnv.New64a()
		fmt.Fprint(h, seed, of)
		return h.Sum64()>>16%most == 0
	}
	shape := [...]properties.Shape{
		{Each: func(_ *model.Network, p int, s model.Status) bool { return !draws(8, p, s) }},
		{Both: func(_ *model.Network, p int, s model.Status, q int, t model.Status) bool {
			return !draws(16, p, s, q, t)
		}},
		{Some: func(s model.Status) bool { return !draws(2, s) }},
		{Step: func(before, after model.Status) bool { return before == after || !draws(6, before, after) }},
		{Step: func(before, after model.Status) bool {
			return before == after || !after.Down || !draws(2, before, after)
		}},
	}[seed/4%5] // seed%4 is the kind of system
	if shape.Step != nil {
		return properties.NewAlwaysStep("drawn", "no event is one that was drawn", shape)
	}
	return properties.NewAlways("drawn", "no view is one that was drawn", shape)
}

// TestFewLocalStatesAreConsidered searches with a bound on the local states
// considered: a delivery that needs more of them is not taken, and nothing else changes.
func TestFewLocalStatesAreConsidered(t *testing.T) {
	more := 0
	for seed := range uint64(60) {
		s, about := checkertest.Commuting(seed)
		full := explore(s, nil, tooLarge)
		if full.cut {
			continue
		}
		r := newReducer(s, confluent.Sight{}, 0, deliveries)
		r.Considering(1)
		few := explore(s, r, tooLarge)
		if err := differs(full, few, confluent.Sight{}); err != nil {
			t.Errorf("%s: %v", about, err)
		}
		if len(few.seen) > len(reduced(s, confluent.Sight{}, 0, deliveries).seen) {
			more++
		}
	}
	if more == 0 {
		t.Error("a bound of one local state makes no difference: it is not tested")
	}
}
