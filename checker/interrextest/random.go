package interrextest

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
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
	draw      draw
	execution model.Execution
	shrinks   int // schedules tried since the first that shows it
}

// mostShrinks is how many schedules rapid may try in shrinking: what follows,
// which drops and moves events rather than names, is faster and goes further.
const mostShrinks = 400

// find looks for a random schedule that shows a violation, nil if there was
// none: rapid draws and shrinks.
func (k *check) find(u universe, open []properties.Property) *finding {
	k.t.Helper()
	var found *finding
	tally := map[schedule.Ending]int{}
	witnessed := make([]bool, len(open))
	end := deadline(k.t)
	log := &recorder{TB: k.t}
	rapid.Check(log, func(t *rapid.T) {
		d := u.draw(t)
		if time.Now().After(end) {
			return
		}
		if found != nil {
			if found.shrinks++; found.shrinks > mostShrinks && !reflect.DeepEqual(d, found.draw) {
				return
			}
		}
		w := schedule.Start(k.system, k.Fairness, open...)
		ending := u.walk(d, w)
		if found == nil {
			tally[ending]++
		}
		for i, p := range open {
			x, ok := w.Decided(i)
			switch {
			case !ok:
			case p.Form == properties.Reachable:
				witnessed[i] = true
			case found == nil || found.property == i:
				if found == nil {
					found = &finding{property: i}
				}
				found.draw, found.execution = d, x
				t.Fatalf("%s is violated", p.Name)
			}
		}
	})
	log.tidy()
	if found == nil {
		k.passed(open, tally, witnessed)
	}
	return found
}

// draw draws what chance decides of a schedule.
func (u universe) draw(t *rapid.T) draw {
	return draw{
		Calm:  rapid.IntRange(0, u.draws).Draw(t, "calm"),
		Omit:  rapid.Uint8().Draw(t, "omit"),
		Coins: rapid.Uint64().Draw(t, "coins"),
		Names: rapid.SliceOfN(rapid.SampledFrom(u.names), u.draws/2, 2*u.draws).Draw(t, "schedule"),
	}
}

// passed says what was tried.
func (k *check) passed(open []properties.Property, tally map[schedule.Ending]int, witnessed []bool) {
	k.t.Helper()
	schedules := tally[schedule.Unfinished] + tally[schedule.Terminal] + tally[schedule.Looping]
	for i, p := range open {
		switch {
		case p.Form == properties.Reachable && witnessed[i]:
			k.t.Logf("%s: witnessed", p.Name)
		case p.Form == properties.Reachable:
			k.t.Logf("%s: not witnessed by %d random schedules", p.Name, schedules)
		case p.Form.IsLiveness() && tally[schedule.Unfinished] > 0:
			k.t.Logf("%s: not violated by %d random schedules, of which %d came to no end", p.Name, schedules, tally[schedule.Unfinished])
		default:
			k.t.Logf("%s: not violated by %d random schedules", p.Name, schedules)
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

// recorder is what rapid reports to: a violation is reported by us, once, all
// else by rapid.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Failed() bool { return r.failure != "" }
func (r *recorder) FailNow()     {}

func (r *recorder) Errorf(format string, args ...any) { r.failure = fmt.Sprintf(format, args...) }

func (r *recorder) Logf(format string, args ...any) {
	if r.failure == "" {
		r.TB.Helper()
		r.TB.Logf(format, args...)
	}
}

var rapidFile = regexp.MustCompile(`-rapid\.failfile="([^"]+)"`)

// tidy reports what went wrong with rapid itself, and removes the file that it
// has just written: the counterexample file says the same, and goes on saying
// it when the universe changes.
func (r *recorder) tidy() {
	r.TB.Helper()
	if m := rapidFile.FindStringSubmatch(r.failure); m != nil && strings.HasSuffix(m[1], fmt.Sprintf("-%d.fail", os.Getpid())) {
		if err := os.Remove(m[1]); err != nil {
			r.TB.Logf("%v", err)
		}
	}
	if r.failure != "" && !strings.Contains(r.failure, "is violated") {
		r.TB.Errorf("%s", r.failure)
	}
}
