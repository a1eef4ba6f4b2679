package raft

import "github.com/interrex/interrex/model"

// A Clock gives the lengths of timeouts in rounds, so that a process which has
// heard nothing for an election timeout realises that there is no leader. A message
// takes one round.
type Clock struct {
	Least  int // the shortest election timeout
	Values int // how many lengths it may have: Least, Least+1, ..., all equally likely; 0: there is no clock
	Beat   int // the rounds from one heartbeat of a leader to the next
}

func (c Clock) runs() bool { return c.Values > 0 }

// counts reports whether a process counts rounds.
func (a Algorithm) counts(s State) bool {
	switch {
	case s.Phase == Leading: // 27
		return a.Fixes.Has(Announce)
	case s.Phase == Asking && !a.Fixes.Has(Majority): // 11
		return true
	}
	hears := s.Phase == Following && s.Leader != model.NoID
	return (hears || a.waits(s)) && s.Term < a.lastTerm()
}

// tick handles a round: a leader sends heartbeats, and the others wait for them.
func (a Algorithm) tick(p *model.Process[Message], s State) State {
	s.Elapsed++
	switch {
	case s.Phase == Leading && int(s.Elapsed) == a.Clock.Beat:
		s.Elapsed = 0
		broadcast(p, Message{Append, s.Term}) // 27
		return s
	case s.Phase == Leading: // 27
		return s
	case s.Limit == 0:
		s.Limit = uint8(a.Clock.Least + p.Choose(a.Clock.Values)) // 2, 28
	}
	if s.Elapsed < s.Limit { // 26
		return s
	}
	return a.expire(p, s) // 26
}

// restart begins a timeout, whose length is drawn in the next round.
func (s State) restart() State {
	s.Limit, s.Elapsed = 0, 0
	return s
}
