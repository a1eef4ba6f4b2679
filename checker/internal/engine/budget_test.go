package engine_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"testing/synctest"
	"time"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestBudgetKeepsTheFirstReason says that a check stops for the reason that came
// first, until it may go on.
func TestBudgetKeepsTheFirstReason(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		b := engine.NewBudget(ctx, engine.Bounds{Time: time.Nanosecond}, nil)
		time.Sleep(2 * time.Nanosecond)
		want := reason.Reason{Cause: reason.MaxTime, Bound: 1}
		if b.Reason() != (reason.Reason{}) || b.Reached() != want || b.Reason() != want {
			t.Fatalf("got %v, want none before somebody looks, and then %v", b.Reason(), want)
		}
		cancel()
		if b.Reached() != want {
			t.Errorf("got %v, want the first reason %v", b.Reached(), want)
		}
		b.Again()
		if want := (reason.Reason{Cause: reason.Interrupted}); b.Reached() != want {
			t.Errorf("got %v, want %v", b.Reached(), want)
		}
	})
}

// TestBudgetCuts says which calls end a search that must stop.
func TestBudgetCuts(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, row := range []struct {
		reason string
		ctx    context.Context
		bounds engine.Bounds
		call   func(b *engine.Budget)
		want   reason.Cause
	}{
		{"nothing is reached", t.Context(), engine.Bounds{}, func(b *engine.Budget) { b.Poll(); b.Claim(math.MaxInt64 / 2); b.Spend(1) }, reason.None},
		{"an interrupt", over, engine.Bounds{}, (*engine.Budget).Poll, reason.Interrupted},
		{"no room", t.Context(), engine.Bounds{Memory: 1 << 62}, func(b *engine.Budget) { b.Claim(1 << 62) }, reason.MaxMemory},
		{"room", t.Context(), engine.Bounds{Memory: 1 << 62}, func(b *engine.Budget) { b.Claim(1 << 10); b.Reserve(1 << 10) }, reason.None},
		{"as many nodes as the turn may make", t.Context(), engine.Bounds{}, func(b *engine.Budget) { b.Begin(engine.Turn{Effort: 2}); b.Make(2); b.Spend(9) }, reason.None},
		{"one node more", t.Context(), engine.Bounds{}, func(b *engine.Budget) { b.Begin(engine.Turn{Effort: 2}); b.Make(2); b.Make(1); b.Spend(9) }, reason.TurnEffort},
		{"another turn", t.Context(), engine.Bounds{}, func(b *engine.Budget) { b.Make(3); b.Begin(engine.Turn{Effort: 2}); b.Spend(9) }, reason.None},
		{"one byte more", t.Context(), engine.Bounds{}, func(b *engine.Budget) { b.Begin(engine.Turn{Bytes: 8}); b.Spend(8); b.Spend(9) }, reason.TurnMemory},
	} {
		cut, err := engine.Guard(func() error {
			row.call(engine.NewBudget(row.ctx, row.bounds, nil))
			return nil
		})
		if cut.Cause != row.want || err != nil {
			t.Errorf("%s: cut by %v, error %v, want cause %v", row.reason, cut, err, row.want)
		}
	}
}

// TestRuntimeLimit says that the lower of the two bounds on memory is the one
// that is named.
func TestRuntimeLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 50))
	for _, row := range []struct {
		asked int64
		want  reason.Reason
	}{
		{0, reason.Reason{Cause: reason.RuntimeMemory, Bound: 1 << 50}},
		{1 << 60, reason.Reason{Cause: reason.RuntimeMemory, Bound: 1 << 50}},
		{1 << 40, reason.Reason{Cause: reason.MaxMemory, Bound: 1 << 40}},
	} {
		if got, bounded := engine.NewBudget(t.Context(), engine.Bounds{Memory: row.asked}, nil).Full(); got != row.want || !bounded {
			t.Errorf("asked for %d: got %v, bounded %t, want %v", row.asked, got, bounded, row.want)
		}
	}
}

// TestTheProgramCounts says that a bound on the memory of the process counts the program itself, and that of the Go runtime does not.
func TestTheProgramCounts(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says how much of a program is in memory")
	}
	// The program has more than five million bytes. Half of them are a margin: what the runtime holds may change by a million meanwhile.
	const margin = 5 << 19
	debug.FreeOSMemory()
	bound := (engine.Held() - margin) * 10 / 9 // a tenth is to remain free
	if engine.NewBudget(t.Context(), engine.Bounds{Memory: bound}, nil).Room(0) {
		t.Errorf("there is room within %d bytes, and the process holds %d", bound, engine.Held())
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(bound))
	if !engine.NewBudget(t.Context(), engine.Bounds{}, nil).Room(0) {
		t.Errorf("the runtime has no room within %d bytes", bound)
	}
}

// TestLargestPart names the part of a search that holds most.
func TestLargestPart(t *testing.T) {
	b := engine.NewBudget(t.Context(), engine.Bounds{}, nil)
	if got := b.Largest(); got != "" {
		t.Errorf("before any search it is %q", got)
	}
	for want, parts := range map[string]engine.Parts{
		"tables of steps": {Tables: 3, Visited: 2, Levels: 1},
		"visited set":     {Tables: 1, Visited: 3, Levels: 2},
		"levels":          {Tables: 2, Visited: 1, Levels: 3},
	} {
		if b.Holds(parts); b.Largest() != want {
			t.Errorf("%+v: it is %q, want %q", parts, b.Largest(), want)
		}
	}
	if b.Peak() != 6 {
		t.Errorf("at most %d bytes, want 6", b.Peak())
	}
}

