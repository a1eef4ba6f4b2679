package properties_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// TestJudge judges executions of one process by properties of each form. The
// process is undecided, then a candidate, then has won. If a stem is given, it
// starts again.
func TestJudge(t *testing.T) {
	is := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role == r }
	}
	not := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role != r }
	}
	never := properties.NewAlways("never", "it never wins", not(model.Won))
	step := properties.NewAlwaysStep("step", "it does not win", func(before, after model.View) bool {
		return before.Status[0].Role == model.Won || after.Status[0].Role != model.Won
	})
	atEnd := properties.NewAtEnd("at-end", "at the end it has not won", not(model.Won))
	sooner := properties.NewEventually("sooner", "it is a candidate", is(model.Candidate))
	later := properties.NewEventually("later", "it loses", is(model.Lost))
	stays := properties.NewStabilises("stays", "it stays a candidate", is(model.Candidate))
	recurs := properties.NewRecurs("recurs", "it is a candidate again and again", is(model.Candidate))
	wonAgain := properties.NewRecurs("won-again", "it wins again and again", is(model.Won))
	leads := properties.NewLeadsTo("leads", "after the start it is a candidate", is(model.Undecided), is(model.Candidate))
	back := properties.NewLeadsTo("back", "a candidate leads to an undecided process", is(model.Candidate), is(model.Undecided))
	loses := properties.NewLeadsTo("loses", "a candidate loses", is(model.Candidate), is(model.Lost))
	unasked := properties.NewLeadsTo("unasked", "a loser wins", is(model.Lost), is(model.Won))
	ends := properties.NewTerminates("ends", "it ends")
	wins := properties.NewReachable("wins", "it can win", is(model.Won))
	for _, test := range []struct {
		property properties.Property
		steps    int
		stem     int // -1: the execution ends
		want     string
		reason   string
	}{
		{never, 2, -1, "", "it has won"},
		{never, 1, -1, "never: is not decided by the last configuration", "it has not won yet"},
		{never, 4, 1, "never: a loop does not refute the form always", "safety is refuted by a configuration"},
		{step, 2, -1, "", "the last event wins"},
		{step, 1, -1, "step: is not decided by the last configuration", "the last event does not win"},
		{atEnd, 2, -1, "", "the end is a winner"},
		{atEnd, 1, -1, "at-end: is not decided by the last configuration", "it is not the end"},
		{later, 2, -1, "", "it never loses"},
		{later, 1, -1, "later: the last configuration is not terminal", "it may lose yet"},
		{sooner, 2, -1, "sooner: is reached after 1 events", "it was a candidate"},
		{later, 4, 1, "", "it goes on without losing"},
		{sooner, 4, 1, "sooner: is reached after 1 events", "the loop has a candidate"},
		{stays, 2, -1, "", "the end is no candidate"},
		{stays, 1, -1, "stays: holds at the end", "the last is a candidate"},
		{stays, 4, 1, "", "the loop leaves it"},
		{recurs, 2, -1, "", "the end, which lasts for ever, is no candidate"},
		{wonAgain, 2, -1, "won-again: holds at the end", "the end is a winner"},
		{recurs, 1, -1, "recurs: holds at the end", "the last is a candidate"},
		{wonAgain, 1, -1, "won-again: the last configuration is not terminal", "it may win yet"},
		{wonAgain, 4, 1, "won-again: holds after 2 events, within the loop", "the loop has a winner"},
		{recurs, 4, 1, "recurs: holds after 4 events, within the loop", "the loop has a candidate"},
		{loses, 2, -1, "", "it never loses"},
		{leads, 2, -1, "leads: its goal follows each trigger", "it was a candidate after the start"},
		{unasked, 2, -1, "unasked: its goal follows each trigger", "there is no trigger"},
		{back, 2, -1, "", "it was undecided before it was a candidate only"},
		{loses, 1, -1, "loses: the last configuration is not terminal", "it may lose yet"},
		{loses, 4, 1, "", "it goes on without losing"},
		{leads, 4, 1, "leads: its goal follows each trigger", "the last is the goal"},
		{back, 4, 1, "back: holds after 3 events, within the loop", "the last is a candidate, and the loop goes on to an undecided one"},
		{ends, 4, 1, "", "a loop is no end"},
		{ends, 2, -1, "ends: a finite execution does not refute it", "it ends"},
		{wins, 2, -1, "", "a winner is a witness"},
		{wins, 1, -1, "wins: is not decided by the last configuration", "a candidate is none"},
	} {
		t.Run(test.property.Name+"/"+test.reason, func(t *testing.T) {
			a := script{statuses: [][]model.Status{{undecided, candidate, won}}, loops: test.stem >= 0}
			x := execution(t, scripted(t, a, model.Faults{}), make([]int, test.steps), test.stem)
			if got := complaint(test.property.Judge(x, model.Weak)); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func complaint(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestJudgeWantsTheFirstConfiguration(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, won, lost, lost}}}, model.Faults{})
	x := execution(t, s, []int{0, 0}, -1)
	want := "leader-reachable: is decided after 1 of 2 events already"
	if got := complaint(properties.LeaderReachable().Judge(x, model.Weak)); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestPrefix cuts executions where the property is decided.
func TestPrefix(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, won, lost, lost}}}, model.Faults{})
	x := execution(t, s, []int{0, 0}, -1)
	never := properties.NewAlways("never", "it never starts", func(v model.View) bool { return v.Status[0].Role == model.Won })
	for _, test := range []struct {
		property properties.Property
		want     int
		reason   string
	}{
		{properties.LeaderReachable(), 1, "it has won after one event"},
		{properties.Irrevocability(), 2, "the second event changes that"},
		{never, 0, "the start refutes it"},
		{properties.Uniqueness(), 2, "nothing refutes it"},
		{properties.Elected(), 2, "liveness needs the whole execution"},
	} {
		y, err := test.property.Prefix(x)
		if err != nil || len(y.Steps) != test.want || y.Loops() {
			t.Errorf("%s: %d events (%v), want %d: %s", test.property.Name, len(y.Steps), err, test.want, test.reason)
		}
	}
	panics := properties.NewAlways("panics", "", func(model.View) bool { panic("boom") })
	if _, err := panics.Prefix(x); !strings.Contains(complaint(err), "property panics panics") {
		t.Errorf("a panic of the property: %v", err)
	}
}

