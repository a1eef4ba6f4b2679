package interrextest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// tryRandom judges, on random schedules, the properties that no search has decided.
func (k *check) tryRandom(open []properties.Property, tried *effort) {
	k.t.Helper()
	h := k.newHunt(tried)
	for len(open) > 0 && !k.enough(open) {
		f := h.find(open)
		if f == nil {
			h.conclude(open)
			return
		}
		p := open[f.property]
		k.fail(p, k.shorten(p, f.execution), "random schedules")
		open = slices.Delete(slices.Clone(open), f.property, f.property+1)
		if p.IsWellFormed() {
			k.notJudged(open)
			return
		}
	}
}

// notJudged logs that properties are not judged, as a step is not well-formed.
func (k *check) notJudged(list []properties.Property) {
	k.t.Helper()
	for _, p := range list {
		k.t.Logf("%s: not judged, as a step is not well-formed", p.Name)
	}
}

// finding is a violation that a random schedule shows.
type finding struct {
	property  int
	execution model.Execution
}

// hunt is a search for violations by random schedules.
type hunt struct {
	*check
	*effort
	starts    []*model.System // one for each initial configuration
	universe  universe
	rest      time.Duration       // of the budget
	witnessed map[string]struct{} // by name: the reachability properties with a witness
	terminal  int                 // schedules that end
	fair      int                 // those, and those that go on for ever
	triggered map[string]int      // by name of a property with a trigger: the schedules in which it holds (of a LeadsTo: those of fair)
}

func (k *check) newHunt(tried *effort) *hunt {
	k.t.Helper()
	starts, err := k.system.Semantics().Starts()
	if err != nil {
		k.t.Fatalf("interrextest: %v", err)
	}
	return &hunt{check: k, effort: tried, starts: starts, universe: newUniverse(starts[0], k.budget()/2), rest: k.budget(), triggered: map[string]int{}}
}

// find looks for a random schedule that shows a violation, and returns nil if the
// budget is used up. rapid draws the schedules, -rapid.checks of them in each round.
func (h *hunt) find(open []properties.Property) *finding {
	began := time.Now()
	defer func() {
		h.took += time.Since(began)
		h.rest -= time.Since(began)
	}()
	r := &round{hunt: h, open: open, end: began.Add(h.rest)}
	for ; r.goesOn(); r.number++ {
		rapid.Check(silenced{h.t}, r.try)
	}
	if r.panicked != nil {
		panic(r.panicked)
	}
	return r.found
}

// round is one call of rapid.Check, which draws schedules. The property of that call
// never fails: a violation is recorded here, and shortened as an execution. Shrinking
// the draws first would take longer and give no shorter ones (docs/schedulers.md).
type round struct {
	*hunt
	open     []properties.Property
	end      time.Time // no schedule is tried after this
	number   int
	found    *finding
	panicked any // the value of a panic of a property or of a method of the algorithm
}

// goesOn reports whether to try another schedule.
func (r *round) goesOn() bool {
	return r.found == nil && r.panicked == nil && time.Now().Before(r.end) &&
		r.t.Context().Err() == nil && (r.Schedules == 0 || r.schedules < r.Schedules)
}

// try tries one schedule.
func (r *round) try(t *rapid.T) {
	if !r.goesOn() {
		return
	}
	d := r.universe.draw(t, r.schedules, r.number)
	defer func() { r.panicked = recover() }() // rapid would treat it as a failure
	start := 0
	if len(r.starts) > 1 {
		start = rapid.IntRange(0, len(r.starts)-1).Draw(t, "start")
	}
	w := schedule.Start(r.starts[start], r.Fairness, r.open...)
	w.Until(r.end)
	r.walked(d.way, w, r.universe.walk(d, w))
	r.found = r.judge(r.open, w)
}

// silenced is a test that drops the messages of rapid.
type silenced struct{ testing.TB }

func (silenced) Failed() bool        { return false }
func (silenced) Logf(string, ...any) {}

// walked counts a walk.
func (r *round) walked(way string, w *schedule.Walk, end schedule.Ending) {
	r.effort.walked(way, w)
	if end == schedule.Terminal {
		r.terminal++
	}
	fair := end != schedule.Unfinished && !w.Bounded()
	if fair {
		r.fair++
	}
	for i, p := range r.open {
		if w.Triggered(i) && (fair || p.HasTrigger()) {
			r.triggered[p.Name]++
		}
	}
}

// judge returns a violation that a walk shows, nil if it shows none.
func (h *hunt) judge(open []properties.Property, w *schedule.Walk) *finding {
	for i, p := range open {
		switch {
		case !w.Decides(i):
		case p.Form != properties.Reachable:
			x, _ := w.Decided(i)
			return &finding{i, x}
		default:
			h.witness(p, i, w)
		}
	}
	return nil
}

