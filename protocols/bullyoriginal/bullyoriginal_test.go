package bullyoriginal_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	bully "github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/errata"
)

var (
	fresh    = bully.State{}
	asking   = bully.State{Phase: bully.WaitingForOK}
	late     = bully.State{Phase: bully.WaitingForOK, Expired: true}
	waiting  = bully.State{Phase: bully.WaitingForCoordinator}
	leader   = bully.State{Phase: bully.Coordinating, Current: 2, Sent: true}
	follower = bully.State{Current: 3}
	answered = bully.State{Phase: bully.WaitingForOK, Oks: 1}
)

var none errata.Readings

const fixed = errata.Corrected

func TestStepFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{0, none, fresh, wakes, asking, []string{"2:ELECTION"},
			"24: sends ELECTION to all processes with higher identities", "start_election is called"},
		{0, none, fresh, misses, asking, []string{"2:ELECTION"},
			"23: initiates an election because the coordinator does not respond", "there is none"},
		{0, none, follower, suspect, asking, []string{"2:ELECTION"},
			"23: initiates an election because the coordinator does not respond", "the coordinator has crashed"},
		{0, none, asking, expires, late, nil,
			"13: the time has expired if that is more than THRESHOLD", "only the next tick looks at it"},
		{0, none, late, tick, leader, []string{"0:I_AM_COORDINATOR"},
			"18: send the coordinator messages", "no OK, and the time has expired"},
		{0, none, answered, tick, waiting, nil,
			"16: the state becomes WAITING_FOR_COORDINATOR", "an OK, whether or not the time has expired"},
		{0, none, bully.State{Phase: bully.WaitingForOK, Oks: 1, Expired: true}, tick, waiting, nil,
			"14: if oks > 0", "it comes before line 17"},
		{0, none, asking, gets(bully.OK, 3), answered, nil,
			"29: OK adds one to oks", "the tick does the rest"},
		{0, none, follower, gets(bully.OK, 3), bully.State{Current: 3, Oks: 1}, nil,
			"29: OK adds one to oks", "in whatever state"},
		{0, none, late, gets(bully.Coordinator, 3), follower, nil,
			"30: I_AM_COORDINATOR makes the state NORMAL", "its election is over"},
		{0, none, waiting, gets(bully.Coordinator, 1), bully.State{Current: 1}, nil,
			"30: and its sender the current coordinator", "a lesser one too"},
		{0, none, fresh, gets(bully.Election, 1), asking, []string{"0:OK", "2:ELECTION"},
			"31: send OK to j and commence an election of your own", "in NORMAL"},
		{0, none, leader, gets(bully.Election, 1), asking, []string{"0:OK", "2:ELECTION"},
			"31: send OK to j and commence an election of your own", "in COORDINATOR"},
		{0, none, answered, gets(bully.Election, 1), answered, []string{"0:OK"},
			"31: send OK to j", "R2=a: it is in an election of its own already"},
	})
}

func TestFixesAndReadings(t *testing.T) {
	best := bully.State{Phase: bully.WaitingForOK, Oks: 1, Best: 3}
	check(t, []reaction{
		{fixed, none, asking, gets(bully.OK, 3), best, nil,
			"7: do nothing", "E1: whoever has answered is watched"},
		{fixed, none, best, gets(bully.OK, 1), best, nil,
			"7: do nothing", "E1: the greatest of them"},
		{0, none, answered, gets(bully.OK, 3), answered, nil,
			"14: if oks > 0", "no line asks for more than one, so only one is counted"},
		{fixed, none, waiting, gets(bully.OK, 3), bully.State{Phase: bully.WaitingForCoordinator, Best: 3}, nil,
			"29: OK adds one to oks", "E2: the next election starts with 0, so it is not counted"},
		{fixed, none, best, gets(bully.Coordinator, 3), follower, nil,
			"30: makes the state NORMAL", "E1, E2: the next election starts without an answer"},
		{fixed, none, bully.State{Phase: bully.WaitingForCoordinator, Best: 3}, suspect, asking, []string{"2:ELECTION"},
			"7: do nothing", "E1: it starts again"},
		{0, none, bully.State{Current: 3, Oks: 1}, suspect, answered, []string{"2:ELECTION"},
			"15: oks becomes 0", "as printed the late OK counts in the next election"},
		{fixed, none, bully.State{Current: 3, Oks: 1}, suspect, asking, []string{"2:ELECTION"},
			"15: oks becomes 0", "E2: an election starts with 0"},
		{0, errata.Readings{bully.Underway: 1}, waiting, gets(bully.Election, 1), asking, []string{"0:OK", "2:ELECTION"},
			"31: commence an election of your own", "R2=b: always"},
		{0, errata.Readings{bully.Underway: 2}, leader, gets(bully.Election, 1), leader, []string{"0:OK"},
			"35: from COORDINATOR a process can only go to DEAD", "R2=c"},
		{0, errata.Readings{bully.Whom: 1}, late, tick, leader, []string{"0:I_AM_COORDINATOR", "2:I_AM_COORDINATOR"},
			"26: sends the coordinator messages", "R3=b: to all others"},
		{0, errata.Readings{bully.Passes: 1}, bully.State{Phase: bully.WaitingForOK, Oks: 1, Expired: true}, tick,
			bully.State{Phase: bully.Coordinating, Current: 2, Oks: 1, Sent: true}, []string{"0:I_AM_COORDINATOR"},
			"26: if it receives no OK or time T passes", "R4=b: or"},
		{0, errata.Readings{bully.Greatest: 1}, bully.State{Phase: bully.Coordinating}, tick, leader, []string{"0:I_AM_COORDINATOR"},
			"10: send them", "R1=b: COORDINATOR before it has announced itself"},
		{0, none, leader, gets(bully.Election, 1), asking, []string{"0:OK", "2:ELECTION"},
			"9: if the coordinator messages have not been sent", "R6=a: a new election"},
		{0, errata.Readings{bully.Flag: 1}, leader, gets(bully.Election, 1), bully.State{Phase: bully.WaitingForOK, Sent: true}, []string{"0:OK", "2:ELECTION"},
			"9: if the coordinator messages have not been sent", "R6=b: they were, once"},
		{0, errata.Readings{bully.Flag: 1}, bully.State{Phase: bully.WaitingForOK, Sent: true}, gets(bully.Coordinator, 3), bully.State{Current: 3, Sent: true}, nil,
			"30: makes the state NORMAL", "R6=b: and leaves the flag"},
	})
}

