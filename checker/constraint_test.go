package checker_test

import (
	"errors"
	"fmt"
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

// TestConstraintIsRefused says which options take no constraint, and what is none.
func TestConstraintIsRefused(t *testing.T) {
	never := properties.NewEventually("won", "", func(c properties.Configuration) bool { return true })
	view := properties.NewAlways("few", "", func(model.View) bool { return true })
	for _, row := range []struct {
		reason, want string
		options      checker.Options
	}{
		{"diagrams are not cut", "the symbolic engine takes no constraint; allowed: explicit, auto", checker.Options{Search: checker.Search{Engine: checker.Symbolic}}},
		{"it passes over configurations", "the reduction confluent takes no constraint: it passes over configurations; allowed: auto, none", checker.Options{Search: checker.Search{Reduce: checker.Confluent}}},
		{"it may tell processes apart", "a search up to symmetry takes no constraint, which may tell processes apart; allowed: Symmetry false", checker.Options{Search: checker.Search{Symmetry: true}}},
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
	o := checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Properties: []properties.Property{properties.Uniqueness()}}
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

// riser may wake as often as its label says, and shows how often it has.
type riser struct{}

func (riser) Needs() model.Needs  { return model.Needs{Knowledge: model.KnowLabel} }
func (riser) Init(model.Self) int { return 0 }
func (riser) Ready(p model.Self, at int) model.Spontaneous {
	return model.Spontaneous{Wake: at < p.Label()}
}
func (riser) Step(_ *model.Process[struct{}], at int, _ model.Input[struct{}]) int { return at + 1 }
func (riser) Observe(_ model.Self, at int) model.Status                            { return model.Status{Term: at} }

// TestShorterExecutionsAreConstrained says that events are left out of an execution only if it stays where the
// constraint holds. It is made shorter as the case of p0 is open: the constraint has cut the search.
func TestShorterExecutionsAreConstrained(t *testing.T) {
	s, err := model.New(riser{}, model.Network{Topology: model.Ring, N: 2, Labels: []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	low := properties.NewRecurs("low", "everybody is below 2", properties.Every(func(s model.Status) bool { return s.Term < 2 }))
	after := properties.NewAlways("after", "p0 steps before p1", func(c properties.Configuration) bool {
		return c.Status(0).Term == 1 || c.Status(1).Term == 0
	})
	for _, row := range []struct {
		reason string
		within *properties.Property
		want   string
	}{
		{"p1 alone violates it", nil, "[wake p1 wake p1]"},
		{"p0 steps first", &after, "[wake p0 wake p1 wake p1]"},
	} {
		o := checker.Options{Search: checker.Search{Engine: checker.Explicit, Reduce: checker.NoReduction}, Properties: []properties.Property{low}, Constraint: row.within}
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Result != checker.Violated || fmt.Sprint(v.Execution.Lasso().Stem) != row.want {
			t.Errorf("%s: %v (%s), want %s", row.reason, v.Result, v.Note(), row.want)
		}
	}
}
