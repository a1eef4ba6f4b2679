package interrextest

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// novice is the algorithm of somebody who learns: every process that wakes sends its identity round a ring,
// and wins when that comes back. A mistake replaces one of its functions.
type novice[L comparable] struct {
	init    func(model.Self) L
	ready   func(model.Self, L) model.Spontaneous
	step    func(*model.Process[model.ID], L, model.Input[model.ID]) L
	observe func(L) model.Status
}

func (a novice[L]) Init(p model.Self) L {
	if a.init == nil {
		var zero L
		return zero
	}
	return a.init(p)
}
func (a novice[L]) Ready(p model.Self, s L) model.Spontaneous { return a.ready(p, s) }
func (a novice[L]) Step(p *model.Process[model.ID], s L, in model.Input[model.ID]) L {
	return a.step(p, s, in)
}
func (a novice[L]) Observe(_ model.Self, s L) model.Status {
	if a.observe == nil {
		return model.Status{}
	}
	return a.observe(s)
}

// learned is the local state of a novice without a mistake.
type learned struct {
	Awake bool
	Role  model.Role
	Count int
}

// sound returns the novice without a mistake.
func sound() novice[learned] {
	return novice[learned]{
		ready: func(_ model.Self, s learned) model.Spontaneous { return model.Spontaneous{Wake: !s.Awake} },
		step: func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			switch {
			case in.Kind == model.Wake:
				p.Send(0, p.ID())
			case in.Msg > p.ID():
				s.Role = model.Lost
				p.Send(0, in.Msg)
			case in.Msg == p.ID():
				s.Role = model.Won
			}
			s.Awake = true
			return s
		},
		observe: func(s learned) model.Status { return model.Status{Role: s.Role} },
	}
}

// stepping returns the novice whose mistake is in its step.
func stepping(step func(*model.Process[model.ID], learned, model.Input[model.ID]) learned) novice[learned] {
	a := sound()
	a.step = step
	return a
}

// novices is the ring on which novices run.
func novices() model.Network {
	return model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}}
}

