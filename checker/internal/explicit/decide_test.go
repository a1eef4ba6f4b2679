package explicit_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

func won(v model.View) bool  { return v.Status[0].Role == model.Won }
func asks(v model.View) bool { return v.Status[0].Term == 1 }

// TestDecisions decides a property of small graphs. Each verdict is known by construction.
func TestDecisions(t *testing.T) {
	holds := func(f properties.Form, p func(model.View) bool) properties.Property {
		return properties.New("holds", "it holds", f, p)
	}
	answered := properties.NewLeadsTo("answered", "who asks wins", asks, won)
	never := func(model.View) bool { return false }
	ended := func(v model.View) bool { return v.Terminal }
	often, lasting := properties.NewRecurs("often", "it asks again and again", asks), properties.NewStabilises("lasting", "it asks at last", asks)
	wins := holds(properties.Recurs, won)
	for _, row := range []struct {
		reason   string
		graph    checkertest.Graph
		property properties.Property
		fairness model.Fairness
		want     engine.Outcome
		cause    reason.Cause
		lasso    string // the timers of the stem, and of the loop
	}{
		{"no execution ends, and none goes on", checkertest.Graph{Awake: true}, holds(properties.Eventually, won), model.Weak, engine.Vacuous, 0, ""},
		{"no execution ends", checkertest.Graph{Edges: "0 a 1; 1 a 0"}, holds(properties.AtEnd, won), model.Weak, engine.Vacuous, 0, ""},
		{"nobody asks", checkertest.Graph{Edges: "0 a 1"}, answered, model.Weak, engine.Vacuous, reason.NoTrigger, ""},
		{"nobody asks before a bound is reached", checkertest.Graph{Edges: "0 a 1", Bound: []int{1}}, answered, model.Weak, engine.Open, reason.BoundReachable, ""},
		{"the process asks, and waits at the end", checkertest.Graph{Edges: "0 a 1; 1 b 2", Asks: []int{1}}, answered, model.Weak, engine.Found, 0, "ab"},
		{"the process asks, and wins", checkertest.Graph{Edges: "0 a 1; 1 b 2", Asks: []int{1}, Won: []int{2}}, answered, model.Weak, engine.Absent, 0, ""},
		{"all ends have it, but an execution may go on", checkertest.Graph{Edges: "0 a 1; 0 b 2; 2 b 0", Won: []int{1}}, holds(properties.Eventually, won), model.Weak, engine.Found, 0, " bb"},
		{"an end does not have it", checkertest.Graph{Edges: "0 a 1; 0 b 2", Won: []int{1}}, holds(properties.Eventually, won), model.Weak, engine.Found, 0, "b"},
		{"no execution ends", checkertest.Graph{Edges: "0 a 1; 1 b 0"}, holds(properties.Eventually, ended), model.Weak, engine.Found, 0, " ab"},
		{"all executions end", checkertest.Graph{Edges: "0 a 1; 1 b 2"}, holds(properties.Eventually, ended), model.Weak, engine.Absent, 0, ""},
		{"only what is not well-formed does not satisfy it", checkertest.Graph{Edges: "0 a !; 0 b 1"},
			holds(properties.Always, func(v model.View) bool { return !v.Status[0].Failed }), model.Weak, engine.Absent, 0, ""},
		{"a timer is set now and then, and never runs out", checkertest.Graph{Edges: "0 a 1; 1 b 0; 0 e 2"}, holds(properties.Terminates, never), model.Weak, engine.Found, 0, " ab"},
		{"a timer is set again and again", checkertest.Graph{Edges: "0 a 1; 1 b 0; 0 e 2"}, holds(properties.Terminates, never), model.Strong, engine.Absent, 0, ""},
		{"a loop avoids the place at which a timer is set", checkertest.Graph{Edges: "0 b 1; 1 c 0; 1 b 2; 2 b 0; 2 e 3"}, holds(properties.Terminates, never), model.Strong, engine.Found, 0, " bc"},
		{"an unfair loop comes after a fair one", checkertest.Graph{Edges: "0 a 1; 1 b 0; 0 e 2; 2 c 3; 3 d 2; 2 f 4; 3 f 4", Won: []int{4}}, holds(properties.Recurs, won), model.Weak, engine.Found, 0, " ab"},
		{"a step leads back to where it began", checkertest.Graph{Edges: "0 a 0"}, holds(properties.Terminates, never), model.Weak, engine.Found, 0, " a"},
		{"a choice leads out of the loop at last", checkertest.Graph{Edges: "0 a 0|1"}, holds(properties.Terminates, never), model.Weak, engine.Absent, 0, ""},
		{"a bound is reached in the loop", checkertest.Graph{Edges: "0 a 1; 1 a 0", Bound: []int{1}}, holds(properties.Terminates, never), model.Weak, engine.Open, reason.BoundReachable, ""},
		{"what is assumed does not recur in the loop", checkertest.Graph{Edges: "0 a 0"}, wins.Assuming(often), model.Weak, engine.Vacuous, reason.NotAssumed, ""},
		{"the end does not satisfy what is assumed", checkertest.Graph{Edges: "0 a 1", Asks: []int{0}}, wins.Assuming(often), model.Weak, engine.Vacuous, reason.NotAssumed, ""},
		{"what is assumed to last does not", checkertest.Graph{Edges: "0 a 1; 1 a 0", Asks: []int{0}}, wins.Assuming(lasting), model.Weak, engine.Vacuous, reason.NotAssumed, ""},
		{"it asks, and not at the end", checkertest.Graph{Edges: "0 a 1; 1 b 2", Asks: []int{1}}, answered.Assuming(lasting), model.Weak, engine.Vacuous, reason.NotAssumed, ""},
		{"it asks at the end", checkertest.Graph{Edges: "0 a 1; 1 b 2", Asks: []int{2}}, answered.Assuming(lasting, often), model.Weak, engine.Found, 0, "ab"},
		{"the loop goes to where it asks", checkertest.Graph{Edges: "0 a 0; 0 b 1; 1 c 0", Asks: []int{1}}, wins.Assuming(often), model.Unfair, engine.Found, 0, " bc"},
		{"the loop stays where it asks", checkertest.Graph{Edges: "0 a 0; 0 b 1; 1 c 1; 1 d 0", Asks: []int{1}}, wins.Assuming(lasting), model.Unfair, engine.Found, 0, "b c"},
		{"an execution may satisfy it, and then wins", checkertest.Graph{Edges: "0 a 0; 0 b 1; 1 c 0", Asks: []int{1}, Won: []int{1}}, wins.Assuming(often), model.Unfair, engine.Absent, 0, ""},
		{"the least of two events", checkertest.Graph{Edges: "0 b 1; 0 a 2", Won: []int{1, 2}}, holds(properties.Reachable, won), model.Weak, engine.Found, 0, "a"},
	} {
		s := row.graph.System()
		q := engine.Question{System: s, Tables: compiled.New(s), Properties: []properties.Property{row.property}, Fairness: row.fairness, Workers: 1}
		a, err := explicit.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{}, nil))
		if err != nil {
			t.Fatal(err)
		}
		f := a.Findings[0]
		if f.Outcome != row.want || f.Reason.Cause != row.cause || f.Outcome == engine.Found && timers(f.Lasso) != row.lasso {
			t.Errorf("%s: %s: outcome %d, cause %d, lasso %q, want %d, %d, %q", row.reason, row.graph.Edges, f.Outcome, f.Reason.Cause, timers(f.Lasso), row.want, row.cause, row.lasso)
		}
	}
}

// timers returns the timers of a lasso, a space between stem and loop.
func timers(l model.Lasso) (text string) {
	for i, e := range l.Events() {
		if i == len(l.Stem) {
			text += " "
		}
		text += string('a' + rune(e.Timer))
	}
	return text
}

// TestDepthBound stops a search at the depth that it may have.
func TestDepthBound(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 3; 3 a 4"}.System()
	for most, want := range map[int]engine.Counts{2: {Configurations: 3, Events: 3, Depth: 2}, 4: {Configurations: 5, Events: 4, Depth: 4}, 0: {Configurations: 5, Events: 4, Depth: 4}} {
		q := engine.Question{System: s, Tables: compiled.New(s), Workers: 1}
		a, err := explicit.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{Depth: most}, nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, a.Searches[0]); diff != "" {
			t.Errorf("depth at most %d (-want +got):\n%s", most, diff)
		}
	}
}
