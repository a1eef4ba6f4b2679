package replay

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// TestRefusedEvents says which events of a counterexample no program takes, and that each is refused in
// one line before anything is sent.
func TestRefusedEvents(t *testing.T) {
	for _, row := range []struct {
		reason, want string
		event        model.Event
	}{
		{"no program crashes on demand between two sends", "a crash within a step; allowed: crashes between steps", model.Event{Kind: model.Crash, Within: true}},
		{"programs share no clock", "a round of lockstep, which no network gives; allowed: the other timings", model.Event{Kind: model.Round}},
		{"no program betrays", "betray; allowed: faults other than traitors, as no program forges its messages", model.Event{Kind: model.Betray}},
		{"no program forges", "forge; allowed: faults other than traitors, as no program forges its messages", model.Event{Kind: model.Forge}},
	} {
		if err := new(Conductor).order(t.Context(), row.event); err == nil || err.Error() != row.want {
			t.Errorf("%s: got %v, want %q", row.reason, err, row.want)
		}
	}
}
