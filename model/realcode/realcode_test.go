package realcode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
)

// A station is one process of the election on a ring, in mutable code.
type station struct {
	place *realcode.Place
	role  model.Role
	seen  map[string]bool
	twist func(s *station, in realcode.Input) []realcode.Effect // adds effects to those of a step
	notes any
}

func (s *station) Take(in realcode.Input) []realcode.Effect {
	effects := s.take(in)
	if s.twist != nil {
		effects = append(effects, s.twist(s, in)...)
	}
	return effects
}

func (s *station) take(in realcode.Input) []realcode.Effect {
	own := message(s.place.ID)
	switch {
	case in.Kind == model.Wake:
		s.role = model.Candidate
		return []realcode.Effect{realcode.Send(0, own)}
	case in.Msg.Bytes > own.Bytes:
		s.role = model.Lost
		s.seen[in.Msg.Bytes] = true
		return []realcode.Effect{realcode.Send(0, in.Msg)}
	case in.Msg == own:
		s.role = model.Won
	}
	return nil
}

func (s *station) Ready() model.Spontaneous {
	return model.Spontaneous{Wake: s.role == model.Undecided}
}
func (s *station) Observe() model.Status { return model.Status{Role: s.role} }

func message(id model.ID) realcode.Message {
	return realcode.Message{Bytes: string(rune('0' + id)), Text: fmt.Sprintf("ID(%d)", id)}
}

// ring is the code of stations. Twists are functions: they are left out.
func ring(twist func(*station, realcode.Input) []realcode.Effect) realcode.Code {
	return realcode.Code{
		Name:     "station",
		Needs:    model.Needs{Knowledge: model.KnowID},
		LeaveOut: []string{"realcode_test.station.twist"},
		New: func(p realcode.Place, _ string) realcode.Object {
			return &station{place: &p, seen: map[string]bool{}, twist: twist}
		},
	}
}

func algorithm(t *testing.T, c realcode.Code) *realcode.Algorithm {
	t.Helper()
	a, err := realcode.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var onRing = model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}}

