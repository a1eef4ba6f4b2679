package bullyimproved_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	bully "github.com/interrex/interrex/protocols/bullyimproved"
	"github.com/interrex/interrex/protocols/errata"
)

var (
	fresh    = bully.State{}
	asking   = bully.State{Phase: bully.WaitingForOK, Current: 2}
	late     = bully.State{Phase: bully.WaitingForOK, Current: 2, Expired: true}
	answered = bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 1}
	decides  = bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 1, Expired: true}
	waiting  = bully.State{Phase: bully.WaitingForCoordinator, Current: 3}
	elected  = bully.State{Phase: bully.Coordinating, Current: 2}
	leader   = bully.State{Phase: bully.Coordinating, Current: 2, Sent: true}
	follower = bully.State{Current: 3}
	flagged  = bully.State{Current: 3, Elector: 1}
)

var none errata.Readings

const fixed = errata.Corrected

func TestStepFollowsTheText(t *testing.T) {
	check(t, []reaction{
		{0, none, fresh, wakes, asking, []string{"2:ELECTION"},
			"24: a process that starts an election sends ELECTION to all processes with higher identities", "start_election is called"},
		{0, none, fresh, misses, asking, []string{"2:ELECTION"},
			"21: initiates an election because the coordinator does not respond", "there is none"},
		{0, none, follower, suspect, asking, []string{"2:ELECTION"},
			"21: initiates an election because the coordinator does not respond", "the coordinator has crashed"},
		{0, none, follower, gets(bully.Election, 1), flagged, []string{"0:OK"},
			"23: responds with OK and its identity", "and sets the flag; no election of its own"},
		{0, none, asking, gets(bully.OK, 3), answered, nil,
			"26: the elector finds the highest identity among the responses", "3 > 2"},
		{0, none, answered, gets(bully.OK, 1), bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 2}, nil,
			"26: the elector finds the highest identity among the responses", "1 < 3"},
		{0, none, asking, expires, late, nil,
			"3: the time has expired if that is more than THRESHOLD", "only the next tick looks at it"},
		{0, none, late, tick, elected, nil,
			"7: the state becomes COORDINATOR", "no OK"},
		{0, none, elected, tick, leader, []string{"0:I_AM_COORDINATOR", "2:I_AM_COORDINATOR"},
			"20: if the coordinator messages have not been sent, send them", "to the rest of the system (line 30)"},
		{0, none, decides, tick, waiting, []string{"2:YOU_ARE_COORDINATOR"},
			"12: YOU_ARE_COORDINATOR from this process", "3 is the greatest that has answered"},
		{0, none, bully.State{Phase: bully.WaitingForOK, Current: 2, Oks: 1, Expired: true}, tick,
			bully.State{Phase: bully.WaitingForCoordinator, Current: 2}, []string{"1:YOU_ARE_COORDINATOR"},
			"12: YOU_ARE_COORDINATOR from this process", "the OK was of an earlier election: it tells itself"},
		{0, none, answered, tick, bully.State{Phase: bully.WaitingForOK, Current: 3}, nil,
			"14: oks becomes 0", "as it is indented, at every tick"},
		{0, none, flagged, gets(bully.YouCoordinator, 1), asking, []string{"2:ELECTION"},
			"28: makes a crosscheck by starting an election", "flag or no flag"},
		{0, none, bully.State{Phase: bully.WaitingForOK, Current: 3, Expired: true, Elector: 1}, gets(bully.Coordinator, 3), follower, nil,
			"31: I_AM_COORDINATOR makes the state NORMAL", "the election is over, the flag set back"},
		{0, none, leader, gets(bully.YouCoordinator, 1), asking, []string{"2:ELECTION"},
			"28: makes a crosscheck by starting an election", "a coordinator too"},
	})
}

