package itairodeh_test

import (
	"cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/itairodeh"
)

// starts reports whether the input is the first of a process.
func starts(s state) bool { return s.Phase == itairodeh.Asleep }

// meets reports whether a message that is not its own comes to an active process, in relation to its identity:
// -1 a lesser one, 0 an equal one, 1 a greater one.
func meets(p *process, s state, in input, relation int) bool {
	return at(s, in, itairodeh.Active) && in.Msg.Hop < p.N() && cmp.Compare(in.Msg.J, s.ID) == relation
}

// returns reports whether its own message comes back to an active process.
func returns(p *process, s state, in input) bool {
	return at(s, in, itairodeh.Active) && in.Msg.Hop == p.N()
}

// again reports whether an active process has to choose again.
func again(p *process, s state, in input) bool { return returns(p, s, in) && in.Msg.Dirty }

// mutants are wrong forms of the algorithm, of the kind that real edits make.
var mutants = []struct {
	name   string
	reason string
	mutant mutant
}{
	{"always chooses the greatest identity", "all share it, for ever (line 1)",
		mutant{choose: func(k int, _ *process, _ state) int { return k }}},
	{"never chooses the least identity", "of two there is nothing left to choose, of three there is (line 1)",
		mutant{escapes: true, choose: func(k int, p *process, _ state) int { return min(k, 2+p.Choose(max(k-1, 1))) }}},
	{"chooses its least identity first", "harmless: it chooses again (line 3)",
		mutant{choose: func(k int, p *process, s state) int {
			if starts(s) {
				return 1
			}
			return 1 + p.Choose(k)
		}}},
	{"chooses the same again", "two that share the greatest identity share it for ever (line 11)",
		mutant{choose: func(k int, p *process, s state) int {
			if starts(s) {
				return 1 + p.Choose(k)
			}
			return s.ID
		}}},
	{"chooses no lesser identity than before", "all have the greatest in the end (line 11)",
		mutant{choose: func(k int, p *process, s state) int {
			least := max(s.ID, 1)
			return least + p.Choose(k-least+1)
		}}},
	{"chooses no greater identity than before", "all have the least in the end (line 11)",
		mutant{choose: func(k int, p *process, s state) int {
			if !starts(s) {
				k = s.ID
			}
			return 1 + p.Choose(k)
		}}},
	{"chooses another identity than before", "of two there is nothing left to choose, of three there is (line 11)",
		mutant{escapes: true, choose: func(k int, p *process, s state) int {
			if starts(s) || k == 1 {
				return 1 + p.Choose(k)
			}
			return 1 + (s.ID+p.Choose(k-1))%k
		}}},
	{"chooses the next identity each time", "those that are equal stay equal (line 11)",
		mutant{choose: func(k int, p *process, s state) int {
			if starts(s) {
				return 1 + p.Choose(k)
			}
			return 1 + s.ID%k
		}}},
	{"sends its first message twice", "the second is back when it has chosen again (line 2)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if in.Kind != model.Wake {
				return s, false
			}
			s = chosen(p, 1+p.Choose(k))
			p.Send(0, clean(s.ID, 1))
			return s, true
		}}},
	{"counts itself as the first hop", "it takes the message of its neighbour for its own (line 2)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			applies := again(p, s, in) || starts(s) && in.Kind == model.Wake
			if !applies {
				return s, false
			}
			s.Phase, s.ID = itairodeh.Active, 1+p.Choose(k)
			p.Send(0, clean(s.ID, 2))
			return s, true
		}}},
	{"sends its new choice marked", "who has chosen twice chooses for ever (line 2)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if !again(p, s, in) {
				return s, false
			}
			s.ID = 1 + p.Choose(k)
			p.Send(0, dirty(s.ID, 1))
			return s, true
		}}},
	{"wakes without a message", "nobody hears of it (line 3)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if in.Kind != model.Wake {
				return s, false
			}
			return state{Phase: itairodeh.Active, ID: 1 + p.Choose(k)}, true
		}}},
	{"forgets the message that wakes it", "the sender waits for it (line 4)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if !starts(s) || in.Kind != model.Receive {
				return s, false
			}
			return chosen(p, 1+p.Choose(k)), true
		}}},
	{"passes on the message that wakes it as a passive process does", "an equal message stays clean (line 4)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if !starts(s) || in.Kind != model.Receive {
				return s, false
			}
			s = chosen(p, 1+p.Choose(k))
			return s, passes(p, in, true)
		}}},
	{"becomes passive at a message that wakes it", "harmless: those that wake by themselves elect among themselves (line 4)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return passive, passes(p, in, at(s, in, itairodeh.Asleep))
		}}},
	{"sends its choice after the message that wakes it", "harmless: that message goes on as it would (line 4)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if !starts(s) || in.Kind != model.Receive || in.Msg.Hop == p.N() {
				return s, false
			}
			s = state{Phase: itairodeh.Active, ID: 1 + p.Choose(k)}
			own := s.ID
			s = algorithm{K: k}.Step(p, s, in)
			p.Send(0, clean(own, 1))
			return s, true
		}}},
	{"passive processes do not count", "a message is back before it has n hops (line 6)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			applies := at(s, in, itairodeh.Passive)
			if applies {
				p.Send(0, in.Msg)
			}
			return s, applies
		}}},
	{"passive processes clear the mark", "no message tells that its identity is shared (line 6)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			applies := at(s, in, itairodeh.Passive)
			in.Msg.Dirty = false
			return s, passes(p, in, applies)
		}}},
	{"passive processes swallow marked messages", "those that share the greatest identity wait for ever (line 6)",
		mutant{instead: func(_ int, _ *process, s state, in input) (state, bool) {
			return s, at(s, in, itairodeh.Passive) && in.Msg.Dirty
		}}},
	{"passive processes swallow all", "the greatest identity never comes back (line 6)",
		mutant{instead: func(_ int, _ *process, s state, in input) (state, bool) {
			return s, at(s, in, itairodeh.Passive)
		}}},
	{"forgets that it has lost", "passive is for ever (line 6)",
		mutant{instead: func(_ int, _ *process, s state, in input) (state, bool) {
			return state{Phase: itairodeh.Active, ID: in.Msg.J}, at(s, in, itairodeh.Passive) && in.Msg.Dirty
		}}},
	{"passes on to the right", "nothing can be sent to the right (line 6)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			if at(s, in, itairodeh.Passive) {
				p.Send(1, in.Msg)
			}
			return s, false
		}}},
	{"the leader passes messages on", "harmless: no other message is left when one wins (line 7)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return s, passes(p, in, at(s, in, itairodeh.Leader))
		}}},
	{"the leader announces itself", "harmless: the message ends at the leader (line 9)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return leader, passes(p, in, returns(p, s, in) && !in.Msg.Dirty)
		}}},
	{"ignores the mark", "all who share the greatest identity win (line 8)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return leader, returns(p, s, in) }}},
	{"a hop too few", "it takes its neighbour's message for its own (line 8)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return leader, at(s, in, itairodeh.Active) && in.Msg.Hop == p.N()-1 && !in.Msg.Dirty
		}}},
	{"a hop too many", "nobody knows his own message any more (line 8)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return s, passes(p, in, returns(p, s, in)) }}},
	{"knows its message by the identity", "it takes that of another for its own (line 8)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return leader, meets(p, s, in, 0) && !in.Msg.Dirty
		}}},
	{"wins with the greatest identity only", "it swallows its own message (line 8)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			return s, returns(p, s, in) && !in.Msg.Dirty && s.ID < k
		}}},
	{"chooses again without a message", "its choice is not compared with others (line 11)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if !again(p, s, in) {
				return s, false
			}
			s.ID = 1 + p.Choose(k)
			return s, true
		}}},
	{"gives up when its identity is shared", "all who share the greatest identity give up (line 11)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return passive, again(p, s, in) }}},
	{"marks nothing", "no message tells that its identity is shared (line 13)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return s, passes(p, in, meets(p, s, in, 0)) }}},
	{"marks a marked message as clean", "with three that share it the mark is lost (line 13)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			applies := meets(p, s, in, 0)
			in.Msg.Dirty = !in.Msg.Dirty
			return s, passes(p, in, applies)
		}}},
	{"swallows its equals", "two that share the greatest identity wait for ever (line 13)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return s, meets(p, s, in, 0) }}},
	{"gives way to its equals", "all are passive (line 13)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return passive, passes(p, in, meets(p, s, in, 0))
		}}},
	{"swallows its equals and chooses again", "its old message is still on its way (line 13)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) {
			if !meets(p, s, in, 0) {
				return s, false
			}
			return chosen(p, 1+p.Choose(k)), true
		}}},
	{"gives way to the greatest identity only", "it swallows the others that are greater (line 14)",
		mutant{instead: func(k int, p *process, s state, in input) (state, bool) { return s, meets(p, s, in, 1) && in.Msg.J < k }}},
	{"gives way to the next identity only", "the least swallows the greatest (line 14)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			return s, meets(p, s, in, 1) && in.Msg.J > s.ID+1
		}}},
	{"gives way to clean messages only", "harmless: who marks a message has sent an equal one, clean, ahead of it (line 14)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return s, meets(p, s, in, 1) && in.Msg.Dirty }}},
	{"marks the messages that it gives way to", "harmless: once all others have given way, the last choice comes back clean (line 15)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			applies := meets(p, s, in, 1)
			in.Msg.Dirty = true
			return passive, passes(p, in, applies)
		}}},
	{"clears the mark when it gives way", "harmless: who marks a message has sent an equal one, clean, ahead of it (line 15)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			applies := meets(p, s, in, 1)
			in.Msg.Dirty = false
			return passive, passes(p, in, applies)
		}}},
	{"swallows the messages that it gives way to", "the greatest identity never comes back (line 15)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return passive, meets(p, s, in, 1) }}},
	{"passes on without giving way", "it never learns that it has lost (line 15)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return s, passes(p, in, meets(p, s, in, 1)) }}},
	{"passes on lesser identities", "a message that has lost goes on (line 17)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) { return s, passes(p, in, meets(p, s, in, -1)) }}},
	{"marks lesser identities instead of swallowing them", "its sender chooses again, as if it had not lost (line 17)",
		mutant{instead: func(_ int, p *process, s state, in input) (state, bool) {
			applies := meets(p, s, in, -1)
			in.Msg.Dirty = true
			return s, passes(p, in, applies)
		}}},
}

// chosen returns a process that has chosen an identity, and sends it.
func chosen(p *process, id int) state {
	p.Send(0, clean(id, 1))
	return state{Phase: itairodeh.Active, ID: id}
}
