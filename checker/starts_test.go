package checker_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A starter begins with 0, 1 or 2. It wakes as often as that, and sends each time.
// With 2 the second step fails, if it may.
type starter struct{ fails bool }

func (starter) Init(model.Self) int    { return 0 }
func (starter) Inits(model.Self) []int { return []int{0, 1, 2} }
func (starter) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Timers: timers(s)}
}
func (starter) Observe(_ model.Self, s int) model.Status {
	return model.Status{Term: s % 10, Halted: s%10 == 0}
}

func timers(s int) model.TimerSet {
	if s%10 == 0 {
		return 0
	}
	return model.Timers(0)
}

func (a starter) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Receive {
		return s
	}
	if a.fails && s == 11 {
		panic("too often")
	}
	p.Send(0, s)
	return s%10 - 1 + 10
}

func TestEveryStartIsSearched(t *testing.T) {
	s, err := model.New(starter{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	term := func(most int) func(model.View) bool {
		return func(v model.View) bool { return v.Status[0].Term <= most }
	}
	list := []properties.Property{
		properties.NewAlways("at-most-2", "", term(2)), properties.NewAlways("at-most-1", "", term(1)),
		properties.NewAlways("at-most-0", "", term(0)),
		properties.NewReachable("two", "", func(v model.View) bool { return v.Status[0].Term == 2 }),
		properties.NewReachable("three", "", func(v model.View) bool { return v.Status[0].Term == 3 }),
		properties.NewAtEnd("halted", "", func(v model.View) bool { return v.Status[0].Halted }),
	}
	want := []string{"at-most-2 holds", "at-most-1 violated from [2] []", "at-most-0 violated from [1] []", "two holds from [2] []", "three violated", "halted holds"}
	for _, engine := range []checker.Engine{checker.Explicit, checker.Auto} {
		r, err := checker.Check(t.Context(), s, checker.Options{Properties: list, Search: checker.Search{Engine: engine}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range r.Verdicts {
			text := fmt.Sprint(v.Property.Name, " ", v.Result)
			if v.Execution != nil {
				text += fmt.Sprint(" from ", v.Execution.System.Network().Start, " ", v.Execution.Lasso().Stem)
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: verdicts (-want +got):\n%s", engine, diff)
		}
		// From 0: one configuration. From 1: 1, then 0 with and without the message. From 2: six, of which the
		// last is that of 1 too. The farthest is three events from its start.
		if r.Configurations != 1+3+6-1 || r.Events != 0+2+6 || r.Depth != 3 || !r.Complete {
			t.Errorf("%v: %d configurations, %d events, depth %d, complete %t; want 9, 8, 3, true", engine, r.Configurations, r.Events, r.Depth, r.Complete)
		}
	}
	x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{})
	if err != nil || x.Least != 1 || x.Greatest != 2 {
		t.Errorf("of the first start no execution ends, as it takes no step; of the others they send 1 and 2 messages: got %v, %v", x, err)
	}
}

func TestAStartThatFailsLeavesOthersUnknown(t *testing.T) {
	s, err := model.New(starter{fails: true}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	list := []properties.Property{
		properties.NewReachable("one", "", func(v model.View) bool { return v.Status[0].Term == 1 }),
		properties.NewAlways("at-most-2", "", func(v model.View) bool { return v.Status[0].Term <= 2 }),
		properties.NewAlways("at-most-1", "", func(v model.View) bool { return v.Status[0].Term <= 1 }),
	}
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: list})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range r.Verdicts {
		got = append(got, fmt.Sprint(v.Property.Name, " ", v.Result))
	}
	if diff := cmp.Diff([]string{"one unknown", "at-most-2 unknown", "at-most-1 violated", "well-formed violated"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestMeasureFromEveryStart(t *testing.T) {
	s, err := model.New(announcer{}, model.Network{N: 1, Wake: model.WakeSet{All: true}})
	if err != nil {
		t.Fatal(err)
	}
	x, err := checker.Measure(t.Context(), s, checker.Messages, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	least, greatest := x.LeastBy.System.Network().Start, x.GreatestBy.System.Network().Start
	if got, want := fmt.Sprint(x.Least, least, x.Greatest, greatest), "1 [1] 3 [2]"; got != want {
		t.Errorf("least and greatest: got %s, want %s", got, want)
	}
}

// An announcer begins with 2, 1 or 3, and sends so often when it wakes.
type announcer struct{}

func (announcer) Init(model.Self) int                         { return 2 }
func (announcer) Inits(model.Self) []int                      { return []int{2, 1, 3} }
func (announcer) Ready(_ model.Self, s int) model.Spontaneous { return model.Spontaneous{Wake: s > 0} }
func (announcer) Observe(model.Self, int) model.Status        { return model.Status{} }
func (announcer) Step(p *model.Process[int], s int, in model.Input[int]) int {
	for in.Kind == model.Wake && s > 0 {
		p.Send(0, s)
		s--
	}
	return 0
}

// A looper counts up by a timer, and goes back: from 0 by one event into a loop of five, and
// from 10 by three into a loop of one.
type looper struct{}

func (looper) Init(model.Self) int    { return 10 }
func (looper) Inits(model.Self) []int { return []int{10, 0} }
func (looper) Ready(model.Self, int) model.Spontaneous {
	return model.Spontaneous{Timers: model.Timers(0)}
}
func (looper) Observe(_ model.Self, s int) model.Status { return model.Status{} }
func (looper) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	switch s {
	case 5:
		return 1
	case 13:
		return 13
	}
	return s + 1
}

// TestTheLeastLoopOfAllStarts says that of loops from two starts the one with the shorter way to it
// is the least, although it is longer.
func TestTheLeastLoopOfAllStarts(t *testing.T) {
	s, err := model.New(looper{}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, engine := range []checker.Engine{checker.Explicit, checker.Auto, checker.Symbolic} {
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Engine: engine}, Properties: []properties.Property{properties.NewTerminates("ends", "every execution ends")}})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		if l := v.Execution.Lasso(); v.Minimal != checker.Least || len(l.Stem) != 1 || len(l.Loop) != 5 {
			t.Errorf("%v: %v, a loop of %d events after %d, want least, 5 after 1", engine, v.Minimal, len(l.Loop), len(l.Stem))
		}
	}
}
