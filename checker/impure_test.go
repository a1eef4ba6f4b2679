package checker_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// fickle are processes that win when they wake. Once the variable that they share
// is true, one of their methods returns something else.
type fickle struct {
	method string
	turned *bool
}

func (f fickle) now(method string) bool { return *f.turned && f.method == method }

func (fickle) Init(model.Self) int { return 0 }
func (f fickle) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0 && !f.now("Ready")}
}
func (f fickle) Observe(_ model.Self, s int) model.Status {
	if s == 1 && !f.now("Observe") {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (f fickle) Restart(_ model.Self, s int) int {
	if f.now("Restart") {
		return 2
	}
	return s
}
func (f fickle) Step(*model.Process[int], int, model.Input[int]) int {
	if f.now("Step") {
		return 2
	}
	return 1
}

// TestImpureMethods says that an error names the method that is not a function of
// its arguments where the search and the replay of its execution contradict each
// other, with every engine.
func TestImpureMethods(t *testing.T) {
	for _, row := range []struct {
		method, want string
	}{
		{"Step", "fickle: a step is impure: process 0 in local state 0 upon wake\nfirst:  1\nsecond: 2\n"},
		{"Ready", "fickle: Ready is impure: process 0 in local state 0\n"},
		{"Observe", "fickle: Observe is impure: process 0 in local state 1\n"},
		{"Restart", "fickle: Restart is impure: process 0 in local state 0\nfirst:  0\nsecond: 2\n"},
	} {
		for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto} {
			for _, repeat := range []string{"", "repeat"} {
				turned := false
				s, err := model.New(fickle{row.method, &turned}, model.Network{N: 1, Faults: model.Faults{Crash: 1, Restart: 1}})
				if err != nil {
					t.Fatal(err)
				}
				never := properties.NewAlways("never", "no winner comes back", properties.Watch(
					func(model.View) int { return 0 },
					func(state int, o properties.Observation) int {
						if o.Before.Down && !o.After.Down && o.After.Role == model.Won {
							turned = true
							return 1
						}
						return state
					},
					func(state int) bool { return state == 0 }))
				_, err = checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: engine}, Properties: []properties.Property{never}, Repeat: repeat != ""})
				var impure *model.ImpureError
				if !errors.As(err, &impure) || !strings.HasPrefix(err.Error(), row.want) || !strings.Contains(err.Error(), "usual causes") {
					t.Errorf("%s, %v %s: got error %v, want %s", row.method, engine, repeat, err, row.want)
				}
			}
		}
	}
}

// TestImpureMeasured says the same of Measure, whose executions are replayed too.
func TestImpureMeasured(t *testing.T) {
	calls := 0
	s, err := model.New(forgetful{&calls}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = checker.Measure(t.Context(), s, checker.Length, checker.Options{})
	var impure *model.ImpureError
	if !errors.As(err, &impure) || impure.Method != "a step" || impure.First != "1" || impure.Second != "2" {
		t.Errorf("got error %v, want that a step is impure: first 1, then 2", err)
	}
}

// forgetful wakes twice, unless it is not the first time.
type forgetful struct{ calls *int }

func (forgetful) Init(model.Self) int { return 0 }
func (forgetful) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s < 2}
}
func (forgetful) Observe(model.Self, int) model.Status { return model.Status{} }
func (f forgetful) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if *f.calls++; *f.calls > 2 {
		return 2
	}
	return s + 1
}

// counting is a process one of whose methods returns how often it was called.
type counting struct {
	method string
	calls  *atomic.Int64
}

func (c counting) count(method string) int {
	if c.method != method {
		return 0
	}
	return int(c.calls.Add(1))
}
func (c counting) Init(model.Self) int { return c.count("Init") }
func (c counting) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Wake: true, Timers: model.TimerSet(c.count("Ready") % 256)}
}
func (c counting) Observe(model.Self, int) model.Status {
	return model.Status{Term: c.count("Observe")}
}
func (c counting) Restart(model.Self, int) int { return c.count("Restart") }
func (c counting) Step(*model.Process[int], int, model.Input[int]) int {
	return c.count("Step")
}

