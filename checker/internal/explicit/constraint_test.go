package explicit_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// notWon is a constraint: no process has won.
var notWon = properties.NewAlways("not-won", "process 0 has not won", func(c properties.Configuration) bool {
	return c.Status(0).Role != model.Won
})

// hasTerm returns the predicate that process 0 has that term: 1 at a place that asks, else 0.
func hasTerm(term int) func(model.View) bool {
	return func(v model.View) bool { return v.Status[0].Term == term }
}

// TestConstraint says what a search with a constraint decides. In each graph the constraint fails at places 2.
func TestConstraint(t *testing.T) {
	for _, row := range []struct {
		reason   string
		edges    string
		property properties.Property
		want     checker.Result
		cut      int64
	}{
		{"beyond may be anything", "0 a 1; 1 a 2; 2 a 3", properties.NewAlways("p", "", hasTerm(0)), checker.Unknown, 1},
		{"a violation stays one", "0 a 1; 1 a 2; 1 b 4; 2 a 3", properties.NewAlways("p", "", func(v model.View) bool { return v.Status[0].Role != model.Won }), checker.Violated, 1},
		{"a witness stays one", "0 a 1; 1 a 2; 2 a 3", properties.NewReachable("p", "", func(v model.View) bool { return v.Status[0].Role == model.Won }), checker.Holds, 1},
		{"there may be a witness beyond", "0 a 1; 1 a 2; 2 a 3", properties.NewReachable("p", "", hasTerm(1)), checker.Unknown, 1},
		{"there may be an end beyond", "0 a 1; 1 a 2; 2 a 0", properties.NewAtEnd("p", "", hasTerm(1)), checker.Unknown, 1},
		{"where the search is cut is no end", "0 a 2; 2 a 3", properties.NewAtEnd("p", "", hasTerm(1)), checker.Unknown, 1},
		{"a loop in front of the cut refutes", "0 a 1; 0 b 4; 4 b 0; 1 a 1; 0 c 2; 2 a 3", properties.NewEventually("p", "", hasTerm(1)), checker.Violated, 1},
		{"a loop through the cut is none", "0 a 2; 2 a 0", properties.NewTerminates("p", "every execution ends"), checker.Unknown, 1},
		{"an event beyond is not judged", "0 a 1; 1 a 2; 2 a 3", properties.NewAlwaysStep("p", "", func(x properties.Step) bool { return x.After.Status(0).Term == 0 }), checker.Unknown, 1},
		{"nothing follows where it fails, so nothing is cut", "0 a 1; 1 a 2", properties.NewAlways("p", "", hasTerm(0)), checker.Holds, 0},
		{"it fails nowhere", "0 a 1; 1 a 4", properties.NewAlways("p", "", hasTerm(0)), checker.Holds, 0},
	} {
		s := checkertest.Graph{Edges: row.edges, Won: []int{2}, Asks: []int{3}, Awake: true}.System()
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Auto}, Constraint: &notWon,
			Properties: []properties.Property{row.property, properties.NewAlways("all", "", func(model.View) bool { return true })}})
		if err != nil {
			t.Fatalf("%s: %v", row.reason, err)
		}
		if v := r.Verdicts[0]; v.Result != row.want || r.Cut != row.cut {
			t.Errorf("%s: %v (%s), cut at %d; want %v, %d", row.reason, v.Result, v.Note(), r.Cut, row.want, row.cut)
		}
	}
}

// TestConstraintIsReported says what the report says of a constraint.
func TestConstraintIsReported(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 3", Won: []int{1, 2}, Awake: true}.System()
	r, err := checker.Check(t.Context(), s, checker.Options{Constraint: &notWon, Properties: []properties.Property{
		properties.NewAlways("all", "", func(model.View) bool { return true })}})
	if err != nil {
		t.Fatal(err)
	}
	const want = "cut by constraint not-won at 1 configuration: nothing beyond is known"
	if r.Stopped.String() != want || r.Complete || !r.CutShort() || r.Configurations != 2 || r.Cut != 1 {
		t.Errorf("stopped %q, complete %t, %d configurations, cut at %d; want %q, 2 configurations, cut at 1", r.Stopped, r.Complete, r.Configurations, r.Cut, want)
	}
	if note := "cut by constraint not-won: nothing beyond is known"; r.Verdicts[0].Note() != note {
		t.Errorf("note %q, want %q", r.Verdicts[0].Note(), note)
	}
}

// TestConstraintBeforeFailure says that the execution to a step that is not well-formed stays within the constraint,
// in the search for a leads-to, too. The shortest execution does not.
func TestConstraintBeforeFailure(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 2; 2 a !; 0 b 1; 1 a 4; 4 a !", Won: []int{2}, Awake: true}.System()
	r, err := checker.Check(t.Context(), s, checker.Options{Constraint: &notWon, Properties: []properties.Property{
		properties.NewLeadsTo("p", "", hasTerm(0), hasTerm(1))}})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts[len(r.Verdicts)-1]; v.Result != checker.Violated || len(v.Execution.Steps) != 3 {
		t.Errorf("%s: %v by %v, want the execution of 3 events", v.Property.Name, v.Result, v.Execution)
	}
}
