package engine_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// relay is a token that p0 sends when it wakes and that p1 sends back. p1 wins
// when it has the token, and p0 loses when it has it back: four configurations,
// three events, one execution.
type relay struct{}

func (relay) Name() string           { return "relay" }
func (relay) Init(model.Self) string { return "waits" }
func (relay) Observe(_ model.Self, s string) model.Status {
	return model.Status{Role: map[string]model.Role{"won": model.Won, "lost": model.Lost}[s]}
}
func (relay) Ready(_ model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: s == "waits"}
}
func (relay) Step(p *model.Process[string], s string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Wake:
		p.Send(0, "go")
		return "sent"
	case in.Msg == "go":
		p.Send(0, "back")
		return "won"
	}
	return "lost"
}

// blinker is one process that wins and loses by turns, for ever, at each timeout.
type blinker struct{}

func (blinker) Name() string        { return "blinker" }
func (blinker) Init(model.Self) int { return 0 }
func (blinker) Observe(_ model.Self, s int) model.Status {
	return model.Status{Role: []model.Role{model.Undecided, model.Won, model.Lost}[s]}
}
func (blinker) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Timers: model.Timers(0)}
}
func (blinker) Step(_ *model.Process[string], s int, _ model.Input[string]) int { return s%2 + 1 }

// faulty panics when it wakes.
type faulty struct{ relay }

func (faulty) Step(*model.Process[string], string, model.Input[string]) string { panic("faulty") }