func system(t *testing.T, c realcode.Code, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(algorithm(t, c), net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(s *model.System, list ...properties.Property) (checker.Report, error) {
	return checker.Check(context.Background(), s, checker.Options{Properties: list, Search: checker.Search{Reduce: checker.NoReduction}, Workers: 2, MaxConfigurations: 1 << 20})
}

// TestPureTwin compares mutable code with the same algorithm as a function of
// values: the same configurations and events.
func TestPureTwin(t *testing.T) {
	real, err := check(system(t, ring(nil), onRing), properties.Uniqueness())
	if err != nil {
		t.Fatal(err)
	}
	s, err := model.New(pure{}, onRing)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := check(s, properties.Uniqueness())
	if err != nil {
		t.Fatal(err)
	}
	if real.Configurations != twin.Configurations || real.Events != twin.Events || real.Steps != twin.Steps {
		t.Errorf("%d configurations, %d events, %d steps; the pure twin has %d, %d, %d",
			real.Configurations, real.Events, real.Steps, twin.Configurations, twin.Events, twin.Steps)
	}
	if err := checkertest.Agree(system(t, ring(nil), onRing), checkertest.Options{Properties: []properties.Property{properties.Uniqueness(), properties.Elected()}, Fairness: model.Weak}); err != nil {
		t.Error(err)
	}
}

type pureState struct {
	role model.Role
	seen model.IDSet
}

type pure struct{}

func (pure) Init(model.Self) pureState { return pureState{} }
func (pure) Ready(_ model.Self, s pureState) model.Spontaneous {
	return model.Spontaneous{Wake: s.role == model.Undecided}
}
func (pure) Observe(_ model.Self, s pureState) model.Status { return model.Status{Role: s.role} }
func (pure) Step(p *model.Process[model.ID], s pureState, in model.Input[model.ID]) pureState {
	switch {
	case in.Kind == model.Wake:
		s.role = model.Candidate
		p.Send(0, p.ID())
	case in.Msg > p.ID():
		s.role, s.seen = model.Lost, s.seen.With(in.Msg)
		p.Send(0, in.Msg)
	case in.Msg == p.ID():
		s.role = model.Won
	}
	return s
}

// hidden is state that code should not depend on.
var hidden struct {
	sync.Mutex
	count int
}

// TestUnsuitable gives code that does not suit: each must end in an error that
// names the culprit.
func TestUnsuitable(t *testing.T) {
	type effects = []realcode.Effect
	for _, c := range []struct {
		name, reason, want string
		twist              func(s *station, in realcode.Input) effects
	}{
		{"random message", "the two runs of a step send different bytes", "nondeterminism: the same inputs twice, start, wake: send 1 is",
			func(*station, realcode.Input) effects {
				return effects{realcode.Send(0, realcode.Message{Bytes: fmt.Sprint(rand.Uint64()), Text: "R"})}
			}},
		{"random field", "the two runs leave different fields", "station.notes is",
			func(s *station, _ realcode.Input) effects { s.notes = rand.Uint64(); return nil }},
		{"map order", "the order of a map gets into a message", "nondeterminism: the same inputs twice, start, wake: send",
			func(*station, realcode.Input) effects {
				order := ""
				for k := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true, 9: true} {
					order += fmt.Sprint(k)
				}
				return effects{realcode.Send(0, realcode.Message{Bytes: order})}
			}},
		{"counter outside", "a package variable is counted up", "nondeterminism: ",
			func(s *station, _ realcode.Input) effects {
				hidden.Lock()
				defer hidden.Unlock()
				hidden.count++
				s.notes = hidden.count
				return nil
			}},
		{"func", "a function has no contents", "station.notes is a func, which has no fingerprint",
			func(s *station, _ realcode.Input) effects { s.notes = func() {}; return nil }},
		{"chan", "a channel has no contents", "station.notes is a chan",
			func(s *station, _ realcode.Input) effects { s.notes = make(chan int); return nil }},
		{"clock", "the time of day is never the same", "station.notes.at is a clock (time.Time)",
			func(s *station, _ realcode.Input) effects { s.notes = struct{ at time.Time }{time.Now()}; return nil }},
		{"unknown effect", "there are three kinds", "effect effect(9) does not exist; allowed: persist, send, call",
			func(*station, realcode.Input) effects { return effects{{Kind: 9}} }},
		{"call of nothing", "nobody is told", "effect call without the name",
			func(*station, realcode.Input) effects { return effects{realcode.Call("")} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := check(system(t, ring(c.twist), onRing), properties.Uniqueness())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v; want %q", c.reason, err, c.want)
			}
		})
	}
}

// TestSecondHistory leaves out a field that matters: two histories lead to the
// same fingerprint, and only the next input tells them apart.
func TestSecondHistory(t *testing.T) {
	for _, c := range []struct{ name, reason, leaveOut, want string }{
		{"nothing", "all that matters is there", "", ""},
		{"memory", "what was heard decides what is sent", "realcode_test.listener.heard", "the fingerprint misses something: two histories have the same fingerprint and differ upon receive:1 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := realcode.Code{Name: "listener", New: func(realcode.Place, string) realcode.Object { return &listener{} }}
			if c.leaveOut != "" {
				code.LeaveOut = []string{c.leaveOut}
			}
			a := algorithm(t, code)
			s, err := model.New(a, model.Network{Topology: model.Ring, N: 2, Order: model.Bag})
			if err != nil {
				t.Fatal(err)
			}
			_, err = check(s, properties.Uniqueness())
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: error %v; want %q", c.reason, err, c.want)
			}
			if n := a.Counts().Histories; c.want == "" && n == 0 {
				t.Errorf("no state has a second history in %d", a.Counts().States)
			}
		})
	}
}

// A listener keeps the first two of the letters that it hears, as a sorted pair
// and, in heard, as the first one; the third makes it say the first.
type listener struct {
	count int
	awake bool
	heard string
}

