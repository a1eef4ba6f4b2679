package invitation_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/invitation"
)

// is reports whether a message of that kind comes to a process that has started.
func is(s state, in input, kind invitation.Kind) bool {
	return in.Kind == model.Receive && in.Msg.Kind == kind && s.Phase != invitation.Asleep
}

// expired reports whether the patience of a process is over.
func expired(s state, in input) bool { return in.Kind == model.Timeout && s.Phase != invitation.Asleep }

func isMember(p *process, s state) bool {
	return s.Phase != invitation.Asleep && s.Group.Coordinator != p.ID()
}

func isLeader(p *process, s state) bool { return s.Group.Coordinator == p.ID() }

// mutants are wrong forms of the algorithm, of the kind that real edits make.
var mutants = []struct {
	name   string
	reason string
	mutant mutant
}{
	{"counts groups without naming who formed them", "two groups have one number (line 2)",
		mutant{observe: func(_ model.Self, _ state, sound model.Status) model.Status {
			sound.Term /= 100
			return sound
		}}},
	{"leads on after it has joined", "a group has one coordinator (line 11)",
		mutant{observe: func(_ model.Self, _ state, sound model.Status) model.Status {
			if sound.Role == model.Lost {
				sound.Role = model.Won
			}
			return sound
		}}},
	{"takes itself for the coordinator of the group that it joins", "its group has one (line 11)",
		mutant{observe: func(p model.Self, s state, sound model.Status) model.Status {
			if s.Phase == invitation.Joining {
				sound.Role, sound.Leader = model.Won, p.ID()
			}
			return sound
		}}},
	{"leads before its members are there", "harmless: nobody else leads that group (line 14)",
		mutant{observe: func(p model.Self, s state, sound model.Status) model.Status {
			if s.Phase == invitation.Forming {
				sound.Role, sound.Leader = model.Won, p.ID()
			}
			return sound
		}}},
	{"names itself as the leader of whoever it follows", "groups stay apart: its coordinator is another, which no claim is about (line 11)",
		mutant{observe: func(p model.Self, _ state, sound model.Status) model.Status {
			if sound.Role == model.Lost {
				sound.Leader = p.ID()
			}
			return sound
		}}},
	{"sends no READY", "harmless: members ask for their coordinator (lines 14 and 16)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			applies := expired(s, in) && s.Phase == invitation.Forming
			return working(s), applies
		}}},
	{"sends no READY, and nobody asks for it", "whoever has accepted waits for ever (lines 14 and 16)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if expired(s, in) && s.Phase == invitation.Forming {
				return working(s), true
			}
			return s, expired(s, in) && isMember(p, s)
		}}},
	{"sends READY to one member only", "harmless: the others ask for it (line 14)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !expired(s, in) || s.Phase != invitation.Forming || s.Members.Len() < 2 {
				return s, false
			}
			p.Send(p.PortOf(least(s.Members)), say(invitation.Ready, s.Group))
			return working(s), true
		}}},
	{"never misses its coordinator", "the coordinator has crashed (line 21)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, expired(s, in) && isMember(p, s)
		}}},
	{"asks again when its coordinator does not answer", "the coordinator has crashed (line 21)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := expired(s, in) && isMember(p, s) && s.Asked != 0
			if applies {
				p.Send(p.PortOf(s.Group.Coordinator), say(invitation.AreYouThere, s.Group))
			}
			return s, applies
		}}},
	{"does not recover when it is answered NO-MORE", "harmless: it is not answered in time (lines 20 and 21)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, is(s, in, invitation.NoMore)
		}}},
	{"stays where it is told NO-MORE", "groups stay apart: its group has gone, and no claim is about one group for all (line 20)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			next := s
			next.Phase, next.Asked = invitation.Working, 0
			return next, is(s, in, invitation.NoMore) && in.Msg.Group == s.Group
		}}},
	{"says that it is THERE once it works", "a member whose READY was lost waits for ever (line 18)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := is(s, in, invitation.AreYouThere) && s.Group == in.Msg.Group && s.Phase != invitation.Forming && isLeader(p, s)
			if applies {
				p.Send(in.Port, say(invitation.There, in.Msg.Group))
			}
			return s, applies
		}}},
	{"knows every process that asks for it", "harmless: it tells those that READY has not reached (line 19)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := is(s, in, invitation.AreYouThere) && s.Group == in.Msg.Group && isLeader(p, s) && s.Phase != invitation.Forming
			if applies {
				p.Send(in.Port, say(invitation.Ready, in.Msg.Group))
			}
			return s, applies
		}}},
	{"answers for groups of the past", "its member waits in a group that is no more (line 19)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := is(s, in, invitation.AreYouThere) && s.Group != in.Msg.Group
			if applies {
				p.Send(in.Port, say(invitation.There, in.Msg.Group))
			}
			return s, applies
		}}},
	{"says READY for groups of the past", "groups stay apart: its member follows one that leads no more (line 19)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := is(s, in, invitation.AreYouThere) && s.Group != in.Msg.Group
			if applies {
				p.Send(in.Port, say(invitation.Ready, in.Msg.Group))
			}
			return s, applies
		}}},
	{"is too busy to be invited", "groups stay apart: nobody hears of another coordinator (line 5)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, is(s, in, invitation.AreYouCoordinator)
		}}},
	{"denies that it is a coordinator", "groups stay apart: nobody hears of another coordinator (line 5)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, answers(p, in, invitation.No, is(s, in, invitation.AreYouCoordinator))
		}}},
	{"says that it is a coordinator while it reorganises", "harmless: it ignores the invitation that follows, and is asked again (line 5)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			applies := is(s, in, invitation.AreYouCoordinator) && (s.Phase == invitation.Forming || s.Phase == invitation.Joining)
			return s, answers(p, in, invitation.Yes, applies)
		}}},
	{"says that it is a coordinator when it is a member", "it is taken out of its group, again and again (line 5)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, answers(p, in, invitation.Yes, is(s, in, invitation.AreYouCoordinator) && isMember(p, s))
		}}},
	{"accepts an invitation while it forms a group", "whoever has joined that group finds nobody there (line 12)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !is(s, in, invitation.Invitation) || s.Phase != invitation.Forming || isLeaderOf(p, in) {
				return s, false
			}
			return joins(p, s, in), true
		}}},
	{"accepts another invitation while it joins", "harmless: the group that it leaves does without it (line 12)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !is(s, in, invitation.Invitation) || s.Phase != invitation.Joining || isLeaderOf(p, in) {
				return s, false
			}
			return joins(p, s, in), true
		}}},
	{"accepts no invitation", "no group grows (line 9)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, is(s, in, invitation.Invitation)
		}}},
	{"joins without a word", "nobody tells it READY (line 11)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !invited(p, s, in) {
				return s, false
			}
			return state{Phase: invitation.Joining, Count: s.Count, Group: in.Msg.Group}, true
		}}},
	{"goes to work as soon as it has accepted", "harmless: it follows the coordinator that invites it (line 15)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !invited(p, s, in) {
				return s, false
			}
			return working(joins(p, s, in)), true
		}}},
	{"forwards no invitation", "harmless: its members find it gone, and recover (line 10)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if !invited(p, s, in) || s.Members == 0 {
				return s, false
			}
			p.Send(p.PortOf(in.Msg.Group.Coordinator), say(invitation.Accept, in.Msg.Group))
			return state{Phase: invitation.Joining, Count: s.Count, Group: in.Msg.Group}, true
		}}},
	{"takes no account of ACCEPT", "it tells nobody READY, and knows nobody that asks (line 13)",
		mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, is(s, in, invitation.Accept)
		}}},
	{"recovers without a new number", "harmless to those that observe: the old group had the same coordinator (line 1)",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			count := max(s.Count, 1)
			return state{Phase: invitation.Working, Count: count, Group: group{Coordinator: p.ID(), Count: count}}, expired(s, in) && isMember(p, s) && s.Asked != 0
		}}},
	{"comes back as it was", "groups stay apart: it waits for answers that have been lost (line 3)",
		mutant{restart: func(_ model.Self, s state) state { return s }}},
	{"comes back without its counter", "harmless to those that observe: a group has the number of an old one (line 3)",
		mutant{restart: func(p model.Self, _ state) state { return algorithm{}.Restart(p, state{}) }}},
	{"sends where there is no port", "there is no such port",
		mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Wake {
				p.Send(model.Port(p.Ports()), say(invitation.No, first))
			}
			return s, in.Kind == model.Wake
		}}},
}

