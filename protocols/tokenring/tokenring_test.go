package tokenring_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/tokenring"
)

type (
	input = model.Input[tokenring.Message]
	state = tokenring.State
)

// The ports of the process with identity 2, which is followed by 1 and 3.
const (
	itself model.Port = iota
	next
	previous
)

// The inputs that a process may react to.
var (
	wake    = input{Kind: model.Wake}
	noReply = input{Kind: model.Timeout, Number: model.Number{Timer: 0}}
	crash   = func(q model.Port) input { return input{Kind: model.Suspect, Port: q} }
)

func from(q model.Port, m tokenring.Message) input {
	return input{Kind: model.Receive, Port: q, Msg: m}
}

func election(starter model.ID, numbers ...model.ID) tokenring.Message {
	return tokenring.Message{Kind: tokenring.Election, Starter: starter, Numbers: model.IDs(numbers...)}
}

func coordinator(starter, leader model.ID) tokenring.Message {
	return tokenring.Message{Kind: tokenring.Coordinator, Starter: starter, Leader: leader}
}

func reply(of tokenring.Kind, starter model.ID) tokenring.Message {
	return tokenring.Message{Kind: tokenring.Reply, Of: of, Starter: starter}
}

// sent is a token that was sent, and taken one that was replied to.
func sent(m tokenring.Message, q model.Port) tokenring.Held {
	return tokenring.Held{Token: m, Port: q}
}
func taken(m tokenring.Message, q model.Port) tokenring.Held {
	return tokenring.Held{Token: m, Port: q, Taken: true}
}

// holding returns s with the tokens that it holds.
func holding(s state, held ...tokenring.Held) state {
	s.Held = tokenring.Hold(held...)
	return s
}

var (
	unaware  = state{}
	involved = state{Phase: tokenring.Involved}
	starting = state{Phase: tokenring.Starting, Role: model.Candidate}
	stuck    = state{Phase: tokenring.Stuck, Role: model.Candidate}
	leader   = state{Phase: tokenring.Settled, Role: model.Won, Leader: 2}
	follower = state{Phase: tokenring.Settled, Role: model.Lost, Leader: 3}
)

// once returns s after an ELECTION of its own (R6=b).
func once(s state) state {
	s.Once = true
	return s
}

// reaction is the step of the process in a local state upon an input.
type reaction struct {
	fixes    errata.Fixes
	readings errata.Readings
	state    state
	in       input
	next     state
	sends    []string // port and message
	line     string   // the words of the source
	reason   string
}

const fixed, printed = errata.Corrected, errata.Fixes(0)