// TestGreatestProcess is about R1: what the process that nobody can answer
// does when it starts an election.
func TestGreatestProcess(t *testing.T) {
	for option, want := range []bully.Phase{bully.WaitingForOK, bully.Coordinating} {
		a := bully.Algorithm{Readings: errata.Readings{bully.Greatest: uint8(option)}}
		tables := compiled.New(system(t, a, []model.ID{3, 1, 2}))
		outcome := tables.Step(0, tables.Local(0, fresh), compiled.Input{Kind: model.Wake, Msg: -1})[0]
		if got := tables.Value(0, outcome.Next).(bully.State); got.Phase != want || len(outcome.Sends) != 0 {
			t.Errorf("option %d: got %v and %d messages, want %v and none", option, got, len(outcome.Sends), want)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{bully.Election, "ELECTION", "the names are those of the document"},
		{bully.Coordinator, "I_AM_COORDINATOR", "the names are those of the document"},
		{bully.Message(9), "MESSAGE(9)", "no such message"},
		{fresh, "NORMAL", "at the start"},
		{bully.State{Phase: bully.WaitingForOK, Oks: 2, Expired: true, Best: 3}, "WAITING_FOR_OK,oks=2,expired,best=3", "answered"},
		{leader, "COORDINATOR,coordinator=2,sent", "at the end"},
		{bully.Phase(9), "PHASE(9)", "no such phase"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	candidate, lost, won := model.Status{Role: model.Candidate}, model.Status{Role: model.Lost, Leader: 3}, model.Status{Role: model.Won, Leader: 2}
	checkReady(t, []readiness{
		{0, none, fresh, model.Spontaneous{Wake: true, Timers: model.Timers(1)}, model.Status{},
			"it may be told to start, and sooner or later misses a coordinator"},
		{0, errata.Readings{bully.Initiator: 1}, fresh, model.Spontaneous{Wake: true}, model.Status{}, "R5=b: it need not start"},
		{0, none, follower, model.Spontaneous{Suspect: model.Ports(2)}, lost, "it watches the coordinator"},
		{0, none, asking, model.Spontaneous{Timers: model.Timers(0)}, candidate, "line 20: a tick would do nothing"},
		{0, none, answered, model.Spontaneous{Idle: true, Timers: model.Timers(0)}, candidate, "line 14"},
		{0, none, late, model.Spontaneous{Idle: true}, candidate, "line 17"},
		{0, none, waiting, model.Spontaneous{}, model.Status{}, "line 7"},
		{fixed, none, bully.State{Phase: bully.WaitingForCoordinator, Best: 3}, model.Spontaneous{Suspect: model.Ports(2)}, model.Status{}, "E1"},
		{0, none, leader, model.Spontaneous{}, won, "line 9: they have been sent"},
		{0, none, bully.State{Phase: bully.Coordinating}, model.Spontaneous{Idle: true}, won, "line 9: they have not been sent"},
	})
}

func TestNeedsPortsByIdentity(t *testing.T) {
	_, err := model.New(bully.Algorithm{}, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{2, 1}})
	if want := "bully-original: topology complete; allowed: complete-by-id"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want one with %q", err, want)
	}
}
