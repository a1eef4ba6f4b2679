package checker_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// trapped are two processes of which each, when it wakes, sends the other one message through
// one of its ports, and is thanked. So no process has ever got two, or an answer to its thanks
// before the message, or suspects the other, which is up. A method fails in the local state in
// which that has happened: or, to have the same fault where executions lead, after the first
// message.
type trapped struct {
	method  string // that fails
	suspect bool   // a process is ready to suspect the other
	reached bool   // it fails after the first message
}

// caught is the local state of a process: the ports through which it has got a message, and
// something that need not be comparable.
type caught struct {
	Awake bool
	Got   uint8
	Extra any
}

const both = 3

func (a trapped) fails(method string, s caught) bool {
	return a.method == method && (s.Got == both || a.reached && s.Got > 0)
}

func (trapped) Init(model.Self) caught { return caught{} }

func (a trapped) Ready(_ model.Self, s caught) model.Spontaneous {
	if a.fails("Ready", s) {
		panic("not ready")
	}
	ready := model.Spontaneous{Wake: !s.Awake}
	if a.suspect {
		ready.Suspect = model.Ports(0)
	}
	return ready
}

func (a trapped) Observe(_ model.Self, s caught) model.Status {
	if a.fails("Observe", s) {
		panic("not seen")
	}
	if s.Got == 2 {
		return model.Status{Role: model.Won, Term: 2}
	}
	return model.Status{Term: int(s.Got)}
}

// note is a message that the type of its value may make useless.
type note struct {
	Port  int
	Value any
}

func (a trapped) Step(p *model.Process[note], s caught, in model.Input[note]) caught {
	before := s
	switch in.Kind {
	case model.Wake:
		s.Awake = true
		q := p.Choose(2)
		p.Send(model.Port(q), note{Port: q})
	case model.Receive:
		switch m := in.Msg.Port; {
		case m < 2:
			s.Got |= 1 << m
			p.Send(0, note{Port: 2}) // thanks
		case m == 2:
			p.Send(0, note{Port: 3}) // you are welcome: nobody gets this before a message
			p.Send(1, note{Port: 3})
		case s.Got == 0:
			s.Got = both
		}
	case model.Suspect:
		s.Got = both
	}
	switch {
	case a.fails("Step panics", s):
		panic("no step")
	case a.fails("Step does not return", s) && before != s:
		select {}
	case a.fails("local state", s):
		s.Extra = []int{1}
	case a.fails("message", s) && before != s:
		p.Send(0, note{Port: 0, Value: []int{1}})
	case a.fails("text", s) && before != s:
		p.Send(0, note{Value: ambiguous(1)})
		p.Send(0, note{Value: ambiguous(2)})
	}
	return s
}

type ambiguous int

func (ambiguous) String() string { return "the same" }

// timed are trapped processes in timing bounded, which set no timer.
type timed struct{ trapped }

func (a timed) Durations(_ model.Self, s caught) model.Durations {
	if a.fails("Durations", s) {
		panic("no time")
	}
	return model.Durations{Suspect: model.Exactly(1)}
}

// deferring are trapped processes that might defer the second message.
type deferring struct{ trapped }

func (a deferring) Defers(_ model.Self, s caught, _ model.Port, m note) bool {
	s.Got |= 1 << m.Port
	if a.fails("Defers", s) {
		panic("not deferred")
	}
	return false
}

// unreachedSystem is a system of trapped processes.
func unreachedSystem(t *testing.T, a trapped) *model.System {
	t.Helper()
	net := model.Network{N: 2, Topology: model.Ring}
	var s *model.System
	var err error
	switch a.method {
	case "Durations":
		net.Timing = model.Bounded
		s, err = model.New(timed{a}, net)
	case "Defers":
		s, err = model.New(deferring{a}, net)
	default:
		s, err = model.New(a, net)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// atEnd are properties of trapped processes of which the second is violated.
func atEnd() []properties.Property {
	each := func(holds func(model.Status) bool) properties.Shape {
		return properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return holds(s) }}
	}
	return []properties.Property{
		properties.NewAtEnd("at-most-one", "no process has got two messages", each(func(s model.Status) bool { return s.Term < both })),
		properties.NewAtEnd("none-through-1", "no process has got a message through port 1", each(func(s model.Status) bool { return s.Role != model.Won })),
		properties.NewTerminates("ends", "every fair execution ends"),
	}
}

var atEndVerdicts = []checker.Result{checker.Holds, checker.Violated, checker.Holds}

