package command

import (
	"bytes"
	"context"
	"runtime/trace"
	"strings"
	"testing"
)

// TestLogsOfBothForms says that an execution trace is known by its first bytes, and that all else
// is JSON.
func TestLogsOfBothForms(t *testing.T) {
	const line = `{"process":1,"event":"wake"}`
	var recorded bytes.Buffer
	if err := trace.Start(&recorded); err != nil {
		t.Skip(err) // go test -trace records already
	}
	trace.Log(context.Background(), "interrex", line)
	trace.Stop()
	for _, row := range []struct{ log, place, reason string }{
		{recorded.String(), "log: goroutine ", "an execution trace"},
		{line, "log:1", "JSON"},
		{"", "", "an empty log"},
	} {
		lines, err := (&validateCommand{choice: choice{known: ours()}}).parseLog("log", strings.NewReader(row.log))
		switch {
		case err != nil:
			t.Errorf("%s: %v", row.reason, err)
		case row.place == "" && len(lines) == 0:
		case len(lines) != 1 || lines[0].Process != 1 || !strings.HasPrefix(lines[0].Place, row.place):
			t.Errorf("%s: got %v, want one line of p1 at %s", row.reason, lines, row.place)
		}
	}
}