// working returns the state of a process that goes to work.
func working(s state) state {
	s.Phase = invitation.Working
	return s
}

// answers sends an answer where that applies, and returns whether it does.
func answers(p *process, in input, kind invitation.Kind, applies bool) bool {
	if applies {
		p.Send(in.Port, say(kind, in.Msg.Group))
	}
	return applies
}

// isLeaderOf reports whether the process coordinates the group that a message is about.
func isLeaderOf(p *process, in input) bool { return in.Msg.Group.Coordinator == p.ID() }

// invited reports whether the process accepts an invitation.
func invited(p *process, s state, in input) bool {
	atWork := s.Phase == invitation.Working || s.Phase == invitation.Checking
	return is(s, in, invitation.Invitation) && atWork && !isLeaderOf(p, in) && in.Msg.Group != s.Group
}

// joins accepts an invitation.
func joins(p *process, s state, in input) state {
	for id := range s.Members.All() {
		p.Send(p.PortOf(id), in.Msg)
	}
	p.Send(p.PortOf(in.Msg.Group.Coordinator), say(invitation.Accept, in.Msg.Group))
	return state{Phase: invitation.Joining, Count: s.Count, Group: in.Msg.Group}
}

// least returns the least identity of a set.
func least(ids model.IDSet) model.ID {
	for id := range ids.All() {
		return id
	}
	return model.NoID
}