// on returns the system of a on the ring, changed. It fails the test with the error of [model.New].
func on[L comparable](t testing.TB, a novice[L], change func(*model.Network)) *model.System {
	t.Helper()
	net := novices()
	if change != nil {
		change(&net)
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// choosy is a novice that states its needs.
type choosy struct{ novice[learned] }

func (choosy) Needs() model.Needs {
	return model.Needs{Topologies: []model.Topology{model.UnidirectionalRing}, Knowledge: model.KnowID}
}

// A mistake is a test that a beginner might write. It must not pass.
type mistake struct {
	name   string
	test   func(t testing.TB)
	want   string // in the messages of the test
	reason string
}

// tested returns the test of an algorithm on a changed ring.
func tested[L comparable](a novice[L], change func(*model.Network), list ...properties.Property) func(testing.TB) {
	return func(t testing.TB) { Check(t, on(t, a, change), list...) }
}

// stateOf returns the novice with local states of another type.
func stateOf[L comparable]() novice[L] {
	return novice[L]{ready: func(model.Self, L) model.Spontaneous { return model.Spontaneous{Wake: true} },
		step: func(_ *model.Process[model.ID], s L, _ model.Input[model.ID]) L { return s }}
}

// mistakes is the list. Variables of a test stand for those of a package.
func mistakes() []mistake {
	unique, elected, quiet := properties.Uniqueness(), properties.Elected(), properties.Quiescence()
	calls, seen, table := 0, map[model.ID]bool{}, []int{1}
	for id := range model.ID(200) { // so many that hardly ever all calls begin with the same
		seen[1+id] = true
	}
	network := func(change func(*model.Network)) func(testing.TB) { return tested(sound(), change, unique) }
	return []mistake{
		{"Ready wakes nobody", tested(func() novice[learned] {
			a := sound()
			a.ready = func(_ model.Self, s learned) model.Spontaneous { return model.Spontaneous{Wake: s.Awake} }
			return a
		}(), nil, unique), "nothing can ever happen: no event is enabled at the start; usual causes: Ready returns no wake-up", "all properties would hold"},
		{"Ready wakes again and again", func(t testing.TB) {
			a := sound()
			a.ready = func(model.Self, learned) model.Spontaneous { return model.Spontaneous{Wake: true} }
			Config{Configurations: 500, Schedules: 5}.Check(t, on(t, a, nil), unique)
		}, "not decided: no search was complete", "messages pile up"},
		{"a pointer in the local state", tested(stateOf[struct{ Next *int }](), nil, unique), "local state struct { Next *int } is not comparable by value: field Next is a pointer", "two equal states would differ"},
		{"a float in the local state", tested(stateOf[struct{ Rate float64 }](), nil, unique), "field Rate is a float64", "NaN differs from itself"},
		{"a channel in the local state", tested(stateOf[struct{ Done chan int }](), nil, unique), "field Done is a chan", "it is a pointer"},
		{"a slice behind an interface", tested(novice[any]{
			init:  func(model.Self) any { return 0 },
			ready: func(_ model.Self, s any) model.Spontaneous { return model.Spontaneous{Wake: s == any(0)} },
			step:  func(*model.Process[model.ID], any, model.Input[model.ID]) any { return []int{1} },
		}, nil, unique), "is a slice", "the type says nothing of it"},
		{"a step that counts its calls", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			calls++
			s.Awake, s.Count = true, calls
			return s
		}), nil, unique), "impure", "a variable of the package"},
		{"a step that iterates over a map", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			s.Awake = true
			for id := range seen {
				p.Send(0, id)
				break
			}
			return s
		}), nil, unique), "impure", "the order of a map is random"},
		{"a step that draws a random number", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			s.Awake, s.Count = true, rand.Int()
			return s
		}), nil, unique), "impure", "Choose draws"},
		{"a step that changes a slice of the package", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			table[0]++
			s.Awake, s.Count = true, table[0]
			return s
		}), nil, unique), "impure", "the slice is shared"},
		{"an Init that depends on a global", tested(func() novice[learned] {
			a := sound()
			a.init = func(model.Self) learned { calls++; return learned{Count: calls} }
			return a
		}(), nil, unique), "novice: Init is impure: process 0", "each call differs"},
		{"a case that is forgotten", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			if in.Kind == model.Wake {
				p.Send(0, p.ID())
			}
			s.Awake = true
			return s
		}), nil, unique, elected), "uniqueness: vacuous", "nobody ever wins"},
		{"a port that does not exist", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			p.Send(1, p.ID())
			return s
		}), nil, unique), "the step of p0 is not well-formed: sends 3 to port 1, which does not exist; allowed: 0..0", "a ring in one direction has one"},
		{"an index out of range", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			s.Count = table[len(table)+int(p.ID())]
			return s
		}), nil, unique), "the step of p0 is not well-formed: panics: beginners_test.go:", "file and line"},
		{"one process", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			s.Awake = true
			p.Send(0, p.ID())
			return s
		}), func(net *model.Network) { net.Topology, net.N, net.IDs = model.Complete, 1, []model.ID{1} }, unique), "uniqueness: vacuous", "there is nobody to hear of it"},
		{"no process", network(func(net *model.Network) { net.N, net.IDs = 0, nil }), "n = 0 is not in 1..", "there is nothing to search"},
		{"another topology", func(t testing.TB) {
			if _, err := model.New(choosy{sound()}, model.Network{Topology: model.Star, N: 3, IDs: []model.ID{3, 1, 2}}); err != nil {
				t.Fatalf("%v", err)
			}
		}, "choosy: topology star; allowed: unidirectional-ring", "leaves of a star pass nothing on"},
		{"a link without a way back", network(func(net *model.Network) { net.Topology, net.Graph = model.Graph, [][]int{{1}, {2}, {0}} }), "graph: process 1 has no port back to process 0", "links go both ways"},
		{"one identity for two", network(func(net *model.Network) { net.IDs = []model.ID{1, 1, 2} }), "processes 0 and 1 have the identity 1; allowed: different ones", "they would be one"},
		{"an identity too few", network(func(net *model.Network) { net.IDs = net.IDs[:2] }), "2 identities for 3 processes; allowed: one for each", "the last process has none"},
		{"identities that nobody gives", network(func(net *model.Network) { net.IDs = nil }), "reads ID", "the network is anonymous"},
		{"a wake-up of a process that is not there", network(func(net *model.Network) { net.Wake.Only = []int{3} }), "wake: process 3 is not in 0..2", "processes count from 0"},
		{"a budget below zero", network(func(net *model.Network) { net.Faults.Loss = -2 }), "loss=-2 is not in 0..255", "no budget is negative"},
		{"a predicate that is nil", tested(sound(), nil, properties.NewAlways[func(model.View) bool]("p", "", nil)), "property p has no predicate", "it would panic"},
		{"a predicate that panics", tested(sound(), nil, properties.NewAlways("p", "", func(v model.View) bool { return v.Status[3].Role != model.Won })), "property p panics: beginners_test.go:", "file and line"},
		{"a predicate that is impure", tested(sound(), nil, properties.NewAlways("p", "", func(model.View) bool { calls++; return calls%2 == 0 })), "property p", "it depends on how often it is asked"},
		{"a property that nothing triggers", tested(sound(), nil, properties.NewLeadsTo("p", "", someone(model.Candidate), someone(model.Won))), "p: vacuous", "nobody is a candidate"},
		{"a property of values that nobody shows", tested(sound(), nil, properties.NewAlways("p", "", func(v model.View) bool {
			return properties.Count(v, func(s learned) bool { return s.Awake }) < 9
		})), "property p", "Observe shows no such value"},
		{"no property", tested(sound(), nil), "no property to judge; allowed: one or more", "the test tests nothing"},
		{"two properties of one name", tested(sound(), nil, unique, properties.Uniqueness()), `two properties are named "uniqueness"`, "verdicts could not be told apart"},
		{"a name of two words", tested(sound(), nil, properties.NewAlways("no winner", "", func(model.View) bool { return true })), `the property name "no winner" has white space`, "files are named by it"},
		{"a status that never says who has won", tested(func() novice[learned] {
			a := sound()
			a.observe = nil
			return a
		}(), nil, unique), "uniqueness: vacuous", "nobody ever wins"},
		{"a timer that never ends", tested(func() novice[learned] {
			a := sound()
			a.ready = func(_ model.Self, s learned) model.Spontaneous {
				return model.Spontaneous{Wake: !s.Awake, Timers: model.Timers(0)}
			}
			return a
		}(), nil, quiet), "quiescence: violated by ", "it runs out for ever"},
		{"a state that grows", func(t testing.TB) {
			Config{Configurations: 500, Schedules: 5}.Check(t, on(t, stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
				s.Awake = true
				s.Count++
				p.Send(0, p.ID())
				return s
			}), nil), unique)
		}, "not decided: no search was complete", "no search can end"},
		{"a timer that does not exist", tested(func() novice[learned] {
			a := sound()
			a.ready = func(model.Self, learned) model.Spontaneous { return model.Spontaneous{Timers: model.Timers(99)} }
			return a
		}(), nil, unique), "timer 99", "a set of timers is small"},
		{"an error of New that nobody looks at", func(t testing.TB) {
			s, _ := model.New(sound(), model.Network{})
			Check(t, s, unique)
		}, "the system is nil; does the test look at the error of model.New?", "there is nothing to search"},
		{"no algorithm", func(t testing.TB) {
			if _, err := model.New[int, int](nil, novices()); err != nil {
				t.Fatalf("%v", err)
			}
		}, "no algorithm: the interface is nil", "there is nothing to run"},
		{"a choice among nothing", tested(stepping(func(p *model.Process[model.ID], s learned, in model.Input[model.ID]) learned {
			s.Count = p.Choose(0)
			return s
		}), nil, unique), "the step of p0 is not well-formed: chooses among 0 outcomes; allowed: 1 or more", "one is the least"},
		{"an expectation that is empty", func(t testing.TB) { Expect(t, on(t, sound(), nil), Expectation{}) }, "an expectation is empty; allowed: Violated", "it is met by nothing"},
		{"an expectation of too little", func(t testing.TB) { Expect(t, on(t, sound(), nil), Violated(unique)) }, "uniqueness: expected violated, got holds", "no fault is found"},
	}
}

// TestBeginnersAreTold says that no test with a mistake of beginners passes, and that its message is precise.
func TestBeginnersAreTold(t *testing.T) {
	t.Chdir(t.TempDir()) // for the files of counterexamples
	for _, m := range mistakes() {
		t.Run(m.name, func(t *testing.T) {
			spied := spyOn(t, m.test)
			all := strings.Join(spied.errors, "\n")
			if len(spied.errors) == 0 || !strings.Contains(all, m.want) {
				t.Errorf("%s: failed %q, want %q", m.reason, spied.errors, m.want)
			}
			if testing.Verbose() {
				for _, text := range spied.errors {
					first, _, _ := strings.Cut(text, "\n")
					t.Log(first)
				}
			}
		})
	}
}