// TestShares says that a search stops when its share of the time is over, and that another may
// have the time that is left.
func TestShares(t *testing.T) {
	for _, row := range []struct {
		reason string
		bounds engine.Bounds
		within time.Duration // of the context; 0: it has no deadline
		want   reason.Reason
	}{
		{"a bound", engine.Bounds{Time: 8 * time.Second}, 0, reason.Reason{Cause: reason.MaxTime, Bound: int64(8 * time.Second)}},
		{"a deadline", engine.Bounds{}, 8 * time.Second, reason.Reason{Cause: reason.Interrupted}},
		{"a bound after a deadline", engine.Bounds{Time: time.Hour}, 8 * time.Second, reason.Reason{Cause: reason.MaxTime, Bound: int64(time.Hour)}},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := t.Context(), func() {}
			if row.within > 0 {
				ctx, cancel = context.WithTimeout(ctx, row.within)
			}
			defer cancel()
			b := engine.NewBudget(ctx, row.bounds, nil)
			b.Share(2 * time.Second)
			time.Sleep(time.Second)
			if b.Over() || b.Yielded() {
				t.Errorf("%s: over within its share", row.reason)
			}
			time.Sleep(2 * time.Second)
			left, bounded := b.Left()
			if b.Reached() != row.want || !b.Yielded() || !bounded || left != 5*time.Second {
				t.Errorf("%s: %v, yielded %t, %v left; want %v with 5s left", row.reason, b.Reached(), b.Yielded(), left, row.want)
			}
			b.Again()
			b.Share(0)
			if b.Over() || b.Yielded() {
				t.Errorf("%s: there is no more for another search", row.reason)
			}
			b.Share(time.Minute)
			time.Sleep(6 * time.Second)
			if !b.Over() || b.Yielded() {
				t.Errorf("%s: a share is longer than the time", row.reason)
			}
		})
	}
	if _, bounded := engine.NewBudget(t.Context(), engine.Bounds{}, nil).Left(); bounded {
		t.Error("time without a bound has one")
	}
}

// TestForget says when a search should forget something.
func TestForget(t *testing.T) {
	for _, row := range []struct {
		reason               string
		bound, back, another int64
		want                 bool
	}{
		{"no bound", 0, 1 << 40, 1 << 40, false},
		{"room for more", 1 << 60, 1 << 59, 1 << 10, false},
		{"no room, and much to give back", 1 << 60, 1 << 56, 1 << 60, true},
		{"no room, and little to give back", 1 << 60, 1<<56 - 1, 1 << 60, false},
	} {
		b := engine.NewBudget(t.Context(), engine.Bounds{Memory: row.bound}, nil)
		if got := b.Forget(row.back, row.another); got != row.want {
			t.Errorf("%s: %t, want %t", row.reason, got, row.want)
		}
		if b.Keep = true; b.Forget(row.back, row.another) {
			t.Errorf("%s: a search that is to keep everything forgets", row.reason)
		}
	}
}

// TestHeldBytes says which bytes are counted at the peak.
func TestHeldBytes(t *testing.T) {
	b := engine.NewBudget(t.Context(), engine.Bounds{}, nil)
	b.Reserve(10)
	before := b.Held()
	b.Reserve(5)
	b.Release(before)
	leave := b.Enter("counterexample", 100)
	b.Reserve(1)
	if b.Phase != "counterexample" || b.Held() != 111 {
		t.Errorf("phase %q holds %d bytes, want counterexample and 111", b.Phase, b.Held())
	}
	leave()
	if b.Phase != "search" || b.Held() != 11 || b.Peak() != 111 {
		t.Errorf("phase %q holds %d bytes, peak %d; want search, 11 and 111", b.Phase, b.Held(), b.Peak())
	}
}

// TestProgressIsRare says that progress is not reported more often than people
// read it, and with the bytes and the phase of the budget. Time passes only while the test sleeps.
func TestProgressIsRare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []engine.Progress
		b := engine.NewBudget(t.Context(), engine.Bounds{}, func(p engine.Progress) { got = append(got, p) })
		b.Raise(7)
		for range 1000 {
			b.Report(engine.Progress{Depth: 3})
			time.Sleep(time.Millisecond)
		}
		if len(got) != 5 || got[0].Depth != 3 || got[0].Bytes != 7 || got[0].Phase != "search" {
			t.Errorf("got %d reports in a second, the first %+v; want 5", len(got), got)
		}
	})
}

// TestGuard says which panics become errors and which go on.
func TestGuard(t *testing.T) {
	failed := errors.New("failed")
	impure, value, property := &model.ImpureError{}, &model.ValueError{}, &properties.PanicError{}
	for _, row := range []struct {
		reason string
		f      func() error
		err    error
		cause  reason.Cause
	}{
		{"an error", func() error { return failed }, failed, reason.None},
		{"an impure step", func() error { panic(impure) }, impure, reason.None},
		{"a value", func() error { panic(value) }, value, reason.None},
		{"a property that panics", func() error { panic(property) }, property, reason.None},
		{"a reduction that must learn", func() error { panic(engine.ErrBroken) }, engine.ErrBroken, reason.None},
		{"a cut", func() error { panic(engine.Cut{Cause: reason.MaxTime}) }, nil, reason.MaxTime},
	} {
		if cut, err := engine.Guard(row.f); err != row.err || cut.Cause != row.cause {
			t.Errorf("%s: cut by %v, error %v; want cause %v, error %v", row.reason, cut, err, row.cause, row.err)
		}
	}
	defer func() {
		if r := recover(); r != "a fault of the engine" {
			t.Errorf("got panic %v", r)
		}
	}()
	engine.Guard(func() error { panic("a fault of the engine") })
	t.Error("a fault of the engine was taken for an error of the algorithm")
}
