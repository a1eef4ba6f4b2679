package checker_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// withOrder returns s with another order, nil if it does not run with that.
func withOrder(s *model.System, order model.Order) *model.System {
	net := *s.Network()
	net.Order = order
	other, err := s.Semantics().On(net)
	if err != nil {
		return nil
	}
	return other
}

// TestRelaxedVerdictsAgree says that a search of the system agrees with each verdict
// that the relaxation gives, for random systems of all timings and faults.
func TestRelaxedVerdictsAgree(t *testing.T) {
	seeds := uint64(14)
	if testing.Short() {
		seeds = 8
	}
	var systems, decided, left int
	for seed := range seeds {
		for _, generator := range []func(uint64) (*model.System, string){checkertest.Random, checkertest.Dull, checkertest.Commuting,
			checkertest.CommutingQueued, checkertest.CommutingBounded, checkertest.Circling, checkertest.Deferring} {
			drawn, about := generator(seed)
			s := withOrder(drawn, model.Inbox)
			if s == nil {
				continue
			}
			o := checker.Options{Fairness: model.Fairness(1 + seed%3), Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 5_000,
				Properties: append(properties.Standard(properties.Greatest), properties.MessagesAtMost(2), properties.Symmetric(),
					properties.NewLeadsTo("asked", "a candidate is followed by a winner", hasRole(model.Candidate), hasRole(model.Won)))}
			whole, err := checker.Check(t.Context(), s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if !whole.Complete {
				continue
			}
			o.MaxConfigurations = 20_000 // with order fifo there may be infinitely many
			relaxed, ok, err := checker.CheckRelaxed(t.Context(), s, o)
			if err != nil {
				t.Fatalf("%s: %v", about, err)
			}
			if !ok {
				continue
			}
			systems++
			for i, v := range relaxed {
				if v.Result == checker.Unknown {
					left++
					continue
				}
				decided++
				if want := whole.Verdicts[i]; v.Result != want.Result || v.Execution != nil {
					t.Errorf("%s, inbox, %v: %s: %v with order fifo, want %v", about, o.Fairness, v.Property.Name, v.Result, want.Result)
				}
			}
		}
	}
	t.Logf("%d systems: %d verdicts, %d left unknown", systems, decided, left)
	if systems < int(seeds) || decided < 2*systems || left < systems {
		t.Error("too little to test anything")
	}
}

// hasRole is the shape of some process having a role.
func hasRole(r model.Role) properties.Shape {
	return properties.Shape{Some: func(s model.Status) bool { return s.Role == r }}
}

// nobodyHas is the shape of no process having a role.
func nobodyHas(r model.Role) properties.Shape {
	return properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role != r }}
}

// detour is a system of three processes. The first sends a message to the third, and then
// another one to it by way of the second. If the third has an inbox, it receives the direct
// one first. It may have a timer.
type detour struct {
	third func(p *model.Process[string], state, msg string) string // its step upon a message, or upon a timeout, where msg is ""
	timer bool                                                     // it is set once the third has received the direct message first
}

func (detour) Init(model.Self) string { return "" }
func (detour) Observe(_ model.Self, state string) model.Status {
	return model.Status{Role: map[string]model.Role{"asks": model.Candidate, "lost": model.Lost, "won": model.Won}[state]}
}
func (d detour) Ready(p model.Self, state string) (ready model.Spontaneous) {
	ready.Wake = p.ID() == 1 && state == ""
	if d.timer && (state == "tick" || state == "tock") {
		ready.Timers = model.Timers(0)
	}
	return ready
}
func (d detour) Step(p *model.Process[string], state string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Wake:
		p.Send(1, "direct")
		p.Send(0, "on")
		return "sent"
	case in.Msg == "on":
		p.Send(1, "late")
		return "passed"
	}
	return d.third(p, state, in.Msg)
}

