package lasso_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/lasso"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/properties"
)

// graph is an end component given by its edges. Each event is a timeout of p0
// with the timer of its class.
type graph struct {
	events [][]edge // by configuration
	fails  map[int32]bool
}

// edge is an event. Edges of one configuration with equal timers are outcomes of
// one step if they have choices.
type edge struct {
	to      int32
	timer   uint8
	choices []int
	freely  bool // it is not obligatory
}

func (g graph) Fails(j int32) bool { return g.fails[j] }

func class(timer uint8) fairness.Class {
	return fairness.Class{Kind: model.Timeout, Timer: timer}
}

func (g graph) Enabled(j int32) []fairness.Class {
	var list []fairness.Class
	for _, e := range g.events[j] {
		list = append(list, class(e.timer))
	}
	return list
}

func (g graph) Inside(j int32) []lasso.Event {
	var list []lasso.Event
	for _, e := range g.events[j] {
		list = append(list, lasso.Event{To: e.to, Event: model.Event{Kind: model.Timeout, Timer: e.timer, Choices: e.choices}, Obligatory: !e.freely, Class: class(e.timer)})
	}
	return list
}

func (g graph) Path(from int32, goal lasso.Goal) []lasso.Event {
	return lasso.Nearest(g, from, goal, math.MaxInt)
}

// timers returns the timers of a schedule, with the outcomes of choices.
func timers(s model.Schedule) string {
	text := ""
	for _, e := range s {
		text += fmt.Sprint(e.Timer)
		if len(e.Choices) > 0 {
			text += fmt.Sprint(e.Choices)
		}
	}
	return text
}

// eight is a loop 0-1-0 with timers 0 and 1 and a loop 0-2-0 with timers 2 and 3.
var eight = graph{events: [][]edge{{{to: 1, timer: 0}, {to: 2, timer: 2}}, {{to: 0, timer: 1}}, {{to: 0, timer: 3}}}, fails: map[int32]bool{2: true}}

// coin is a step of two outcomes: one stays, the other goes away and comes back.
var coin = graph{events: [][]edge{{{to: 0, timer: 0, choices: []int{0}}, {to: 1, timer: 0, choices: []int{1}}}, {{to: 0, timer: 1}}}}

// insistent has timer 5 in both configurations of the loop 0-1-0 with timers 0 and 1.
var insistent = graph{events: [][]edge{{{to: 1, timer: 0}, {to: 0, timer: 5}}, {{to: 0, timer: 1}, {to: 1, timer: 5}}}}

// free is a loop 0-1-0 of which the event of 0 is of the class of that of 1, but not obligatory.
var free = graph{events: [][]edge{{{to: 1, timer: 0, freely: true}}, {{to: 0, timer: 0}}}}

// outlet is a loop 0-1-0 whose events leave timer 0, though it does not run out.
var outlet = graph{events: [][]edge{{{to: 1, timer: 0, freely: true}}, {{to: 0, timer: 1}}}}

// late is a loop 0-1-0 of timers 1 and 3, with a loop of timer 2 at 0, and one of timer 0 at 1.
var late = graph{events: [][]edge{{{to: 1, timer: 1}, {to: 0, timer: 2}}, {{to: 1, timer: 0}, {to: 0, timer: 3}}}}

// TestLoop tests which loop satisfies the fairness constraints.
func TestLoop(t *testing.T) {
	for _, row := range []struct {
		reason   string
		graph    graph
		fairness model.Fairness
		form     properties.Form
		start    int32
		most     int
		want     string // "": none
	}{
		{"without fairness the least loop will do", eight, model.Unfair, properties.Terminates, 0, 0, "01"},
		{"the loop begins where the stem ends", eight, model.Unfair, properties.Terminates, 2, 0, "32"},
		{"the predicate must fail somewhere", eight, model.Unfair, properties.Stabilises, 0, 0, "23"},
		{"weakly fair: no class is enabled throughout 0-1-0", eight, model.Weak, properties.Terminates, 0, 0, "01"},
		{"weakly fair: one class is enabled throughout", insistent, model.Weak, properties.Terminates, 0, 0, "051"},
		{"weakly fair: a class may be disabled instead of taken", outlet, model.Weak, properties.Terminates, 0, 0, "01"},
		{"strongly fair, and the predicate fails somewhere, once", eight, model.Strong, properties.Stabilises, 0, 20, "2301"},
		{"strongly fair: the timers of both loops are enabled again and again", eight, model.Strong, properties.Terminates, 0, 0, "0123"},
		{"a loop with exactly the largest number of events", eight, model.Strong, properties.Terminates, 0, 4, "0123"},
		{"a loop with more than the largest number of events", eight, model.Strong, properties.Terminates, 0, 1, ""},
		{"timer 0 comes before timer 2, which is set earlier", late, model.Strong, properties.Terminates, 0, 0, "1032"},
		{"all outcomes of a choice occur", coin, model.Unfair, properties.Terminates, 0, 0, "0[0]0[1]1"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			s := lasso.Search{Component: row.graph, Fairness: row.fairness, Form: row.form, Start: row.start, Most: row.most}
			if diff := cmp.Diff(row.want, timers(s.Loop())); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestNearest tests which path is the least of the shortest for each goal, and when
// the search is abandoned.
func TestNearest(t *testing.T) {
	for _, row := range []struct {
		reason string
		graph  graph
		from   int32
		goal   lasso.Goal
		most   int
		want   string
	}{
		{"to where the predicate fails", eight, 1, lasso.Goal{Kind: lasso.Failing}, math.MaxInt, "12"},
		{"to an event of a class", eight, 1, lasso.Goal{Kind: lasso.Meeting, Class: class(3)}, math.MaxInt, "123"},
		{"away from a class", eight, 0, lasso.Goal{Kind: lasso.Leaving, Class: class(2)}, math.MaxInt, "0"},
		{"to a configuration, by at least one event", eight, 2, lasso.Goal{Kind: lasso.Arriving, At: 2}, math.MaxInt, "32"},
		{"to an event of a configuration", eight, 1, lasso.Goal{Kind: lasso.Outcome, At: 0, Event: model.Event{Kind: model.Timeout, Timer: 2}}, math.MaxInt, "12"},
		{"a path beyond the largest number of configurations", eight, 1, lasso.Goal{Kind: lasso.Meeting, Class: class(3)}, 1, ""},
		{"to an obligatory event of a class", free, 0, lasso.Goal{Kind: lasso.Meeting, Class: class(0)}, math.MaxInt, "00"},
		{"to a class without an event", eight, 0, lasso.Goal{Kind: lasso.Meeting, Class: class(9)}, math.MaxInt, ""},
	} {
		var got model.Schedule
		for _, e := range lasso.Nearest(row.graph, row.from, row.goal, row.most) {
			got = append(got, e.Event)
		}
		if timers(got) != row.want {
			t.Errorf("%s: got %q, want %q", row.reason, timers(got), row.want)
		}
	}
}

// TestVisits tests that a loop goes to each place that it must visit.
func TestVisits(t *testing.T) {
	at := func(j int32) func(int32) bool { return func(k int32) bool { return j == k } }
	for want, visits := range map[string][]func(int32) bool{"23": {at(2)}, "01": {at(0), at(1)}, "2301": {at(2), at(1)}} {
		s := lasso.Search{Component: eight, Fairness: model.Unfair, Form: properties.Recurs, Visits: visits, Most: 20}
		if got := timers(s.Loop()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
