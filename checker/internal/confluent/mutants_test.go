package confluent_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// script is an algorithm of which a test says what it does. A local state is
// the set of what has happened, a letter each. A process is ready to wake as long
// as it has met "g" or is the last, and has not woken.
type script struct {
	step  func(p *model.Process[string], s, in string) string // what else has happened
	shows string                                              // the letters that an observer sees
}

func (script) Name() string           { return "script" }
func (script) Init(model.Self) string { return "" }

// Observe shows in the term which of the letters have happened.
func (a script) Observe(_ model.Self, s string) (status model.Status) {
	for i, letter := range a.shows {
		if strings.ContainsRune(s, letter) {
			status.Term |= 1 << i
		}
	}
	return status
}

func (a script) Ready(p model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: !strings.Contains(s, "w") && (strings.Contains(s, "g") || int(p.ID()) == p.N())}
}

func (a script) Step(p *model.Process[string], s string, in model.Input[string]) string {
	letter := in.Msg
	switch in.Kind {
	case model.Wake:
		letter = "w"
	case model.Timeout:
		letter = strconv.Itoa(int(in.Timer))
	case model.Suspect:
		letter = "s"
	}
	letters := strings.Split(s+letter+a.step(p, s, letter), "")
	slices.Sort(letters)
	return strings.Join(slices.Compact(letters), "")
}

// timedScript is a script whose last process but one measures time: it has timers, each
// for its digit, and suspects the process behind a port.
type timedScript struct {
	script
	timers  []model.Span // how long timer 0, 1, ... runs
	suspect model.PortSet
	varying string // the letter upon which durations change: of timer 0, and of the suspicion
	slower  model.Span
	soonest int // of the suspicion, before
}

func (a timedScript) Ready(p model.Self, s string) model.Spontaneous {
	ready := a.script.Ready(p, s)
	if int(p.ID()) == p.N()-1 {
		for t := range a.timers {
			if !strings.Contains(s, strconv.Itoa(t)) && (t > 0 || strings.Contains(s, "m")) {
				ready.Timers |= model.Timers(uint8(t))
			}
		}
		if !strings.Contains(s, "s") {
			ready.Suspect = a.suspect
		}
	}
	return ready
}

func (a timedScript) Durations(_ model.Self, s string) model.Durations {
	d := model.Durations{Suspect: model.Span{Least: a.soonest, Greatest: 1}}
	copy(d.Timers[:], a.timers)
	if strings.Contains(s, a.varying) {
		d.Timers[0], d.Suspect = a.slower, a.slower
	}
	return d
}

// passes is a process that passes a message on, to one that may run out of time before.
func passes(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 3:
		p.Send(0, "m")
	case in == "m" && p.ID() == 1:
		p.Send(0, "x")
	case in == "x" && strings.Contains(s, "1"):
		return "o"
	}
	return ""
}

// awaits is a process that is sent "m". Upon it timer 0 starts: it runs longer than timer
// 2 if timer 1 has run out before.
func awaits(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 2:
		p.Send(1, "m")
	case in == "0" && strings.Contains(s, "2"):
		return "o"
	}
	return ""
}

// hurries is a process that is sent "m" and "g". After "g" it suspects later; but what
// it suspects already it may notice before "m".
func hurries(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 2:
		p.Send(1, "m")
		p.Send(1, "g")
	case in == "s" && strings.Contains(s, "g") && !strings.Contains(s, "m"):
		return "o"
	}
	return ""
}

// suspects is a process that is sent "m", after which it suspects later. It notices that
// it suspects between its timers.
func suspects(p *model.Process[string], s, in string) string {
	switch {
	case in == "w" && p.ID() == 2:
		p.Send(1, "m")
	case in == "s" && strings.Contains(s, "1") && !strings.Contains(s, "2"):
		return "o"
	}
	return ""
}