func TestJudgeWantsFairLoops(t *testing.T) {
	a := script{statuses: [][]model.Status{{undecided, candidate}, {undecided, candidate}}, loops: true}
	x := execution(t, scripted(t, a, model.Faults{}), []int{0, 0, 0}, 1)
	for f, want := range map[model.Fairness]string{
		model.Unfair: "",
		model.Weak:   "elected: the loop is not weak fair to timeout p1:0:0 ",
		model.Strong: "elected: the loop is not strong fair to timeout p1:0:0 ",
	} {
		if got := complaint(properties.Elected().Judge(x, f)); got != want {
			t.Errorf("%v: got  %q\nwant %q", f, got, want)
		}
	}
}

// TestJudgeMindsBounds says that an execution that ends or loops at a bound of the
// instance refutes only safety.
func TestJudgeMindsBounds(t *testing.T) {
	stuck := candidate
	stuck.Bounded = true
	nobody := properties.NewAtEnd("nobody", "at the end nobody is a candidate", func(v model.View) bool { return v.Status[0].Role != model.Candidate })
	for _, test := range []struct {
		property     properties.Property
		statuses     []model.Status
		steps, stem  int
		want, reason string
	}{
		{properties.Elected(), []model.Status{undecided, stuck}, 1, -1, "elected: a bound of the instance is reached after 1 events", "it ends at the bound"},
		{properties.Decided(), []model.Status{undecided, stuck}, 1, -1, "decided: a bound of the instance is reached after 1 events", "the same"},
		{properties.Elected(), []model.Status{undecided, candidate, stuck}, 4, 1, "elected: a bound of the instance is reached after 2 events", "it loops through the bound"},
		{properties.Elected(), []model.Status{stuck, candidate}, 1, -1, "", "it leaves the bound"},
		{nobody, []model.Status{undecided, stuck}, 1, -1, "", "what is wrong at the end is wrong, bound or not"},
	} {
		a := script{statuses: [][]model.Status{test.statuses}, loops: test.stem >= 0}
		x := execution(t, scripted(t, a, model.Faults{}), make([]int, test.steps), test.stem)
		if got := complaint(test.property.Judge(x, model.Weak)); got != test.want {
			t.Errorf("%s: got  %q\nwant %q", test.reason, got, test.want)
		}
	}
}

func TestJudgeWantsTheMonitorBack(t *testing.T) {
	few := properties.NewStabilises("few", "it takes few steps", properties.Watch(
		func(model.View) int { return 0 },
		func(steps int, _ properties.Observation) int { return min(steps+1, 3) },
		func(steps int) bool { return steps < 2 }))
	a := script{statuses: [][]model.Status{{undecided, candidate}}, loops: true}
	for _, test := range []struct {
		steps, stem  int
		want, reason string
	}{
		{3, 1, "few: the monitor's state is not the same at the end of the loop", "it counts to three in the loop"},
		{5, 3, "", "it has counted to three before the loop"},
	} {
		x := execution(t, scripted(t, a, model.Faults{}), make([]int, test.steps), test.stem)
		if got := complaint(few.Judge(x, model.Weak)); got != test.want {
			t.Errorf("%s: got  %q\nwant %q", test.reason, got, test.want)
		}
	}
}

