package properties_test

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestCatalogue judges, by each property, an execution that refutes it and a very
// similar one that does not.
func TestCatalogue(t *testing.T) {
	const none = -1
	type scene struct {
		statuses [][]model.Status
		steps    []int
		stem     int // where the loop begins; none
	}
	for _, test := range []struct {
		name    string
		reason  string
		mutant  scene
		sound   scene
		faults  model.Faults
		sends   []int
		panics  bool
		against properties.Property
	}{
		{name: "uniqueness", against: properties.Uniqueness(),
			reason: "two in one term, against two in two terms",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, inTerm(won, 1)}, {undecided, inTerm(won, 2)}}, []int{0, 1}, none}},
		{name: "uniqueness of the living", against: properties.Uniqueness(), faults: model.Faults{Crash: 1},
			reason: "the first winner is up, against crashed",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{0, -1, 1}, none}},
		{name: "uniqueness-ever", against: properties.UniquenessEver(), faults: model.Faults{Crash: 1},
			reason: "two win one after the other has crashed, against one that wins twice",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{0, -1, 1}, none},
			sound:  scene{[][]model.Status{{undecided, won, lost, won}, {undecided, lost}}, []int{0, 0, 0, 1}, none}},
		{name: "uniqueness-ever at the start", against: properties.UniquenessEver(),
			reason: "who has won at the start counts",
			mutant: scene{[][]model.Status{{won, lost}, {undecided, won}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{won, lost}, {undecided, lost}}, []int{0, 1}, none}},
		{name: "uniqueness-ever in terms", against: properties.UniquenessEver(),
			reason: "terms 12 and 12, against 12 and 1",
			mutant: scene{[][]model.Status{{undecided, inTerm(won, 12)}, {undecided, inTerm(won, 12)}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, inTerm(won, 12)}, {undecided, inTerm(won, 1)}}, []int{0, 1}, none}},
		{name: "irrevocability", against: properties.Irrevocability(),
			reason: "from lost to won, against from candidate to won",
			mutant: scene{[][]model.Status{{undecided, lost, won}}, []int{0, 0}, none},
			sound:  scene{[][]model.Status{{undecided, candidate, won}}, []int{0, 0}, none}},
		{name: "agreement", against: properties.Agreement(),
			reason: "two name two, against one that names nobody",
			mutant: scene{[][]model.Status{{undecided, leads(won, 1)}, {undecided, leads(lost, 2)}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, leads(won, 1)}, {undecided, lost}}, []int{0, 1}, none}},
		{name: "validity", against: properties.Validity(properties.Greatest),
			reason: "the least has won, against the greatest",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, lost}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, lost}, {undecided, leads(won, 2)}}, []int{0, 1}, none}},
		{name: "validity of the name", against: properties.Validity(properties.Least),
			reason: "the greatest is named, against the least",
			mutant: scene{[][]model.Status{{undecided, lost}, {undecided, leads(lost, 2)}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, lost}, {undecided, leads(lost, 1)}}, []int{0, 1}, none}},
		{name: "validity among the living", against: properties.Validity(properties.Greatest), faults: model.Faults{Crash: 1},
			reason: "the greatest is up, against crashed",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, lost}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, won}, {undecided, lost}}, []int{0, -2}, none}},
		{name: "validity among those who stand", against: properties.Validity(properties.Greatest),
			reason: "the greatest stands, against aside",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, leads(lost, 1)}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, won}, {undecided, aside(leads(lost, 1))}}, []int{0, 1}, none}},
		{name: "validity of who stands aside", against: properties.Validity(properties.Greatest),
			reason: "who stands aside is named, against who does not",
			mutant: scene{[][]model.Status{{undecided, leads(lost, 2)}, {undecided, aside(lost)}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, leads(lost, 1)}, {undecided, aside(lost)}}, []int{0, 1}, none}},
		{name: "validity of a winner who stands aside", against: properties.Validity(properties.Greatest),
			reason: "who stands aside has won, against lost",
			mutant: scene{[][]model.Status{{undecided, lost}, {undecided, aside(won)}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, lost}, {undecided, aside(lost)}}, []int{0, 1}, none}},
		{name: "elected", against: properties.Elected(),
			reason: "it ends without a winner, against with one that loses again",
			mutant: scene{[][]model.Status{{undecided, candidate, lost}}, []int{0, 0}, none},
			sound:  scene{[][]model.Status{{undecided, won, lost}}, []int{0, 0}, none}},
		{name: "elected, for ever", against: properties.Elected(),
			reason: "a loop without a winner, against one with a winner in it",
			mutant: scene{[][]model.Status{{undecided, candidate}}, []int{0, 0, 0}, 1},
			sound:  scene{[][]model.Status{{undecided, won}}, []int{0, 0, 0}, 1}},
		{name: "decided", against: properties.Decided(),
			reason: "one ends undecided, against all decided",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided}}, []int{0}, none},
			sound:  scene{[][]model.Status{{undecided, won}, {undecided, lost}}, []int{0, 1}, none}},
		{name: "decided, for ever", against: properties.Decided(),
			reason: "a loop that leaves the decision, against one of decisions",
			mutant: scene{[][]model.Status{{candidate, won}}, []int{0, 0, 0}, 1},
			sound:  scene{[][]model.Status{{lost, won}}, []int{0, 0, 0}, 1}},
		{name: "known", against: properties.Known(),
			reason: "one knows no leader, against any leader",
			mutant: scene{[][]model.Status{{undecided, leads(won, 1)}, {undecided, lost}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, leads(won, 1)}, {undecided, leads(lost, 2)}}, []int{0, 1}, none}},
		{name: "halted", against: properties.Halted(),
			reason: "one has not terminated, against all",
			mutant: scene{[][]model.Status{{undecided, halted}, {undecided, lost}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, halted}, {undecided, halted}}, []int{0, 1}, none}},
		{name: "quiescence", against: properties.Quiescence(),
			reason: "a loop, against an end",
			mutant: scene{[][]model.Status{{lost, won}}, []int{0, 0, 0}, 1},
			sound:  scene{[][]model.Status{{lost, won}}, []int{0}, none}},
		{name: "symmetric", against: properties.Symmetric(),
			reason: "one goes ahead of the other, against nobody to differ from",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{0}, none},
			sound:  scene{[][]model.Status{{undecided, won}}, []int{0}, none}},
		{name: "symmetric among the living", against: properties.Symmetric(), faults: model.Faults{Crash: 1},
			reason: "the other one is up, against crashed",
			mutant: scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{1}, none},
			sound:  scene{[][]model.Status{{undecided, won}, {undecided, won}}, []int{-1, 1}, none}},
		{name: "one-candidate", against: properties.OneCandidate(),
			reason: "both try to win at once, against one after the other",
			mutant: scene{[][]model.Status{{undecided, candidate, lost}, {undecided, candidate}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, candidate, lost}, {undecided, candidate}}, []int{0, 0, 1}, none}},
		{name: "one-candidate among the living", against: properties.OneCandidate(), faults: model.Faults{Crash: 1},
			reason: "the other one is up, against crashed",
			mutant: scene{[][]model.Status{{undecided, candidate}, {undecided, candidate}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{undecided, candidate}, {undecided, candidate}}, []int{0, -1, 1}, none}},
		{name: "undisturbed", against: properties.Undisturbed(),
			reason: "a candidate in a later term than the leader's, against one in the same term",
			mutant: scene{[][]model.Status{{first}, {undecided, later}}, []int{1}, none},
			sound:  scene{[][]model.Status{{first}, {undecided, rival}}, []int{1}, none}},
		{name: "undisturbed by those that are down", against: properties.Undisturbed(), faults: model.Faults{Crash: 1},
			reason: "the leader is up, against crashed",
			mutant: scene{[][]model.Status{{first, first}, {undecided, later}}, []int{0, 1}, none},
			sound:  scene{[][]model.Status{{first, first}, {undecided, later}}, []int{-1, 1}, none}},
		{name: "within-bounds", against: properties.WithinBounds(),
			reason: "it would go on, against it does not",
			mutant: scene{[][]model.Status{{undecided, {Bounded: true}}}, []int{0}, none},
			sound:  scene{[][]model.Status{{undecided, candidate}}, []int{0}, none}},
		{name: "defeated", against: properties.Defeated(),
			reason: "a candidate terminates, against one that has lost before",
			mutant: scene{[][]model.Status{{candidate, halted}}, []int{0}, none},
			sound:  scene{[][]model.Status{{candidate, lost, halted}}, []int{0, 0}, none}},
		{name: "leader-reachable", against: properties.LeaderReachable(),
			reason: "a winner is a witness, a candidate is not",
			mutant: scene{[][]model.Status{{undecided, won}}, []int{0}, none},
			sound:  scene{[][]model.Status{{undecided, candidate}}, []int{0}, none}},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := func(s scene) error {
				system := scripted(t, script{statuses: s.statuses, loops: s.stem >= 0}, test.faults)
				return test.against.Judge(execution(t, system, s.steps, s.stem), model.Weak)
			}
			if err := run(test.mutant); err != nil {
				t.Errorf("%s: the mutant is not caught: %v", test.reason, err)
			}
			if err := run(test.sound); err == nil {
				t.Errorf("%s: the sound execution is taken to refute it", test.reason)
			}
		})
	}
}