func newScript(t *testing.T, a model.Algorithm[string, string], net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// late is a process that is sent "a", "b" and "g" in one step; it notices only
// that "b" comes after it has woken and before "a". Nobody meets that who takes all
// three at once: but two may have to wait.
func late(p *model.Process[string], s, in string) string {
	switch {
	case p.ID() == 2 && in == "w":
		p.Send(1, "a")
		p.Send(1, "b")
		p.Send(1, "g")
	case in == "b" && strings.Contains(s, "w") && !strings.Contains(s, "a"):
		return "o"
	}
	return ""
}

// turner is a process that is sent "g" and "m" in one step; when it wakes, what
// it sends depends on whether it has received "m", but only in its order.
func turner(p *model.Process[string], s, in string) string {
	switch {
	case in != "w":
	case p.ID() == 3:
		p.Send(1, "g")
		p.Send(1, "m")
	case strings.Contains(s, "m"):
		p.Send(2, "y")
		p.Send(1, "x")
	default:
		p.Send(1, "x")
		p.Send(2, "y")
	}
	return ""
}

// silent is a process that is sent "g" and "m" in one step, and receives both
// silently; but if it wakes before it receives "m", it sends "x" to an inbox to which
// another sends "y".
func silent(p *model.Process[string], s, in string) string {
	switch id := p.ID(); {
	case id == 3 && in == "w":
		p.Send(0, "g")
		p.Send(0, "m")
		p.Send(1, "n")
	case id == 2 && in == "n":
		p.Send(2, "y")
	case id == 1 && in == "w" && !strings.Contains(s, "m"):
		p.Send(2, "x")
	case id == 3 && in == "x" && strings.Contains(s, "y"):
		return "o"
	}
	return ""
}

// TestEveryConditionIsNeeded leaves out each condition: what it is needed for
// goes wrong then, in the random system that was the first one to show it.
func TestEveryConditionIsNeeded(t *testing.T) {
	ring := model.Network{N: 3, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowN,
		Timing: model.Bounded, Wake: model.WakeSet{All: true}}
	couple := model.Network{N: 2, Topology: model.Complete, IDs: []model.ID{1, 2}, Grants: model.KnowID | model.KnowN,
		Timing: model.Bounded, Wake: model.WakeSet{All: true}}
	frail := couple
	frail.Faults.Crash, frail.Order = 1, model.Bag
	passed := newScript(t, timedScript{script: script{step: passes}, timers: []model.Span{{}, model.Exactly(2)}}, ring)
	scripted := map[string]*model.System{
		"earlySilent":  passed,
		"closedUrgent": passed,
		"sameClocks": newScript(t, timedScript{script: script{step: awaits}, varying: "1", slower: model.Exactly(3),
			timers: []model.Span{model.Exactly(1), model.Exactly(1), model.Exactly(3)}}, couple),
		"earlyClocks": newScript(t, timedScript{script: script{step: awaits}, varying: "never",
			timers: []model.Span{model.Exactly(2), model.Exactly(1), model.Exactly(3)}}, couple),
		"crashDue": newScript(t, timedScript{script: script{step: hurries}, varying: "g", slower: model.Exactly(4), suspect: model.Ports(1)}, frail),
		"crashClocks": newScript(t, timedScript{script: script{step: suspects}, varying: "m", slower: model.Exactly(4), soonest: 1, suspect: model.Ports(1),
			timers: []model.Span{model.Exactly(1), model.Exactly(2), model.Exactly(3)}}, frail),
		"reliedIsMet": newScript(t, script{step: late}, model.Network{N: 2, Topology: model.Complete, Order: model.Bag, IDs: []model.ID{1, 2},
			Grants: model.KnowID | model.KnowN}),
		"crashWithin": newScript(t, script{step: turner}, model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3},
			Grants: model.KnowID | model.KnowN, Faults: model.Faults{Crash: 1}}),
		"closedWhole": newScript(t, script{step: silent}, model.Network{N: 3, Topology: model.CompleteByID, Order: model.Inbox, IDs: []model.ID{1, 2, 3},
			Grants: model.KnowID | model.KnowN}),
	}
	for _, row := range []struct {
		condition string
		seed      uint64
		sight     confluent.Sight
		reason    string
	}{
		{"closedChannels", 142, confluent.Sight{}, "another input may come on the link that is empty"},
		{"closedFaults", 1547, confluent.Sight{}, "a crash elsewhere spends the budget"},
		{"closedIdle", 67, confluent.Sight{}, "what it sends keeps a process from being idle"},
		{"closedInbox", 948, confluent.Sight{}, "others send to the same inbox"},
		{"closedSeen", 7, everything, "the status changes before that of another"},
		{"closedUrgent", 0, confluent.Sight{}, "time may pass before it receives"},
		{"closedWellFormed", 452, everything, "its step is not well-formed, and hides what others do"},
		{"closedWhole", 0, confluent.Sight{}, "it sends to an inbox when it wakes"},
		{"backward", 2972, confluent.Sight{}, "what arrives after a delivery may arrive before it"},
		{"crashKept", 167, confluent.Sight{}, "the local state before a crash decides that after the restart"},
		{"crashSilent", 1235, confluent.Sight{}, "the receiver may crash before it sends"},
		{"crashWithin", 0, confluent.Sight{}, "the receiver may crash between two sends of a rival"},
		{"crashClocks", 0, confluent.Sight{}, "the suspicion of a process that crashes before lasts as long as before"},
		{"crashDue", 0, confluent.Sight{}, "the suspicion of a process that crashes before runs out, although it would last longer now"},
		{"cutSilent", 804, confluent.Sight{}, "the link may be cut before it sends"},
		{"dupNoop", 344, confluent.Sight{}, "the message may come twice"},
		{"earlyClocks", 0, confluent.Sight{}, "a timer that it starts a tick later runs out a tick later"},
		{"earlySilent", 0, confluent.Sight{}, "what it sends a tick later may arrive a tick later"},
		{"idleReceiver", 322, everything, "what it sends keeps a process from being idle"},
		{"inboxApart", 1678, confluent.Sight{}, "a rival sends to the same process, in the other order"},
		{"inboxSilent", 44, confluent.Sight{}, "others send to the same inbox"},
		{"lossNoop", 12, confluent.Sight{}, "the message may be lost"},
		{"notDeferred", 734, confluent.Sight{}, "the receiver defers the message, or comes to defer it"},
		{"rivalDeferred", 127, confluent.Sight{}, "the receiver comes to defer a rival"},
		{"oneOutcome", 292, confluent.Sight{}, "a rival chooses"},
		{"overtakesIdle", 1449, confluent.Sight{}, "the receiver may be idle before"},
		{"overtakesOthers", 19622, everything, "messages from one link come in another order"},
		{"overtakesReady", 667, confluent.Sight{}, "the receiver wakes before it receives what was in front"},
		{"reliedIsMet", 0, confluent.Sight{}, "two deliveries may both have to wait"},
		{"restartSilent", 365, confluent.Sight{}, "what it sends is lost unless the receiver has restarted"},
		{"sameClocks", 0, confluent.Sight{}, "a timer runs longer if another has run out before"},
		{"sameLocal", 442, confluent.Sight{}, "both orders lead to different local states"},
		{"sameSends", 80, confluent.Sight{}, "both orders send different messages"},
		{"seen", 7, everything, "the status changes"},
		{"seenWaiting", 727, everything, "the status changes where the delivery waits"},
		{"setNoop", 112, confluent.Sight{}, "a message in flight absorbs its like"},
		{"spontaneous", 78, confluent.Sight{}, "the receiver may wake before"},
		{"stillReady", 408, confluent.Sight{}, "the delivery disables the wake-up"},
		{"wellFormed", 103, confluent.Sight{}, "a rival's step is not well-formed"},
		{"whileWaiting", 727, everything, "the order makes a difference where the delivery waits"},
	} {
		s, kind, random := scripted[row.condition], deliveries, checkertest.Commuting
		if strings.HasPrefix(row.condition, "closed") {
			kind, random = processes, checkertest.CommutingQueued
		}
		if row.condition == "overtakesOthers" {
			random = checkertest.CommutingQueued
		}
		if strings.HasSuffix(row.condition, "Deferred") {
			random = checkertest.CommutingDeferred
		}
		if s == nil {
			s, _ = random(row.seed)
		}
		full := explore(s, nil, tooLarge)
		if err := differs(full, reduced(s, row.sight, 0, kind), row.sight); full.cut || err != nil {
			t.Errorf("%s: with all conditions: too large %t, or %v", row.condition, full.cut, err)
		}
		if differs(full, reduced(s, row.sight, confluent.Conditions()[row.condition], kind), row.sight) == nil {
			t.Errorf("without %s nothing goes wrong (%s)", row.condition, row.reason)
		}
	}
}

