package confluent_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// components returns the strongly connected components that have an edge, and the number
// of the component of each vertex (Kosaraju and Sharir 1981).
func (g *graph) components() (of map[*vertex]int, list map[int][]*vertex) {
	var order []*vertex
	back, met := map[*vertex][]*vertex{}, map[*vertex]bool{}
	var leave func(v *vertex)
	leave = func(v *vertex) {
		met[v] = true
		for _, e := range v.next {
			back[e.to] = append(back[e.to], v)
			if !met[e.to] {
				leave(e.to)
			}
		}
		order = append(order, v)
	}
	leave(g.initial.next[0].to)
	of, list = map[*vertex]int{}, map[int][]*vertex{}
	for i := len(order) - 1; i >= 0; i-- {
		if _, ok := of[order[i]]; ok {
			continue
		}
		of[order[i]] = i
		for reach := []*vertex{order[i]}; len(reach) > 0; reach = reach[1:] {
			list[i] = append(list[i], reach[0])
			for _, v := range back[reach[0]] {
				if _, ok := of[v]; !ok {
					of[v] = i
					reach = append(reach, v)
				}
			}
		}
	}
	maps.DeleteFunc(list, func(i int, members []*vertex) bool { return len(members[0].inside(of)) == 0 })
	return of, list
}

// inside returns the edges within the component of v.
func (v *vertex) inside(of map[*vertex]int) (list []edge) {
	for _, e := range v.next {
		if of[e.to] == of[v] {
			list = append(list, e)
		}
	}
	return list
}

// expose tells of the processes and deliveries that hide events of others in loops.
func (g *graph) expose(r *reducer) {
	of, list := g.components()
	for _, members := range list {
		for _, v := range members {
			if v.alone.process >= 0 && r.blind&processes == 0 {
				r.Whole(v.alone.process, v.alone.local)
			}
			for _, e := range v.inside(of) {
				for _, x := range e.passed {
					if r.blind&deliveries == 0 {
						r.Keep(x)
					}
				}
			}
		}
	}
}

// fair returns the configurations in which a weakly fair execution may be again and again,
// if the outcomes of Choose need not be fair.
func (g *graph) fair() map[string]bool {
	fair := map[string]bool{}
	of, list := g.components()
	for _, members := range list {
		if g.isFair(members, of) {
			for _, v := range members {
				fair[v.name] = true
			}
		}
	}
	return fair
}

// isFair reports whether each class that is enabled throughout a component happens in it.
func (g *graph) isFair(members []*vertex, of map[*vertex]int) bool {
	enabled, happens := map[fairness.Class]int{}, map[fairness.Class]bool{}
	for _, v := range members {
		here := map[fairness.Class]bool{}
		for _, e := range v.next {
			if e.event.Obligatory {
				here[fairness.ClassOf(g.system, e.event.Event)] = true
			}
		}
		for class := range here {
			enabled[class]++
		}
		for _, e := range v.inside(of) {
			if e.event.Obligatory {
				happens[fairness.ClassOf(g.system, e.event.Event)] = true
			}
		}
	}
	for class, number := range enabled {
		if number == len(members) && !happens[class] {
			return false
		}
	}
	return true
}

var sighted = confluent.Sight{Loops: true}

// circling returns a random system with loops and its description.
func circling(seed uint64) (*model.System, string) {
	random := []func(uint64) (*model.System, string){checkertest.Circling, checkertest.CirclingQueued, checkertest.CirclingBounded}
	return random[seed%3](seed)
}

// unlike reports how the fair loops of the normal forms differ from those of the whole.
func unlike(full, left *graph) error {
	if left.cut {
		return fmt.Errorf("more than %d normal forms of %d configurations", len(left.seen), len(full.seen))
	}
	if a, b := full.fair(), left.fair(); !maps.Equal(a, b) {
		return fmt.Errorf("%d configurations in fair loops, want %d", len(b), len(a))
	}
	return nil
}

// TestFairLoopsAreTheSame compares the configurations in fair loops, with and without
// reduction.
func TestFairLoopsAreTheSame(t *testing.T) {
	searched, loops, smaller := 0, 0, [both + 1]int{}
	number := howMany() / 2
	for seed := *from; seed < *from+number; seed++ {
		s, about := circling(seed)
		full := explore(s, nil, tooLarge)
		if full.cut {
			continue
		}
		searched++
		if len(full.fair()) == 0 {
			continue
		}
		loops++
		for kind := deliveries; kind <= both; kind++ {
			left := reduced(s, sighted, 0, kind)
			if err := unlike(full, left); err != nil {
				t.Errorf("%s, takes %d: %v", about, kind, err)
			}
			if err := differs(full, left, sighted); err != nil {
				t.Errorf("%s, takes %d: %v", about, kind, err)
			}
			if len(left.seen) < len(full.seen) {
				smaller[kind]++
			}
		}
	}
	t.Logf("%d searched, %d with fair loops, %d smaller", searched, loops, smaller)
	if loops < searched/4 || smaller[deliveries] < loops/8 || smaller[processes] == 0 {
		t.Errorf("%d searched, %d with fair loops, %d smaller: too little to test anything", searched, loops, smaller)
	}
}

// TestLoopsMustHideNothing lets loops hide something: then other loops are fair.
func TestLoopsMustHideNothing(t *testing.T) {
	s, about := circling(13)
	full := explore(s, nil, tooLarge)
	for _, row := range []struct {
		hidden kinds
		reason string
	}{
		{0, "nothing"},
		{deliveries, "a delivery that an event passes over"},
		{processes, "what the others do while a closed process is taken alone"},
	} {
		r := newReducer(s, sighted, 0, both)
		r.blind = row.hidden
		if err := unlike(full, explore(s, r, tooLarge)); (err == nil) != (row.hidden == 0) {
			t.Errorf("%s: loops hide %s: %v", about, row.reason, err)
		}
	}
}