func TestElectionGoesRound(t *testing.T) {
	one, biggest := errata.Readings{}, errata.Readings{tokenring.Biggest: 1}
	own, passed := election(2), election(3, 1, 2)
	check(t, []reaction{
		{printed, one, unaware, wake, holding(starting, sent(own, next)), []string{"1 ELECTION(2,{})"},
			"3: sends one token with ELECTION title to the next process", "it detects the crash of the old coordinator"},
		{printed, one, follower, crash(previous), holding(starting, sent(own, next)), []string{"1 ELECTION(2,{})"},
			"2: detects that the coordinator has crashed", "the new coordinator crashes too"},
		{printed, one, unaware, from(previous, election(3, 1)), holding(involved, sent(passed, next)),
			[]string{"2 REPLY(ELECTION,3)", "1 ELECTION(3,{1,2})"},
			"7: puts its number in it before it forwards it", "after it has replied"},
		{printed, biggest, unaware, from(previous, election(3, 1)), holding(involved, sent(election(3, 2), next)),
			[]string{"2 REPLY(ELECTION,3)", "1 ELECTION(3,{2})"},
			"10: each process adds its number as biggest", "2 is bigger than 1"},
		{printed, biggest, unaware, from(previous, election(3, 3)), holding(involved, sent(election(3, 3), next)),
			[]string{"2 REPLY(ELECTION,3)", "1 ELECTION(3,{3})"},
			"10: only if it is bigger", "2 is not bigger than 3"},
		{printed, one, holding(starting, sent(own, next)), noReply, holding(starting, sent(own, previous)), []string{"2 ELECTION(2,{})"},
			"4: sends ELECTION to the second next process", "the next one has not replied"},
		{printed, one, holding(starting, sent(own, previous)), noReply, starting, []string{"0 ELECTION(2,{})"},
			"5: P[i] repeats this", "nobody else is up: the token comes back"},
		{printed, one, holding(starting, sent(own, next)), from(next, reply(tokenring.Election, 2)), starting, nil,
			"5: that is not down and has received ELECTION", "as printed its part is done"},
		{fixed, one, holding(starting, sent(own, next)), from(next, reply(tokenring.Election, 2)), holding(starting, taken(own, next)), nil,
			"5: that is not down and has received ELECTION", "E4: it keeps an eye on it"},
		{printed, one, holding(starting, sent(own, previous)), from(next, reply(tokenring.Election, 2)), holding(starting, sent(own, previous)), nil,
			"5: that is not down and has received ELECTION", "the reply of another is too late"},
		{fixed, one, holding(starting, taken(own, next)), crash(next), holding(starting, sent(own, previous)), []string{"2 ELECTION(2,{})"},
			"5: until it finds the next process", "E4: who has taken the token has crashed"},
		{printed, one, holding(involved, sent(election(1, 2), next)), noReply, holding(involved, sent(election(1, 2), previous)), []string{"2 ELECTION(1,{2})"},
			"6: this goes on till ELECTION returns to P[i]", "as printed past P[i], which is down"},
		{fixed, one, holding(involved, sent(election(1, 2), next)), noReply, holding(leader, sent(coordinator(2, 2), next)), []string{"1 COORDINATOR(2,2)"},
			"6: this goes on till ELECTION returns to P[i]", "E3: it would have"},
	})
}

func TestCoordinatorGoesRound(t *testing.T) {
	none := errata.Readings{}
	check(t, []reaction{
		{printed, none, starting, from(previous, election(2, 1, 3)), holding(follower, sent(coordinator(2, 3), next)),
			[]string{"2 REPLY(ELECTION,2)", "1 COORDINATOR(2,3)"},
			"8: chooses the biggest process number in it", "3 is in it"},
		{printed, none, starting, from(itself, election(2)), stuck, nil,
			"8: chooses the biggest process number in it", "as printed its own is not in it"},
		{fixed, none, starting, from(itself, election(2)), holding(leader, sent(coordinator(2, 2), next)), []string{"1 COORDINATOR(2,2)"},
			"8: chooses the biggest process number in it", "E1: its own is"},
		{printed, none, involved, from(previous, coordinator(3, 3)), holding(follower, sent(coordinator(3, 3), next)),
			[]string{"2 REPLY(COORDINATOR,3)", "1 COORDINATOR(3,3)"},
			"9: wheels a COORDINATOR message in the ring", "it is told, and sends it on"},
		{printed, none, follower, from(previous, coordinator(2, 3)), holding(follower, sent(coordinator(2, 3), next)),
			[]string{"2 REPLY(COORDINATOR,2)", "1 COORDINATOR(2,3)"},
			"9: wheels a COORDINATOR message in the ring", "as printed once more"},
		{fixed, none, follower, from(previous, coordinator(2, 3)), follower, []string{"2 REPLY(COORDINATOR,2)"},
			"9: wheels a COORDINATOR message in the ring", "E2: once"},
		{fixed, none, holding(follower, sent(coordinator(1, 3), next)), noReply, follower, nil,
			"9: wheels a COORDINATOR message in the ring", "E3: it has come round"},
	})
}

