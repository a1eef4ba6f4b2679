package checker_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestShownExecutionsAreMinimal says how short the counterexamples of a reduced
// search are. Where the whole system is small they are the least ones, as without
// reduction; where it is large none of their events can be left out.
func TestShownExecutionsAreMinimal(t *testing.T) {
	never := properties.NewAtEnd("never-ends", "no configuration is terminal",
		properties.Shape{Each: func(*model.Network, int, model.Status) bool { return false }})
	for _, row := range []struct {
		n       int
		minimal checker.Minimality
		reason  string
	}{
		{4, checker.Least, "the whole system is small"},
		{14, checker.OneMinimal, "21,316,874 configurations"},
	} {
		s := specSystem(t, "LCR", row.n)
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Properties: []properties.Property{never}})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Result != checker.Violated || v.Minimal != row.minimal {
			t.Fatalf("n = %d: %v, %v; want violated, %v (%s)", row.n, v.Result, v.Minimal, row.minimal, row.reason)
		}
		stem := v.Execution.Lasso().Stem
		for i, e := range stem {
			shorter := slices.Delete(slices.Clone(stem), i, i+1)
			if x, err := s.Replay(model.Lasso{Stem: shorter}); err == nil && never.Judge(x, model.Weak) == nil {
				t.Errorf("n = %d: %v can be left out", row.n, e)
			}
		}
		if row.minimal == checker.OneMinimal {
			continue
		}
		whole, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{never}})
		if err != nil {
			t.Fatal(err)
		}
		if want := whole.Verdicts[0].Execution.Lasso().Stem; !slices.EqualFunc(want, stem, func(a, b model.Event) bool { return a.Compare(b) == 0 }) {
			t.Errorf("n = %d: %v, want the least, %v", row.n, stem, want)
		}
	}
}

// TestShownLoopsAreMinimal says the same of counterexamples that do not end.
func TestShownLoopsAreMinimal(t *testing.T) {
	for _, row := range []struct {
		n       int
		minimal checker.Minimality
		reason  string
	}{
		{6, checker.Least, "the whole system is small"},
		{10, checker.OneMinimal, "1,333,733 configurations"},
	} {
		if row.n > 6 && testing.Short() {
			continue
		}
		s := catalogued(t, "afa", "-E3", row.n, func(*model.Network) error { return nil })
		o := checker.Options{Search: checker.Search{Reduce: checker.Confluent}, Fairness: model.Weak, Properties: []properties.Property{properties.Quiescence()}}
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if v.Result != checker.Violated || !v.Execution.Loops() || v.Minimal != row.minimal {
			t.Fatalf("n = %d: %v, %v; want violated by a loop, %v (%s)", row.n, v.Result, v.Minimal, row.minimal, row.reason)
		}
		l := v.Execution.Lasso()
		for i := range l.Events() {
			shorter := model.Lasso{Stem: slices.Clone(l.Stem), Loop: slices.Clone(l.Loop)}
			if in := i - len(l.Stem); in < 0 {
				shorter.Stem = slices.Delete(shorter.Stem, i, i+1)
			} else {
				shorter.Loop = slices.Delete(shorter.Loop, in, in+1)
			}
			if x, err := s.Replay(shorter); err == nil && v.Property.Judge(x, model.Weak) == nil {
				t.Errorf("n = %d: %v can be left out", row.n, l.Events()[i])
			}
		}
		if row.minimal == checker.OneMinimal {
			continue
		}
		o.Search.Reduce = checker.NoReduction
		whole, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Verdicts[0].Execution.Lasso(), l); diff != "" {
			t.Errorf("n = %d: another one is the least (-least +shown):\n%s", row.n, diff)
		}
	}
}

// TestAnyWitness says that a witness of a reduced search is replaced by the least one,
// unless any will do.
func TestAnyWitness(t *testing.T) {
	s := specSystem(t, "HS", 4)
	for _, any := range []bool{false, true} {
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.Confluent, AnyWitness: any}, Properties: []properties.Property{properties.LeaderReachable()}})
		if err != nil {
			t.Fatal(err)
		}
		want := map[bool]checker.Minimality{false: checker.Least, true: checker.NotMinimised}[any]
		if v := r.Verdicts[0]; v.Result != checker.Holds || v.Minimal != want || v.Property.Judge(*v.Execution, model.Weak) != nil {
			t.Errorf("AnyWitness %t: %v, %v; want a witness that is %v", any, v.Result, v.Minimal, want)
		}
	}
}