func newSystem(t *testing.T, name string) *model.System {
	t.Helper()
	ring := model.Network{Topology: model.UnidirectionalRing, N: 2, Wake: model.WakeSet{Only: []int{0}}}
	var s *model.System
	var err error
	switch name {
	case "relay":
		s, err = model.New(relay{}, ring)
	case "faulty":
		s, err = model.New(faulty{}, ring)
	default:
		s, err = model.New(blinker{}, model.Network{N: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func won(s model.Status) bool  { return s.Role == model.Won }
func lost(s model.Status) bool { return s.Role == model.Lost }

// each returns a property whose predicate is that each status satisfies p.
func each(form properties.Form, p func(model.Status) bool) properties.Property {
	return properties.New("p", "", form, properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return p(s) }})
}

// some returns a property whose predicate is that some status satisfies p.
func some(form properties.Form, p func(model.Status) bool) properties.Property {
	return properties.New("p", "", form, properties.Shape{Some: p})
}

func not(p func(model.Status) bool) func(model.Status) bool {
	return func(s model.Status) bool { return !p(s) }
}

// text returns a finding as text.
func text(f engine.Finding) string {
	switch f.Outcome {
	case engine.Open:
		return fmt.Sprint("open ", f.Reason.Cause, " ", f.Reason.Bound, " met ", f.Met)
	case engine.Absent:
		return "absent"
	case engine.Vacuous:
		return "vacuous"
	}
	return fmt.Sprint("found ", f.Lasso.Stem, f.Lasso.Loop)
}

var engines = map[string]engine.Engine{"explicit": explicit.Engine{}, "symbolic": symbolic.Engine{}}

func ask(s *model.System, p ...properties.Property) engine.Question {
	return engine.Question{System: s, Tables: compiled.New(s), Properties: p, Fairness: model.Weak}
}

// TestEnginesAnswer asks both engines about systems whose executions are worked
// out by hand.
func TestEnginesAnswer(t *testing.T) {
	step := properties.NewAlwaysStep("p", "", properties.Shape{Step: func(before, after model.Status) bool { return !won(before) || won(after) }})
	for _, row := range []struct {
		reason, system string
		property       properties.Property
		want           string
	}{
		{"p1 wins at the second event", "relay", each(properties.Always, not(won)), "found [wake p0 receive p1:1 go] []"},
		{"p0 loses at the third", "relay", each(properties.Always, not(lost)), "found [wake p0 receive p1:1 go receive p0:1 back] []"},
		{"both are never lost", "relay", some(properties.Always, not(lost)), "absent"},
		{"at the end p0 has lost", "relay", some(properties.AtEnd, lost), "absent"},
		{"at the end p1 has won", "relay", each(properties.AtEnd, not(won)), "found [wake p0 receive p1:1 go receive p0:1 back] []"},
		{"a win is reachable", "relay", some(properties.Reachable, won), "found [wake p0 receive p1:1 go] []"},
		{"two wins are not", "relay", each(properties.Reachable, won), "absent"},
		{"who wins stays", "relay", step, "absent"},
		{"who wins loses at the next timeout", "blinker", step, "found [timeout p0:0 timeout p0:0] []"},
		{"the only execution ends after a loss", "relay", some(properties.Eventually, lost), "absent"},
		{"it ends", "relay", properties.Quiescence(), "absent"},
		{"it ends while p1 has won", "relay", each(properties.Stabilises, not(won)), "found [wake p0 receive p1:1 go receive p0:1 back] []"},
		{"there is no end", "blinker", each(properties.AtEnd, won), "vacuous"},
		{"the process wins at the first timeout", "blinker", some(properties.Eventually, won), "absent"},
		{"it wins and loses for ever", "blinker", some(properties.Stabilises, won), "found [timeout p0:0] [timeout p0:0 timeout p0:0]"},
		{"timeouts do not end", "blinker", properties.Quiescence(), "found [timeout p0:0] [timeout p0:0 timeout p0:0]"},
	} {
		for name, e := range engines {
			s := newSystem(t, row.system)
			a, err := e.Search(ask(s, row.property), engine.NewBudget(t.Context(), engine.Bounds{}, nil))
			if err != nil {
				t.Fatal(err)
			}
			if got := text(a.Findings[0]); got != row.want {
				t.Errorf("%s: %s: %s: got %q, want %q", row.system, row.reason, name, got, row.want)
			}
		}
	}
}

// TestEnginesCount says how many configurations and events there are.
func TestEnginesCount(t *testing.T) {
	for _, row := range []struct {
		reason, system string
		want           engine.Counts
	}{
		{"the token is not sent, on its way, on its way back, and back", "relay", engine.Counts{Configurations: 4, Events: 3, Depth: 3}},
		{"undecided, won, lost, each with a timeout", "blinker", engine.Counts{Configurations: 3, Events: 3, Depth: 2}},
		{"nothing follows a step that panics", "faulty", engine.Counts{Configurations: 2, Events: 1, Depth: 1}},
	} {
		for name, e := range engines {
			a, err := e.Search(ask(newSystem(t, row.system)), engine.NewBudget(t.Context(), engine.Bounds{}, nil))
			if err != nil {
				t.Fatal(err)
			}
			want := row.want
			if name == "symbolic" {
				want.Depth = -1
			}
			if diff := cmp.Diff([]engine.Counts{want}, a.Searches); diff != "" || a.Stop != (reason.Reason{}) || a.Cut != (reason.Reason{}) {
				t.Errorf("%s: %s: %s: stopped by %v, cut by %v (-want +got)\n%s", row.system, row.reason, name, a.Stop, a.Cut, diff)
			}
		}
	}
}

// TestEnginesShowFailures says that the path to a step that is not well-formed is
// an answer of its own, unless it is known.
func TestEnginesShowFailures(t *testing.T) {
	for name, e := range engines {
		q := ask(newSystem(t, "faulty"))
		for _, row := range []struct {
			known bool
			want  string
		}{{false, "found [wake p0] []"}, {true, "open none 0 met true"}} {
			q.Failure = row.known
			a, err := e.Search(q, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
			if err != nil {
				t.Fatal(err)
			}
			if got := text(a.Failure); got != row.want || !a.Failure.Reached() {
				t.Errorf("%s, known %t: got %s, want %s", name, row.known, got, row.want)
			}
		}
	}
}

// TestEnginesSayWhy says which reason leaves a property open.
func TestEnginesSayWhy(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	unshaped := properties.NewAlways("p", "", func(model.View) bool { return true })
	restless := properties.NewAlwaysStep("p", "", properties.Shape{Step: func(_, after model.Status) bool { return won(after) }})
	for _, row := range []struct {
		reason   string
		engine   string
		system   string
		ctx      context.Context
		bounds   engine.Bounds
		turn     engine.Turn
		property properties.Property
		want     reason.Reason
	}{
		{"an interrupt", "explicit", "relay", over, engine.Bounds{}, engine.Turn{}, properties.Quiescence(), reason.Reason{Cause: reason.Interrupted}},
		{"an interrupt", "symbolic", "relay", over, engine.Bounds{}, engine.Turn{}, properties.Quiescence(), reason.Reason{Cause: reason.Interrupted}},
		{"no time", "symbolic", "relay", checkertest.Slow(t.Context()), engine.Bounds{Time: 1}, engine.Turn{}, properties.Quiescence(), reason.Reason{Cause: reason.MaxTime, Bound: 1}},
		{"two configurations of four", "explicit", "relay", t.Context(), engine.Bounds{Configurations: 2}, engine.Turn{}, properties.Quiescence(), reason.Reason{Cause: reason.MaxConfigurations, Bound: 2}},
		{"depth one of three", "explicit", "relay", t.Context(), engine.Bounds{Depth: 1}, engine.Turn{}, properties.Quiescence(), reason.Reason{Cause: reason.MaxDepth, Bound: 1}},
		{"a turn of one node", "symbolic", "relay", t.Context(), engine.Bounds{}, engine.Turn{Effort: 1}, properties.Quiescence(), reason.Reason{Cause: reason.TurnEffort}},
		{"a turn of one byte", "symbolic", "relay", t.Context(), engine.Bounds{}, engine.Turn{Bytes: 1}, properties.Quiescence(), reason.Reason{Cause: reason.TurnMemory}},
		{"no shape", "symbolic", "relay", t.Context(), engine.Bounds{}, engine.Turn{}, unshaped, reason.Reason{Cause: reason.NoShape}},
		{"a step that changes nothing fails", "symbolic", "relay", t.Context(), engine.Bounds{}, engine.Turn{}, restless, reason.Reason{Cause: reason.StutterMayRefute}},
	} {
		b := engine.NewBudget(row.ctx, row.bounds, nil)
		b.Begin(row.turn)
		a, err := engines[row.engine].Search(ask(newSystem(t, row.system), row.property), b)
		if err != nil {
			t.Fatal(err)
		}
		if f := a.Findings[0]; f.Outcome != engine.Open || f.Reason != row.want {
			t.Errorf("%s: %s: got %s, want %v", row.engine, row.reason, text(f), row.want)
		}
	}
}

// TestReductionLosesLoops says that a fair loop refutes nothing if the search left out
// events.
func TestReductionLosesLoops(t *testing.T) {
	q := ask(newSystem(t, "blinker"), properties.Quiescence())
	q.Reduction = engine.Reduction{Confluent: confluent.New(q.System, q.Tables, confluent.Sight{})}
	a, err := engines["explicit"].Search(q, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	if f := a.Findings[0]; f.Outcome != engine.Open || f.Reason.Cause != reason.LoopsLost {
		t.Errorf("got %s, want open, as loops are lost", text(f))
	}
}

// TestEnginesMeasure says how many messages the executions send.
func TestEnginesMeasure(t *testing.T) {
	for name, e := range engines {
		for _, row := range []struct {
			reason, system string
			of             engine.Quantity
			want           engine.Extremes
		}{
			{"the token goes and comes back", "relay", engine.Messages, engine.Extremes{Least: 2, Greatest: 2, Finite: true}},
			{"it takes three events", "relay", engine.Length, engine.Extremes{Least: 3, Greatest: 3, Finite: true}},
			{"timeouts send nothing", "blinker", engine.Messages, engine.Extremes{Finite: true, Endless: true}},
			{"but they are events without end", "blinker", engine.Length, engine.Extremes{}},
			{"no execution is measured that fails", "faulty", engine.Messages, engine.Extremes{Failure: engine.Finding{Outcome: engine.Found}}},
		} {
			want := row.want
			if name == "symbolic" && row.of != engine.Messages {
				want = engine.Extremes{Reason: reason.Reason{Cause: reason.NotMeasured}}
			} else if name == "symbolic" && row.system == "blinker" {
				want = engine.Extremes{Reason: reason.Reason{Cause: reason.CycleMet}}
			}
			got, err := e.Measure(ask(newSystem(t, row.system)), row.of, engine.NewBudget(t.Context(), engine.Bounds{}, nil))
			if err != nil {
				t.Fatal(err)
			}
			if shown := got.LeastBy != nil && got.GreatestBy != nil; shown != (want.Finite && name == "explicit") {
				t.Errorf("%s: %s: %s: schedules %v and %v", row.system, row.reason, name, got.LeastBy, got.GreatestBy)
			}
			got.LeastBy, got.GreatestBy, got.Failure.Lasso = nil, nil, model.Lasso{}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s: %s (-want +got)\n%s", row.system, row.reason, name, diff)
			}
		}
	}
}
