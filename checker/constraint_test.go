package checker_test

import (
	"errors"
	"slices"
	"strings"
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

// asks returns the predicate that process 0 has that term: 1 at a place that asks, else 0.
func asks(term int) func(model.View) bool {
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
		{"beyond may be anything", "0 a 1; 1 a 2; 2 a 3", properties.NewAlways("p", "", asks(0)), checker.Unknown, 1},
		{"a violation stays one", "0 a 1; 1 a 2; 1 b 4; 2 a 3", properties.NewAlways("p", "", func(v model.View) bool { return v.Status[0].Role != model.Won }), checker.Violated, 1},
		{"a witness stays one", "0 a 1; 1 a 2; 2 a 3", properties.NewReachable("p", "", func(v model.View) bool { return v.Status[0].Role == model.Won }), checker.Holds, 1},
		{"there may be a witness beyond", "0 a 1; 1 a 2; 2 a 3", properties.NewReachable("p", "", asks(1)), checker.Unknown, 1},
		{"there may be an end beyond", "0 a 1; 1 a 2; 2 a 0", properties.NewAtEnd("p", "", asks(1)), checker.Unknown, 1},
		{"where the search is cut is no end", "0 a 2; 2 a 3", properties.NewAtEnd("p", "", asks(1)), checker.Unknown, 1},
		{"a loop in front of the cut refutes", "0 a 1; 0 b 4; 4 b 0; 1 a 1; 0 c 2; 2 a 3", properties.NewEventually("p", "", asks(1)), checker.Violated, 1},
		{"a loop through the cut is none", "0 a 2; 2 a 0", properties.NewTerminates("p", "every execution ends"), checker.Unknown, 1},
		{"an event beyond is not judged", "0 a 1; 1 a 2; 2 a 3", properties.NewAlwaysStep("p", "", func(x properties.Step) bool { return x.After.Status(0).Term == 0 }), checker.Unknown, 1},
		{"nothing follows where it fails, so nothing is cut", "0 a 1; 1 a 2", properties.NewAlways("p", "", asks(0)), checker.Holds, 0},
		{"it fails nowhere", "0 a 1; 1 a 4", properties.NewAlways("p", "", asks(0)), checker.Holds, 0},
	} {
		s := checkertest.Graph{Edges: row.edges, Won: []int{2}, Asks: []int{3}, Awake: true}.System()
		r, err := checker.Check(t.Context(), s, checker.Options{Engine: checker.Auto, Constraint: &notWon,
			Properties: []properties.Property{row.property, properties.NewAlways("all", "", func(model.View) bool { return true })}})
		if err != nil {
			t.Fatalf("%s: %v", row.reason, err)
		}
		if v := r.Verdicts[0]; v.Result != row.want || r.Cut != row.cut {
			t.Errorf("%s: %v (%s), cut at %d; want %v, %d", row.reason, v.Result, v.Note, r.Cut, row.want, row.cut)
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
	if r.Stopped != want || r.Complete || !r.CutShort() || r.Configurations != 2 || r.Cut != 1 {
		t.Errorf("stopped %q, complete %t, %d configurations, cut at %d; want %q, 2 configurations, cut at 1", r.Stopped, r.Complete, r.Configurations, r.Cut, want)
	}
	if note := "cut by constraint not-won: nothing beyond is known"; r.Verdicts[0].Note != note {
		t.Errorf("note %q, want %q", r.Verdicts[0].Note, note)
	}
}

// TestConstraintBeforeFailure says that the execution to a step that is not well-formed stays within the constraint,
// in the search for a leads-to, too. The shortest execution does not.
func TestConstraintBeforeFailure(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 2; 2 a !; 0 b 1; 1 a 4; 4 a !", Won: []int{2}, Awake: true}.System()
	r, err := checker.Check(t.Context(), s, checker.Options{Constraint: &notWon, Properties: []properties.Property{
		properties.NewLeadsTo("p", "", asks(0), asks(1))}})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts[len(r.Verdicts)-1]; v.Result != checker.Violated || len(v.Execution.Steps) != 3 {
		t.Errorf("%s: %v by %v, want the execution of 3 events", v.Property.Name, v.Result, v.Execution)
	}
}

// TestConstraintIsRefused says which options take no constraint, and what is none.
func TestConstraintIsRefused(t *testing.T) {
	never := properties.NewEventually("won", "", func(c properties.Configuration) bool { return true })
	view := properties.NewAlways("few", "", func(model.View) bool { return true })
	for _, row := range []struct {
		reason, want string
		options      checker.Options
	}{
		{"diagrams are not cut", "the symbolic engine takes no constraint; allowed: explicit, auto", checker.Options{Engine: checker.Symbolic}},
		{"it passes over configurations", "the reduction confluent takes no constraint: it passes over configurations; allowed: auto, none", checker.Options{Reduce: checker.Confluent}},
		{"it may tell processes apart", "a search up to symmetry takes no constraint, which may tell processes apart; allowed: Symmetry false", checker.Options{Symmetry: true}},
		{"files have none", "a search on disk takes no constraint; allowed: no Disk", checker.Options{Disk: t.TempDir()}},
		{"another form", "won is no constraint; allowed: NewAlways with a function of a properties.Configuration", checker.Options{Constraint: &never}},
		{"a function of statuses", "few is no constraint; allowed: NewAlways with a function of a properties.Configuration", checker.Options{Constraint: &view}},
		{"the zero property", "the constraint: ", checker.Options{Constraint: &properties.Property{}}},
	} {
		if row.options.Constraint == nil {
			row.options.Constraint = &notWon
		}
		s := checkertest.Graph{Edges: "0 a 1", Awake: true}.System()
		if _, err := checker.Check(t.Context(), s, row.options); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v; want %q", row.reason, err, row.want)
		}
	}
	s := checkertest.Graph{Edges: "0 a 1", Awake: true}.System()
	if _, err := checker.Measure(t.Context(), s, checker.Length, checker.Options{Constraint: &notWon}); err == nil || !strings.Contains(err.Error(), "extremes are not measured with a constraint") {
		t.Errorf("measure: %v", err)
	}
}

// TestConstraintThatPanics says that a constraint is blamed where it fails.
func TestConstraintThatPanics(t *testing.T) {
	s := checkertest.Graph{Edges: "0 a 1", Awake: true}.System()
	broken := properties.NewAlways("broken", "", func(c properties.Configuration) bool { panic("no") })
	_, err := checker.Check(t.Context(), s, checker.Options{Constraint: &broken})
	if panicked := (*properties.PanicError)(nil); !errors.As(err, &panicked) || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v, want a *properties.PanicError that names it", err)
	}
}

// TestConstraintInFamily says that a family copies no report of a search with a constraint.
func TestConstraintInFamily(t *testing.T) {
	var f checker.Family
	o := checker.Options{Engine: checker.Explicit, Reduce: checker.NoReduction, Properties: []properties.Property{properties.Uniqueness()}}
	within := properties.NewAlways("nobody-won", "", func(c properties.Configuration) bool {
		return !slices.ContainsFunc(c.View().Status, func(s model.Status) bool { return s.Role == model.Won })
	})
	for i, row := range []struct {
		reason   string
		within   *properties.Property
		complete bool
		copied   bool
	}{
		{"the first is searched", nil, true, false},
		{"the second has a constraint", &within, false, false},
		{"the third is as the first", nil, true, true},
	} {
		o.Constraint = row.within
		r, err := f.Check(recording(t), arranged(t, "lcr", "corrected", nil, 4, 1, 3, 2), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete != row.complete || r.Copied != row.copied {
			t.Errorf("check %d, %s: complete %t, copied %t", i, row.reason, r.Complete, r.Copied)
		}
	}
}
