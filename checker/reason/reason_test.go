package reason_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/reason"
)

// TestEveryCauseHasASentence says that people are told something for each reason,
// and that no two reasons read alike.
func TestEveryCauseHasASentence(t *testing.T) {
	seen := map[string]reason.Cause{}
	for cause := reason.AllDecided; cause <= reason.NotMeasured; cause++ {
		text := reason.Reason{Cause: cause, Bound: 1}.String()
		if other, twice := seen[text]; text == "" || twice {
			t.Errorf("cause %v: sentence %q, also that of cause %v", cause, text, other)
		}
		seen[text] = cause
	}
	if text := (reason.Reason{}).String(); text != "" {
		t.Errorf("no reason: got %q", text)
	}
}

// TestSentences says how bounds read, each in its unit, and details.
func TestSentences(t *testing.T) {
	for _, row := range []struct {
		reason string
		of     reason.Reason
		want   string
	}{
		{"time", reason.Reason{Cause: reason.MaxTime, Bound: 1_500_000_000}, "max-time 1.5s"},
		{"bytes", reason.Reason{Cause: reason.MaxMemory, Bound: 1024}, "max-memory 1024 bytes"},
		{"bytes, and of which part", reason.Reason{Cause: reason.MaxMemory, Bound: 1024, Detail: "visited set"}, "max-memory 1024 bytes (largest part: visited set)"},
		{"bytes of the runtime", reason.Reason{Cause: reason.RuntimeMemory, Bound: 1024}, "GOMEMLIMIT 1024 bytes"},
		{"configurations", reason.Reason{Cause: reason.MaxConfigurations, Bound: 3}, "max-configurations 3"},
		{"events", reason.Reason{Cause: reason.MaxDepth, Bound: 2}, "max-depth 2"},
		{"a quantity", reason.Reason{Cause: reason.NotMeasured, Detail: "rounds"}, "the symbolic engine measures messages, not rounds"},
		{"a constraint, in one place", reason.Reason{Cause: reason.Constrained, Bound: 1, Detail: "low"}, "cut by constraint low at 1 configuration: nothing beyond is known"},
		{"a constraint, in two places", reason.Reason{Cause: reason.Constrained, Bound: 2, Detail: "low"}, "cut by constraint low at 2 configurations: nothing beyond is known"},
		{"a constraint, of a property", reason.Reason{Cause: reason.Constrained, Detail: "low"}, "cut by constraint low: nothing beyond is known"},
		{"a step with its name", reason.Reason{Cause: reason.IllFormedStep, Detail: "p0 sends to itself"}, "p0 sends to itself"},
		{"a trigger with its name", reason.Reason{Cause: reason.NoTrigger, Detail: "nobody asks"}, "nobody asks"},
		{"what was met in vain", reason.Reason{Cause: reason.Interrupted, Met: true}, "interrupted: what decides it was met, but not shown in time"},
	} {
		if got := row.of.String(); got != row.want {
			t.Errorf("%s: got %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestCutsShort says which causes cut a search short: all, but that nothing is left to decide.
func TestCutsShort(t *testing.T) {
	for cause := reason.None; cause <= reason.NotMeasured; cause++ {
		want := cause != reason.None && cause != reason.AllDecided && cause != reason.IllFormed
		if got := (reason.Reason{Cause: cause}).CutsShort(); got != want {
			t.Errorf("%v: cuts short %t, want %t", cause, got, want)
		}
	}
}

// TestReasonsAreReadBack writes each reason as JSON, with its cause by name, and reads it.
func TestReasonsAreReadBack(t *testing.T) {
	for cause := reason.None; cause <= reason.NotMeasured; cause++ {
		want := reason.Reason{Cause: cause, Bound: 3, Detail: "d", Met: true}
		text, err := json.Marshal(want)
		var got reason.Reason
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		if err != nil || got != want || !strings.Contains(string(text), `"`+cause.String()+`"`) {
			t.Errorf("%s: read %v, %v, want %v", text, got, err, want)
		}
	}
	var c reason.Cause
	if err := c.UnmarshalText([]byte("tired")); err == nil || !strings.HasPrefix(err.Error(), `unknown cause "tired"; allowed: none, all-decided, `) {
		t.Errorf("a cause that there is not: %v", err)
	}
}
