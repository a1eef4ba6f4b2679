package properties_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// every is the predicate of each process that it has a role.
func every(r model.Role) properties.Quantified {
	return properties.Every(func(s model.Status) bool { return s.Role == r })
}

// TestEvery says which executions refute a property of every process, and for which. Process
// p0 is undecided, then a candidate, then has won; p1 is undecided, then has lost, then has won.
func TestEvery(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, candidate, won}, {undecided, lost, won}}}, model.Faults{Crash: 2})
	looping := scripted(t, script{statuses: [][]model.Status{{undecided, candidate}, {undecided, lost}}, loops: true}, model.Faults{})
	pair := properties.EveryPair(func(a, b model.Status) bool { return a.Role != model.Candidate || b.Role == model.Won })
	crash := func(p int) string { return "crash p" + string(rune('0'+p)) }
	const step0, step1 = "timeout p0:0", "timeout p1:0"
	for _, test := range []struct {
		property properties.Property
		system   *model.System
		events   string
		stem     int   // -1: it does not loop
		who      []int // for which it is refuted; nil: it is not
		reason   string
	}{
		{properties.NewEventually("p", "", every(model.Candidate)), s, step0 + "," + step0 + "," + step1 + "," + step1, -1, []int{1}, "p1 is never a candidate"},
		{properties.NewEventually("p", "", every(model.Won)), s, step0 + "," + step0 + "," + step1 + "," + step1, -1, nil, "both win"},
		{properties.NewLeadsTo("p", "", every(model.Lost), every(model.Won)), s, step0 + "," + step0 + "," + step1 + "," + step1, -1, nil, "p1 wins in the end"},
		{properties.NewLeadsTo("p", "", every(model.Won), every(model.Lost)), s, step0 + "," + step0 + "," + step1 + "," + step1, -1, []int{0}, "p0 wins, and does not lose: the first that is refuted"},
		{properties.NewLeadsTo("p", "", every(model.Candidate), every(model.Won)), s, step0 + "," + crash(0) + "," + step1 + "," + step1, -1, nil, "p0 is down, and excused"},
		{properties.NewLeadsTo("p", "", every(model.Candidate), every(model.Won).EvenDown()), s, step0 + "," + crash(0) + "," + step1 + "," + step1, -1, []int{0}, "p0 is not excused"},
		{properties.NewLeadsTo("p", "", every(model.Lost), every(model.Won).EvenDown()), s, step0 + "," + crash(0) + "," + step1 + "," + step1, -1, nil, "a process that is down is no trigger"},
		{properties.NewLeadsTo("p", "", every(model.Won), properties.EveryPair(func(_, b model.Status) bool { return b.Role == model.Lost })), s,
			step0 + "," + step0 + "," + step1 + "," + step1, -1, []int{0, 1}, "p0 has won in the end, when p1 has not lost: the trigger is about the first of two"},
		{properties.NewLeadsTo("p", "", properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Candidate }}, every(model.Lost)), s,
			step0 + "," + step0 + "," + step1 + "," + step1, -1, []int{0}, "somebody is a candidate, and p0 never loses"},
		{properties.NewLeadsTo("p", "", every(model.Candidate), properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Lost }}), s,
			step0 + "," + step0 + "," + step1 + "," + step1, -1, nil, "p0 is a candidate, and then somebody loses"},
		{properties.NewRecurs("p", "", every(model.Undecided)), looping, step0 + "," + step1 + "," + step1 + "," + step1 + "," + step0 + "," + step0, 2, nil, "both are undecided in the loop"},
		{properties.NewRecurs("p", "", every(model.Lost)), looping, step0 + "," + step1 + "," + step1 + "," + step1 + "," + step0 + "," + step0, 2, []int{0}, "p0 never loses"},
		{properties.NewStabilises("p", "", every(model.Undecided)), looping, step0 + "," + step0, 0, []int{0}, "p0 is a candidate in the loop"},
		{properties.NewAlways("p", "", pair), s, step0, -1, []int{0, 1}, "p1 has not won while p0 is a candidate"},
		{properties.NewAlways("p", "", pair), s, step1 + "," + step1 + "," + step0, -1, nil, "p1 has won already"},
		{properties.NewLeadsTo("p", "", every(model.Undecided), properties.Every(func(s model.Status) bool { return s.Role != model.Undecided }).EvenDown()), s,
			step0 + "," + crash(0) + "," + step1 + "," + step1, -1, nil, "a process that is down shows no role, so it is no trigger"},
		{properties.NewEventually("p", "", properties.EveryPair(func(a, _ model.Status) bool { return a.Role == model.Candidate })), s,
			step0 + "," + step0 + "," + step1 + "," + step1, -1, []int{1, 0}, "pairs are in both orders"},
		{properties.NewAtEnd("p", "", every(model.Won)), s, step0 + "," + crash(0) + "," + step1 + "," + step1, -1, nil, "p0 is down, and excused"},
		{properties.NewAtEnd("p", "", every(model.Won).EvenDown()), s, step0 + "," + crash(0) + "," + step1 + "," + step1, -1, []int{0}, "p0 is not excused"},
	} {
		x := replay(t, test.system, test.events, test.stem)
		err := test.property.Judge(x, model.Unfair)
		if (err == nil) != (test.who != nil) {
			t.Errorf("%s: %v of %s: got %v", test.reason, test.property.Form, test.events, err)
			continue
		}
		if err != nil {
			continue
		}
		if who := test.property.For(x); !slices.Equal(who, test.who) {
			t.Errorf("%s: it is refuted for %v, want %v", test.reason, who, test.who)
		}
		remarks := test.property.Remarks(x)
		names := "p" + string(rune('0'+test.who[0]))
		if len(remarks) != 1 || !strings.Contains(remarks[0].Text, " for "+names) {
			t.Errorf("%s: remarks %v, want one that names %s", test.reason, remarks, names)
		}
	}
}