func TestRulesForSeveralStarters(t *testing.T) {
	none, noRules, all := errata.Readings{}, errata.Readings{tokenring.Rules: 1}, errata.Readings{tokenring.Any: 1}
	replies := []string{"2 REPLY(ELECTION,1)"}
	goesOn := []string{"2 REPLY(ELECTION,1)", "1 ELECTION(1,{2,3})"}
	check(t, []reaction{
		{printed, none, starting, from(previous, election(1, 3)), starting, replies,
			"12: if the number of this process is bigger, it kills the message", "2 > 1"},
		{printed, none, starting, from(previous, election(3)), holding(starting, sent(election(3, 2), next)),
			[]string{"2 REPLY(ELECTION,3)", "1 ELECTION(3,{2})"},
			"13: if the number of this process is less, it lets the message go round", "2 < 3"},
		{printed, none, involved, from(previous, election(1, 3)), holding(involved, sent(election(1, 2, 3), next)), goesOn,
			"11: a process that has sent ELECTION", "it has not sent one of its own"},
		{printed, noRules, starting, from(previous, election(1, 3)), holding(starting, sent(election(1, 2, 3), next)), goesOn,
			"6: this goes on till ELECTION returns", "R2=b: every token goes round"},
		{printed, none, starting, from(previous, coordinator(1, 3)), holding(follower, sent(coordinator(1, 3), next)),
			[]string{"2 REPLY(COORDINATOR,1)", "1 COORDINATOR(1,3)"},
			"11: receives a message that is sent from another one", "R3=a: COORDINATOR is none"},
		{printed, all, starting, from(previous, coordinator(1, 3)), starting, []string{"2 REPLY(COORDINATOR,1)"},
			"12: it kills the message", "R3=b: COORDINATOR is one"},
		{printed, errata.Readings{tokenring.Sender: 1}, starting, from(previous, election(1, 3)), holding(starting, sent(election(1, 2, 3), next)), goesOn,
			"12: bigger than that of the sender", "R5=b: it comes from 3"},
		{printed, errata.Readings{tokenring.Over: 1}, starting, from(previous, coordinator(3, 3)), holding(once(follower), sent(coordinator(3, 3), next)),
			[]string{"2 REPLY(COORDINATOR,3)", "1 COORDINATOR(3,3)"},
			"11: a process that has sent ELECTION", "R6=b: it remembers that"},
		{printed, errata.Readings{tokenring.Over: 1}, once(follower), from(previous, election(1, 3)), once(follower), replies,
			"12: it kills the message", "R6=b: its own election is over, and 2 > 1"},
		{printed, none, follower, from(previous, election(1, 3)), holding(follower, sent(election(1, 2, 3), next)), goesOn,
			"6: this goes on till ELECTION returns", "R6=a: its own election is over"},
	})
}

// check holds the algorithm against the rows.
func check(t *testing.T, rows []reaction) {
	t.Helper()
	for _, row := range rows {
		name := fmt.Sprintf("%v upon %v: %s", row.state, row.in, row.reason)
		got, sends := react(t, row)
		if diff := cmp.Diff(row.next, got); diff != "" {
			t.Errorf("%s\nline %s\nlocal state (-want +got):\n%s", name, row.line, diff)
		}
		if diff := cmp.Diff(row.sends, sends); diff != "" {
			t.Errorf("%s\nline %s\nsends (-want +got):\n%s", name, row.line, diff)
		}
	}
}

// react returns the local state and the sends that follow.
func react(t *testing.T, row reaction) (state, []string) {
	t.Helper()
	system, err := model.New(tokenring.Algorithm{Fixes: row.fixes, Readings: row.readings}, network())
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(system)
	tables.Repeat = true
	in := compiled.Input{Kind: row.in.Kind, Port: row.in.Port, Timer: row.in.Timer, Msg: -1}
	if in.Kind == model.Receive {
		in.Msg = tables.Message(row.in.Msg)
	}
	outcomes := tables.Step(0, tables.Local(0, row.state), in)
	if len(outcomes) != 1 || outcomes[0].Failure != "" {
		t.Fatalf("%v upon %v: outcomes %+v", row.state, row.in, outcomes)
	}
	var sends []string
	for _, sent := range outcomes[0].Sends {
		sends = append(sends, fmt.Sprintf("%d %s", sent.Port, tables.MessageText(sent.Msg)))
	}
	return tables.Value(0, outcomes[0].Next).(state), sends
}

// network returns three processes that are up, the first of identity 2.
func network() model.Network {
	return model.Network{Topology: model.Complete, N: 3, IDs: []model.ID{2, 1, 3}, Timing: model.Timely}
}

