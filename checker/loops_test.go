package checker_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// endless are systems with loops, most of them beyond any explicit search: As Far
// As Possible, whose termination message goes round for ever.
var endless = []roundabout{
	{"printed", 8, "quiescence", "34149", checker.Violated, 25},
	{"printed", 12, "quiescence", "8738157", checker.Violated, 37},
	{"printed", 16, "quiescence", "2236962165", checker.Violated, 49},
	{"printed", 20, "quiescence", "572662306173", checker.Violated, 61},
	{"-E3", 8, "known", "53693", checker.Holds, 0},
	{"-E3", 12, "known", "34977597", checker.Holds, 0},
}

type roundabout struct {
	variant        string
	n              int
	property       string
	configurations string
	result         checker.Result
	length         int // of the lasso
}

// check judges the property on decision diagrams and compares counts and verdict.
func (want roundabout) check(tb testing.TB) checker.Report {
	tb.Helper()
	s := catalogued(tb, "afa", want.variant, want.n, func(*model.Network) error { return nil })
	p, err := properties.Named(want.property, properties.Least)
	if err != nil {
		tb.Fatal(err)
	}
	r, err := checker.Check(tb.Context(), s, checker.Options{
		Search: checker.Search{Engine: checker.Symbolic}, Fairness: model.Weak, Properties: []properties.Property{p}})
	if err != nil {
		tb.Fatal(err)
	}
	got, v := want, r.Verdicts[0]
	got.configurations, got.result, got.length = r.Exact.Configurations.String(), v.Result, 0
	if v.Execution != nil {
		got.length = len(v.Execution.Steps)
	}
	if got != want {
		tb.Fatalf("got %+v, want %+v", got, want)
	}
	return r
}

// TestNodesAreOfTheSet says that the nodes of a report are those of the diagram
// of all configurations, and that the peak is at least as great. The diagram of
// a set is the same however it was found.
func TestNodesAreOfTheSet(t *testing.T) {
	r, err := checker.Check(t.Context(), specSystem(t, "LCR", 12), checker.Options{Search: checker.Search{Engine: checker.Symbolic}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Exact.Final != 2252 || r.Exact.Peak <= r.Exact.Final {
		t.Errorf("%d nodes, %d at the peak", r.Exact.Final, r.Exact.Peak)
	}
}

func TestSymbolicLoops(t *testing.T) {
	for _, want := range endless {
		if !checkertest.Long() && want.n > 8 || want.n > 16 { // a benchmark has the others
			continue
		}
		t.Run(fmt.Sprintf("%s/n=%d/%s", want.variant, want.n, want.property), func(t *testing.T) { want.check(t) })
	}
}

// TestSymbolicLoopTooLong says that a loop is not shown that has to take each
// outcome of very many coins.
func TestSymbolicLoopTooLong(t *testing.T) {
	s, err := model.New(climber{}, model.Network{Topology: model.UnidirectionalRing, N: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Symbolic}, Fairness: model.Weak,
		Properties: []properties.Property{properties.NewTerminates("ends", "every execution ends")}})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts[0]; v.Result != checker.Unknown || !strings.Contains(v.Note(), "there is a fair loop") || !r.Complete {
		t.Errorf("got %v (%s), complete %t", v.Result, v.Note(), r.Complete)
	}
}

// climber climbs a step at heads, and falls to the ground at tails or from the top.
type climber struct{}

type height struct{ Steps uint8 }

func (climber) Name() string                               { return "climber" }
func (climber) Init(model.Self) height                     { return height{} }
func (climber) Ready(model.Self, height) model.Spontaneous { return model.Spontaneous{Timers: 1} }
func (climber) Observe(model.Self, height) model.Status    { return model.Status{} }
func (climber) Step(p *model.Process[height], s height, _ model.Input[height]) height {
	if s.Steps == 200 || p.Choose(2) == 0 {
		return height{}
	}
	return height{s.Steps + 1}
}

// TestUnlikelyLoop says that a loop which Choose leaves in the end refutes no
// liveness, but is one for whoever counts messages.
func TestUnlikelyLoop(t *testing.T) {
	s, err := model.New(gambler{}, model.Network{Topology: model.UnidirectionalRing, N: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: checker.Symbolic},
		Properties: []properties.Property{properties.NewTerminates("ends", "every execution ends")}})
	if err != nil || r.Verdicts[0].Result != checker.Holds {
		t.Errorf("got %v, error %v", r.Verdicts[0].Result, err)
	}
	if x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{Search: checker.Search{Engine: checker.Symbolic}, MaxTime: time.Minute}); err == nil && x.Finite {
		t.Errorf("at most %d messages are sent", x.Greatest)
	} else if err != nil && strings.Contains(err.Error(), "max-time") {
		t.Errorf("messages are counted for ever: %v", err)
	}
}

