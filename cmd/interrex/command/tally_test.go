package command

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestSumsDoNotDependOnTheOrder adds verdicts in many orders: the first of several equal ones is the
// first of the instances, not the first that was added.
func TestSumsDoNotDependOnTheOrder(t *testing.T) {
	instances := make([]*instance, 6)
	for k := range instances {
		instances[k] = &instance{instanceSet: &instanceSet{network: model.Network{N: 2 + k/3}}, nth: k % 3}
	}
	named := func(detail string) reason.Reason { return reason.Reason{Cause: reason.IllFormedStep, Detail: detail} }
	execution := func(events int) *model.Execution { return &model.Execution{Steps: make([]model.Successor, events)} }
	for _, row := range []struct {
		verdicts [6]checker.Verdict
		result   checker.Result
		note     string
		shortest int // the instance; -1: none
		reason   string
	}{
		{[6]checker.Verdict{1: {Result: checker.Holds, Reason: named("one")}, 4: {Result: checker.Holds, Reason: named("four")}, 0: {Result: checker.Holds}, 2: {Result: checker.Holds}, 3: {Result: checker.Holds}, 5: {Result: checker.Holds}},
			checker.Holds, "one", -1, "the note of the first instance that has one"},
		{[6]checker.Verdict{0: {Result: checker.Holds, Reason: named("zero")}, 2: {Reason: named("two")}, 3: {Reason: named("three")}, 1: {Result: checker.Vacuous}, 4: {Result: checker.Holds}, 5: {}},
			checker.Unknown, "two", -1, "a note of the gravest result"},
		{[6]checker.Verdict{{Result: checker.Holds}, {Result: checker.Violated, Execution: execution(4)}, {Result: checker.Violated, Execution: execution(3)},
			{Result: checker.Violated, Execution: execution(3)}, {Result: checker.Violated}, {Reason: named("unknown")}},
			checker.Violated, "", 2, "the first of the shortest"},
	} {
		for seed := range uint64(20) {
			var sum tally
			order := rand.New(rand.NewPCG(seed, 0)).Perm(len(instances))
			for _, k := range order {
				sum.add(instances[k], row.verdicts[k], checker.Report{Configurations: 7}, time.Second)
			}
			shortest := -1
			if sum.shortest != nil {
				shortest = slices.Index(instances, sum.shortest.instance)
			}
			if sum.result != row.result || sum.note != row.note || shortest != row.shortest || sum.searched != 6 || sum.configurations.Int64() != 42 || sum.time != 6*time.Second {
				t.Errorf("%s, in order %v: %v, note %q, shortest %d, %d searched, %v configurations, %v", row.reason, order, sum.result, sum.note, shortest, sum.searched, &sum.configurations, sum.time)
			}
		}
	}
}

// TestNothingHoldsBeforeEachSizeIsSearched says that a row is open while instances of one of its
// sizes have not even been counted.
func TestNothingHoldsBeforeEachSizeIsSearched(t *testing.T) {
	holds, fails := checker.Verdict{Property: properties.Uniqueness(), Result: checker.Holds}, checker.Verdict{Result: checker.Violated}
	for _, test := range []struct {
		sized, planned int
		verdicts       []checker.Verdict
		want           checker.Result
		reason         string
	}{
		{0, 0, nil, checker.Unknown, "nothing is counted"},
		{1, 1, []checker.Verdict{holds}, checker.Unknown, "the other size is not counted"},
		{2, 3, []checker.Verdict{holds, holds}, checker.Unknown, "an instance is not searched"},
		{2, 3, []checker.Verdict{holds, holds, holds}, checker.Holds, "all are searched"},
		{1, 1, []checker.Verdict{fails}, checker.Violated, "one violation is enough"},
	} {
		r := &row{sizes: sizes{2, 3}, sized: test.sized, tally: tally{planned: test.planned}}
		for _, v := range test.verdicts {
			r.add(&instance{instanceSet: &instanceSet{}}, v, checker.Report{}, 0)
		}
		if got := r.found(); got != test.want {
			t.Errorf("%s: %v, want %v", test.reason, got, test.want)
		}
	}
}

// TestUnaskedRowsAreInOrder says that rows which nobody asked for come in the order of n, whichever
// is met first.
func TestUnaskedRowsAreInOrder(t *testing.T) {
	g := &group{rows: []*row{{property: "uniqueness"}}}
	for _, n := range []int{4, 2, 3, 2} {
		i := &instance{instanceSet: &instanceSet{group: g, network: model.Network{N: n}}, rows: g.rows[:1]}
		i.addImplicit(checker.Verdict{Property: properties.WellFormed()})
	}
	var got, planned []int
	for _, r := range g.rows[1:] {
		got, planned = append(got, r.sizes.from), append(planned, r.planned)
	}
	if !slices.Equal(got, []int{2, 3, 4}) || !slices.Equal(planned, []int{2, 1, 1}) {
		t.Errorf("rows about n = %v with %v instances; want 2, 3, 4 with 2, 1, 1", got, planned)
	}
}