func (l *listener) Take(in realcode.Input) []realcode.Effect {
	if in.Kind == model.Wake {
		l.awake = true
		var all []realcode.Effect
		for _, letter := range []string{"A", "B", "C"} {
			all = append(all, realcode.Send(0, realcode.Message{Bytes: letter, Text: letter}))
		}
		return all
	}
	if l.count++; l.count == 1 {
		l.heard = in.Msg.Bytes
	}
	if l.count == 3 {
		defer func() { l.heard = "" }()
		return []realcode.Effect{realcode.Send(0, realcode.Message{Bytes: l.heard, Text: l.heard})}
	}
	return nil
}
func (l *listener) Ready() model.Spontaneous {
	return model.Spontaneous{Wake: !l.awake && l.count == 0}
}
func (l *listener) Observe() model.Status { return model.Status{} }

// TestPanicIsViolation says that a panic of the code is a violation: the step
// is not well-formed, and the shortest schedule shows it.
func TestPanicIsViolation(t *testing.T) {
	r, err := check(system(t, ring(func(s *station, in realcode.Input) []realcode.Effect {
		if s.role == model.Won {
			panic("cannot rule")
		}
		return nil
	}), onRing))
	if err != nil {
		t.Fatal(err)
	}
	v := r.Verdicts[len(r.Verdicts)-1]
	if v.Result != checker.Violated || !strings.Contains(v.Note(), "cannot rule") || len(v.Execution.Lasso().Events()) != 4 {
		t.Errorf("%s %v %q; want well-formed violated by 4 events", v.Property.Name, v.Result, v.Note())
	}
}

// TestImpureReading rejects objects that Ready or Observe changes.
func TestImpureReading(t *testing.T) {
	a := algorithm(t, realcode.Code{Name: "restless", New: func(realcode.Place, string) realcode.Object { return &restless{} }})
	_, err := model.New(a, onRing)
	if err == nil || !strings.Contains(err.Error(), "Ready, Observe or String changes the object after start") {
		t.Errorf("error %v", err)
	}
}

type restless struct{ looks int }

func (*restless) Take(realcode.Input) []realcode.Effect { return nil }
func (*restless) Ready() model.Spontaneous              { return model.Spontaneous{} }
func (r *restless) Observe() model.Status               { r.looks++; return model.Status{} }

func TestMemoryIsBounded(t *testing.T) {
	c := ring(nil)
	c.MaxBytes = 800
	_, err := check(system(t, c, onRing))
	if want := "take more than 800 bytes; allow more by MaxBytes"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v; want %q", err, want)
	}
}

func TestNewRefuses(t *testing.T) {
	good := ring(nil)
	for _, c := range []struct {
		reason, want string
		change       func(*realcode.Code)
	}{
		{"a name is a word", "is empty", func(c *realcode.Code) { c.Name = "" }},
		{"there is nothing to run", "New is nil", func(c *realcode.Code) { c.New = nil }},
		{"there are two", "granularity 7 does not exist", func(c *realcode.Code) { c.Granularity = 7 }},
		{"nil is told apart or not", "nil 3 does not exist", func(c *realcode.Code) { c.Nil = 3 }},
		{"fewer than none", "-1 further histories", func(c *realcode.Code) { c.Histories = -1 }},
		{"less than nothing", "at most -1 bytes", func(c *realcode.Code) { c.MaxBytes = -1 }},
		{"it names no field", `cannot leave out "logger"; allowed: package.Type.field`, func(c *realcode.Code) { c.LeaveOut = []string{"logger"} }},
	} {
		code := good
		c.change(&code)
		if _, err := realcode.New(code); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v; want %q", c.reason, err, c.want)
		}
	}
	good.LeaveOut = append(good.LeaveOut, "realcode_test.station.twits")
	if _, err := model.New(algorithm(t, good), onRing); err == nil || !strings.Contains(err.Error(), "station has no field twits, which is left out") {
		t.Errorf("a field that does not exist: error %v", err)
	}
}

