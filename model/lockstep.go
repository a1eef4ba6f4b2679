package model

import "slices"

// rounds returns the rounds that may be taken in c, one for each set of
// processes that wake at its start and each outcome, and each crash within it.
func (s *System) rounds(c Configuration) []Successor {
	sleepers := s.sleepers(c)
	var list []Successor
	for mask := range 1 << len(sleepers) {
		var wakes []int
		for i, p := range sleepers {
			if mask>>i&1 == 1 {
				wakes = append(wakes, p)
			}
		}
		list = append(list, s.round(c, wakes)...)
	}
	return list
}

// maxSleepers is the most processes of which any may wake in one round.
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

// turn is one outcome of what one process does in a round.
type turn struct {
	local   any
	sends   []valueSend
	choices []int
	failure string
}

// round returns the outcomes of the round in which these processes wake, nil
// if nobody would take a step.
func (s *System) round(c Configuration, wakes []int) []Successor {
	turns, acts := make([][]turn, s.net.N), false
	for p := range turns {
		steps := 0
		turns[p], steps = s.turns(c, p, slices.Contains(wakes, p))
		acts = acts || steps > 0
	}
	if !acts {
		return nil
	}
	var list []Successor
	for _, chosen := range product(turns) {
		e := Event{Process: -1, Kind: Round, Wakes: wakes}
		for _, t := range chosen {
			e.Choices = append(e.Choices, t.choices...)
		}
		list = append(list, s.together(c, e, chosen, -1))
		list[len(list)-1].Obligatory = len(wakes) == 0
		list = append(list, s.strikeRound(c, e, chosen)...)
	}
	return list
}

func (s *System) strikeRound(c Configuration, e Event, chosen []turn) []Successor {
	if c.Left.Crash == 0 || slices.ContainsFunc(chosen, func(t turn) bool { return t.failure != "" }) {
		return nil
	}
	var list []Successor
	e.Within, e.During, e.Kind = true, Round, Crash
	for p, t := range chosen {
		e.Process = p
		for e.After = range len(t.sends) {
			list = append(list, s.together(c, e, chosen, p))
		}
	}
	return list
}

// together returns the round in which each process takes its turn; process
// struck, unless it is -1, crashes after its first e.After sends.
func (s *System) together(c Configuration, e Event, chosen []turn, struck int) Successor {
	next := c.clone()
	next.Started = true
	clear(next.Channels)
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

// turns returns the outcomes of what p does in a round, and how many steps it
// takes in it: it wakes, receives what was sent to it in the previous round by
// port, finds itself idle if that was nothing, is told of the round, and has
// its timers run out and its suspicions come true if nothing was in flight.
func (s *System) turns(c Configuration, p int, wakes bool) ([]turn, int) {
	list := []turn{{local: c.Locals[p]}}
	if c.Down[p] {
		return list, 0
	}
	steps := 0
	do := func(in Input[any], ready func(Spontaneous) bool) {
		var after []turn
		for _, t := range list {
			if t.failure != "" || ready != nil && !ready(s.alg.ready(s.selves[p], t.local)) {
				after = append(after, t)
				continue
			}
			steps++
			for _, o := range s.alg.step(s.selves[p], t.local, in) {
				next := turn{o.next, slices.Concat(t.sends, o.sends), slices.Concat(t.choices, o.choices), o.failure}
				if o.failure != "" {
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
	for _, ch := range s.in[p] {
		for _, e := range c.Channels[ch] {
			do(Input[any]{Kind: Receive, Port: e.Port, Msg: e.Msg}, nil)
		}
	}
	if s.isIdle(c, p) {
		do(Input[any]{Kind: Idle}, func(r Spontaneous) bool { return r.Idle })
	}
	do(Input[any]{Kind: Round}, func(r Spontaneous) bool { return r.Round })
	if c.InFlight() > 0 {
		return list, steps
	}
	for t := range uint8(8) {
		if before.Timers.Has(t) {
			do(Input[any]{Kind: Timeout, Timer: t}, func(r Spontaneous) bool { return r.Timers.Has(t) })
		}
	}
	for q := range before.Suspect.All() {
		if int(q) < len(s.peers[p]) && c.Down[s.peers[p][q]] {
			do(Input[any]{Kind: Suspect, Port: q}, func(r Spontaneous) bool { return r.Suspect.Has(q) })
		}
	}
	return list, steps
}

// product returns every way to choose one turn of each process.
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