// TestEveryIsDecidedOnce says that a judge counts a property once, though each case is decided.
func TestEveryIsDecidedOnce(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, lost}, {undecided, lost}}}, model.Faults{})
	path := stepwise.NewPath(s)
	j := properties.NewJudge(path, properties.NewEventually("p", "", every(model.Won)), properties.NewEventually("q", "", every(model.Lost)))
	for _, step := range replay(t, s, "timeout p0:0,timeout p1:0", -1).Steps {
		path.Extend(step)
		j.Step()
	}
	_, p := j.Decided(0)
	if _, q := j.Decided(1); !p || q || j.Open() != 1 {
		t.Errorf("p is decided: %t, q: %t, open: %d; want p alone", p, q, j.Open())
	}
}

// replay returns the execution of events, separated by commas. Those after the first stem ones repeat.
func replay(t *testing.T, s *model.System, events string, stem int) model.Execution {
	t.Helper()
	x := model.Execution{System: s, Start: s.Initial()}
	for i, text := range strings.Split(events, ",") {
		list := s.Successors(x.Last())
		at := slices.IndexFunc(list, func(y model.Successor) bool { return y.Event.String() == text })
		if at < 0 {
			t.Fatalf("event %d, %s, is not enabled", i, text)
		}
		x.Steps = append(x.Steps, list[at])
	}
	if x.Stem = len(x.Steps); stem >= 0 {
		x.Stem = stem
	}
	return x
}

// TestEveryIsRefused says which properties of every process are in error.
func TestEveryIsRefused(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided}, {undecided}}}, model.Faults{})
	for _, test := range []struct {
		property properties.Property
		want     string
		reason   string
	}{
		{properties.NewReachable("p", "", every(model.Won)), "a predicate of every process is for the forms", "one execution for each would have to witness it"},
		{properties.NewRecurs("p", "", properties.Every[model.Status](nil)), "no predicate", "there is no function"},
		{properties.NewLeadsTo("p", "", properties.Every[model.Status](nil), every(model.Won)), "its shape has no part", "there is no trigger"},
		{properties.NewEventually("p", "", properties.Every(func(int) bool { return true })), "it reads what processes show as int", "no process shows an int"},
		{properties.NewAlways("p", "", properties.EveryPair(func(int, int) bool { return true })), "it reads what processes show as int", "no process shows an int"},
		{properties.NewEventually("two words", "", every(model.Won)), "two words", "the name is not one word"},
	} {
		if err := test.property.CheckFor(s); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want an error with %q", test.reason, err, test.want)
		}
	}
}

// TestNoPair says that a property of every two processes of one is vacuous.
func TestNoPair(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, won}}}, model.Faults{})
	p := properties.NewRecurs("p", "", properties.EveryPair(func(model.Status, model.Status) bool { return false }))
	report, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{p}})
	if err != nil {
		t.Fatal(err)
	}
	if v := report.Verdicts[0]; v.Result != checker.Vacuous || v.Note() != "there are no two processes" {
		t.Errorf("%v (%s), want vacuous", v.Result, v.Note())
	}
}
