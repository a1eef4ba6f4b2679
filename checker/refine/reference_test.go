package refine

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

var (
	seeds = flag.Uint64("seeds", 60, "how many random systems are compared with the reference")
	from  = flag.Uint64("from", 0, "the seed of the first of them")
)

// automaton is a system as a list of states. Two of them, one for each side, are all that the
// reference knows.
type automaton struct {
	initial []int
	shows   []int
	edges   [][]edge
}

type edge struct {
	event string
	to    int
}

// flatten lists the configurations of s, at most that many; bad says that a step is not well-formed.
func flatten(s *model.System, mapping func(properties.Configuration) int, most int) (m automaton, bad, ok bool) {
	starts, _ := s.Semantics().Starts()
	number := map[string]int{}
	var list []model.Configuration
	numberOf := func(c model.Configuration) int {
		if _, ok := number[c.Key()]; !ok {
			number[c.Key()] = len(list)
			list = append(list, c)
			m.shows = append(m.shows, mapping(properties.At(s, c)))
		}
		return number[c.Key()]
	}
	for _, start := range starts {
		if start.Initial().Failed() {
			bad = true
			continue
		}
		m.initial = append(m.initial, numberOf(start.Initial()))
	}
	for i := 0; i < len(list); i++ {
		if len(list) > most {
			return m, bad, false
		}
		m.edges = append(m.edges, nil)
		for _, y := range s.Successors(list[i]) {
			if y.Next.Failed() {
				bad = true
				continue
			}
			m.edges[i] = append(m.edges[i], edge{y.Event.String(), numberOf(y.Next)})
		}
	}
	return m, bad, true
}

// changes reports whether some event changes the value.
func (m automaton) changes() bool {
	for i, list := range m.edges {
		if slices.ContainsFunc(list, func(e edge) bool { return m.shows[e.to] != m.shows[i] }) {
			return true
		}
	}
	return false
}

// blurred returns an abstract system that has two states for each value of m. It lacks some of
// the steps and initial states, which one execution or another of m needs.
func (m automaton) blurred(r *rand.Rand) Abstract[int, int] {
	lost := r.Float64()
	keep, copies := 1-0.6*lost*lost, 1+r.IntN(4)
	of := make([]int, len(m.shows))
	for i, o := range m.shows {
		of[i] = copies*o + r.IntN(copies)
	}
	var a Abstract[int, int]
	for _, i := range m.initial {
		if r.Float64() < 0.95 {
			a.Initial = append(a.Initial, of[i])
		}
	}
	if a.Initial == nil {
		a.Initial = []int{of[0]}
	}
	next, decided := map[int][]int{}, map[[2]int]bool{}
	for i, list := range m.edges {
		for _, e := range list {
			if step := [2]int{of[i], of[e.to]}; !decided[step] {
				decided[step] = true
				if r.Float64() < keep {
					next[step[0]] = append(next[step[0]], step[1])
				}
			}
		}
	}
	a.Next = func(a int) []int { return next[a] }
	a.Shows = func(a int) int { return a / copies }
	return a
}

// accepts reports whether an execution of a shows the values of word, by trying.
func accepts(a Abstract[int, int], word []int) bool {
	tried := map[string]bool{}
	var try func(state, i int) bool
	try = func(state, i int) bool {
		if id := fmt.Sprint(state, i); tried[id] || a.Shows(state) != word[i] {
			return false
		} else if tried[id] = true; i == len(word)-1 {
			return true
		}
		return slices.ContainsFunc(a.Next(state), func(b int) bool { return try(b, i) || try(b, i+1) })
	}
	return slices.ContainsFunc(a.Initial, func(state int) bool { return try(state, 0) })
}