// gambler flips a coin for each message to itself, until it wins.
type gambler struct{}

type purse struct{ Playing, Won bool }

type stake struct{}

func (gambler) Name() string          { return "gambler" }
func (gambler) Init(model.Self) purse { return purse{} }
func (gambler) Ready(_ model.Self, s purse) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Playing}
}
func (gambler) Observe(model.Self, purse) model.Status { return model.Status{} }
func (gambler) Step(p *model.Process[stake], s purse, _ model.Input[stake]) purse {
	if !s.Won && p.Choose(2) == 0 {
		p.Send(0, stake{})
		return purse{Playing: true}
	}
	return purse{true, true}
}

// TestLoopTakesTimersInOrder says that a loop which has to be fair to two timers
// lets the lower one run out first: both are set in its only configuration.
func TestLoopTakesTimersInOrder(t *testing.T) {
	s, err := model.New(metronome{}, model.Network{Topology: model.UnidirectionalRing, N: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := model.Schedule{{Kind: model.Timeout, Timer: 2}, {Kind: model.Timeout, Timer: 5}}
	for _, engine := range engines {
		for _, fairness := range []model.Fairness{model.Weak, model.Strong} {
			r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: engine}, Fairness: fairness,
				Properties: []properties.Property{properties.NewTerminates("ends", "every execution ends")}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdicts[0].Execution == nil {
				t.Fatalf("%v, %v: %v (%s)", engine, fairness, r.Verdicts[0].Result, r.Verdicts[0].Note())
			}
			if diff := cmp.Diff(want, r.Verdicts[0].Execution.Lasso().Loop); diff != "" {
				t.Errorf("%v, %v (-want +got):\n%s", engine, fairness, diff)
			}
		}
	}
}

// metronome has two timers that run out again and again.
type metronome struct{}

type beat struct{}

func (metronome) Name() string         { return "metronome" }
func (metronome) Init(model.Self) beat { return beat{} }
func (metronome) Ready(model.Self, beat) model.Spontaneous {
	return model.Spontaneous{Timers: 1<<2 | 1<<5}
}
func (metronome) Observe(model.Self, beat) model.Status                         { return model.Status{} }
func (metronome) Step(_ *model.Process[beat], s beat, _ model.Input[beat]) beat { return s }

// crasher wakes, and goes round by crashes alone: a crash while it waits makes it sleep
// again. Its timer may let it crash within a step that chooses, after which it is
// another process for ever.
type crasher struct{}

const (
	sleeps = iota
	waits
	chose
	other
)

func (crasher) Init(model.Self) int { return sleeps }

func (crasher) Restart(_ model.Self, s int) int {
	if s <= waits {
		return sleeps
	}
	return other
}

func (crasher) Ready(_ model.Self, s int) model.Spontaneous {
	r := model.Spontaneous{Wake: s == sleeps}
	if s == waits {
		r.Timers = model.Timers(0)
	}
	return r
}

func (crasher) Step(p *model.Process[int], s int, in model.Input[int]) int {
	switch in.Kind {
	case model.Wake:
		return waits
	case model.Timeout:
		p.Send(0, 0)
		return chose + p.Choose(2)
	}
	return s
}

func (crasher) Observe(_ model.Self, s int) model.Status {
	if s == waits {
		return model.Status{Role: model.Candidate}
	}
	return model.Status{}
}

// TestCrashesOfOneStateAreToldApart says that a crash, and a crash within a step that
// chooses, are not outcomes of one choice: a loop may have the one without the other.
func TestCrashesOfOneStateAreToldApart(t *testing.T) {
	s, err := model.New(crasher{}, model.Network{Topology: model.UnidirectionalRing, N: 1, Faults: model.Faults{Crash: model.Unbounded, Restart: model.Unbounded}})
	if err != nil {
		t.Fatal(err)
	}
	calm := properties.NewStabilises("calm", "in the end it no longer waits",
		properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Role != model.Candidate }})
	for _, e := range []checker.Engine{checker.Explicit, checker.Symbolic} {
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: e}, Properties: []properties.Property{calm}})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Verdicts[0]; v.Result != checker.Violated || v.Execution == nil || len(v.Execution.Steps) != 4 {
			t.Errorf("%v: %v (%s) by %v, want a loop of three events after one", e, v.Result, v.Note(), v.Execution)
		}
	}
}
