package interrextest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// tryRandom judges the properties on random schedules.
func (k *check) tryRandom(open []properties.Property) {
	k.t.Helper()
	u := newUniverse(k.system)
	for len(open) > 0 {
		f := k.find(u, open)
		if f == nil {
			return
		}
		k.fail(open[f.property], k.shorten(open[f.property], f.execution), "random schedules")
		open = slices.Delete(slices.Clone(open), f.property, f.property+1)
	}
}

// finding is a violation that a random schedule shows.
type finding struct {
	property  int
	execution model.Execution
}

// find looks for a random schedule that shows a violation, nil if there was
// none.
func (k *check) find(u universe, open []properties.Property) *finding {
	k.t.Helper()
	h := &hunt{check: k, universe: u, open: open, end: deadline(k.t),
		endings: map[schedule.Ending]int{}, witnessed: make([]bool, len(open))}
	log := &recorder{TB: k.t}
	rapid.Check(log, h.try)
	log.tidy()
	if h.found == nil {
		log.report()
		h.passed()
	}
	return h.found
}

// hunt is one search by random schedules.
type hunt struct {
	*check
	universe  universe
	open      []properties.Property
	end       time.Time // no schedule is tried after that
	found     *finding
	repeats   int // schedules since then
	endings   map[schedule.Ending]int
	witnessed []bool
}

// try is the property that rapid checks.
//
// Once it has failed it fails always, and each time with another text, except
// for the repetition that rapid asks for first: rapid then takes it for flaky
// and does not shrink. Shrinking is ours ([check.minimise]): it drops and moves
// events rather than draws, ends at schedules as short, and sooner
// (docs/schedulers.md).
func (h *hunt) try(t *rapid.T) {
	d := h.universe.draw(t)
	if h.found != nil {
		h.repeats++
	} else if time.Now().Before(h.end) {
		h.judge(d)
	}
	if h.found == nil {
		return
	}
	text := h.open[h.found.property].Name + " is violated"
	if h.repeats > 1 {
		text += fmt.Sprintf(" (repeated %d times)", h.repeats)
	}
	t.Fatal(text)
}

// judge walks a schedule and keeps what it shows.
func (h *hunt) judge(d draw) {
	w := schedule.Start(h.system, h.Fairness, h.open...)
	h.endings[h.universe.walk(d, w)]++
	for i, p := range h.open {
		switch {
		case !w.Decides(i):
		case p.Form == properties.Reachable:
			h.witnessed[i] = true
		default:
			x, _ := w.Decided(i)
			h.found = &finding{i, x}
			return
		}
	}
}

// draw draws what chance decides of a schedule: names or, more often, what a
// scheduler does, weighted by what docs/schedulers.md shows of them.
func (u universe) draw(t *rapid.T) draw {
	ways := []string{"pct", "", "pct", "swarm", "pct", "lifo", "pct", "slow"}
	d := draw{Coins: rapid.Uint64().Draw(t, "coins"), Scheduler: rapid.SampledFrom(ways).Draw(t, "scheduler")}
	if d.Scheduler != "" {
		d.Length = rapid.IntRange(u.events/4, 2*u.events).Draw(t, "length")
		return d
	}
	d.Calm = rapid.IntRange(0, u.draws).Draw(t, "calm")
	d.Omit = rapid.Uint8().Draw(t, "omit")
	d.Names = rapid.SliceOfN(rapid.SampledFrom(u.names), u.draws/2, 2*u.draws).Draw(t, "schedule")
	return d
}

// passed says what was tried.
func (h *hunt) passed() {
	h.t.Helper()
	schedules, unfinished := 0, h.endings[schedule.Unfinished]
	for _, count := range h.endings {
		schedules += count
	}
	for i, p := range h.open {
		switch {
		case p.Form == properties.Reachable && h.witnessed[i]:
			h.t.Logf("%s: witnessed by a random schedule", p.Name)
		case p.Form == properties.Reachable:
			h.t.Logf("%s: not witnessed by %d random schedules", p.Name, schedules)
		case p.Form.IsLiveness() && unfinished > 0:
			h.t.Logf("%s: not violated by %d random schedules, of which %d came to no end", p.Name, schedules, unfinished)
		default:
			h.t.Logf("%s: not violated by %d random schedules", p.Name, schedules)
		}
	}
}

// deadline returns when the search for violations has to stop so that there is
// time to report.
func deadline(t testing.TB) time.Time {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if end, ok := d.Deadline(); ok {
			return end.Add(-max(time.Until(end)/5, 0))
		}
	}
	return time.Now().Add(24 * time.Hour)
}
