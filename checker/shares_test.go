package checker_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An ascender counts without end, or it takes the other way: two steps, after which it halts. It
// sends its number to itself, unless that is mute.
type ascender struct{ mute bool }

// Beyond halfway an ascender is on the way that ends.
const halfway = 1 << 30

func (ascender) Init(model.Self) int { return 0 }
func (ascender) Ready(_ model.Self, s int) model.Spontaneous {
	switch {
	case s == 0:
		return model.Spontaneous{Timers: model.Timers(0, 1)}
	case s < halfway+2:
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}
func (ascender) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (a ascender) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Receive {
		return s
	}
	if !a.mute {
		p.Send(0, 1)
	}
	if in.Timer == 1 {
		return halfway + 1
	}
	return s + 1
}

// is is the shape of a number that satisfies a predicate.
func is(ok func(n int) bool) properties.Shape {
	return properties.Shape{Some: func(s model.Status) bool { return ok(s.Term) }}
}

// TestNoSearchTakesAll says that each property that needs a search of its own leaves a part of each
// bound to the others, in any order: a property that few configurations refute is refuted.
func TestNoSearchTakesAll(t *testing.T) {
	below := func(most int) properties.Property {
		return properties.NewAlways(fmt.Sprint("below-", most), "", is(func(n int) bool { return n < most || n >= halfway }))
	}
	waits := properties.NewLeadsTo("waits", "", is(func(n int) bool { return n == 1 }), is(func(n int) bool { return n < 0 }))
	counts := properties.NewAlways("counts", "", properties.Watch(
		func(model.View) int { return 0 }, func(n int, o properties.Observation) int { return n + 1 }, func(int) bool { return true }))
	passes := properties.NewEventually("passes", "", is(func(n int) bool { return n == halfway+1 }))
	for _, test := range []struct {
		reason string
		list   []properties.Property
		soon   int // the property that is refuted
	}{
		{"beside a LeadsTo", []properties.Property{below(2), waits}, 0},
		{"behind a LeadsTo", []properties.Property{waits, below(2)}, 1},
		{"behind a monitor", []properties.Property{counts, below(2)}, 1},
		{"a monitor behind what is searched first", []properties.Property{below(halfway), properties.MessagesAtMost(1)}, 1},
		{"a LeadsTo behind a monitor", []properties.Property{counts,
			properties.NewLeadsTo("stays", "", is(func(n int) bool { return n == halfway+1 }), is(func(n int) bool { return n < 0 }))}, 1},
		{"beside an Eventually that some end does not refute", []properties.Property{passes, below(9)}, 1},
	} {
		const within = 300 * time.Millisecond
		for _, limit := range []string{"max-time", "max-configurations", "interrupted"} {
			for workers := 1; workers <= 2; workers++ {
				if !checkertest.Long() && workers > 1 {
					continue
				}
				s, err := model.New(ascender{mute: true}, model.Network{N: 1})
				if test.reason == "a monitor behind what is searched first" {
					s, err = model.New(ascender{}, model.Network{N: 1})
				}
				if err != nil {
					t.Fatal(err)
				}
				o, ctx := checker.Options{Properties: test.list, Search: checker.Search{Reduce: checker.NoReduction}, Workers: workers}, t.Context()
				switch limit {
				case "max-time":
					o.MaxTime = within
				case "max-configurations":
					o.MaxConfigurations = 2000
				default:
					within, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
					defer cancel()
					ctx = within
				}
				r, err := checker.Check(ctx, s, o)
				if err != nil {
					t.Fatal(err)
				}
				for i, v := range r.Verdicts {
					if i == test.soon && v.Result != checker.Violated || i != test.soon && (v.Result != checker.Unknown || !strings.HasPrefix(v.Note(), limit)) {
						t.Errorf("%s, %s, %d workers: %s is %v (%s)", test.reason, limit, workers, v.Property.Name, v.Result, v.Note())
					}
				}
				if !strings.HasPrefix(r.Stopped.String(), limit) || r.Complete || r.Configurations < 20 || r.Depth < 10 {
					t.Errorf("%s, %s, %d workers: %d configurations, depth %d, stopped %q; want the largest search, and what stopped it",
						test.reason, limit, workers, r.Configurations, r.Depth, r.Stopped)
				}
			}
		}
	}
}

