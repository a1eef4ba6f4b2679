package validate_test

import (
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// climber is a number that grows by one with each timeout. Timer 1 takes it from
// 0 to 2 at once. It shows the number as its term.
type climber struct{}

func (climber) Init(model.Self) int                      { return 0 }
func (climber) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (climber) Restart(model.Self, int) int              { return 0 }
func (climber) Ready(_ model.Self, s int) (x model.Spontaneous) {
	if s < 8 {
		x.Timers = model.Timers(0)
	}
	if s == 0 {
		x.Timers = model.Timers(0, 1)
	}
	return x
}
func (climber) Step(_ *model.Process[int], s int, in model.Input[int]) int {
	return s + 1 + int(in.Timer)
}

// TestUnlogged says how many events in a row must be allowed to have no line, for
// the log to be valid. One less is too few.
func TestUnlogged(t *testing.T) {
	const first, second = `{"process":0,"event":"timeout","timer":0,"status":{"term":`, `{"process":1,"event":"timeout","timer":0,"status":{"term":`
	for _, c := range []struct {
		reason, log string
		faults      model.Faults
		need        int
	}{
		{"0 to 1", first + "1}}", model.Faults{}, 0},
		{"0 to 1, then the line", first + "2}}", model.Faults{}, 1},
		{"0 to 2 at once and to 3: two events, though 2 is first found after two", first + "4}}", model.Faults{}, 2},
		{"0 to 2 at once, to 3 and to 4", first + "5}}", model.Faults{}, 3},
		{"two before each line: each line ends a row", first + "4}}\n" + first + "7}}", model.Faults{}, 2},
		{"none, then three", first + "1}}\n" + first + "5}}", model.Faults{}, 3},
		{"two of p1, the line of p0, one of p1: taking the line of p0 at once is of no use", first + "1}}\n" + second + "5}}", model.Faults{}, 2},
		{"a line of p0 more, between: one row less", first + "1}}\n" + first + "2}}\n" + second + "5}}", model.Faults{}, 1},
		{"a restart; the crash before it never needs a line", first + "1}}\n" + first + "1}}", model.Faults{Crash: 1, Restart: 1}, 1},
		{"a restart, to 2 at once and to 3", first + "1}}\n" + first + "1}}\n" + first + "4}}", model.Faults{Crash: 1, Restart: 1}, 2},
	} {
		s, err := model.New(climber{}, model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{1, 2}, Faults: c.faults})
		if err != nil {
			t.Fatal(err)
		}
		for unlogged, want := range map[int]validate.Verdict{c.need - 1: validate.Invalid, c.need: validate.Valid, c.need + 1: validate.Valid} {
			if unlogged < 0 {
				continue
			}
			r := logOf(t, s, c.log, validate.Options{Unlogged: unlogged})
			if r.Verdict != want {
				t.Errorf("%s: with %d in a row %v, want %v\n%s", c.reason, unlogged, r.Verdict, want, r.Text())
			}
			if _, err := s.Replay(model.Lasso{Stem: r.Schedule}); err != nil {
				t.Errorf("%s: with %d in a row: %v", c.reason, unlogged, err)
			}
		}
	}
}
