package checker_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// passing is a process that is a candidate between the two messages that the other sends.
type passing struct{}

func (passing) Init(model.Self) model.Role                         { return model.Undecided }
func (passing) Observe(_ model.Self, role model.Role) model.Status { return model.Status{Role: role} }
func (passing) Ready(p model.Self, role model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: p.ID() == 1 && role == model.Undecided}
}
func (passing) Step(p *model.Process[int], role model.Role, in model.Input[int]) model.Role {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, 1)
		p.Send(0, 2)
		return model.Won
	case in.Msg == 1:
		return model.Candidate
	}
	return model.Lost
}

// TestTriggersBesideMonitors judges a LeadsTo whose trigger sees statuses, and whose goal is that
// of a monitor which notices nothing: a reduction must see the trigger.
func TestTriggersBesideMonitors(t *testing.T) {
	s, err := model.New(passing{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	candidate := properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Candidate }}
	blind := func(goal bool) properties.Watching {
		return properties.Watch(func(model.View) int { return 0 }, func(n int, _ properties.Observation) int { return n }, func(int) bool { return goal })
	}
	for _, c := range []struct {
		reason string
		goal   bool
		want   checker.Result
	}{
		{"the goal always holds, so the property does, and is not vacuous", true, checker.Holds},
		{"the goal never holds, so the trigger refutes it", false, checker.Violated},
	} {
		for name, o := range map[string]checker.Options{
			"whole":        {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}},
			"confluent":    {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent}},
			"up to names":  {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent, Symmetry: true}},
			"symbolic":     {Search: checker.Search{Engine: checker.Symbolic}},
			"large":        {Search: checker.Search{Large: true}},
			"with audits":  {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent}, Audit: true},
			"when it ends": {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent}, Fairness: model.Unfair},
		} {
			t.Run(c.reason+"/"+name, func(t *testing.T) {
				o.Properties = []properties.Property{properties.NewLeadsTo("lead", c.reason, candidate, blind(c.goal))}
				r, err := checker.Check(context.Background(), s, o)
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Verdicts[0]; got.Result != c.want {
					t.Errorf("%v (%s), want %v", got.Result, got.Note(), c.want)
				}
			})
		}
	}
}

// compareSearches reports searches that do not judge a property as wanted. A vacuous one has the note why.
func compareSearches(t *testing.T, s *model.System, reason string, p properties.Property, want checker.Result, why string) {
	t.Helper()
	for name, o := range searchesOf() {
		o.Properties = []properties.Property{p}
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatalf("%s, %s: %v", reason, name, err)
		}
		got := r.Verdicts[0]
		if got.Result != want || got.Result == checker.Vacuous && got.Note() != why {
			t.Errorf("%s: %s %v (%s) by %s, want %v", reason, p.Name, got.Result, got.Note(), name, want)
		}
	}
}

// searchesOf are ways to search a system, by name. All of them decide whether a property is vacuous.
func searchesOf() map[string]checker.Options {
	return map[string]checker.Options{
		"whole":       {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}},
		"confluent":   {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent}},
		"up to names": {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent, Symmetry: true}},
		"symbolic":    {Search: checker.Search{Engine: checker.Symbolic, Reduce: checker.NoReduction}},
		"large":       {Search: checker.Search{Engine: checker.Auto, Large: true}},
		"audited":     {Search: checker.Search{Engine: checker.Explicit, Reduce: checker.Confluent}, Audit: true},
	}
}

// TestUntriggered judges properties with triggers by every search: where a trigger never holds, where it holds for
// a moment that a reduction passes over, and where it holds but not at the end.
func TestUntriggered(t *testing.T) {
	has := func(r model.Role) properties.Shape {
		return properties.Shape{Some: func(s model.Status) bool { return s.Role == r }}
	}
	nobody := properties.Shape{Each: func(*model.Network, int, model.Status) bool { return true }}
	steps := properties.Shape{Step: func(_, _ model.Status) bool { return true }}
	const never = "it never happens"
	always := func(trigger model.Role) properties.Property {
		return properties.NewAlways("p", "nothing is wrong", nobody).TriggeredBy(has(trigger), never)
	}
	for _, row := range []struct {
		reason   string
		property properties.Property
		want     checker.Result
	}{
		{"a process is a candidate between two messages only", always(model.Candidate), checker.Holds},
		{"no process is a follower", always(99), checker.Vacuous},
		{"one wins", properties.Uniqueness(), checker.Holds},
		{"no process names a leader", properties.Agreement(), checker.Vacuous},
		{"the least has won at the end", properties.Validity(properties.Least), checker.Holds},
		{"it is a candidate before some step", properties.NewAlwaysStep("p", "any step is good", steps).TriggeredBy(has(model.Candidate), never), checker.Holds},
		{"no step is one of a follower", properties.NewAlwaysStep("p", "any step is good", steps).TriggeredBy(has(99), never), checker.Vacuous},
		{"no process is a candidate at the end", properties.NewAtEnd("p", "the end is good", nobody).TriggeredBy(has(model.Candidate), never), checker.Vacuous},
		{"a process has lost at the end", properties.NewAtEnd("p", "the end is good", nobody).TriggeredBy(has(model.Lost), never), checker.Holds},
		{"it is refuted, though its trigger never holds", properties.NewAlways("p", "nobody loses", nobodyHas(model.Lost)).TriggeredBy(has(99), never), checker.Violated},
	} {
		s, err := model.New(passing{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		compareSearches(t, s, row.reason, row.property, row.want, row.property.Untriggered())
	}
}

// TestCutShortIsNotVacuous says that a search that has not met a trigger yet, and is cut short, decides
// nothing.
func TestCutShortIsNotVacuous(t *testing.T) {
	s := catalogued(t, "lcr", "corrected", 3, func(*model.Network) error { return nil })
	for name, o := range searchesOf() {
		o.Properties, o.MaxConfigurations = []properties.Property{properties.Uniqueness()}, 1
		if o.Search.Engine == checker.Symbolic {
			o.MaxConfigurations, o.MaxTime = 0, 1
		}
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := r.Verdicts[0]; got.Result != checker.Unknown {
			t.Errorf("%s: %v (%s), stopped: %q, want unknown", name, got.Result, got.Note(), r.Stopped)
		}
	}
}

// idle is an algorithm in which no process ever does anything.
type idle struct{ passing }

func (idle) Ready(model.Self, model.Role) model.Spontaneous { return model.Spontaneous{} }

// TestNothingHappens judges a system in which no event is ever enabled.
func TestNothingHappens(t *testing.T) {
	s, err := model.New(idle{}, model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		reason   string
		property properties.Property
		want     checker.Result
	}{
		{"nothing is sent", properties.MessagesAtMost(0), checker.Vacuous},
		{"the only execution is empty, and ends", properties.Quiescence(), checker.Vacuous},
		{"no step is taken", properties.WellFormed(), checker.Vacuous},
		{"no process starts, so that the execution does not even end", properties.Elected(), checker.Vacuous},
		{"the start refutes it", properties.NewAlways("p", "nobody is undecided", nobodyHas(model.Undecided)), checker.Violated},
		{"the start is a witness", properties.NewReachable("p", "somebody is undecided", hasRole(model.Undecided)), checker.Holds},
		{"nothing witnesses it", properties.LeaderReachable(), checker.Violated},
	} {
		compareSearches(t, s, row.reason, row.property, row.want, reason.Reason{Cause: reason.NothingHappens}.String())
	}
}