// triangle returns the system of an algorithm on three processes with identities 1 to 3, of
// which each has a port to each other one, the first to the one with the lesser identity.
func triangle[L, M comparable](t *testing.T, alg model.Algorithm[L, M], net model.Network) *model.System {
	t.Helper()
	net.Topology, net.N, net.Graph, net.IDs = model.Graph, 3, [][]int{{1, 2}, {0, 2}, {0, 1}}, []model.ID{1, 2, 3}
	s, err := model.New(alg, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOnlyWhatHoldsIsInherited says which properties are left unknown since the
// relaxation has more executions: here those in which the message that is sent later
// comes first.
func TestOnlyWhatHoldsIsInherited(t *testing.T) {
	lateWins := detour{third: func(_ *model.Process[string], state, msg string) string {
		return map[string]string{"late": "asks", "asks direct": "won", "direct": "tick"}[strings.TrimSpace(state+" "+msg)]
	}}
	goesOn := detour{timer: true, third: func(_ *model.Process[string], state, msg string) string {
		switch {
		case state == "" && msg == "late", state == "done":
			return "done"
		case state == "tick" && msg == "":
			return "tock"
		}
		return "tick"
	}}
	fails := detour{third: func(*model.Process[string], string, string) string { panic("a message") }}
	neverWins := nobodyHas(model.Won)
	for _, row := range []struct {
		reason         string
		system         detour
		property       properties.Property
		relaxed, whole checker.Result
	}{
		{"nothing is seen in either network", lateWins, properties.NewAlways("p", "nobody loses", nobodyHas(model.Lost)), checker.Holds, checker.Holds},
		{"all executions end in both", lateWins, properties.Quiescence(), checker.Holds, checker.Holds},
		{"nobody loses in either", lateWins, properties.NewReachable("p", "somebody loses", hasRole(model.Lost)), checker.Violated, checker.Violated},
		{"it is refuted if the late message comes first", lateWins, properties.NewAlways("p", "nobody wins", neverWins), checker.Unknown, checker.Holds},
		{"an end refutes it if the late message comes first", lateWins, properties.NewAtEnd("p", "nobody has won", neverWins), checker.Unknown, checker.Holds},
		{"a witness needs the late message first", lateWins, properties.NewReachable("p", "somebody wins", hasRole(model.Won)), checker.Unknown, checker.Violated},
		{"its trigger needs the late message first", lateWins, properties.NewLeadsTo("p", "who asks wins", hasRole(model.Candidate), hasRole(model.Won)), checker.Unknown, checker.Vacuous},
		{"its trigger needs the late message first", lateWins, properties.NewAlways("p", "nothing is wrong", properties.Shape{Each: func(*model.Network, int, model.Status) bool { return true }}).TriggeredBy(hasRole(model.Won), "nobody wins"), checker.Unknown, checker.Vacuous},
		{"a walk meets its trigger", lateWins, properties.NewAlways("p", "nothing is wrong", properties.Shape{Each: func(*model.Network, int, model.Status) bool { return true }}).TriggeredBy(hasRole(model.Undecided), "nobody is undecided"), checker.Holds, checker.Holds},
		{"its trigger holds in neither", lateWins, properties.NewAlways("p", "nothing is wrong", properties.Shape{Each: func(*model.Network, int, model.Status) bool { return true }}).TriggeredBy(hasRole(model.Lost), "nobody loses"), checker.Vacuous, checker.Vacuous},
		{"an execution ends only if the late message comes first", goesOn, properties.NewAtEnd("p", "nobody has won", neverWins), checker.Unknown, checker.Vacuous},
		{"an endless execution is fair in both", goesOn, properties.NewRecurs("p", "nobody has won", neverWins), checker.Holds, checker.Holds},
		{"its predicate panics if the late message comes first", lateWins, properties.NewAlways("p", "nobody wins", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool {
			if s.Role == model.Won {
				panic("a winner")
			}
			return true
		}}), checker.Unknown, checker.Holds},
		{"a step fails in both, so executions might go on", fails, properties.NewAlways("p", "nobody wins", neverWins), checker.Unknown, checker.Unknown},
	} {
		s := triangle(t, row.system, model.Network{Order: model.Inbox})
		o := checker.Options{Properties: []properties.Property{row.property}}
		verdicts, ok, err := checker.CheckRelaxed(t.Context(), s, o)
		if err != nil || !ok {
			t.Fatalf("%s: relaxed %t, error %v", row.reason, ok, err)
		}
		whole, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := [...]checker.Result{verdicts[0].Result, whole.Verdicts[0].Result}; got != [...]checker.Result{row.relaxed, row.whole} {
			t.Errorf("%s: %s: %v, want %v and %v", row.reason, row.property.Statement, got, row.relaxed, row.whole)
		}
	}
}

// hesitant defers a message until the one behind it has come.
type hesitant struct{ detour }

func (hesitant) Step(p *model.Process[string], state string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Wake:
		p.Send(1, "first")
		p.Send(1, "second")
		return "sent"
	case state == "" && in.Msg == "second":
		return "won"
	}
	return state
}
func (hesitant) Defers(_ model.Self, state string, _ model.Port, msg string) bool {
	return state == "" && msg == "first"
}

