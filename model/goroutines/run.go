package goroutines

import (
	"fmt"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/interrex/interrex/model"
)

// A run is one bubble: a history that is replayed, and one more input.
type run struct {
	request
	a       *Algorithm
	history []*state

	inst     *instance
	choices  []choice // upon the input that is being taken
	last     bool     // the history has been replayed
	out      outcome
	timer    bool   // there will be a visible effect, if time passes
	alike    string // equal for histories that lead to one local state; "": there is no Snapshot
	ending   Ending
	over     bool    // the bubble has come to its end
	diverged string  // the difference from an earlier run
	where    request // the step in which it lies
	free     bool    // nothing is compared, and the outcomes before the last are kept
	earlier  []outcome
	unfit    error
}

// How often a step is taken anew that has two effects, or more, at one instant: their
// order may be that of racing goroutines. Of small searches that is every such step.
const (
	again  = 7    // after the first time
	small  = 1000 // bubbles
	sample = 16   // of later steps, one
)

// A stepped holds the result of a step.
type stepped struct {
	out    outcome
	made   []choice // by the code
	ticks  int      // how often time has passed
	timer  bool     // there will be a visible effect, if time passes
	alike  string   // as that of a run
	ending Ending   // if the process is stopped now
	counts Counts   // of the bubbles that ran
	cause  string   // of a difference, if that was asked for
	noted  []Difference
}

// run runs a step.
func (a *Algorithm) run(x request) (t stepped) {
	if a.code.Child != "" {
		t = a.inChild(x)
	} else {
		t = a.stepHere(x)
	}
	a.counts.Bubbles += t.counts.Bubbles
	a.counts.Inputs += t.counts.Inputs
	a.counts.Left += t.counts.Left
	a.counts.Differ += t.counts.Differ
	a.counts.Several += t.counts.Several
	a.differences = append(a.differences, t.noted[:min(len(t.noted), maxDifferences-len(a.differences))]...)
	return t
}

// A request asks for a step.
type request struct {
	at     *state
	in     model.Input[Message]
	made   []choice // upon in; the first outcome is taken of each that follows
	repeat bool     // take it anew if it has two effects
	ps     int      // under which it runs; 0: those of the program
	like   *run     // which made all choices and had the same effects; nil: any
	ends   bool     // look at the end of the process only
	probe  bool     // look for the cause of a difference only
}

// stepHere runs a step in this process.
func (a *Algorithm) stepHere(x request) (t stepped) {
	first := a.bubble(x, &t.counts)
	t.ending = first.ending
	if a.code.Ends > 0 && a.code.Time == Effects {
		last := x
		last.made, last.like, last.ends = first.made, first, true
		t.ending = a.bubble(last, &t.counts).ending
	}
	if len(first.out.sends) > 1 && x.repeat {
		x.made = first.made
		a.repeat(x, first, &t.counts)
	}
	t.out, t.made, t.ticks, t.timer, t.alike = first.out, slices.Clone(first.made), first.inst.ticks, first.timer, first.alike
	return t
}

// repeat takes a step anew, and compares.
func (a *Algorithm) repeat(x request, first *run, counts *Counts) {
	for n := range again {
		x.ps = a.code.processors(n)
		second := a.bubble(x, counts)
		difference := first.differs(second)
		if difference == "" && first.ending != second.ending {
			difference = fmt.Sprintf("stopped then, %v in one run and %v in another", first.ending, second.ending)
		}
		if difference == "" && first.alike != second.alike {
			difference = fmt.Sprintf("the snapshot, with what waits and what follows, is %s in one run and %s in another", first.alike, second.alike)
		}
		switch {
		case difference == "":
		case a.code.Repeats > 0:
			counts.differed(x.ps)
			a.note(x, difference)
		default:
			a.diverges(x, difference)
		}
	}
}

// differs names the first difference of two runs of a step, but for how the process ends;
// "" if there is none.
func (r *run) differs(s *run) string {
	for n := range max(len(r.made), len(s.made)) {
		if n >= len(r.made) || n >= len(s.made) || r.made[n] != s.made[n] {
			return fmt.Sprintf("the code chooses %d times in one run and %d times in another, or among others", len(r.made), len(s.made))
		}
	}
	return r.out.differs(&s.out)
}

// text names the inputs of the history, and the one of the step.
func (x *request) text() string { return x.at.inputs() + ", " + inputText(x.in) }

// bubble runs a bubble: with [Code].Repeats again if it differs from earlier ones. It also
// runs again if the scheduler or the garbage collector may have interrupted a goroutine, so
// that another came first, unless each outcome is wanted.
func (a *Algorithm) bubble(x request, counts *Counts) *run {
	for again := a.code.Repeats; ; again-- {
		begun, collected := time.Now(), collections()
		r := a.bubbleOnce(x, counts)
		switch {
		case again > 0 && r.diverged != "":
			counts.differed(x.ps)
			a.note(r.where, r.diverged)
			x.ps = a.code.other(x.ps)
		case again > 0 && a.code.Tries == 0 && (time.Since(begun) > undisturbed || collections() > collected):
		case r.diverged != "":
			a.diverges(r.where, r.diverged)
		default:
			return r
		}
	}
}

// undisturbed is how long a goroutine may surely run, in real time: after ten milliseconds
// the scheduler lets others run.
const undisturbed = 8 * time.Millisecond

// collections returns how often the garbage collector has run.
func collections() uint64 {
	sample := [1]metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample[:])
	return sample[0].Value.Uint64()
}