func TestFixesAndReadings(t *testing.T) {
	crosschecking := bully.State{Phase: bully.WaitingForOK, Current: 3}
	check(t, []reaction{
		{fixed, none, answered, tick, answered, nil,
			"14: oks becomes 0", "E1: only where it has been looked at"},
		{fixed, none, decides, tick, waiting, []string{"2:YOU_ARE_COORDINATOR"},
			"14: oks becomes 0", "E1: here it has"},
		{fixed, none, flagged, suspect, asking, []string{"2:ELECTION"},
			"22: only one process may run an election at a time", "E2: that process has crashed"},
		{fixed, none, waiting, suspect, asking, []string{"2:ELECTION"},
			"13: the state becomes WAITING_FOR_COORDINATOR", "E3: the one that it waits for has crashed"},
		{fixed, errata.Readings{bully.Lasting: 1}, bully.State{Phase: bully.WaitingForOK, Current: 3, Expired: true, Elector: 1}, gets(bully.Coordinator, 3), flagged, nil,
			"22: each process has an election flag", "R8=b: it remains set"},
		{fixed, errata.Readings{bully.Count: 2}, answered, tick, waiting, []string{"2:YOU_ARE_COORDINATOR"},
			"4: if oks is len(processes) - id + 1", "R1=c: the one greater process has answered"},
		{fixed, errata.Readings{bully.Count: 1}, bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 2}, tick, waiting, []string{"2:YOU_ARE_COORDINATOR"},
			"4: if oks is len(processes) - id + 1", "R1=b: 3 - 2 + 1; only with an OK of an earlier election"},
		{fixed, none, bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 3}, tick, waiting, []string{"2:YOU_ARE_COORDINATOR"},
			"4: if oks is len(processes) - id + 1", "R1=a: 3 - 1 + 1; only with two OKs of an earlier election"},
		{fixed, none, bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 1}, gets(bully.OK, 1), bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 2}, nil,
			"26: finds the highest identity among the responses", "R7=a: 3 > 1"},
		{fixed, errata.Readings{bully.Answer: 1}, bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 1}, gets(bully.OK, 1),
			bully.State{Phase: bully.WaitingForOK, Current: 1, Oks: 2}, nil,
			"26: finds the highest identity among the responses", "R7=b: the last"},
		{fixed, errata.Readings{bully.Flagged: 1}, flagged, gets(bully.YouCoordinator, 1), flagged, nil,
			"22: only one process may run an election at a time", "R2=b: not this one"},
		{fixed, errata.Readings{bully.Forgets: 1}, follower, suspect, crosschecking, []string{"2:ELECTION"},
			"25: the believed coordinator", "R3=b: it is still believed"},
		{fixed, errata.Readings{bully.Resends: 1}, leader, gets(bully.YouCoordinator, 1),
			bully.State{Phase: bully.WaitingForOK, Current: 2, Sent: true}, []string{"2:ELECTION"},
			"20: if the coordinator messages have not been sent", "R4=b: they have"},
		{fixed, errata.Readings{bully.Whom: 1}, elected, tick, leader, []string{"0:I_AM_COORDINATOR"},
			"30: it notifies the rest of the system", "R5=b: the lesser processes"},
	})
}

func TestReadyAndObserve(t *testing.T) {
	candidate, lost, won := model.Status{Role: model.Candidate}, model.Status{Role: model.Lost, Leader: 3}, model.Status{Role: model.Won, Leader: 2}
	watches3, threshold := model.Spontaneous{Suspect: model.Ports(2)}, model.Timers(0)
	checkReady(t, []readiness{
		{0, none, fresh, model.Spontaneous{Wake: true, Timers: model.Timers(1)}, model.Status{},
			"it may be told to start, and sooner or later misses a coordinator"},
		{0, errata.Readings{bully.Initiator: 1}, fresh, model.Spontaneous{Wake: true}, model.Status{}, "R6=b: it need not start"},
		{0, none, follower, watches3, lost, "it watches the coordinator"},
		{0, none, flagged, model.Spontaneous{}, lost, "its flag is set"},
		{fixed, none, flagged, model.Spontaneous{Suspect: model.Ports(0)}, lost, "E2: it watches the elector"},
		{0, errata.Readings{bully.Flagged: 2}, flagged, watches3, lost, "R2=c: the flag does not matter"},
		{0, none, asking, model.Spontaneous{Timers: threshold}, candidate, "a tick would do nothing"},
		{0, errata.Readings{bully.Count: 2}, answered, model.Spontaneous{Idle: true, Timers: threshold}, candidate, "R1=c: line 4"},
		{0, none, answered, model.Spontaneous{Idle: true, Timers: threshold}, candidate, "line 14"},
		{fixed, none, answered, model.Spontaneous{Timers: threshold}, candidate, "E1: a tick would do nothing until the count or the time is over"},
		{fixed, none, decides, model.Spontaneous{Idle: true}, candidate, "line 4"},
		{0, none, late, model.Spontaneous{Idle: true}, candidate, "line 4"},
		{0, none, waiting, model.Spontaneous{}, model.Status{}, "line 18"},
		{fixed, none, waiting, watches3, model.Status{}, "E3: it watches whom it has told"},
		{fixed, none, bully.State{Phase: bully.WaitingForCoordinator, Current: 2}, model.Spontaneous{}, model.Status{}, "it has told itself"},
		{0, none, elected, model.Spontaneous{Idle: true}, won, "line 20"},
		{0, none, leader, model.Spontaneous{}, won, "line 20: they have been sent"},
	})
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{bully.YouCoordinator, "YOU_ARE_COORDINATOR", "the names are those of the document"},
		{bully.Message(9), "MESSAGE(9)", "no such message"},
		{fresh, "NORMAL", "at the start"},
		{bully.State{Phase: bully.WaitingForOK, Current: 3, Oks: 2, Expired: true}, "WAITING_FOR_OK,coordinator=3,oks=2,expired", "answered"},
		{flagged, "NORMAL,coordinator=3,flag=1", "somebody else's election"},
		{leader, "COORDINATOR,coordinator=2,sent", "at the end"},
		{bully.Phase(9), "PHASE(9)", "no such phase"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestNeedsPortsByIdentity(t *testing.T) {
	_, err := model.New(bully.Algorithm{}, model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{2, 1}})
	if want := "bully-improved: topology complete; allowed: complete-by-id"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got error %v, want one with %q", err, want)
	}
}
