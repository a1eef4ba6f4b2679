package goroutines

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// A run is one bubble: a history that is replayed, and one more input.
type run struct {
	a       *Algorithm
	history []*state
	in      model.Input[Message]
	made    []choice // upon in
	choose  func(k int) int
	ends    bool // the process is stopped at once

	inst     *instance
	choices  []choice // upon the input that is being taken
	out      outcome
	timer    bool // there will be a visible effect, if time passes
	ending   Ending
	over     bool   // the bubble has come to its end
	diverged string // the difference from an earlier run
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
	ending Ending   // if the process is stopped now
	counts Counts   // of the bubbles that ran
}

// run runs the step of s upon in, with the choices that have been made and others.
func (a *Algorithm) run(s *state, in model.Input[Message], made []choice, choose func(k int) int) *state {
	x := request{at: s, in: in, made: made, repeat: a.counts.Bubbles < small || len(a.states)%sample == 0}
	var t stepped
	if a.code.Child != "" {
		t = a.inChild(x, choose)
	} else {
		t = a.stepHere(x, choose)
	}
	a.counts.Bubbles += t.counts.Bubbles
	a.counts.Inputs += t.counts.Inputs
	a.counts.Left += t.counts.Left
	return a.add(t.state(&a.code, s, in))
}

// A request asks for a step.
type request struct {
	at     *state
	in     model.Input[Message]
	made   []choice // that are known
	repeat bool     // take it anew if it has two effects
	ends   bool     // look at the end of the process only
}

// stepHere runs a step in this process.
func (a *Algorithm) stepHere(x request, choose func(k int) int) (t stepped) {
	first := a.bubble(x, choose, &t.counts)
	t.ending = first.ending
	if a.code.Ends > 0 && a.code.Time == Effects {
		last := x
		last.made, last.ends = first.made, true
		t.ending = a.bubble(last, nil, &t.counts).ending
	}
	if len(first.out.sends) > 1 && x.repeat {
		x.made = first.made
		for range again {
			second := a.bubble(x, nil, &t.counts)
			difference := first.out.differs(&second.out)
			if difference == "" && first.ending != second.ending {
				difference = fmt.Sprintf("stopped then, %v in one run and %v in another", first.ending, second.ending)
			}
			if difference != "" {
				a.diverges(x.text() + ": " + difference)
			}
		}
	}
	t.out, t.made, t.ticks, t.timer = first.out, slices.Clone(first.made), first.inst.ticks, first.timer
	return t
}

// text names the inputs of the history, and the one of the step.
func (x *request) text() string { return x.at.inputs() + ", " + inputText(x.in) }

// bubble runs a bubble.
func (a *Algorithm) bubble(x request, choose func(k int) int, counts *Counts) *run {
	r := &run{a: a, history: x.at.history(), in: x.in, made: x.made, choose: choose, ends: x.ends}
	place, disk, life := x.at.place, x.at.start().disk, x.at.life
	if a.host != nil {
		a.host.begins()
	}
	leak := inBubble(func() {
		r.inst = newInstance(&a.code, place, disk, life, a.values)
		defer logTo(func(line string) { r.inst.e.Logf("%s", line) })()
		defer func() {
			if fault := recover(); fault != nil {
				r.unfit = fmt.Errorf("%v", fault)
			}
		}()
		r.play()
		r.over = true
	})
	counts.Bubbles++
	counts.Inputs += len(r.history) + 1
	switch {
	case r.unfit != nil:
		a.fail("after %s: %v", x.text(), r.unfit)
	case r.diverged != "":
		a.diverges(r.diverged)
	case !r.over:
		a.fail("after %s: Observe does not return: %s; allowed: to return at once", x.text(), leak)
	case leak != "":
		counts.Left++
	}
	return r
}

// diverges ends the search: the code does not always do the same.
func (a *Algorithm) diverges(what string) {
	a.fail("nondeterminism: the same inputs twice: %s; usual causes: goroutines that race after one input, "+
		"a select with several ready cases, timers that are due at one instant, iteration over a map, random numbers other than Choose", what)
}

// play runs in the bubble.
func (r *run) play() {
	for n, at := range r.history {
		got := r.take(at.in, at.choices, nil)
		if r.diverged == "" {
			r.diverged = at.differs(&got)
		}
		if r.diverged != "" {
			r.diverged = at.inputs() + ": " + r.diverged
			r.history = r.history[:n]
			r.inst.stop()
			return
		}
	}
	if r.a.host != nil {
		r.inst.e.logs = r.a.host.logs
	}
	r.out = r.take(r.in, r.made, r.choose)
	r.made = r.choices
	if r.a.code.Time == Effects && r.out.fault == "" && !r.ends {
		r.timer = r.inst.untilEffect()
	}
	if r.a.host != nil {
		r.a.host.stops(r)
	}
	if r.a.code.Ends > 0 && (r.ends || r.a.code.Time != Effects) {
		r.ending = r.inst.endWithin(r.a.code.Ends)
	}
	r.inst.stop()
}

// take gives the process an input. The choices of the code upon it are made, and then
// those that choose returns.
func (r *run) take(in model.Input[Message], made []choice, choose func(k int) int) outcome {
	e := r.inst.e
	r.choices = nil
	e.mu.Lock()
	e.choose = func(k int) int { return r.chooses(k, made, choose) }
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
func (r *run) chooses(k int, made []choice, choose func(k int) int) int {
	n := len(r.choices)
	switch {
	case n < len(made) && made[n].of == k:
		r.choices = append(r.choices, made[n])
	case n < len(made) || choose == nil:
		r.diverged = fmt.Sprintf("choice %d of the code is among %d outcomes, and was not in another run", n, k)
		return 0
	case n >= maxChoices:
		r.inst.e.fails("chooses more than %d times upon one input", maxChoices)
		return 0
	default:
		r.choices = append(r.choices, choice{choose(k), k})
	}
	return r.choices[n].taken
}

// state returns the state that a step of c leads to.
func (t *stepped) state(c *Code, before *state, in model.Input[Message]) *state {
	s := &state{place: before.place, before: before, in: in, choices: t.made, length: before.length + 1, ticks: t.ticks, life: before.life, outcome: t.out}
	s.called = before.called || slices.ContainsFunc(s.sends, func(m Sent) bool { return m.Msg.Kind == Request })
	spent := c.Steps > 0 && s.ticks >= c.Steps
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