// includes reports whether a shows all that m shows: it goes through the words, each with the states
// of m and of a to which it leads.
func includes(m automaton, a Abstract[int, int]) bool {
	type sets struct{ of, abstract []int }
	spread := func(list []int, shown int, next func(int) []int, shows func(int) int) []int {
		for i := 0; i < len(list); i++ {
			for _, to := range next(list[i]) {
				if shows(to) == shown && !slices.Contains(list, to) {
					list = append(list, to)
				}
			}
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	nextOf := func(i int) (list []int) {
		for _, e := range m.edges[i] {
			list = append(list, e.to)
		}
		return list
	}
	showsOf := func(i int) int { return m.shows[i] }
	seen := map[string]bool{}
	var visit func(from sets) bool
	visit = func(from sets) bool {
		by := map[int]*sets{}
		at := func(o int) *sets {
			if by[o] == nil {
				by[o] = &sets{}
			}
			return by[o]
		}
		for _, i := range from.of {
			at(showsOf(i)).of = append(at(showsOf(i)).of, i)
		}
		for _, i := range from.abstract {
			at(a.Shows(i)).abstract = append(at(a.Shows(i)).abstract, i)
		}
		for o, x := range by {
			if len(x.of) > 0 && len(x.abstract) == 0 {
				return false
			}
			x.of, x.abstract = spread(x.of, o, nextOf, showsOf), spread(x.abstract, o, a.Next, a.Shows)
			if id := fmt.Sprint(*x); len(x.of) == 0 || seen[id] {
				continue
			} else {
				seen[id] = true
			}
			var to sets
			for _, i := range x.of {
				to.of = append(to.of, slices.DeleteFunc(nextOf(i), func(j int) bool { return showsOf(j) == o })...)
			}
			for _, i := range x.abstract {
				to.abstract = append(to.abstract, slices.DeleteFunc(slices.Clone(a.Next(i)), func(j int) bool { return a.Shows(j) == o })...)
			}
			if !visit(to) {
				return false
			}
		}
		return true
	}
	return visit(sets{m.initial, slices.Clone(a.Initial)})
}

// least returns the first execution with that many events that a does not match, in the order of events.
func least(m automaton, a Abstract[int, int], events int) []string {
	var try func(i int, word []int, schedule []string) []string
	try = func(i int, word []int, schedule []string) []string {
		if word = append(word, m.shows[i]); len(schedule) == events {
			if accepts(a, slices.Compact(slices.Clone(word))) {
				return nil
			}
			return append([]string{}, schedule...)
		}
		for _, e := range m.edges[i] {
			if found := try(e.to, slices.Clone(word), append(schedule, e.event)); found != nil {
				return found
			}
		}
		return nil
	}
	for _, i := range m.initial {
		if found := try(i, nil, nil); found != nil {
			return found
		}
	}
	return nil
}

// hashed maps statuses to one of so many values.
func hashed(most uint64) func(properties.Configuration) int {
	return func(c properties.Configuration) int {
		h := fnv.New64a()
		fmt.Fprint(h, c.View().Status)
		return int(h.Sum64() % most)
	}
}

// TestReference compares results and least counterexamples with those of the reference, on random systems of
// every topology, order, timing and fault.
func TestReference(t *testing.T) {
	counts := map[checker.Result]int{}
	lengths := map[int]int{}
	for seed := *from; seed < *from+*seeds; seed++ {
		s, about := checkertest.RandomStarts(seed)
		r := rand.New(rand.NewPCG(seed, 7))
		mapping := hashed(2 + r.Uint64N(3))
		m, bad, ok := flatten(s, mapping, 150)
		if !ok || m.initial == nil {
			continue
		}
		a := m.blurred(r)
		want := checker.Holds
		switch {
		case !includes(m, a):
			want = checker.Violated
		case bad:
			want = checker.Unknown
		case !m.changes():
			want = checker.Vacuous
		}
		got, err := Check(t.Context(), s, a, mapping, Options{})
		if err != nil || got.Result != want {
			t.Errorf("%s: got %v, %v, want %v", about, got.Result, err, want)
			continue
		}
		counts[want]++
		if want != checker.Violated {
			continue
		}
		var schedule []string
		for _, step := range got.Mismatch.Execution.Steps {
			schedule = append(schedule, step.Event.String())
		}
		lengths[len(schedule)]++
		for events := range min(len(schedule), 4) {
			if shorter := least(m, a, events); shorter != nil {
				t.Errorf("%s: the counterexample has %d events, but there is %q", about, len(schedule), shorter)
			}
		}
		if len(schedule) > 0 && len(schedule) <= 4 {
			if want := least(m, a, len(schedule)); !slices.Equal(schedule, want) {
				t.Errorf("%s: the counterexample is %q, want %q", about, schedule, want)
			}
		}
	}
	t.Logf("results %v, lengths of counterexamples %v", counts, lengths)
	if *seeds >= 60 && (counts[checker.Holds] < 5 || counts[checker.Violated] < 5) {
		t.Errorf("results %v: too few of each", counts)
	}
}

// plain returns m as an abstract system.
func (m automaton) plain() Abstract[int, int] {
	next := func(i int) (list []int) {
		for _, e := range m.edges[i] {
			list = append(list, e.to)
		}
		return list
	}
	return Abstract[int, int]{m.initial, next, func(i int) int { return m.shows[i] }}
}

// TestSystemsImplementSystems compares results with those of the reference where both sides are random systems: with all
// faults and wake-ups, and with fewer.
func TestSystemsImplementSystems(t *testing.T) {
	counts := map[checker.Result]int{}
	for seed := *from; seed < *from+*seeds/3; seed++ {
		s, about := checkertest.RandomStarts(seed)
		fewer := s.Semantics().Restrict([]int{0}, model.Faults{})
		mapping := hashed(3)
		for _, pair := range [][2]*model.System{{s, s}, {fewer, s}, {s, fewer}} {
			m, bad, ok := flatten(pair[0], mapping, 150)
			of, _, also := flatten(pair[1], mapping, 150)
			if !ok || !also || m.initial == nil || of.initial == nil {
				continue
			}
			abstract, err := Of(pair[1], mapping)
			if err != nil {
				t.Fatal(err)
			}
			want := checker.Holds
			switch {
			case !includes(m, of.plain()):
				want = checker.Violated
			case bad:
				want = checker.Unknown
			case !m.changes():
				want = checker.Vacuous
			}
			got, err := Check(t.Context(), pair[0], abstract, mapping, Options{})
			if err != nil || got.Result != want {
				t.Errorf("%s: got %v, %v, want %v", about, got.Result, err, want)
			}
			counts[want]++
		}
	}
	t.Logf("results %v", counts)
	if *seeds >= 60 && (counts[checker.Holds] < 5 || counts[checker.Violated] < 2) {
		t.Errorf("results %v: too few of each", counts)
	}
}
