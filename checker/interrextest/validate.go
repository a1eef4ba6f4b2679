package interrextest

import (
	"fmt"
	"io"
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
)

// Validate fails t unless an execution of s has every line of the logs of a running
// system. It then names the line that cannot come next, and the events that could.
// A log is named by its Name method, as that of an *os.File, or its place. A search
// that is cut short fails t too: it bounds itself as [Check] does where the options
// have no bound.
//
// The schedule of the result is that of the execution; [model.System.Replay]
// accepts it.
func Validate(t testing.TB, s *model.System, o validate.Options, logs ...io.Reader) validate.Result {
	t.Helper()
	if s == nil {
		t.Fatalf("interrextest: %s", nilSystem)
	}
	var lines []validate.Line
	for i, log := range logs {
		name := fmt.Sprintf("log %d", i+1)
		if file, ok := log.(interface{ Name() string }); ok {
			name = file.Name()
		}
		more, err := validate.Read(name, log)
		if err != nil {
			t.Fatalf("interrextest: %v", err)
		}
		lines = append(lines, more...)
	}
	k := Config{Time: o.MaxTime, Memory: o.MaxMemory}.newCheck(t, s)
	o.MaxTime, o.MaxMemory = k.budget(), k.Memory
	r, err := validate.Log(t.Context(), s, lines, o)
	switch {
	case err != nil:
		t.Fatalf("interrextest: %v", err)
	case r.Verdict == validate.Valid:
		t.Logf("%s", r.Text())
	default:
		t.Errorf("%s", r.Text())
	}
	return r
}
