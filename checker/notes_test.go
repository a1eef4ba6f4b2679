package checker

import (
	"testing"

	"github.com/interrex/interrex/checker/internal/engine"
)

// TestEveryCauseHasASentence says that people are told something for each reason,
// and that no two reasons read alike.
func TestEveryCauseHasASentence(t *testing.T) {
	seen := map[string]engine.Cause{}
	for cause := engine.AllDecided; cause <= engine.NotMeasured; cause++ {
		text := sentence(engine.Reason{Cause: cause, Bound: 1})
		if other, twice := seen[text]; text == "" || twice {
			t.Errorf("cause %d: sentence %q, also that of cause %d", cause, text, other)
		}
		seen[text] = cause
	}
	if text := sentence(engine.Reason{}); text != "" {
		t.Errorf("no reason: got %q", text)
	}
}

// TestSentencesNameBounds says how bounds read, each in its unit.
func TestSentencesNameBounds(t *testing.T) {
	for _, row := range []struct {
		reason engine.Reason
		want   string
	}{
		{engine.Reason{Cause: engine.MaxTime, Bound: 1_500_000_000}, "max-time 1.5s"},
		{engine.Reason{Cause: engine.MaxMemory, Bound: 1024}, "max-memory 1024 bytes"},
		{engine.Reason{Cause: engine.RuntimeMemory, Bound: 1024}, "GOMEMLIMIT 1024 bytes"},
		{engine.Reason{Cause: engine.MaxConfigurations, Bound: 3}, "max-configurations 3"},
		{engine.Reason{Cause: engine.MaxDepth, Bound: 2}, "max-depth 2"},
		{engine.Reason{Cause: engine.NotMeasured, Bound: int64(Rounds)}, "the symbolic engine measures messages, not rounds"},
	} {
		if got := sentence(row.reason); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
	met := engine.Finding{Reason: engine.Reason{Cause: engine.Interrupted}, Met: true}
	if got, want := note(met), "interrupted: what decides it was met, but not shown in time"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
