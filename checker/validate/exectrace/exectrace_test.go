package exectrace_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime/trace"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/checker/validate/exectrace"
)

// record returns the execution trace of f.
func record(t *testing.T, f func(ctx context.Context)) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := trace.Start(&out); err != nil {
		t.Skip(err) // go test -trace records already
	}
	f(context.Background())
	trace.Stop()
	return out.Bytes()
}

func read(data []byte, o exectrace.Options) ([]validate.Line, error) {
	return exectrace.Read("run", bytes.NewReader(data), o)
}

// TestGoroutines logs two processes in goroutines that take turns, one with the writer and one by
// hand. The lines come back in the order of the turns, and nobody has seen the other categories.
func TestGoroutines(t *testing.T) {
	const turns = 40
	data := record(t, func(ctx context.Context) {
		out := validate.RuntimeLog(ctx)
		turn, over := make(chan int), make(chan int)
		var group sync.WaitGroup
		group.Go(func() {
			for i := range turn {
				fmt.Fprintln(out, validate.Line{Process: 0, Event: "receive", Message: fmt.Sprint(i)})
				over <- i
			}
		})
		group.Go(func() {
			for i := range over {
				trace.Log(ctx, "net/http", "noise")
				trace.Log(ctx, "interrex", fmt.Sprintf(`{"process":1,"event":"receive","message":"%d"}`, i))
				if i+1 == turns {
					close(turn)
					return
				}
				turn <- i + 1
			}
		})
		turn <- 0
		group.Wait()
	})
	if !bytes.HasPrefix(data, []byte(validate.ExectraceHead)) {
		t.Errorf("it begins with %.10q: no execution trace", data)
	}
	lines, err := read(data, exectrace.Options{})
	if err != nil || len(lines) != 2*turns {
		t.Fatalf("%d lines, error %v, want %d lines", len(lines), err, 2*turns)
	}
	for i, l := range lines {
		if l.Process != i%2 || l.Message != fmt.Sprint(i/2) || l.Time != nil || !strings.HasPrefix(l.Place, "run: goroutine ") {
			t.Errorf("line %d is %v of %q, want the turn of p%d, %d, without a time", i, l, l.Place, i%2, i/2)
		}
	}
}

// TestLongLines says that the writer splits lines that the runtime would cut.
func TestLongLines(t *testing.T) {
	for _, size := range []int{1, validate.MaxRuntimeMessage - 60, validate.MaxRuntimeMessage, 5000} {
		text := strings.Repeat("x", size)
		data := record(t, func(ctx context.Context) {
			fmt.Fprintln(validate.RuntimeLog(ctx), validate.Line{Process: 2, Event: "receive", Message: text})
		})
		if lines, err := read(data, exectrace.Options{}); err != nil || len(lines) != 1 || lines[0].Message != text {
			t.Errorf("a message of %d bytes: got %d lines, error %v", size, len(lines), err)
		}
	}
}

func TestTicks(t *testing.T) {
	data := record(t, func(ctx context.Context) {
		out := validate.RuntimeLog(ctx)
		fmt.Fprintln(out, validate.Line{Process: 0, Event: "wake"})
		time.Sleep(20 * time.Millisecond)
		fmt.Fprintln(out, validate.Line{Process: 0, Event: "timeout"})
		fmt.Fprintln(out, validate.Line{Process: 0, Event: "timeout", Time: new(9)})
	})
	lines, err := read(data, exectrace.Options{Tick: 10 * time.Millisecond})
	if err != nil || len(lines) != 3 {
		t.Fatalf("%d lines, error %v, want 3", len(lines), err)
	}
	if *lines[0].Time != 0 || *lines[1].Time < 2 || *lines[2].Time != 9 {
		t.Errorf("times %d, %d, %d; want 0, at least 2, and 9, which the line has itself", *lines[0].Time, *lines[1].Time, *lines[2].Time)
	}
}

// TestRecorderDropsLines says that a snapshot without the beginning is an error.
func TestRecorderDropsLines(t *testing.T) {
	data := record(t, func(ctx context.Context) {
		trace.Log(ctx, "interrex", `3 {"process":1,"event":"wake"}`)
	})
	want := "the first 2 of the lines of p1 are missing"
	if _, err := read(data, exectrace.Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want %q", err, want)
	}
}

func TestBadTraces(t *testing.T) {
	logs := func(messages ...string) []byte {
		return record(t, func(ctx context.Context) {
			for _, m := range messages {
				trace.Log(ctx, "interrex", m)
			}
		})
	}
	whole := logs(`{"process":1,"event":"wake"}`)
	for _, row := range []struct {
		data   []byte
		says   string
		reason string
	}{
		{[]byte("go 1.26 nonsense"), "run: not an execution trace that can be read", "a text that begins like one"},
		{nil, "run: not an execution trace that can be read", "an empty file"},
		{whole[:len(whole)/2], "run: ", "a file that was cut"},
		{record(t, func(ctx context.Context) { trace.Log(ctx, "other", "x") }), `no message of category "interrex", only of other; allowed: trace.Log(ctx, "interrex", line)`, "a program that logs something else"},
		{logs("wake"), "no JSON", "a message that is no object"},
		{logs(`{"process":1,"evnt":"wake"}`), `unknown field "evnt"`, "a slip"},
		{logs(`1 {"process":1}`, `{"process":1}`), "line 0 of p1 follows line 1", "a writer, and lines by hand"},
		{logs(`1 {"process":1}`, `1 {"process":1}`), "line 1 of p1 follows line 1", "two writers for one process"},
		{logs(`{"process":1,"message":"` + strings.Repeat("x", 2000) + `"}`), "a line is cut after 1024 bytes", "a long line by hand"},
		{logs(`{"process":1,"message":"`+strings.Repeat("x", 2000)+`"}`, `{"process":1}`), "a line is cut after 1024 bytes", "the same, and another line"},
	} {
		if _, err := read(row.data, exectrace.Options{}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: got error %v, want %q", row.reason, err, row.says)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("go 1.26 trace\x00\x00\x00"))
	f.Add([]byte(`{"process":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, err := read(data, exectrace.Options{Tick: time.Millisecond})
		if err == nil && len(lines) == 0 {
			t.Error("no line, and no error")
		}
	})
}
