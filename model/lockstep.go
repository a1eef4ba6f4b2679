package model

import "slices"

// roundCauses appends the rounds that c enables: one for each set of processes
// that may wake at its start.
func (s *System) roundCauses(list []cause, c Configuration) []cause {
	sleepers := s.sleepers(c)
	for mask := range 1 << len(sleepers) {
		var wakes []int
		for i, p := range sleepers {
			if mask>>i&1 == 1 {
				wakes = append(wakes, p)
			}
		}
		if mask > 0 || s.acts(c) {
			list = append(list, cause{Event: Event{Process: -1, Kind: Round, Wakes: wakes}})
		}
	}
	return list
}

// acts reports whether some process takes a step in a round without wake-ups.
func (s *System) acts(c Configuration) bool {
	if c.InFlight() > 0 {
		return true
	}
	for p := range s.net.N {
		if c.Down[p] {
			continue
		}
		ready := s.ready(c, p)
		if ready.Idle || ready.Round || len(s.expiries(nil, c, p)) > 0 {
			return true
		}
	}
	return false
}

// maxSleepers is the largest number of processes that may wake in one round. The
// number of rounds is 2 to its power.
const maxSleepers = 16

// sleepers returns the processes that may wake in c.
func (s *System) sleepers(c Configuration) []int {
	var list []int
	for p := range s.net.N {
		if !c.Down[p] && s.net.Wake.Allows(p) && s.ready(c, p).Wake {
			list = append(list, p)
		}
	}
	return list
}

// turn is one outcome of the steps of one process in a round.
type turn struct {
	local   any
	sends   []Send
	choices []int
	failure string
}

// round returns the outcomes of the round in which these processes wake, and the
// crashes within it.
func (s *System) round(c Configuration, wakes []int) []Successor {
	turns := make([][]turn, s.net.N)
	for p := range turns {
		turns[p] = s.turns(c, p, slices.Contains(wakes, p))
	}
	var list []Successor
	for _, chosen := range product(turns) {
		e := roundEvent(wakes, chosen)
		list = append(list, s.together(c, e, chosen, -1))
		list[len(list)-1].Obligatory = len(wakes) == 0
		list = append(list, s.strikeRound(c, e, chosen)...)
	}
	return list
}

func roundEvent(wakes []int, chosen []turn) Event {
	e := Event{Process: -1, Kind: Round, Wakes: wakes}
	for _, t := range chosen {
		e.Choices = append(e.Choices, t.choices...)
	}
	return e
}

// followRound is [Semantics.Follow] for a round, or a crash within one.
func (s *System) followRound(c Configuration, x cause, pick func(outcomes int) int) (Successor, bool) {
	chosen, failed := make([]turn, s.net.N), false
	for p := range chosen {
		turns := s.turns(c, p, slices.Contains(x.Wakes, p))
		chosen[p] = turns[pick(len(turns))]
		failed = failed || chosen[p].failure != ""
	}
	e := roundEvent(x.Wakes, chosen)
	if !x.Within {
		y := s.together(c, e, chosen, -1)
		y.Obligatory = len(x.Wakes) == 0
		return y, true
	}
	if !s.crashable(c, x.Process) || failed || x.After >= len(chosen[x.Process].sends) {
		return Successor{}, false
	}
	e.Within, e.During, e.Kind, e.Process, e.After = true, Round, Crash, x.Process, x.After
	return s.together(c, e, chosen, x.Process), true
}

func (s *System) strikeRound(c Configuration, e Event, chosen []turn) []Successor {
	if c.Left.Crash == 0 || slices.ContainsFunc(chosen, func(t turn) bool { return t.failure != "" }) {
		return nil
	}
	var list []Successor
	e.Within, e.During, e.Kind = true, Round, Crash
	for p, t := range chosen {
		if !s.net.Victims.MayStrike(Crash, p) {
			continue
		}
		e.Process = p
		for e.After = range len(t.sends) {
			list = append(list, s.together(c, e, chosen, p))
		}
	}
	return list
}

// together returns the round in which each process takes its turn. Process
// struck crashes after its first e.After sends; if it is -1, none does.
func (s *System) together(c Configuration, e Event, chosen []turn, struck int) Successor {
	next := c.clone()
	next.Started = true
	for ch, channel := range c.Channels {
		next.Channels[ch] = waited(channel)
	}
	x := Successor{Event: e}
	for p, t := range chosen {
		next.Locals[p] = t.local
		if t.failure != "" {
			if next.Failures == nil {
				next.Failures = make([]string, s.net.N)
			}
			next.Failures[p] = t.failure
		}
	}
	if next.Failures != nil {
		x.Next = next
		return x
	}
	if struck >= 0 {
		next = s.crash(next, struck)
	}
	for p, t := range chosen {
		sends := t.sends
		if p == struck {
			sends = sends[:e.After]
		}
		for _, m := range sends {
			x.Sends = append(x.Sends, s.send(&next, p, m))
		}
	}
	x.Next = next
	return x
}

// turns returns the outcomes of the steps that p takes in a round. It wakes. It
// receives the messages in flight to it that do not wait, by port. It
// is idle if there are none. It takes the step of the round. If no message was
// in flight anywhere, its timers run out, and it suspects processes that are
// down.
func (s *System) turns(c Configuration, p int, wakes bool) []turn {
	list := []turn{{local: c.Locals[p]}}
	if c.Down[p] {
		return list
	}
	do := func(in Input[any], ready func(Spontaneous) bool) {
		var after []turn
		for _, t := range list {
			if t.failure != "" || ready != nil && !ready(s.alg.ready(s.selves[p], t.local)) {
				after = append(after, t)
				continue
			}
			for _, o := range s.alg.step(s.selves[p], t.local, in) {
				next := turn{o.Next, slices.Concat(t.sends, o.Sends), slices.Concat(t.choices, o.Choices), o.Failure}
				if o.Failure != "" {
					next.local = t.local
				}
				after = append(after, next)
			}
		}
		list = after
	}
	before := s.ready(c, p)
	if wakes {
		do(Input[any]{Kind: Wake}, nil)
	}
	idle := true
	for _, ch := range s.in[p] {
		for _, e := range arriving(c.Channels[ch]) {
			idle = false
			do(Input[any]{Kind: Receive, Port: e.Port, Msg: e.Msg}, nil)
		}
	}
	if idle {
		do(Input[any]{Kind: Idle}, func(r Spontaneous) bool { return r.Idle })
	}
	do(Input[any]{Kind: Round}, func(r Spontaneous) bool { return r.Round })
	if c.InFlight() > 0 {
		return list
	}
	for t := range uint8(8) {
		if before.Timers.Has(t) {
			do(Input[any]{Kind: Timeout, Number: Number{Timer: t}}, func(r Spontaneous) bool { return r.Timers.Has(t) })
		}
	}
	for q := range before.Suspect.All() {
		if int(q) < len(s.peers[p]) && c.Down[s.peers[p][q]] {
			do(Input[any]{Kind: Suspect, Port: q}, func(r Spontaneous) bool { return r.Suspect.Has(q) })
		}
	}
	return list
}

// product returns the Cartesian product of the turns of all processes.
func product(turns [][]turn) [][]turn {
	all := [][]turn{nil}
	for _, options := range turns {
		var longer [][]turn
		for _, chosen := range all {
			for _, t := range options {
				longer = append(longer, append(slices.Clip(chosen), t))
			}
		}
		all = longer
	}
	return all
}