func TestWellFormed(t *testing.T) {
	for _, test := range []struct {
		panics bool
		caught bool
		reason string
	}{
		{true, true, "the step panics"},
		{false, false, "the step does not"},
	} {
		s := scripted(t, script{statuses: [][]model.Status{{undecided, won}}, panics: test.panics}, model.Faults{})
		err := properties.WellFormed().Judge(execution(t, s, []int{0}, -1), model.Weak)
		if caught := err == nil; caught != test.caught {
			t.Errorf("%s: caught %v, want %v (%v)", test.reason, caught, test.caught, err)
		}
	}
}

func TestMessagesAtMost(t *testing.T) {
	for _, test := range []struct {
		bound  int
		faults model.Faults
		steps  []int
		caught bool
		reason string
	}{
		{2, model.Faults{}, []int{0}, true, "three in one step"},
		{3, model.Faults{}, []int{0}, false, "three are allowed"},
		{4, model.Faults{}, []int{0, 1}, true, "five by two processes"},
		{2, model.Faults{Crash: 1}, []int{-2, 0}, true, "messages to a process that is down count"},
	} {
		a := script{statuses: [][]model.Status{{undecided, lost}, {undecided, lost}}, sends: []int{3, 2}}
		err := properties.MessagesAtMost(test.bound).Judge(execution(t, scripted(t, a, test.faults), test.steps, -1), model.Weak)
		if caught := err == nil; caught != test.caught {
			t.Errorf("at most %d, %s: caught %v, want %v (%v)", test.bound, test.reason, caught, test.caught, err)
		}
	}
}