// bubbleOnce runs a bubble.
func (a *Algorithm) bubbleOnce(x request, counts *Counts) *run {
	r := &run{request: x, a: a, history: x.at.history()}
	if a.host != nil {
		a.host.begins()
	}
	leak := ""
	under(x.ps, func() { leak = inBubble(r.bubble) })
	counts.Bubbles++
	counts.Inputs += len(r.history) + 1
	switch {
	case r.unfit != nil:
		a.fail("after %s: %v", x.text(), r.unfit)
	case r.diverged != "":
	case !r.over:
		a.fail("after %s: Observe does not return: %s; allowed: to return at once", x.text(), leak)
	case leak != "":
		counts.Left++
	}
	return r
}

// bubble runs in the bubble.
func (r *run) bubble() {
	x := r.at
	r.inst = newInstance(&r.a.code, x.place, x.start().disk, x.life, r.a.values)
	defer logTo(func(line string) { r.inst.e.Logf("%s", line) })()
	defer func() {
		if fault := recover(); fault != nil {
			r.unfit = fmt.Errorf("%v", fault)
		}
	}()
	r.play()
	r.over = true
}

// diverges ends the search: the code does not always take a step in the same way.
func (a *Algorithm) diverges(x request, difference string) {
	a.fail("nondeterminism: the same inputs twice: %v", a.difference(x, difference))
}

// play takes the inputs.
func (r *run) play() {
	for n, at := range r.history {
		got := r.take(at.in, at.choices)
		if r.free {
			r.earlier, r.diverged = append(r.earlier, got), ""
			continue
		}
		if r.diverged == "" {
			r.diverged = at.differs(&got)
		}
		if r.diverged != "" {
			r.where = request{at: at.before, in: at.in, made: at.choices, ps: r.ps}
			r.history = r.history[:n]
			r.inst.stop()
			return
		}
	}
	r.last, r.where = true, r.request
	if r.told() {
		r.a.host.replayed()
		r.inst.e.logs = r.a.host.logs
	}
	r.out = r.take(r.in, r.made)
	r.made = r.choices
	if r.like != nil && r.diverged == "" {
		r.diverged = r.like.differs(r)
	}
	snaps := r.inst.process.Snapshot != nil && r.out.fault == "" && !r.ends
	if snaps {
		r.alike = r.snapshot()
	}
	if r.a.code.Time == Effects && r.out.fault == "" && !r.ends {
		r.timer = r.inst.untilEffect()
	}
	if r.told() {
		r.a.host.stops(r)
	}
	if snaps {
		r.alike += r.ahead()
	}
	if r.a.code.Ends > 0 && (r.ends || r.a.code.Time != Effects) {
		r.ending = r.inst.endWithin(r.a.code.Ends)
	}
	r.inst.stop()
}

// told reports whether another process is told how the bubble goes.
func (r *run) told() bool { return r.a.host != nil && !r.free }

// take gives the process an input. The choices of the code upon it are made, and at the
// last input others may follow.
func (r *run) take(in model.Input[Message], made []choice) outcome {
	e := r.inst.e
	r.choices = nil
	e.mu.Lock()
	e.choose = func(k int) int { return r.chooses(k, made) }
	e.mu.Unlock()
	r.inst.take(in)
	e.mu.Lock()
	e.choose = nil
	e.mu.Unlock()
	if r.diverged == "" && len(r.choices) < len(made) {
		r.diverged = fmt.Sprintf("the code chooses %d times in one run and %d times in another", len(made), len(r.choices))
	}
	o := outcome{sends: e.drain(), status: r.inst.observe()}
	e.mu.Lock()
	defer e.mu.Unlock()
	if r.unfit == nil {
		r.unfit = e.unfit
	}
	o.fault, o.log, o.disk = e.fault, e.log, e.disk
	e.log = nil
	return o
}

// chooses is Endpoint.Choose during an input.
func (r *run) chooses(k int, made []choice) int {
	n := len(r.choices)
	switch {
	case n < len(made) && made[n].of == k:
		r.choices = append(r.choices, made[n])
	case n < len(made) || !r.last:
		r.diverged = fmt.Sprintf("choice %d of the code is among %d outcomes, and was not in another run", n, k)
		return 0
	case n >= maxChoices:
		r.inst.e.fails("chooses more than %d times upon one input", maxChoices)
		return 0
	default:
		r.choices = append(r.choices, choice{0, k})
	}
	if r.last && r.told() {
		r.a.host.chooses(k)
	}
	return r.choices[n].taken
}

// state returns the state that a step of c leads to.
func (t *stepped) state(c *Code, before *state, in model.Input[Message]) *state {
	s := &state{place: before.place, before: before, in: in, choices: t.made, length: before.length + 1, ticks: t.ticks, life: before.life, outcome: t.out}
	s.called = before.called || slices.ContainsFunc(s.sends, func(m Sent) bool { return m.Msg.begins() })
	spent := c.spent(s.place, s.ticks)
	s.ready.Operations = c.Operations
	switch c.Time {
	case Rounds:
		s.ready.Round = !spent
	case Ticks:
		s.ready.Timers = timersIf(!spent)
	case Effects:
		s.ready.Timers = timersIf(t.timer && !spent)
	}
	s.shown = c.showing(s.status, t.ending)
	s.shown.Bounded = s.shown.Bounded || spent && (c.Time != Effects || t.timer)
	s.text = fmt.Sprintf("%v after %d", s.shown, s.length)
	return s
}

func timersIf(set bool) model.TimerSet {
	if set {
		return model.Timers(timeTimer)
	}
	return 0
}
