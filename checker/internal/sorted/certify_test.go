package sorted_test

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/internal/sorted"
	"github.com/interrex/interrex/model"
)

// TestDamagedCertificates damages the certificate of a search, at one transition after the other: each kind of damage is found wherever the
// system has an execution, or the order a pair of transitions, that shows it.
func TestDamagedCertificates(t *testing.T) {
	s := election(t, "lcr", 3, "", model.Faults{Crash: 1})
	x, complete := sorted.Sorted(s, 0, 1<<20)
	if !complete || x.Unfit {
		t.Fatal("the search is not complete")
	}
	options := certificate.Options{MaxConfigurations: 1 << 16}
	whole, err := certificate.CheckSorted(t.Context(), s, x.Certificate(), options)
	if err != nil || !whole.Whole {
		t.Fatal(whole, err)
	}
	for _, row := range []struct {
		reason string
		damage func(c *certificate.Sorted, i int)
		least  int // of a hundred transitions
	}{
		{"a transition that the search does not have", func(c *certificate.Sorted, i int) {
			c.Transitions = append(c.Transitions[:i:i], c.Transitions[i+1:]...)
		}, 30},
		{"a transition after those that need it", func(c *certificate.Sorted, i int) { c.Transitions[i].Number = 1 << 20 }, 30},
		{"a transition before those that it needs", func(c *certificate.Sorted, i int) { c.Transitions[i].Number = -1 }, 90},
		{"a transition that sends nothing", func(c *certificate.Sorted, i int) { c.Transitions[i].Sends = nil }, 50},
		{"a transition that costs too much", func(c *certificate.Sorted, i int) { c.Transitions[i].Cost.Crash = 2 }, 30},
		{"a transition that leads elsewhere", func(c *certificate.Sorted, i int) { c.Transitions[i].To = c.Transitions[i].From }, 90},
		{"a transition of two processes", func(c *certificate.Sorted, i int) {
			c.Transitions[i].To = (c.Transitions[i].To + len(c.States)/2) % len(c.States)
		}, 90},
		{"statuses that the search has not met", func(c *certificate.Sorted, i int) {
			met, count := c.Met, 0
			c.Met = func(statuses []model.Status) bool { count++; return count != i && met(statuses) }
		}, 90},
	} {
		all, found := len(x.Certificate().Transitions), 0
		for i := range all {
			c := x.Certificate()
			row.damage(&c, i)
			var flaw *certificate.Flaw
			if _, err := certificate.CheckSorted(t.Context(), s, c, options); errors.As(err, &flaw) {
				found++
			} else if err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %d of %d", row.reason, found, all)
		if 100*found < row.least*all {
			t.Errorf("%s: found at %d of %d transitions", row.reason, found, all)
		}
	}
}