// TestNotAtEnd counts the events and messages of executions that end.
func TestNotAtEnd(t *testing.T) {
	a := script{statuses: [][]model.Status{{undecided, lost}, {undecided, lost}}}
	whole, part := execution(t, scripted(t, a, model.Faults{}), []int{0, 1}, -1), execution(t, scripted(t, a, model.Faults{}), []int{0}, -1)
	for _, test := range []struct {
		property properties.Property
		x        model.Execution
		caught   bool
		reason   string
	}{
		{properties.NotAtEnd(properties.EventsTaken, 2), whole, true, "two processes take a step each"},
		{properties.NotAtEnd(properties.EventsTaken, 1), whole, false, "there are more"},
		{properties.NotAtEnd(properties.EventsTaken, 3), whole, false, "there are fewer"},
		{properties.NotAtEnd(properties.EventsTaken, 1), part, false, "that is not the end"},
		{properties.NotAtEnd(properties.MessagesSent, 0), whole, true, "nobody sends"},
		{properties.NotAtEnd(properties.RoundsTaken, 0), whole, true, "there are none without lockstep"},
	} {
		if err := test.property.Judge(test.x, model.Weak); (err == nil) != test.caught {
			t.Errorf("%s, %s: %v", test.property.Name, test.reason, err)
		}
	}
	s := sleepers(t, model.Network{Wake: model.WakeSet{All: true}}) // each has sent a message
	var l model.Lasso
	for c := s.Initial(); !s.Terminal(c); {
		y := s.Successors(c)[0]
		l.Stem, c = append(l.Stem, y.Event), y.Next
	}
	x, err := s.Replay(l)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []properties.Property{properties.NotAtEnd(properties.EventsTaken, 2), properties.NotAtEnd(properties.MessagesSent, 2)} {
		if err := p.Judge(x, model.Weak); err != nil {
			t.Errorf("wake-ups at the start are no events, but what they send counts: %v", err)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, p := range slices.Concat(properties.Standard(properties.Least), properties.Special(), []properties.Property{properties.MessagesAtMost(12),
		properties.NotAtEnd(properties.MessagesSent, 5), properties.NotAtEnd(properties.RoundsTaken, 0), properties.NotAtEnd(properties.EventsTaken, 17)}) {
		got, err := properties.Named(p.Name, properties.Least)
		if err != nil || got.Name != p.Name || got.Form != p.Form || got.Statement != p.Statement {
			t.Errorf("%s: got %s (%v), %v", p.Name, got.Name, got.Form, err)
		}
	}
	const list = "; allowed: well-formed, uniqueness, uniqueness-ever, irrevocability, agreement, validity, " +
		"elected, decided, known, halted, quiescence, leader-reachable, symmetric, one-candidate, undisturbed, within-bounds, defeated, in-time, messages<=N, messages!=N, rounds!=N, events!=N"
	for _, name := range []string{"", "Uniqueness", "messages<=", "messages<=-1", "messages<=n", "messages!=", "events!=-1", "time!=3"} {
		_, err := properties.Named(name, properties.Greatest)
		if want := `unknown property "` + name + `"` + list; err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