func TestTexts(t *testing.T) {
	for _, row := range []struct {
		value  fmt.Stringer
		text   string
		reason string
	}{
		{election(2, 1, 3), "ELECTION(2,{1,3})", "who has started it, and the numbers"},
		{coordinator(2, 3), "COORDINATOR(2,3)", "who has started it, and the coordinator"},
		{reply(tokenring.Election, 2), "REPLY(ELECTION,2)", "to what, by its starter"},
		{tokenring.Kind(9), "kind(9)", "no kind"},
		{tokenring.Phase(9), "phase(9)", "no phase"},
		{unaware, "unaware,undecided", "at the start"},
		{follower, "settled,lost,leader=3", "at the end"},
		{holding(starting, sent(election(2), next), taken(coordinator(1, 3), previous)),
			"starting,candidate,ELECTION(2,{})->1,COORDINATOR(1,3)=>2", "one token sent, one taken"},
	} {
		if got := row.value.String(); got != row.text {
			t.Errorf("got %q, want %q: %s", got, row.text, row.reason)
		}
	}
}

func TestReadyAndObserve(t *testing.T) {
	for _, row := range []struct {
		fixes  errata.Fixes
		aware  uint8 // R4
		state  state
		ready  model.Spontaneous
		status model.Status
		reason string
	}{
		{0, 0, unaware, model.Spontaneous{Wake: true}, model.Status{},
			"line 2: it may detect the crash, and need not"},
		{errata.Fix(tokenring.Everybody), 0, unaware, model.Spontaneous{Wake: true, Timers: model.Timers(1)}, model.Status{},
			"E5: it detects the crash at last"},
		{errata.Corrected, 1, involved, model.Spontaneous{Wake: true}, model.Status{}, "R4=b: it has only sent the token of another on"},
		{errata.Corrected, 0, involved, model.Spontaneous{}, model.Status{}, "it waits for COORDINATOR"},
		{0, 0, holding(starting, sent(election(2), next)), model.Spontaneous{Timers: model.Timers(0)},
			model.Status{Role: model.Candidate}, "it waits for a reply"},
		{0, 0, holding(starting, taken(election(2), next)), model.Spontaneous{Suspect: model.Ports(next)},
			model.Status{Role: model.Candidate}, "it would miss who has taken the token"},
		{0, 0, holding(follower, taken(coordinator(3, 3), next)), model.Spontaneous{Suspect: model.Ports(next)},
			model.Status{Role: model.Lost, Leader: 3}, "but not the coordinator: the text ends with the announcement"},
		{errata.Fix(tokenring.Successor), 0, holding(follower, taken(coordinator(3, 3), next)), model.Spontaneous{Suspect: model.Ports(next, previous)},
			model.Status{Role: model.Lost, Leader: 3}, "E6: and the new coordinator"},
		{errata.Corrected, 0, leader, model.Spontaneous{}, model.Status{Role: model.Won, Leader: 2}, "the coordinator does not suspect itself"},
	} {
		system, err := model.New(tokenring.Algorithm{Fixes: row.fixes, Readings: errata.Readings{tokenring.Aware: row.aware}}, network())
		if err != nil {
			t.Fatal(err)
		}
		tables := compiled.New(system)
		local := tables.Local(0, row.state)
		if diff := cmp.Diff(row.ready, tables.Ready(0, local)); diff != "" {
			t.Errorf("%v: %s: ready (-want +got):\n%s", row.state, row.reason, diff)
		}
		if diff := cmp.Diff(row.status, tables.Status(0, local)); diff != "" {
			t.Errorf("%v: %s: status (-want +got):\n%s", row.state, row.reason, diff)
		}
	}
}

// TestHoldsMany says that as many tokens are held as processes start.
func TestHoldsMany(t *testing.T) {
	var before, after []tokenring.Held
	for starter := model.ID(4); starter <= 63; starter++ {
		before = append(before, sent(election(starter, 2, 63), next))
		after = append(after, sent(election(starter, 2, 63), next))
	}
	after[len(after)-1].Taken = true
	check(t, []reaction{{fixed, errata.Readings{}, holding(involved, before...), from(next, reply(tokenring.Election, 63)),
		holding(involved, after...), nil, "5: that is not down and has received ELECTION", "one of many"}})
}
