package calls_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/checker/validate/calls"
)

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		object, log string
		want        validate.Verdict
		text        []string
		reason      string
	}{
		{"register", `{"process":0,"operation":"write","value":1,"call":0,"return":10}
			{"process":1,"operation":"read","result":null,"call":5,"return":8}
			{"process":1,"operation":"read","result":1,"call":10,"return":12}`,
			validate.Valid, []string{"an order of the calls: p1 read -> null, p0 write(1), p1 read -> 1"}, "a read during a write"},
		{"register", `{"process":0,"operation":"write","value":1,"call":0,"return":10}
			{"process":1,"operation":"read","result":1,"call":5,"return":8}
			{"process":1,"operation":"read","result":null,"call":9,"return":12}
			{"process":2,"operation":"read","result":7,"call":13,"return":14}`,
			validate.Invalid, []string{"p1 read -> null has no place in any order of the calls", "possible instead: p0 write(1), p1 read -> 1, p1 read -> 1"},
			"the second read is older; the first return without a place counts"},
		{"register", `{"process":0,"operation":"write","value":1,"call":0,"return":10}
			{"process":0,"operation":"swap","old":1,"value":{"a": 2},"ok":true,"call":10}`,
			validate.Unknown, nil, "a call that has not returned has no result"},
		{"register", `{"process":0,"operation":"write","value":1,"call":0}
			{"process":0,"operation":"swap","old":1,"value":{"a": 2},"ok":true,"call":3,"return":3}`,
			validate.Valid, []string{`an order of the calls: p0 write(1) (pending), p0 swap(1,{"a":2}) -> true`}, "a client that gives up; values are JSON"},
		{"queue", `{"process":0,"operation":"enqueue","value":1,"call":0,"return":1}
			{"process":1,"operation":"dequeue","result":null,"call":2,"return":3}`,
			validate.Invalid, []string{"p1 dequeue -> none has no place in any order of the calls", "possible instead: p0 enqueue(1), p1 dequeue -> 1"}, "an empty queue"},
		{"lock", `{"process":0,"operation":"acquire","ok":true,"call":0,"return":1}
			{"process":1,"operation":"acquire","ok":true,"call":0,"return":4}
			{"process":0,"operation":"release","ok":true,"call":2,"return":3}`,
			validate.Valid, []string{"an order of the calls: p0 acquire(p0) -> true, p0 release(p0) -> true, p1 acquire(p1) -> true"}, "one waits for the other"},
		{"map", `{"process":0,"operation":"put","key":"x","value":1,"call":0,"return":1}
			{"process":1,"operation":"delete","key":"x","ok":true,"call":0,"return":1}
			{"process":1,"operation":"get","key":"x","result":null,"call":1,"return":3}`,
			validate.Valid, []string{"an order of the calls: p0 put(x,1), p1 delete(x) -> true, p1 get(x) -> none"}, "equal times are concurrent"},
	} {
		lines, err := calls.Read("calls.log", strings.NewReader(test.log))
		if err != nil {
			t.Fatal(err)
		}
		got, text, err := calls.Judge(t.Context(), test.object, lines)
		if got != test.want || (err != nil) != (test.want == validate.Unknown) {
			t.Errorf("%s: %v, %v, want %v", test.reason, got, err, test.want)
		}
		if diff := cmp.Diff(test.text, text); diff != "" {
			t.Errorf("%s: %s", test.reason, diff)
		}
	}
}

func TestInput(t *testing.T) {
	for _, test := range []struct{ log, want string }{
		{``, "no line in any log; allowed: one or more"},
		{`{"operation":"read","call":1}`, "c.log:1: no process or no call; allowed: the client and the time of its call"},
		{`{"process":1,"operation":"read","result":1,"call":2,"return":1}`, "c.log:1: return 1; allowed: 2, the time of the call, and more"},
		{`{"process":1,"operation":"read","call":2,"return":3}`, "c.log:1: no result; read has one"},
		{`{"process":1,"operation":"read","value":1,"call":2}`, "c.log:1: value; read has none, or has not returned"},
		{`{"process":1,"operation":"enqueue","value":1,"call":2}`, `c.log:1: operation "enqueue"; allowed: read, swap, write`},
		{`{"process":1,"operation":"read","speed":1,"call":2}`, `c.log:1: no call as JSON: json: unknown field "speed"; allowed: one JSON object in a line, as docs/validate.md has it`},
	} {
		lines, err := calls.Read("c.log", strings.NewReader(test.log))
		if err == nil {
			_, _, err = calls.Judge(t.Context(), "register", lines)
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.log, err, test.want)
		}
	}
	if _, _, err := calls.Judge(t.Context(), "stack", []calls.Line{{}}); err == nil || err.Error() != `no object is called "stack"; allowed: register, queue, lock, map` {
		t.Error(err)
	}
}

// TestShort cuts a search short.
func TestShort(t *testing.T) {
	var log strings.Builder
	for range 30 { // no order, and many to try
		log.WriteString(`{"process":1,"operation":"write","value":1,"call":0,"return":9}` + "\n")
	}
	log.WriteString(`{"process":2,"operation":"read","result":2,"call":0,"return":9}`)
	lines, err := calls.Read("c.log", strings.NewReader(log.String()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got, _, err := calls.Judge(ctx, "register", lines); got != validate.Unknown || err != nil {
		t.Errorf("%v, %v, want unknown", got, err)
	}
}
