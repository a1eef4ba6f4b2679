package goroutines

import (
	"strings"
	"testing"
	"time"
)

// TestLeftover looks for goroutines that do not end.
func TestLeftover(t *testing.T) {
	for _, c := range []struct {
		name, want, reason string
		f                  func()
	}{
		{"nothing", "", "there is none", func() {}},
		{"ended", "", "it ends at once", func() { go func() {}() }},
		{"late", "", "it ends within the grace", func() { go time.Sleep(time.Second) }},
		{"blocked", "select", "it waits for ever", func() { go func() { select {} }() }},
		{"looping", "sleep in goroutines.TestLeftover", "it never ends, so that its bubble would run for ever", func() {
			go func() {
				for {
					time.Sleep(time.Second)
				}
			}()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := inBubble(c.f); !strings.Contains(got, c.want) || c.want == "" && got != "" {
				t.Errorf("%s: leak %q, want %q", c.reason, got, c.want)
			}
		})
	}
}