// ways are all engines and reductions.
var ways = []struct {
	name    string
	options checker.Options
	first   int64 // configurations of the first turn; 0: as always
}{
	{"explicit", checker.Options{Search: checker.Search{Reduce: checker.NoReduction}}, 0},
	{"explicit, by default", checker.Options{}, 0},
	{"confluent", checker.Options{Search: checker.Search{Reduce: checker.Confluent}}, 0},
	{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}, 0},
	{"confluent and symmetry", checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}, 0},
	{"symbolic", checker.Options{Search: checker.Search{Engine: checker.Symbolic}}, 0},
	{"auto", checker.Options{Search: checker.Search{Engine: checker.Auto}}, 0},
	{"auto, in many turns", checker.Options{Search: checker.Search{Engine: checker.Auto}}, 1},
	{"auto, known to be large", checker.Options{Search: checker.Search{Engine: checker.Auto, Large: true}}, 1},
	{"explicit, known to be large", checker.Options{Search: checker.Search{Large: true}}, 1},
}

// patience is how long the tests wait for a step that does not return.
const patience = 200 * time.Millisecond

func checkInWay(t *testing.T, s *model.System, list []properties.Property, o checker.Options, first int64) (checker.Report, error) {
	o.Properties = list
	if o.MaxStepTime == 0 && strings.Contains(t.Name(), "not") {
		o.MaxStepTime = patience
	}
	if first > 0 {
		o.Fairness = o.Fairness.Under(s.Network().Timing)
		return checker.CheckByTurns(t.Context(), s, o, first)
	}
	return checker.Check(t.Context(), s, o)
}

// wantResults compares the verdicts of a report.
func wantResults(t *testing.T, r checker.Report, err error, want []checker.Result) {
	t.Helper()
	if err != nil {
		t.Errorf("got error %v, want %v", err, want)
		return
	}
	for i, v := range r.Verdicts {
		if i < len(want) && v.Result != want[i] || i >= len(want) {
			t.Errorf("%s: %v (%s), want %v", v.Property.Name, v.Result, v.Note(), want[:min(i+1, len(want))])
		}
	}
}

var methods = []string{"Ready", "Observe", "Durations", "Defers", "Step panics", "Step does not return", "local state", "message", "text"}

// TestUnreachedFailures says that a method may fail where no execution leads: the verdicts are
// those of the whole system. Only the symbolic engine alone may refuse the system.
func TestUnreachedFailures(t *testing.T) {
	for _, suspect := range []bool{false, true} {
		for _, method := range append([]string{""}, methods...) {
			if suspect && (method == "Defers" || testing.Short()) {
				continue // suspicions are not deferred
			}
			s := unreachedSystem(t, trapped{method: method, suspect: suspect})
			for _, way := range ways {
				t.Run(fmt.Sprintf("%s suspect=%t %s", method, suspect, way.name), func(t *testing.T) {
					r, err := checkInWay(t, s, atEnd(), way.options, way.first)
					if way.options.Search.Engine == checker.Symbolic && err != nil {
						if !strings.HasSuffix(err.Error(), doubt(checker.Symbolic)) || method == "" || strings.Contains(err.Error(), "\n") {
							t.Errorf("refused: %v", err)
						}
						return
					}
					wantResults(t, r, err, atEndVerdicts)
				})
			}
		}
	}
}

// TestReachedFailures says that a method that fails where an execution leads is an error, of
// every engine, or a step that is not well-formed.
func TestReachedFailures(t *testing.T) {
	for _, method := range methods {
		s := unreachedSystem(t, trapped{method: method, reached: true})
		for _, way := range ways {
			t.Run(method+" "+way.name, func(t *testing.T) {
				r, err := checkInWay(t, s, atEnd(), way.options, way.first)
				if method == "Step panics" {
					wantResults(t, r, err, []checker.Result{checker.Unknown, checker.Unknown, checker.Unknown, checker.Violated})
					return
				}
				var value *model.ValueError
				var endless *model.EndlessError
				if !errors.As(err, &value) && !errors.As(err, &endless) || (endless != nil) != (method == "Step does not return") {
					t.Fatalf("got error %v, want one about the method", err)
				}
				if want := "trapped: a step does not return within 200ms: process "; endless != nil && !strings.HasPrefix(err.Error(), want) {
					t.Errorf("got error %v, want %s", err, want)
				}
			})
		}
	}
}