// TestMonitorsNeedConditions leaves out what a monitor must not tell apart: it then
// misses an order of events in which only what it is told of one of them differs.
func TestMonitorsNeedConditions(t *testing.T) {
	// Process 0 is sent "g" and "m" in one step, and may wake in between.
	between := func(p *model.Process[string], _, in string) string {
		if p.ID() == 2 && in == "w" {
			p.Send(1, "g")
			p.Send(1, "m")
		}
		return ""
	}
	// It answers whatever comes second.
	second := func(p *model.Process[string], s, in string) string {
		if p.ID() == 1 && (in == "m" && strings.Contains(s, "w") || in == "w" && strings.Contains(s, "m")) {
			p.Send(1, "x")
		}
		return between(p, s, in)
	}
	// It sends two messages when it wakes.
	twice := func(p *model.Process[string], s, in string) string {
		if p.ID() == 1 && in == "w" {
			p.Send(1, "x")
			p.Send(1, "x")
		}
		return between(p, s, in)
	}
	const g, w = 1, 4
	for _, row := range []struct {
		condition string
		script    script
		faults    model.Faults
		missed    properties.Observation
		reason    string
	}{
		{"rivalHeard", script{between, "gmw"}, model.Faults{}, properties.Observation{Before: model.Status{Term: g}, After: model.Status{Term: g | w}},
			"it wakes before it receives the second message"},
		{"rivalHeard", script{second, "w"}, model.Faults{}, properties.Observation{After: model.Status{Term: 1}},
			"no status tells that it wakes before, but that it sends nothing does"},
		{"crashHeard", script{between, "gmw"}, model.Faults{Crash: 1}, properties.Observation{Before: model.Status{Term: g}, After: model.Status{Down: true}},
			"it crashes before it receives the second message"},
		{"strikeHeard", script{twice, "gmw"}, model.Faults{Crash: 1}, properties.Observation{Before: model.Status{Term: g}, After: model.Status{Down: true}, Sends: 1},
			"it crashes within its waking before it receives the second message"},
	} {
		watch := properties.NewAlways("missed", "the monitor has not been told of it", properties.Watch(
			func(model.View) bool { return false },
			func(told bool, o properties.Observation) bool { return told || o == row.missed },
			func(told bool) bool { return !told }))
		s := newScript(t, row.script, model.Network{N: 2, Topology: model.Complete, IDs: []model.ID{1, 2}, Grants: model.KnowID | model.KnowN, Faults: row.faults})
		sight := confluent.Sight{Monitor: watch.Monitor()}
		full := exploreWatched(s, watch, nil, tooLarge)
		for _, without := range []confluent.Condition{0, confluent.Conditions()[row.condition]} {
			left := exploreWatched(s, watch, newReducer(s, sight, without, both), tooLarge)
			if err := differs(full, left, sight); (err == nil) != (without == 0) {
				t.Errorf("%s: without %d: %v (%s)", row.condition, without, err, row.reason)
			}
		}
	}
}
