package raft_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/raft"
)

// clocked is an instance whose timeouts last 3 or 4 rounds, with a heartbeat
// in every second round.
var clocked = algorithm{Fixes: fixed, MaxTerm: 2, Clock: raft.Clock{Least: 3, Values: 2, Beat: 2}}

// inLockstep returns a on n processes that all wake at the start.
func inLockstep(t *testing.T, a algorithm, n int) *model.System {
	t.Helper()
	net := network(n)
	net.Timing, net.Wake = model.Lockstep, model.WakeSet{All: true}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRounds is about the process with identity 2 of three.
func TestRounds(t *testing.T) {
	timed := func(s state, elapsed, limit uint8) state {
		s.Elapsed, s.Limit = elapsed, limit
		return s
	}
	stands := asking
	stands.Term, stands.VotedIn = 2, 2
	round := checkertest.Upon{Kind: model.Round}
	from := func(m message) checkertest.Upon { return checkertest.Upon{Kind: model.Receive, Port: 2, Message: m} }
	for _, row := range []struct {
		state  state
		upon   checkertest.Upon
		next   state
		sends  []string
		line   string
		reason string
	}{
		{timed(waiting, 1, 4), round, timed(waiting, 2, 4), nil, "26: over an election timeout", "it is not over"},
		{timed(waiting, 3, 4), round, asking, []string{"0:REQUEST(1)", "2:REQUEST(1)"}, "26: over an election timeout", "it is over; 28: the next one is drawn in the next round"},
		{timed(following, 2, 3), round, stands, []string{"0:REQUEST(2)", "2:REQUEST(2)"}, "26: assumes that there is no leader", "it has heard of none for three rounds"},
		{timed(following, 2, 3), from(leads(1)), timed(following, 0, 3), nil, "26: receives nothing from a leader", "a heartbeat"},
		{timed(voted, 2, 3), from(request(1)), timed(voted, 0, 3), []string{"2:VOTE(1)"}, "26: receives nothing from a leader or candidate", "it gives its vote"},
		{timed(voted, 2, 3), checkertest.Upon{Kind: model.Receive, Port: 0, Message: request(1)}, timed(voted, 2, 3), nil,
			"26: receives nothing from a leader or candidate", "it gives no vote, so the timeout goes on, as in figure 2 of the paper"},
		{timed(leading, 0, 0), round, timed(leading, 1, 0), nil, "27: periodically", "in every second round"},
		{timed(leading, 1, 0), round, leading, []string{"0:APPEND(1)", "2:APPEND(1)"}, "27: periodically", "in every second round"},
	} {
		checkertest.Reacts(t, inLockstep(t, clocked, 3), checkertest.Reaction[state]{
			Process: 1, From: row.state, Upon: row.upon, Next: row.next, Sends: row.sends, Line: row.line, Reason: row.reason})
	}
}

func TestWhoCountsRounds(t *testing.T) {
	silent := but(raft.Announce)
	for _, row := range []struct {
		fixes  errata.Fixes
		state  state
		want   bool
		reason string
	}{
		{fixed, waiting, true, "it waits for a leader"},
		{fixed, following, true, "its leader may crash"},
		{fixed, leading, true, "it sends heartbeats"},
		{silent, leading, false, "without E8 it tells nobody"},
		{but(raft.Majority), asking, true, "without E7 it wins when its timeout is over"},
		{fixed, state{Phase: raft.Following, Term: 2, Leader: 3}, false, "it could not stand again"},
	} {
		a := clocked
		a.Fixes = row.fixes
		s := inLockstep(t, a, 3)
		if got := s.Semantics().Ready(1, row.state).Round; got != row.want {
			t.Errorf("%v counts rounds: %t, want %t: %s", row.state, got, row.want, row.reason)
		}
	}
	if diff := cmp.Diff([]model.Timing{model.Lockstep}, clocked.Needs().Timings); diff != "" {
		t.Errorf("timings (-want +got):\n%s", diff)
	}
}

// TestLengthsOfTimeouts judges instances whose clocks differ.
func TestLengthsOfTimeouts(t *testing.T) {
	deposed := properties.Irrevocability()
	for _, row := range []struct {
		clock    raft.Clock
		property properties.Property
		want     checker.Result
		reason   string
	}{
		{raft.Clock{Least: 3, Values: 2, Beat: 2}, deposed, checker.Holds, "a heartbeat comes in every second round"},
		{raft.Clock{Least: 3, Values: 2, Beat: 3}, deposed, checker.Violated, "it comes a round after the shortest timeout is over"},
		{raft.Clock{Least: 2, Values: 1, Beat: 1}, properties.LeaderReachable(), checker.Violated, "all draw the same timeout, stand together and split every vote"},
		{raft.Clock{Least: 2, Values: 2, Beat: 1}, properties.LeaderReachable(), checker.Holds, "one may stand first"},
	} {
		a := clocked
		a.Clock = row.clock
		r, err := checker.Check(t.Context(), inLockstep(t, a, 3), checker.Options{Workers: 1, Properties: []properties.Property{row.property}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Verdicts[0].Result; got != row.want {
			t.Errorf("%+v: %s %v, want %v: %s", row.clock, row.property.Name, got, row.want, row.reason)
		}
	}
}
