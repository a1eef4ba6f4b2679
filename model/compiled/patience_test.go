package compiled_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// stuck counts up when it wakes. In the local states up to the first one it does not return.
type stuck struct{ first int }

func (stuck) Init(model.Self) int                      { return 1000 }
func (stuck) Ready(model.Self, int) model.Spontaneous  { return model.Spontaneous{Wake: true} }
func (stuck) Observe(_ model.Self, s int) model.Status { return model.Status{Term: s} }
func (a stuck) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	switch {
	case s == 500:
		runtime.Goexit()
	case s <= a.first:
		select {}
	}
	return s + 1
}

func stuckTables(t testing.TB, first int, patience time.Duration) *compiled.Tables {
	t.Helper()
	s, err := model.New(stuck{first}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	tables.Patience = compiled.NewPatience(patience)
	return tables
}

var wakes = compiled.Input{Kind: model.Wake, Msg: -1}

// TestPatience says that a step that does not return is called once, that nothing is peeked
// at from then on, and that other steps are taken.
func TestPatience(t *testing.T) {
	tables := stuckTables(t, 2, 50*time.Millisecond)
	peek := func(s int) compiled.Outcome { return tables.Peek(0, tables.Local(0, s), wakes)[0] }
	step := func(s int) compiled.Outcome { return tables.Step(0, tables.Local(0, s), wakes)[0] }
	var endless *model.EndlessError
	if before := peek(10); !before.IsKnown() || tables.Value(0, before.Next) != 11 {
		t.Errorf("before: got %+v, want 11", before)
	}
	first := peek(1)
	if !errors.As(first.Blame, &endless) || endless.What != "process 0 in local state 1 upon wake" || endless.After != 50*time.Millisecond {
		t.Errorf("got %v, want that a step does not return", first.Blame)
	}
	if again := step(1); again.Blame != first.Blame {
		t.Errorf("again: got %v, want the same error", again.Blame)
	}
	if known := peek(10); !known.IsKnown() {
		t.Errorf("what is known is no longer: %v", known.Blame)
	}
	if after := peek(20); after.Blame != first.Blame {
		t.Errorf("peeked after it: got %+v, want the same error", after)
	}
	if after := step(20); !after.IsKnown() || tables.Value(0, after.Next) != 21 {
		t.Errorf("after it: got %+v, want 21", after)
	}
}

// TestPatienceEnds says that the tables give up after some steps that do not return.
func TestPatienceEnds(t *testing.T) {
	tables := stuckTables(t, 100, time.Millisecond)
	calls := 0
	err := func() (err any) {
		defer func() { err = recover() }()
		for s := range 100 {
			tables.Step(0, tables.Local(0, s), wakes)
			calls++
		}
		return nil
	}()
	if _, ok := err.(*model.EndlessError); !ok || calls != 8 {
		t.Errorf("%d calls, and %v; want 8 and the error", calls, err)
	}
}

// TestExit says that a step that ends its goroutine is an error, and ends no other.
func TestExit(t *testing.T) {
	tables := stuckTables(t, 0, 0)
	o := tables.Step(0, tables.Local(0, 500), wakes)[0]
	if o.Blame == nil || !strings.Contains(o.Blame.Error(), "ends its goroutine") {
		t.Errorf("got %+v, want an error", o)
	}
}

// BenchmarkStep measures a step that is not in the tables, and the wait for it.
func BenchmarkStep(b *testing.B) {
	tables := stuckTables(b, -1, 0)
	l := tables.Local(0, 1000)
	for b.Loop() {
		l = tables.Step(0, l, wakes)[0].Next
	}
	if got := tables.Value(0, l); got != 1000+b.N {
		b.Errorf("got %v, want %d", got, 1000+b.N)
	}
}
