package compiled_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// clockmaker is an algorithm with timers and suspicions. Local state s has timers 0 to s-1.
type clockmaker struct{ phoenix }

func (clockmaker) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Timers: model.TimerSet(1<<s - 1), Suspect: model.Ports(0, 1)}
}
func (clockmaker) Durations(_ model.Self, s int) (d model.Durations) {
	for t := range d.Timers {
		d.Timers[t] = model.Exactly(10*s + t + 1)
	}
	d.Suspect = model.Exactly(5)
	return d
}
func (clockmaker) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Timeout && in.Timer == 1 {
		p.Reset(0, 2)
	}
	return s
}

func newTables[L, M comparable](t *testing.T, a model.Algorithm[L, M], net model.Network) *compiled.Tables {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return compiled.New(s)
}

// TestOutcomesReset says that an outcome has the timers that its step starts anew.
func TestOutcomesReset(t *testing.T) {
	tables := newTables(t, clockmaker{}, model.Network{N: 3, Timing: model.Bounded})
	for timer, want := range []model.TimerSet{0, model.Timers(0, 2), 0} {
		o := tables.Step(0, tables.Local(0, 3), compiled.Input{Kind: model.Timeout, Timer: uint8(timer), Msg: -1})
		if o[0].Resets != want {
			t.Errorf("timer %d resets %v, want %v", timer, o[0].Resets, want)
		}
	}
}