// TestJudgeReportsWhatItCannotJudge calls Judge without an execution, and with
// properties that are wrong.
func TestJudgeReportsWhatItCannotJudge(t *testing.T) {
	s := scripted(t, script{statuses: [][]model.Status{{undecided, won}}}, model.Faults{})
	x := execution(t, s, []int{0}, -1)
	beyond := func(v model.View) bool { return v.Status[len(v.Status)].Role == model.Won }
	told := properties.Watch(
		func(model.View) any { return 0 },
		func(state any, _ properties.Observation) any { return state.(string) },
		func(any) bool { return true })
	const index = "runtime error: index out of range [1] with length 1"
	for _, test := range []struct {
		property properties.Property
		x        model.Execution
		want     []string
		reason   string
	}{
		{properties.Uniqueness(), model.Execution{}, []string{"uniqueness: the execution has no system (nil)"}, "no execution"},
		{properties.Property{Name: "zero"}, x, []string{"property zero has no predicate"}, "no function made it"},
		{properties.NewAlways("beyond", "", beyond), x, []string{"property beyond panics: judge_test.go:", index}, "safety"},
		{properties.NewStabilises("stays", "", beyond), x, []string{"property stays panics: judge_test.go:", index}, "liveness"},
		{properties.NewAlwaysStep("step", "", func(_, after model.View) bool { return beyond(after) }), x,
			[]string{"property step panics: judge_test.go:", index}, "events"},
		{properties.NewAlways("told", "", told), x,
			[]string{"property told panics: judge_test.go:", "interface conversion"}, "a monitor"},
		{properties.NewAlways("empty", "", properties.Shape{}), x, []string{"property empty: its shape has no part"}, "it would hold"},
	} {
		err := complaint(test.property.Judge(test.x, model.Weak))
		for _, part := range test.want {
			if !strings.Contains(err, part) {
				t.Errorf("%s: got %q, want %q in it", test.reason, err, part)
			}
		}
	}
}

// TestEventsAreJudgedWithoutTheEnd says that properties of steps cannot see that a
// configuration is terminal.
func TestEventsAreJudgedWithoutTheEnd(t *testing.T) {
	goesOn := properties.NewAlwaysStep("goes-on", "", func(before, after model.View) bool { return !before.Terminal && !after.Terminal })
	s := scripted(t, script{statuses: [][]model.Status{{undecided, won}}}, model.Faults{})
	if err := goesOn.Judge(execution(t, s, []int{0}, -1), model.Weak); err == nil {
		t.Error("the end of the execution refutes a property of events")
	}
}

// TestJudgeAlongAPath compares a judge that watches a path grow with one that judges
// each of its prefixes as an execution.
func TestJudgeAlongAPath(t *testing.T) {
	is := func(r model.Role) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Role == r }
	}
	list := append(properties.Standard(properties.Greatest),
		properties.NewAtEnd("lost", "", is(model.Lost)),
		properties.NewStabilises("stays", "", is(model.Candidate)),
		properties.NewRecurs("recurs", "", is(model.Candidate)),
		properties.NewLeadsTo("asked", "", is(model.Candidate), is(model.Won)),
		properties.NewLeadsTo("asked-at-once", "", is(model.Won), is(model.Won)),
		properties.NewLeadsTo("asked-at-the-start", "", is(model.Undecided), is(model.Lost)))
	bounded := model.Status{Role: model.Candidate, Bounded: true}
	for _, test := range []struct {
		statuses []model.Status
		decided  int // properties, by some prefix
		reason   string
	}{
		{[]model.Status{undecided, candidate, won}, 7, "a candidate wins; no answer to the start; not halted, not known"},
		{[]model.Status{undecided, won, candidate}, 8, "the winner is a candidate again, which nothing answers"},
		{[]model.Status{undecided, candidate, bounded}, 1, "the end is at a bound"},
		{[]model.Status{undecided, bounded, lost}, 6, "the bound is left"},
	} {
		s := scripted(t, script{statuses: [][]model.Status{test.statuses}}, model.Faults{})
		path := stepwise.NewPath(s)
		j, decided := properties.NewJudge(path, list...), 0
		for k := range test.statuses {
			if k > 0 {
				path.Extend(s.Successors(path.Last())[0])
				j.Step()
			}
			x := execution(t, s, make([]int, k), -1)
			for i, p := range list {
				l, ok := j.Decided(i)
				err := p.Judge(x, model.Weak)
				if here := ok && l.Len() == k; here != (err == nil) {
					t.Errorf("%s: %s after %d events: decided %t, but judged %v", test.reason, p.Name, k, here, err)
				} else if here {
					decided++
				}
			}
		}
		if decided != test.decided {
			t.Errorf("%s: %d properties are decided, want %d", test.reason, decided, test.decided)
		}
	}
}