// beacon is a process that sends a note to the third one at each timeout, and asks the second
// one to send it another, until the third has received that.
type beacon struct{ detour }

func (beacon) Ready(p model.Self, state string) (ready model.Spontaneous) {
	if p.ID() == 1 && state != "lost" {
		ready.Timers = model.Timers(0)
	}
	return ready
}
func (beacon) Step(p *model.Process[string], state string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Timeout:
		p.Send(0, "ask")
		p.Send(1, "note")
	case in.Msg == "ask":
		p.Send(1, "other")
	case in.Msg == "other":
		p.Send(0, "stop")
	case in.Msg == "stop":
		return "lost"
	}
	return state
}

// TestNoRelaxation says that there is none where some execution of the system is not one, or
// not a fair one, with order fifo: a search of it would say that the property holds.
func TestNoRelaxation(t *testing.T) {
	nobodyWins := properties.NewAlways("p", "nobody wins", nobodyHas(model.Won))
	for _, row := range []struct {
		reason   string
		system   *model.System // with order inbox
		property properties.Property
	}{
		{"an inbox passes a deferred message, and a queue does not",
			triangle(t, hesitant{}, model.Network{Order: model.Inbox}), nobodyWins},
		{"each message of one process to another may be lost, in an inbox from which others are received",
			triangle(t, beacon{}, model.Network{Order: model.Inbox, Timing: model.Timely, Faults: model.Faults{Loss: model.Unbounded}}), properties.Quiescence()},
	} {
		o := checker.Options{Properties: []properties.Property{row.property}, Fairness: model.Strong, Search: checker.Search{Reduce: checker.NoReduction}}
		var got []checker.Result
		for _, order := range []model.Order{model.FIFO, model.Inbox} {
			r, err := checker.Check(t.Context(), withOrder(row.system, order), o)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Verdicts[0].Result)
		}
		if got[0] != checker.Holds || got[1] != checker.Violated {
			t.Errorf("%s: %v with order fifo and inbox, want that it holds and is violated", row.reason, got)
		}
		if _, ok, err := checker.CheckRelaxed(t.Context(), row.system, o); ok || err != nil {
			t.Errorf("%s: relaxed %t, error %v", row.reason, ok, err)
		}
	}
}

// TestRelaxationInTurns says that a check uses the relaxation where it decides everything,
// says so, and reports its counts.
func TestRelaxationInTurns(t *testing.T) {
	s := catalogued(t, "lcr", "corrected", 12, func(net *model.Network) error { net.Order = model.Inbox; return nil })
	o := checker.Options{Search: checker.Search{Engine: checker.Symbolic}, Properties: []properties.Property{properties.Irrevocability(), properties.Quiescence()}}
	want, err := checker.Check(t.Context(), withOrder(s, model.FIFO), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Search.Engine = checker.Auto
	for _, reduce := range []checker.Reduction{checker.AutoReduction, checker.NoReduction} {
		o.Search.Reduce = reduce
		got, err := checker.CheckByTurns(t.Context(), s, o, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range got.Verdicts {
			if v.Result != checker.Holds {
				t.Errorf("%v: %s: %v (%s)", reduce, v.Property.Name, v.Result, v.Note())
			}
		}
		if got.Relaxed != (reduce == checker.AutoReduction) || !got.Complete || got.Relaxed && got.Configurations != want.Configurations {
			t.Errorf("%v: relaxed %t, complete %t, %d configurations, with order fifo %d", reduce, got.Relaxed, got.Complete, got.Configurations, want.Configurations)
		}
	}
}
