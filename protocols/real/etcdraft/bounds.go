package etcdraft

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// receive gives the library a message. A leader that asks for votes in a later
// term leads no more: a patient server that the library keeps from turning to it
// need not wait for it.
func (s *server) receive(from model.Port, m realcode.Message) {
	s.replica.Step(m.Bytes)
	if term := candidacy(m.Text); s.config().Patient && term > 0 {
		if state := s.replica.State(); state.Lead == int(from)+1 && state.Term < term {
			s.gone = state.Lead
		}
	}
}

// candidacy returns the term for which a message asks for votes, 0 if it does not.
func candidacy(text string) (term int) {
	kind, fields, _ := strings.Cut(text, "(")
	if kind == "Vote" || kind == "PreVote" {
		_, fields, _ = strings.Cut(fields, ",t")
		fmt.Sscan(strings.NewReplacer(",", " ", ")", " ").Replace(fields), &term)
	}
	return term
}

// suspect is the election timeout of a patient server. Where it may not campaign,
// it takes note that it would.
func (s *server) suspect() {
	if state := s.replica.State(); s.barred(state) {
		s.gone = state.Lead
		return
	}
	s.trigger(Campaigning)
}

// Ready says which inputs are within the bounds.
func (s *server) Ready() model.Spontaneous {
	c, state := s.config(), s.replica.State()
	leads := state.Role == Leader
	short := leads && len(state.Log) < c.MaxLog
	_, change := c.next(state.Log)
	campaigns := !leads && !s.barred(state)
	spontaneous := model.Spontaneous{}
	if !leads && s.waits(state) {
		if campaigns || s.votes(state) {
			spontaneous.Suspect = model.Ports(model.Port(state.Lead - 1))
		}
		campaigns = false
	}
	var timers []uint8
	for in, ready := range [inputs]bool{
		Campaigning:  campaigns,
		Proposing:    short,
		Beating:      leads && !s.mute(),
		Transferring: leads && s.transfers < c.Transfers,
		Reporting:    leads && s.reports < len(c.Reports) && (c.Reports[s.reports] == Unreachable || len(state.Restoring) > 0),
		Reading:      s.reads < c.Reads,
		Changing:     short && change,
	} {
		if ready && c.takes(Input(in), s.id) {
			timers = append(timers, uint8(in))
		}
	}
	spontaneous.Timers = model.Timers(timers...)
	return spontaneous
}

// waits reports whether a server waits for a leader that it knows.
func (s *server) waits(state State) bool {
	return s.config().Patient && state.Lead != 0 && state.Lead != s.gone
}

// barred reports whether a bound keeps a server from campaigning.
func (s *server) barred(state State) bool {
	c := s.config()
	return state.Term >= c.MaxTerm || c.Campaigns > 0 && s.campaigns >= c.Campaigns || !c.takes(Campaigning, s.id)
}

// mute reports whether a bound keeps a leader from sending heartbeats.
func (s *server) mute() bool {
	c := s.config()
	return !c.takes(Beating, s.id) || c.Beats != Unlimited && s.beats >= c.Beats
}

// votes reports whether a server votes in the configuration that it uses.
func (s *server) votes(state State) bool { return membersOf(state.Members).vote(uint64(s.id)) }

// bounded reports whether a bound keeps a server from going on.
func (s *server) bounded(state State) bool {
	if state.Role == Leader {
		return s.mute() || s.full(state) || s.unreported(state)
	}
	if !s.votes(state) {
		return s.led && state.Lead == 0 // servers that take it for the leader wait for it
	}
	return !s.waits(state) && s.barred(state)
}

// full reports whether the bound of a leader's log, or of who takes changes, keeps
// a client from leaving a joint configuration or from the first proposal.
func (s *server) full(state State) bool {
	c := s.config()
	long := len(state.Log) >= c.MaxLog
	if _, change := c.next(state.Log); change && len(membersOf(state.Members).Outgoing) > 0 {
		return long || !c.takes(Changing, s.id)
	}
	return long && c.proposes(s.id) && !logOf(state.Log).proposed()
}

// unreported reports whether a leader waits for the report of a snapshot, and
// gets none.
func (s *server) unreported(state State) bool {
	c := s.config()
	return len(state.Restoring) > 0 && (s.reports == len(c.Reports) || !c.takes(Reporting, s.id))
}
