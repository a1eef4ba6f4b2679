package schedule

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// TestIsSame says which message of a channel after an event is one that was there before.
func TestIsSame(t *testing.T) {
	envelope := func(ticks int, waits bool) model.Envelope {
		return model.Envelope{Msg: "m", Ticks: ticks, Waits: waits}
	}
	for _, row := range []struct {
		before, after model.Envelope
		want          bool
		reason        string
	}{
		{envelope(1, false), envelope(1, false), true, "nothing happens to it"},
		{envelope(1, true), envelope(1, true), true, "it still waits"},
		{envelope(1, true), envelope(1, false), true, "the round for which it waits is over"},
		{envelope(1, false), envelope(1, true), false, "a message that begins to wait has fewer rounds left: this is a new one"},
		{envelope(2, true), envelope(1, false), false, "it has another age"},
	} {
		if got := isSame(row.before, row.after); got != row.want {
			t.Errorf("%+v, then %+v (%s): %t", row.before, row.after, row.reason, got)
		}
	}
}
