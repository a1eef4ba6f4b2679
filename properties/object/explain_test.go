package object

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExplain(t *testing.T) {
	type operation = RegisterOp[int]
	ok, is := Result[int]{Ok: true}, func(v int) Result[int] { return Result[int]{v, true} }
	call := func(p int, o operation) event[operation, Result[int]] {
		return event[operation, Result[int]]{client: p, operation: o}
	}
	returns := func(p int, r Result[int]) event[operation, Result[int]] {
		return event[operation, Result[int]]{client: p, returns: true, result: r}
	}
	for _, test := range []struct {
		events []event[operation, Result[int]]
		c      Consistency
		want   []string
		reason string
	}{
		{nil, Linearizability, nil, "no call"},
		{[]event[operation, Result[int]]{call(0, Write(1)), call(1, Read[int]()), returns(1, is(1))}, Linearizability,
			[]string{"an order of the calls: p0 write(1) (pending), p1 read -> 1"}, "a pending call has taken effect"},
		{[]event[operation, Result[int]]{call(0, Write(1)), call(1, Read[int]()), returns(1, is(0))}, Linearizability,
			[]string{"an order of the calls: p1 read -> 0"}, "a pending call has not taken effect"},
		{[]event[operation, Result[int]]{call(0, Write(1)), returns(0, ok), call(1, Read[int]()), returns(1, is(0)), call(1, Write(2))}, Linearizability,
			[]string{"p1 read -> 0 has no place in any order of the calls", "possible instead: p0 write(1), p1 read -> 1"}, "a read is too late"},
		{[]event[operation, Result[int]]{call(0, Write(1)), returns(0, ok), call(1, Read[int]()), returns(1, is(0))}, SequentialConsistency,
			[]string{"an order of the calls: p1 read -> 0, p0 write(1)"}, "clients have no common time"},
		{[]event[operation, Result[int]]{call(0, Write(1)), call(1, Swap(0, 2)), call(2, Read[int]()), returns(2, is(3))}, Linearizability,
			[]string{"p2 read -> 3 has no place in any order of the calls", "possible instead: p2 read -> 0",
				"possible instead: p0 write(1) (pending), p2 read -> 1", "possible instead: p1 swap(0,2) -> true (pending), p2 read -> 2"},
			"all other results"},
		{[]event[operation, Result[int]]{call(0, Write(1)), returns(0, ok), returns(0, ok)}, Linearizability,
			[]string{"p0 returns, but has no open call"}, "a second return"},
		{[]event[operation, Result[int]]{call(0, Write(1)), call(0, Read[int]()), returns(0, is(0)), call(0, Read[int]()), returns(0, is(1))}, Linearizability,
			[]string{"an order of the calls: p0 read -> 0, p0 write(1) (pending), p0 read -> 1"}, "a client calls again, and its first call takes effect later"},
	} {
		h := History[operation, Result[int]]{test.events}
		operations, wrong := h.Operations()
		if wrong != nil {
			if diff := cmp.Diff(test.want, []string{wrong.Error()}); diff != "" {
				t.Errorf("%s: %s", test.reason, diff)
			}
			continue
		}
		got, _, err := Register(0).Explain(t.Context(), operations, test.c)
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", test.reason, err, diff)
		}
	}
}

// TestManyLeft has a client call again and again: the monitor would need a state for each call.
func TestManyLeft(t *testing.T) {
	p := possibility[int, RegisterOp[int], Result[int]]{}
	defer func() {
		if r := recover(); r != "9 calls can never return; allowed: at most 8" {
			t.Errorf("panic %v", r)
		}
	}()
	for range 10 {
		p = p.called(0, Write(1))
	}
	t.Error("no panic")
}

// TestEqualTimes has a call at the moment of a return: they are concurrent.
func TestEqualTimes(t *testing.T) {
	type operation = Operation[RegisterOp[int], Result[int]]
	got, ok, err := Register(0).Explain(t.Context(), []operation{
		{Client: 1, Operation: Read[int](), Result: Result[int]{1, true}, Call: 0, Return: 5},
		{Client: 0, Operation: Write(1), Result: Result[int]{Ok: true}, Call: 5, Return: 9},
		{Client: 2, Operation: Read[int](), Result: Result[int]{0, true}, Call: 10, Return: 11},
	}, Linearizability)
	want := []string{"p2 read -> 0 has no place in any order of the calls", "possible instead: p0 write(1), p1 read -> 1, p2 read -> 1"}
	if diff := cmp.Diff(want, got); diff != "" || ok || err != nil {
		t.Errorf("%v, %v: %s", ok, err, diff)
	}
}
