package validate

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime/trace"
	"sync"
)

const (
	// RuntimeCategory is the category of lines in Go's execution traces, as
	// trace.Log has it.
	RuntimeCategory = "interrex"

	// MaxRuntimeMessage is the size of the longest message that Go keeps of trace.Log,
	// in bytes. It cuts longer ones.
	MaxRuntimeMessage = 1 << 10

	// ExectraceHead begins every execution trace since Go 1.22. No log in JSON begins
	// so. Package exectrace reads execution traces.
	ExectraceHead = "go 1."
)

// RuntimeLog returns a writer for the log of one process. It puts each line in Go's
// execution trace, if one is being recorded: trace.Log with [RuntimeCategory]. Each
// Write has one line, as [Line.String] makes it. Lines that are longer than
// [MaxRuntimeMessage] take several messages. Lines are numbered from 1, so that it
// shows if a flight recorder has dropped the first ones. Goroutines may share the
// writer.
func RuntimeLog(ctx context.Context) io.Writer { return &runtimeLog{ctx: ctx} }

type runtimeLog struct {
	ctx context.Context

	mu    sync.Mutex
	lines int
}

func (w *runtimeLog) Write(line []byte) (int, error) {
	w.mu.Lock() // numbers are in the order of the execution trace
	defer w.mu.Unlock()
	w.lines++
	message := append(fmt.Appendf(nil, "%d ", w.lines), bytes.TrimSpace(line)...)
	for len(message) > MaxRuntimeMessage {
		trace.Log(w.ctx, RuntimeCategory, string(message[:MaxRuntimeMessage]))
		message = message[MaxRuntimeMessage:]
	}
	trace.Log(w.ctx, RuntimeCategory, string(message))
	return len(line), nil
}