// TestWind says which clocks run in a local state: those that ran before go on, the first one
// too.
func TestWind(t *testing.T) {
	tables := newTables(t, clockmaker{}, model.Network{N: 3, Timing: model.Bounded})
	timer := func(n uint8, ticks int) model.Clock {
		return model.Clock{Kind: model.Timeout, Timer: n, Span: model.Exactly(ticks)}
	}
	suspicion := func(q model.Port, ticks int) model.Clock {
		return model.Clock{Kind: model.Suspect, Port: q, Span: model.Exactly(ticks)}
	}
	for _, row := range []struct {
		reason string
		local  int
		down   model.PortSet
		before []model.Clock
		want   []model.Clock
	}{
		{"nothing runs", 0, 0, []model.Clock{timer(0, 7)}, nil},
		{"all start", 2, model.Ports(1), nil, []model.Clock{timer(0, 21), timer(1, 22), suspicion(1, 5)}},
		{"all eight", 8, 0, nil, []model.Clock{timer(0, 81), timer(1, 82), timer(2, 83), timer(3, 84), timer(4, 85), timer(5, 86), timer(6, 87), timer(7, 88)}},
		{"nobody is down", 1, 0, nil, []model.Clock{timer(0, 11)}},
		{"only suspicions", 0, model.Ports(0, 1), nil, []model.Clock{suspicion(0, 5), suspicion(1, 5)}},
		{"the first goes on", 2, 0, []model.Clock{timer(0, 7)}, []model.Clock{timer(0, 7), timer(1, 22)}},
		{"the second goes on", 2, 0, []model.Clock{timer(1, 7), suspicion(0, 1)}, []model.Clock{timer(0, 21), timer(1, 7)}},
		{"a suspicion goes on", 0, model.Ports(0, 1), []model.Clock{suspicion(1, 2)}, []model.Clock{suspicion(0, 5), suspicion(1, 2)}},
	} {
		if diff := cmp.Diff(row.want, tables.Wind(0, tables.Local(0, row.local), row.down, row.before)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestClocks says which numbers lists of clocks have, and that such a list stays as it is.
func TestClocks(t *testing.T) {
	timer := func(n uint8, span model.Span) model.Clock {
		return model.Clock{Kind: model.Timeout, Timer: n, Span: span}
	}
	suspicion := func(q model.Port) model.Clock {
		return model.Clock{Kind: model.Suspect, Port: q, Span: model.Exactly(5)}
	}
	clocks := compiled.NewClocks(func(int64) {})
	two := []model.Clock{timer(0, model.Span{Least: 0, Greatest: 2}), timer(1, model.Exactly(3))}
	n := clocks.Number(two)
	if diff := cmp.Diff(two[1:], clocks.Going(n, model.Event{Kind: model.Timeout}, 0)); diff != "" {
		t.Errorf("timer 0 runs out, timer 1 goes on (-want +got):\n%s", diff)
	}
	after, passes := clocks.Tick(n)
	if want := []model.Clock{timer(0, model.Span{Least: 0, Greatest: 1}), timer(1, model.Exactly(2))}; !passes || cmp.Diff(want, clocks.List(after)) != "" {
		t.Errorf("timer 0 may run out, and need not yet: time passes %t (-want +got):\n%s", passes, cmp.Diff(want, clocks.List(after)))
	}
	if diff := cmp.Diff([]model.Clock{timer(0, model.Span{Least: 0, Greatest: 2}), timer(1, model.Exactly(3))}, clocks.List(n)); diff != "" {
		t.Errorf("the list has changed (-want +got):\n%s", diff)
	}
	if a, b := clocks.Number([]model.Clock{suspicion(0)}), clocks.Number([]model.Clock{suspicion(1)}); a == b {
		t.Error("suspicions of two neighbours have one number")
	}
	if a, b := clocks.Number([]model.Clock{timer(0, model.Exactly(2))}), clocks.Number([]model.Clock{timer(0, model.Span{Greatest: 2})}); a == b {
		t.Error("a timer that may run out has the number of one that may not yet")
	}
}

// TestMovesAreSteps says that an entry that was only peeked at is no move, until a step
// asks for it.
func TestMovesAreSteps(t *testing.T) {
	tables := newTables(t, clockmaker{}, model.Network{N: 3})
	local := tables.Local(0, 1)
	moves := func() (timers []uint8) {
		for x := range tables.Moves() {
			timers = append(timers, x.Input.Timer)
		}
		return timers
	}
	timeout := func(timer uint8) compiled.Input { return compiled.Input{Kind: model.Timeout, Timer: timer, Msg: -1} }
	for _, row := range []struct {
		reason string
		ask    func(int, compiled.Local, compiled.Input) []compiled.Outcome
		timer  uint8
		want   []uint8
		calls  int
	}{
		{"peeked at", tables.Peek, 3, nil, 0},
		{"stepped", tables.Step, 4, []uint8{4}, 1},
		{"stepped before, peeked at", tables.Peek, 4, []uint8{4}, 1},
		{"peeked at again", tables.Peek, 3, []uint8{4}, 1},
	} {
		row.ask(0, local, timeout(row.timer))
		if diff := cmp.Diff(row.want, moves()); diff != "" || tables.Calls() != row.calls {
			t.Errorf("%s: %d calls, want %d; moves (-want +got):\n%s", row.reason, tables.Calls(), row.calls, diff)
		}
	}
	if tables.Step(0, local, timeout(3)); len(moves()) != 2 || tables.Calls() != 2 {
		t.Errorf("peeked at, then stepped: %d moves and %d calls, want 2", len(moves()), tables.Calls())
	}
}

// boxes are local states whose type may hold anything.
type boxes [1]struct{ value any }

// boxer is an algorithm with such local states.
type boxer struct{}

func (boxer) Init(model.Self) boxes                                         { return boxes{} }
func (boxer) Ready(model.Self, boxes) model.Spontaneous                     { return model.Spontaneous{} }
func (boxer) Observe(model.Self, boxes) model.Status                        { return model.Status{} }
func (boxer) Step(_ *model.Process[int], s boxes, _ model.Input[int]) boxes { return s }

// TestValuesInInterfaces says that each value of a type that may hold anything is checked, also
// after one that can be compared.
func TestValuesInInterfaces(t *testing.T) {
	tables := newTables(t, boxer{}, model.Network{N: 1})
	number := func(value any) (err error) {
		defer func() {
			switch r := recover().(type) {
			case nil:
			case *model.ValueError:
				err = r
			default:
				t.Errorf("%v: panics with %v", value, r)
			}
		}()
		tables.Local(0, boxes{{value}})
		return nil
	}
	for _, row := range []struct {
		value any
		fits  bool
	}{{1, true}, {[]int{1}, false}, {"two", true}, {map[int]int{}, false}} {
		if err := number(row.value); (err == nil) != row.fits {
			t.Errorf("%T: error %v, want one: %t", row.value, err, !row.fits)
		}
	}
}

// fickle restarts in another local state each time.
type fickle struct {
	phoenix
	times *int
}

func (a fickle) Restart(_ model.Self, s int) int {
	*a.times++
	return s + *a.times
}

// TestImpureRestart blames a Restart that is no function, of the first local state too.
func TestImpureRestart(t *testing.T) {
	tables := newTables(t, fickle{times: new(int)}, model.Network{N: 1, Faults: model.Faults{Crash: 1, Restart: 1}})
	first := tables.Local(0, 0)
	if err := tables.Impure(); err != nil {
		t.Errorf("before any restart: %v", err)
	}
	tables.Restart(0, first)
	var impure *model.ImpureError
	if err := tables.Impure(); !errors.As(err, &impure) || impure.Method != "Restart" {
		t.Errorf("error %v, want that Restart is blamed", err)
	}
}