// TestImpureIsFoundByRepeating says that each method is called twice where that
// is asked for, and Init always.
func TestImpureIsFoundByRepeating(t *testing.T) {
	for _, method := range []string{"Init", "Ready", "Observe", "Restart", "Step"} {
		s, err := model.New(counting{method, new(atomic.Int64)}, model.Network{N: 1, Faults: model.Faults{Crash: 1, Restart: 1}})
		if err == nil {
			_, err = checker.Check(t.Context(), s, checker.Options{Repeat: true})
		}
		var impure *model.ImpureError
		if !errors.As(err, &impure) || impure.Method != map[bool]string{true: "a step", false: method}[method == "Step"] {
			t.Errorf("%s: got error %v, want an impure error about it", method, err)
		}
	}
}

// TestPureIsNotImpure says that no random algorithm is called impure: the steps of
// all are functions.
func TestPureIsNotImpure(t *testing.T) {
	for seed := range uint64(40) {
		s, about := checkertest.Random(seed)
		if impure := s.Semantics().Impure(model.Lasso{}); impure != nil {
			t.Errorf("%s: %v", about, impure)
		}
		if _, err := checker.Check(t.Context(), s, checker.Options{Repeat: true, MaxConfigurations: 200}); err != nil {
			t.Errorf("%s: %v", about, err)
		}
		tables := compiled.New(s)
		for p, local := range s.Initial().Locals {
			if local == nil { // it is down, for ever
				continue
			}
			l := tables.Local(p, local)
			tables.Step(p, l, compiled.Input{Kind: model.Wake, Msg: -1})
		}
		if impure := tables.Impure(); impure != nil {
			t.Errorf("%s: %v", about, impure)
		}
	}
}

// TestImpureProperties says that a property that is not a function of its arguments is
// named, in one line, by every engine, where its functions are called twice, and where the
// check contradicts itself because of it.
func TestImpureProperties(t *testing.T) {
	for _, kind := range []string{"predicate", "each", "both", "some", "step", "monitor"} {
		for _, engine := range []checker.Engine{checker.Explicit, checker.Symbolic, checker.Auto} {
			if kind == "predicate" && engine == checker.Symbolic {
				continue // it has no shape
			}
			for _, repeat := range []bool{false, true} {
				s := hastySystem(t, "", model.Network{})
				_, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: engine}, Properties: []properties.Property{moody(kind)}, Repeat: repeat})
				var impure *properties.ImpureError
				if errors.As(err, &impure) {
					if !strings.HasPrefix(err.Error(), "property moody is impure: ") || strings.Contains(err.Error(), "\n") {
						t.Errorf("%s, %v, repeat %t: got error %v", kind, engine, repeat, err)
					}
				} else if err != nil || repeat {
					t.Errorf("%s, %v, repeat %t: got error %v, want that the property is impure", kind, engine, repeat, err)
				}
			}
		}
	}
}

// moody is a property that does not hold now and then.
func moody(kind string) properties.Property {
	calls := 0
	mostly := func() bool { calls++; return calls%5 != 0 }
	switch kind {
	case "predicate":
		return properties.NewAlways("moody", "", func(model.View) bool { return mostly() })
	case "each":
		return properties.NewAlways("moody", "", properties.Shape{Each: func(*model.Network, int, model.Status) bool { return mostly() }})
	case "both":
		return properties.NewAlways("moody", "", properties.Shape{Both: func(*model.Network, int, model.Status, int, model.Status) bool { return mostly() }})
	case "some":
		return properties.NewAlways("moody", "", properties.Shape{Some: func(model.Status) bool { calls++; return calls%5 < 3 }})
	case "step":
		return properties.NewAlwaysStep("moody", "", properties.Shape{Step: func(_, _ model.Status) bool { return mostly() }})
	}
	return properties.NewAlways("moody", "", properties.Watch(func(model.View) int { return 0 },
		func(int, properties.Observation) int { calls++; return calls % 2 }, func(int) bool { return true }))
}