// TestEndlessStepIsNamed says which step does not return: process, local state and input.
func TestEndlessStepIsNamed(t *testing.T) {
	s := unreachedSystem(t, trapped{method: "Step does not return", reached: true})
	_, err := checkInWay(t, s, nil, checker.Options{MaxStepTime: patience}, 0)
	want := "trapped: a step does not return within 200ms: process 1 in local state checker_test.caught{Awake:false, Got:0x0, Extra:interface {}(nil)} upon receive :1 checker_test.note{Port:0, Value:interface {}(nil)}"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestEndlessStepStops says that a search stops at its bounds while it waits for a step.
func TestEndlessStepStops(t *testing.T) {
	s := unreachedSystem(t, trapped{method: "Step does not return", reached: true})
	r, err := checker.Check(t.Context(), s, checker.Options{Properties: atEnd(), MaxTime: patience, MaxStepTime: math.MaxInt64})
	wantResults(t, r, err, []checker.Result{checker.Unknown, checker.Unknown, checker.Unknown})
}

// TestUnreachedPredicates says the same of predicates and monitors that panic for
// statuses, or changes, that no execution shows them.
func TestUnreachedPredicates(t *testing.T) {
	boom := func(when bool) {
		if when {
			panic("boom")
		}
	}
	onlyOne := func(terms ...int) {
		seen := 0
		for _, term := range terms {
			seen |= term
		}
		boom(seen == both && len(terms) == 1)
	}
	each := properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { onlyOne(s.Term); return true }}
	some := properties.Shape{Some: func(s model.Status) bool { onlyOne(s.Term); return s.Term >= 0 }}
	step := properties.Shape{Step: func(a, b model.Status) bool { boom(a.Term != 0 && a.Term != b.Term); return true }}
	stays := func(before, after model.View) bool {
		for p, s := range after.Status {
			boom(s.Term == both || before.Status[p].Term != 0 && before.Status[p].Term != s.Term)
		}
		return true
	}
	watch := properties.Watch(func(model.View) int { return 0 }, func(state int, o properties.Observation) int {
		boom(o.After.Term == both || o.Before.Term != 0 && o.Before.Term != o.After.Term)
		return state
	}, func(int) bool { return true })
	list := []properties.Property{
		properties.NewAlways("each", "", each), properties.NewStabilises("some", "", some), properties.NewAlwaysStep("step", "", step),
		properties.NewAlways("watch", "", watch), properties.NewAlwaysStep("stays", "", stays),
	}
	s := unreachedSystem(t, trapped{suspect: true})
	for _, p := range list {
		for _, way := range ways {
			if p.Name == "stays" && way.options.Search.Reduce == checker.Confluent {
				continue // it has no shape
			}
			t.Run(p.Name+" "+way.name, func(t *testing.T) {
				r, err := checkInWay(t, s, []properties.Property{p}, way.options, way.first)
				if way.options.Search.Engine == checker.Symbolic && (err != nil || r.Verdicts[0].Result == checker.Unknown) {
					return
				}
				wantResults(t, r, err, []checker.Result{checker.Holds})
			})
		}
	}
}

// reborn is a process that restarts once, in a local state in which Restart panics.
type reborn struct{}

func (reborn) Init(model.Self) int                                       { return 0 }
func (reborn) Ready(model.Self, int) model.Spontaneous                   { return model.Spontaneous{} }
func (reborn) Observe(_ model.Self, s int) model.Status                  { return model.Status{Term: s} }
func (reborn) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s }
func (reborn) Restart(_ model.Self, s int) int {
	if s > 0 {
		panic("not again")
	}
	return s + 1
}

// TestUnreachedRestart says the same of a restart for which no budget is left.
func TestUnreachedRestart(t *testing.T) {
	for restarts := 1; restarts <= 2; restarts++ {
		reached := restarts == 2
		s, err := model.New(reborn{}, model.Network{N: 2, Topology: model.Ring, Faults: model.Faults{Crash: 2, Restart: restarts}})
		if err != nil {
			t.Fatal(err)
		}
		p := properties.NewAtEnd("terms", "", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return s.Term < 2 }})
		for _, way := range ways {
			r, err := checkInWay(t, s, []properties.Property{p}, way.options, way.first)
			var value *model.ValueError
			switch {
			case reached || err != nil && way.options.Search.Engine == checker.Symbolic:
				if !errors.As(err, &value) {
					t.Errorf("%d restarts, %s: got error %v, want that Restart panics", restarts, way.name, err)
				}
			default:
				wantResults(t, r, err, []checker.Result{checker.Vacuous})
			}
		}
	}
}