// TestConcurrentUse searches with one algorithm from many goroutines.
func TestConcurrentUse(t *testing.T) {
	a := algorithm(t, ring(nil))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s, err := model.New(a, onRing)
			if err == nil {
				_, err = check(s, properties.Uniqueness())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got, want := a.Counts().Steps, 12; got != want {
		t.Errorf("%d distinct steps, want %d", got, want)
	}
}

// TestMachine lets a simulation meet code that does not suit: it is an error,
// and no violation.
func TestMachine(t *testing.T) {
	s := system(t, ring(func(s *station, _ realcode.Input) []realcode.Effect { s.notes = rand.Uint64(); return nil }), onRing)
	m, err := s.Semantics().Machine(onRing, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = m.Guard(func() { m.Step(0, model.Input[int]{Kind: model.Wake}) })
	if _, ok := err.(*model.ValueError); !ok || !strings.Contains(err.Error(), "nondeterminism") {
		t.Errorf("error %T %v; want a *ValueError", err, err)
	}
}

// TestReplaceHistory reaches a state by a long history first: the short one is
// kept, and leads there.
func TestReplaceHistory(t *testing.T) {
	a := algorithm(t, realcode.Code{Name: "lamp", New: func(realcode.Place, string) realcode.Object { return &lamp{} }})
	s, err := model.New(a, model.Network{Topology: model.Ring, N: 1})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	at := s.Initial().Locals[0]
	l := tables.Local(0, at)
	for range 5 { // 1, 2, 3, 4, 0
		l = tables.Step(0, l, compiled.Input{Kind: model.Timeout, Timer: 0, Msg: -1})[0].Next
	}
	if tables.Value(0, l) != at {
		t.Fatalf("%v is not the first state", tables.Value(0, l))
	}
	four := tables.Step(0, l, compiled.Input{Kind: model.Timeout, Timer: 1, Msg: -1})[0].Next
	if got := a.History(tables.Value(0, four).(realcode.State)); len(got) != 1 || got[0].String() != "timeout:1" {
		t.Errorf("history %v; want timeout:1 alone", got)
	}
}

// A lamp has five levels: timer 0 leads to the next and timer 1 to the one before.
type lamp struct{ level int }

func (l *lamp) Take(in realcode.Input) []realcode.Effect {
	l.level = (l.level + []int{1, 4}[in.Timer]) % 5
	return nil
}
func (*lamp) Ready() model.Spontaneous { return model.Spontaneous{Timers: model.Timers(0, 1)} }
func (l *lamp) Observe() model.Status  { return model.Status{Term: l.level} }

// TestPlaceHasWhatTheCodeNeeds tests that an object is told the facts that its code
// lists as needed, and no others.
func TestPlaceHasWhatTheCodeNeeds(t *testing.T) {
	net := model.Network{Topology: model.Star, N: 3, IDs: []model.ID{7, 8, 9}, Labels: []int{0, 1, 2}}
	for _, test := range []struct {
		reason string
		needs  model.Knowledge
		want   realcode.Place
	}{
		{"only its ports", 0, realcode.Place{Ports: 2}},
		{"identities", model.KnowID | model.KnowNeighbours, realcode.Place{Ports: 2, ID: 7, Neighbours: []model.ID{8, 9}}},
		{"labels and n", model.KnowLabel | model.KnowNeighbourLabels | model.KnowN,
			realcode.Place{Ports: 2, N: 3, NeighbourLabels: []int{1, 2}}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			c, hub := ring(nil), realcode.Place{}
			c.Needs.Knowledge = test.needs
			c.New = func(p realcode.Place, _ string) realcode.Object {
				if p.Ports == 2 {
					hub = p
				}
				return &station{place: &p, seen: map[string]bool{}}
			}
			if _, err := model.New(algorithm(t, c), net); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, hub); diff != "" {
				t.Errorf("place of the hub (-want +got):\n%s", diff)
			}
		})
	}
}
