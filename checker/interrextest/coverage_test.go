package interrextest

import (
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/coverage"
)

func TestCoveredComparesDeadBranches(t *testing.T) {
	dead := coverage.Branch{File: "a/b.go", At: coverage.Position{Line: 3, Column: 2}, Source: "case 7:", Why: "no execution enters it"}
	for _, test := range []struct {
		known  []string
		list   []coverage.Branch
		want   []string
		reason string
	}{
		{nil, nil, nil, "all branches are taken"},
		{[]string{"case 7:"}, []coverage.Branch{dead}, nil, "the dead branch is known"},
		{nil, []coverage.Branch{dead}, []string{"coverage: b.go:3:2: no execution enters it: case 7:"}, "a dead branch that is not known"},
		{[]string{"case 7:"}, nil, []string{`coverage: Covered.Dead names "case 7:", which some execution takes, or which is no line at which a branch begins`}, "a known branch that is taken"},
	} {
		got := spyOn(t, func(spy testing.TB) { Covered{Dead: test.known}.compare(spy, test.list) })
		if !slices.Equal(got.errors, test.want) {
			t.Errorf("%s: got %q, want %q", test.reason, got.errors, test.want)
		}
	}
}

func TestCoverageRefuses(t *testing.T) {
	s := commits(t, 2)
	for _, test := range []struct {
		f            func(testing.TB)
		want, reason string
	}{
		{func(t testing.TB) { Coverage(t) }, "interrextest: coverage of no system, or of one that is nil; allowed: one or more", "no system"},
		{func(t testing.TB) { Coverage(t, nil) }, "interrextest: coverage of no system, or of one that is nil; allowed: one or more", "model.New has failed"},
		{func(t testing.TB) { Covered{Configurations: -1}.Check(t, s) }, "interrextest: Covered has a budget below zero (Time 0s, Memory 0, Configurations -1); allowed: 0, which stands for the default, and more", "a budget below zero"},
	} {
		if got := spyOn(t, test.f); !slices.Equal(got.errors, []string{test.want}) {
			t.Errorf("%s: got %q, want %q", test.reason, got.errors, test.want)
		}
	}
}
