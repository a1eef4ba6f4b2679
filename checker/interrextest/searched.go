package interrextest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/properties"
)

// An effort records the search and the random schedules for the properties that no
// search has decided.
type effort struct {
	*check
	report *checker.Report // of the exhaustive search; nil: there was none
	notes  []string        // why single properties are undecided, if not because the search stopped
	levels []level         // of the exhaustive search, as far as it has come

	schedules   int // random ones
	least, most int // events of one
	by          map[string]int
	took        time.Duration
}

// level is one level of a breadth-first search: the configurations at one distance
// from the start.
type level struct {
	depth          int
	configurations int64
}

// progress records how far the search has come.
func (e *effort) progress(p checker.Progress) {
	if p.Phase != "search" || p.Configurations == 0 {
		return
	}
	if last := len(e.levels) - 1; last >= 0 && p.Depth <= e.levels[last].depth {
		if p.Depth == e.levels[last].depth {
			return
		}
		e.levels = nil // another engine has had a turn since
	}
	e.levels = append(e.levels, level{p.Depth, p.Frontier})
}

// note records why a property is undecided.
func (e *effort) note(v checker.Verdict) {
	if v.Note() != "" && v.Reason != e.report.Stopped {
		e.notes = append(e.notes, fmt.Sprintf("%s: %s", v.Property.Name, v.Note()))
	}
}

// walked counts a random schedule.
func (e *effort) walked(way string, w *schedule.Walk) {
	if e.schedules == 0 {
		e.by, e.least = map[string]int{}, w.Len()
	}
	e.schedules++
	e.by[way]++
	e.least, e.most = min(e.least, w.Len()), max(e.most, w.Len())
}

// String describes the search and the schedules, in lines.
func (e *effort) String() string {
	lines := []string{"exhaustive search: " + e.searched()}
	if rest := e.rest(); rest != "" {
		lines = append(lines, "what is left: "+rest)
	}
	lines = append(lines, e.notes...)
	lines = append(lines, "random schedules: "+e.tried())
	return "    " + strings.Join(lines, "\n    ")
}

// searched returns the result of the exhaustive search in words.
func (e *effort) searched() string {
	r := e.report
	if r == nil {
		return fmt.Sprintf("none (Config.Random is %v)", e.Random)
	}
	configurations, _ := r.Counts()
	text := fmt.Sprintf("%v configurations in %v", configurations, rounded(r.Elapsed))
	if r.Reduction != checker.NoReduction {
		text = fmt.Sprintf("%v configurations of a reduced search in %v", configurations, rounded(r.Elapsed))
	}
	if r.Relaxed {
		text = fmt.Sprintf("%v configurations with order fifo, which has all executions and more, in %v", configurations, rounded(r.Elapsed))
	}
	if r.Complete {
		return "all " + text
	}
	if r.Depth > 1 && r.Engine == checker.Explicit && r.Cut == 0 { // the last level may be incomplete
		text += fmt.Sprintf(", every execution of at most %d events", r.Depth-1)
	}
	return text + ", then cut short: " + r.Stopped.String()
}

// rest estimates how many configurations the search has left. If levels shrink, it
// assumes that they go on to shrink like the last ones. If they grow, it only says
// that there are more.
func (e *effort) rest() string {
	if e.report == nil || e.report.Complete || e.report.Cut > 0 {
		return ""
	}
	if len(e.levels) == 0 {
		return "nothing is known of it"
	}
	last := e.levels[len(e.levels)-1]
	found := fmt.Sprintf("%d configurations are %s from the start", last.configurations, count(last.depth, "event"))
	if len(e.levels) == 1 {
		return found + ": there is no estimate of the rest"
	}
	before := e.levels[len(e.levels)-2]
	growth := math.Pow(float64(last.configurations)/float64(before.configurations), 1/float64(last.depth-before.depth))
	if growth >= 0.99 {
		return fmt.Sprintf("%s, %.1f times as many with each event so far: there is no estimate of the rest", found, growth)
	}
	return fmt.Sprintf("%s, %.2f times as many with each event: some %.0f more, if they go on to grow fewer like that",
		found, growth, math.Ceil(float64(last.configurations)*growth/(1-growth)))
}

// tried returns the random schedules that were tried, in words.
func (e *effort) tried() string {
	if e.schedules == 0 {
		return "none: no time was left"
	}
	var by []string
	for _, name := range slices.Sorted(maps.Keys(e.by)) {
		by = append(by, fmt.Sprintf("%s %d", name, e.by[name]))
	}
	return fmt.Sprintf("%d of %d..%s in %v (%s)", e.schedules, e.least, count(e.most, "event"), rounded(e.took), strings.Join(by, ", "))
}

// allow says how the test can pass without a complete search, and how to search on.
func (e *effort) allow() string {
	var text strings.Builder
	text.WriteString("    where random schedules are enough: interrextest.Config{Random: interrextest.Enough}")
	if e.report == nil || e.report.Complete {
		return text.String()
	}
	fmt.Fprintf(&text, "; to search on: Config{Time: %v, Memory: %d << 20}", 10*e.asked, 4*e.Memory>>20)
	if testing.Short() {
		text.WriteString("; -short leaves a tenth of the time")
	}
	return text.String()
}

// named lists properties by name.
func named(list []properties.Property) string {
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func rounded(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(100 * time.Millisecond)
}