// witness records that a walk witnesses property i.
func (h *hunt) witness(p properties.Property, i int, w *schedule.Walk) {
	if h.isWitnessed(p) {
		return
	}
	if x, ok := w.Decided(i); ok && judged(p, x, h.Fairness) == nil {
		if h.witnessed == nil {
			h.witnessed = map[string]struct{}{}
		}
		h.witnessed[p.Name] = struct{}{}
	}
}

func (h *hunt) isWitnessed(p properties.Property) bool {
	_, ok := h.witnessed[p.Name]
	return ok
}

// conclude reports the result for the properties that no search has decided and no
// random schedule violates.
func (h *hunt) conclude(open []properties.Property) {
	h.t.Helper()
	var undecided []properties.Property
	for _, p := range open {
		if h.isWitnessed(p) {
			h.t.Logf("%s: witnessed by a random schedule", p.Name)
		} else {
			undecided = append(undecided, p)
		}
	}
	if len(undecided) == 0 {
		return
	}
	if h.Random == NotEnough {
		h.t.Errorf("%s: not decided: no search was complete, and no random schedule shows a violation\n%s\n%s", named(undecided), h, h.allow())
		return
	}
	for _, p := range undecided {
		h.passed(p)
	}
	h.t.Logf("not decided by a complete search, which Config.Random = %v allows: %s\n%s", h.Random, named(undecided), h)
}

// passed reports that random schedules do not violate a property, provided that some
// of them could have.
func (h *hunt) passed(p properties.Property) {
	h.t.Helper()
	could := h.schedules
	switch {
	case p.Form == properties.LeadsTo, p.HasTrigger():
		could = h.triggered[p.Name]
	case p.Form.IsLiveness():
		could = h.fair
	case p.Form == properties.AtEnd:
		could = h.terminal
	}
	switch {
	case p.Form == properties.Reachable:
		h.t.Errorf("%s: not witnessed by %s: nothing shows that %s", p.Name, count(h.schedules, "random schedule"), p.Statement)
	case could == 0 && !h.mayBeVacuous(p):
		h.t.Errorf("%s: vacuous: none of %s could refute it: %s\n%s", p.Name, count(h.schedules, "random schedule"), h.whyNone(p), allowVacuous(p))
	case could < h.schedules:
		h.t.Logf("%s: not violated by %s, of which %d could have", p.Name, count(h.schedules, "random schedule"), could)
	default:
		h.t.Logf("%s: not violated by %s", p.Name, count(h.schedules, "random schedule"))
	}
}

// whyNone says why no random schedule could refute a property.
func (h *hunt) whyNone(p properties.Property) string {
	switch {
	case p.HasTrigger() && (p.Form != properties.AtEnd || h.terminal > 0):
		return p.Untriggered()
	case p.Form == properties.LeadsTo && h.fair > 0:
		return fmt.Sprintf("its trigger held in none of the %d that came to an end, or came back to a configuration", h.fair)
	case p.Form.IsLiveness():
		return "none came to an end, or came back to a configuration"
	}
	return "none came to an end"
}

// byName draws schedules as lists of names of the universe, without a scheduler.
const byName = "names"

// ways returns the schedulers, and byName, in the order of their turns. Those that
// find more in docs/schedulers.md have more turns.
func ways() []string {
	return []string{
		"pos", "balanced", "pos", byName, "pos", "slow", "pos", "swarm", "pos", "balanced", "pos", "lifo", "pos",
		"slow", "pos", byName, "pos", "balanced", "pos", "balanced", "pos", "slow", "pos", "pct", byName,
	}
}

// draw draws the random parameters of schedule number i, in that round. With
// -rapid.seed all rounds draw the same values, and rapid prefers small ones, so the
// parameters of a scheduler depend on i too.
func (u universe) draw(t *rapid.T, i, round int) draw {
	coins := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "coins"), uint64(i)))
	d := draw{way: ways()[i%len(ways())], Coins: coins.Uint64()}
	if d.way != byName {
		d.Length = u.events/4 + coins.IntN(2*u.events-u.events/4+1)
		d.Depth = 2 + coins.IntN(4)
		return d
	}
	d.Calm = rapid.IntRange(0, u.draws).Draw(t, "calm")
	d.Omit = rapid.Uint8().Draw(t, "omit") + uint8(round)
	d.Names = rapid.SliceOfN(rapid.SampledFrom(u.names), u.draws/2, 2*u.draws).Draw(t, "schedule")
	return d
}