// TestOthersLeaveTime says that searches leave the rest of their time to those that need more.
func TestOthersLeaveTime(t *testing.T) {
	s := specSystem(t, "LCR", 7)
	list := []properties.Property{properties.Uniqueness()}
	for n := range 8 { // each is refuted at once
		list = append(list, properties.NewLeadsTo(fmt.Sprint("never-", n), "", properties.Shape{Some: func(model.Status) bool { return true }},
			properties.Shape{Some: func(model.Status) bool { return false }}))
	}
	for n := range 4 {
		list = append(list, properties.NewLeadsTo(fmt.Sprint("always-", n), "", someone(model.Lost), someone(model.Won)))
	}
	began := time.Now()
	o := checker.Options{Properties: list, Search: checker.Search{Reduce: checker.NoReduction}}
	if _, err := checker.Check(t.Context(), s, o); err != nil {
		t.Fatal(err)
	}
	o.MaxTime = 4*time.Since(began) + time.Second
	r, err := checker.Check(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if v.Result == checker.Unknown {
			t.Errorf("%s: %v (%s) within %v", v.Property.Name, v.Result, v.Note(), o.MaxTime)
		}
	}
}

// A stumbler waits for a timer, and fails at the second.
type stumbler struct{}

func (stumbler) Init(model.Self) int                      { return 0 }
func (stumbler) Ready(model.Self, int) model.Spontaneous  { return model.Spontaneous{Timers: 1} }
func (stumbler) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (stumbler) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if s > 0 {
		panic("it stumbles")
	}
	return s + 1
}

// TestNothingIsDecidedBesideAnUnknown says that a search does not say that every property is
// decided if one is not.
func TestNothingIsDecidedBesideAnUnknown(t *testing.T) {
	bounded := properties.NewLeadsTo("rests", "", someone(model.Lost), is(func(n int) bool { return n < 0 }))
	one := properties.NewReachable("one", "", is(func(n int) bool { return n == 1 }))
	never := properties.NewAlways("never", "", is(func(n int) bool { return n < 0 }))
	for _, test := range []struct {
		reason string
		alg    model.Algorithm[bool, bool]
		list   []properties.Property
		want   string
	}{
		{"a bound leaves a LeadsTo unknown", weary{}, []properties.Property{never, bounded}, ""},
		{"a step that is not well-formed leaves a witness unknown", nil, []properties.Property{one}, reason.Reason{Cause: reason.IllFormed}.String()},
	} {
		for _, engine := range []checker.Engine{checker.Explicit, checker.Auto} {
			s, err := model.New(stumbler{}, model.Network{N: 2})
			if test.alg != nil {
				s, err = model.New(test.alg, model.Network{N: 2})
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := checker.Check(t.Context(), s, checker.Options{Properties: test.list, Search: checker.Search{Engine: engine}})
			if err != nil {
				t.Fatal(err)
			}
			unknown := 0
			for _, v := range r.Verdicts {
				if v.Result == checker.Unknown {
					unknown++
				}
			}
			if unknown != 1 || r.Stopped.String() != test.want || r.Complete != (test.want == "") {
				t.Errorf("%s, %v: %d properties are unknown, complete %t, stopped %q, want %q", test.reason, engine, unknown, r.Complete, r.Stopped, test.want)
			}
		}
	}
}

// TestMemoryIsGivenBack says that a search that memory has cut short leaves it to the next one.
func TestMemoryIsGivenBack(t *testing.T) {
	s, err := model.New(endlessly{"texts"}, model.Network{Topology: model.UnidirectionalRing, N: 2})
	if err != nil {
		t.Fatal(err)
	}
	thrice := properties.NewAlways("less-than-three-steps", "", properties.Watch(
		func(model.View) int { return 0 }, func(n int, _ properties.Observation) int { return min(n+1, 3) }, func(n int) bool { return n < 3 }))
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: []properties.Property{properties.Uniqueness(), thrice}, MaxMemory: roomFor(8 << 20), MaxTime: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Verdicts; v[0].Result != checker.Unknown || v[1].Result != checker.Violated || !strings.HasPrefix(r.Stopped.String(), "max-memory ") {
		t.Errorf("%v (%s) and %v (%s), stopped %q; want unknown and violated", v[0].Result, v[0].Note(), v[1].Result, v[1].Note(), r.Stopped)
	}
}
