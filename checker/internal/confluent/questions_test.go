package confluent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// automaton is an algorithm of which a test says all. A local state is a text. An input is
// a text too: the message, or "timeout 0", "suspect 1", "invoke 0", "wake", "idle".
type automaton struct {
	ready func(s string) model.Spontaneous
	steps func(p *model.Process[string], s, in string) string // the local state after it
	lasts func(s string) int                                  // how many ticks timer 0 runs
}

func (automaton) Name() string           { return "automaton" }
func (automaton) Init(model.Self) string { return "" }

// Observe shows the first letter as the term. In state "x" a bound is reached.
func (automaton) Observe(_ model.Self, s string) (status model.Status) {
	if s != "" {
		status.Term = int(s[0])
	}
	status.Bounded = s == "x"
	return status
}

func (a automaton) Ready(_ model.Self, s string) model.Spontaneous {
	if a.ready == nil {
		return model.Spontaneous{}
	}
	return a.ready(s)
}

func (a automaton) Durations(_ model.Self, s string) (d model.Durations) {
	for t := range d.Timers {
		d.Timers[t] = model.Exactly(1)
	}
	d.Suspect = model.Exactly(1)
	if a.lasts != nil {
		d.Timers[0] = model.Exactly(a.lasts(s))
	}
	return d
}

func (a automaton) Step(p *model.Process[string], s string, in model.Input[string]) string {
	text := in.Kind.String()
	switch in.Kind {
	case model.Receive:
		text = in.Msg
	case model.Timeout:
		text = fmt.Sprintf("timeout %d", in.Timer)
	case model.Suspect:
		text = fmt.Sprintf("suspect %d", in.Port)
	case model.Invoke:
		text = fmt.Sprintf("invoke %d", in.Operation)
	}
	if a.steps == nil {
		return collect(p, s, text)
	}
	return a.steps(p, s, text)
}

// collect keeps of each input its last letter, in the order of letters: it commutes with all.
func collect(_ *model.Process[string], s, in string) string {
	letter := in[len(in)-1:]
	if strings.Contains(s, letter) {
		return s
	}
	for i := range s {
		if s[i] > letter[0] {
			return s[:i] + letter + s[i:]
		}
	}
	return s + letter
}

// notes is an automaton in which "m" commutes with everything but one input, after which it
// leaves another local state.
func notes(input string) func(*model.Process[string], string, string) string {
	return func(p *model.Process[string], s, in string) string {
		if in == input && !strings.Contains(s, "m") {
			return collect(p, s, "!")
		}
		if in == input {
			return s
		}
		return collect(p, s, in)
	}
}

// as returns the function that is one value in some local states, and none in others.
func as(r model.Spontaneous, in ...string) func(string) model.Spontaneous {
	return func(s string) model.Spontaneous {
		for _, local := range in {
			if s == local {
				return r
			}
		}
		return model.Spontaneous{}
	}
}

func always(r model.Spontaneous) func(string) model.Spontaneous {
	return func(string) model.Spontaneous { return r }
}

// asked has the Deliveries of the automata of a ring of three.
type asked struct {
	*confluent.Deliveries
	system *model.System
	tables *compiled.Tables
}

func ask(t *testing.T, a automaton, net model.Network, sight confluent.Sight) asked {
	t.Helper()
	if net.N == 0 {
		net.N = 3
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	for p := range net.N {
		tables.Local(p, "")
	}
	return asked{confluent.New(s, tables, sight), s, tables}
}

// of returns the delivery of a message on port 0 of process 0 in a local state.
func (q asked) of(local, m string) confluent.Delivery {
	return confluent.Delivery{Local: q.tables.Local(0, local), Msg: q.tables.Message(m)}
}

// enters tells that a process may be in a local state.
func (q asked) enters(p int, local string) { q.Enter(p, q.tables.Local(p, local)) }

// TestRivals asks whether the delivery of "m" in the initial local state is confluent, with a
// rival, or something that is seen, that only one condition notices.
func TestRivals(t *testing.T) {
	crash := model.Network{Faults: model.Faults{Crash: 1}}
	bounded := model.Network{Timing: model.Bounded}
	suspects := func(ports ...model.Port) model.Spontaneous { return model.Spontaneous{Suspect: model.Ports(ports...)} }
	told := func(notices func(o properties.Observation) bool) confluent.Sight {
		watch := properties.NewAlways("told", "the monitor has not noticed it", properties.Watch(
			func(model.View) bool { return false },
			func(told bool, o properties.Observation) bool { return told || notices(o) },
			func(told bool) bool { return !told }))
		return confluent.Sight{Monitor: watch.Monitor()}
	}
	nothing := told(func(properties.Observation) bool { return false })
	for _, row := range []struct {
		reason    string
		automaton automaton
		net       model.Network
		sight     confluent.Sight
		left      confluent.Budgets
		confluent bool
	}{
		{"nothing may come before", automaton{}, model.Network{}, confluent.Sight{}, 0, true},
		{"a suspicion is possible before and after", automaton{ready: always(suspects(1))}, crash, confluent.Sight{}, confluent.Crash, true},
		{"a suspicion is not possible after it", automaton{ready: as(suspects(1), ""), steps: func(p *model.Process[string], s, in string) string {
			if in == "suspect 1" {
				return s
			}
			return collect(p, s, in)
		}}, crash, confluent.Sight{}, confluent.Crash, false},
		{"a timeout is not possible after it", automaton{ready: as(model.Spontaneous{Timers: model.Timers(2)}, ""), steps: func(p *model.Process[string], s, in string) string {
			if in == "timeout 2" {
				return s
			}
			return collect(p, s, in)
		}}, model.Network{}, confluent.Sight{}, 0, false},
		{"one operation less is offered after it", automaton{ready: func(s string) model.Spontaneous { return model.Spontaneous{Operations: 2 - strings.Count(s, "m")} },
			steps: func(p *model.Process[string], s, in string) string {
				if in == "m" {
					return collect(p, s, in)
				}
				return s
			}}, model.Network{}, confluent.Sight{}, 0, false},
		{"the last timer notices it", automaton{always(model.Spontaneous{Timers: model.Timers(7)}), notes("timeout 7"), nil}, model.Network{}, confluent.Sight{}, 0, false},
		{"the second operation notices it", automaton{always(model.Spontaneous{Operations: 2}), notes("invoke 1"), nil}, model.Network{}, confluent.Sight{}, 0, false},
		{"a false suspicion notices it", automaton{always(suspects(1)), notes("suspect 1"), nil}, model.Network{Faults: model.Faults{Suspect: 1}}, confluent.Sight{}, confluent.Suspect, false},
		{"a false suspicion would, but none is left", automaton{always(suspects(1)), notes("suspect 1"), nil}, model.Network{Faults: model.Faults{Suspect: 1}}, confluent.Sight{}, 0, true},
		{"a suspicion of port 0 notices it", automaton{always(suspects(0)), notes("suspect 0"), nil}, crash, confluent.Sight{}, confluent.Crash, false},
		{"a suspicion of a process that is down from the start notices it", automaton{always(suspects(0)), notes("suspect 0"), nil}, model.Network{Down: []int{1}}, confluent.Sight{}, 0, false},
		{"it does nothing after a wake-up, which does something else after it", automaton{ready: always(model.Spontaneous{Wake: true}),
			steps: func(_ *model.Process[string], s, in string) string {
				switch {
				case s == "" && in == "wake":
					return "w"
				case s == "" && in == "m":
					return "m"
				case s == "m" && in == "wake":
					return "n"
				}
				return s
			}}, model.Network{}, confluent.Sight{}, 0, false},
		{"a wake-up sends something else after it", automaton{ready: as(model.Spontaneous{Wake: true}, "", "m"), steps: func(p *model.Process[string], s, in string) string {
			if in == "wake" {
				p.Send(0, "s"+s)
			}
			return collect(p, s, in)
		}}, model.Network{Order: model.Inbox}, confluent.Sight{}, 0, false},
		{"a timer that it starts anew runs longer after a wake-up", automaton{ready: func(s string) model.Spontaneous {
			return model.Spontaneous{Wake: !strings.Contains(s, "e"), Timers: model.Timers(0)}
		}, steps: func(p *model.Process[string], s, in string) string {
			if in == "m" {
				p.Reset(0)
			}
			return collect(p, s, in)
		}, lasts: func(s string) int { return 2 + strings.Count(s, "e") }}, bounded, confluent.Sight{}, 0, false},
		{"a timer that it starts anew runs as long after a wake-up", automaton{ready: func(s string) model.Spontaneous {
			return model.Spontaneous{Wake: !strings.Contains(s, "e"), Timers: model.Timers(0)}
		}, steps: func(p *model.Process[string], s, in string) string {
			if in == "m" {
				p.Reset(0)
			}
			return collect(p, s, in)
		}}, bounded, confluent.Sight{}, 0, true},
		{"a wake-up fails, beside a monitor", automaton{ready: always(model.Spontaneous{Wake: true}), steps: func(p *model.Process[string], s, in string) string {
			if in == "wake" {
				p.Send(9, "nowhere")
			}
			return collect(p, s, in)
		}}, model.Network{}, nothing, 0, false},
		{"a wake-up has two outcomes, of which the second notices it", automaton{ready: always(model.Spontaneous{Wake: true}), steps: func(p *model.Process[string], s, in string) string {
			if in == "wake" && p.Choose(2) == 1 {
				return notes("wake")(p, s, in)
			}
			return collect(p, s, in)
		}}, model.Network{}, confluent.Sight{}, 0, false},
		{"a wake-up has two outcomes after it only, which are alike", automaton{ready: always(model.Spontaneous{Wake: true}), steps: func(p *model.Process[string], s, in string) string {
			if in == "wake" && strings.Contains(s, "m") {
				p.Choose(2)
			}
			return collect(p, s, in)
		}}, model.Network{}, confluent.Sight{}, 0, false},
		{"it has two outcomes after a wake-up only, which are alike", automaton{ready: always(model.Spontaneous{Wake: true}), steps: func(p *model.Process[string], s, in string) string {
			if in == "m" && strings.Contains(s, "e") {
				p.Choose(2)
			}
			return collect(p, s, in)
		}}, model.Network{}, confluent.Sight{}, 0, false},
		{"it only starts a timer anew, and its message may come twice", automaton{ready: always(model.Spontaneous{Timers: model.Timers(0)}), steps: func(p *model.Process[string], s, in string) string {
			if in == "m" {
				p.Reset(0)
			}
			return s
		}}, model.Network{Timing: model.Bounded, Faults: model.Faults{Dup: 1}}, confluent.Sight{}, confluent.Dup, false},
		{"it does nothing, and its message may come twice", automaton{steps: func(_ *model.Process[string], s, _ string) string { return s }},
			model.Network{Timing: model.Bounded, Faults: model.Faults{Dup: 1}}, confluent.Sight{}, confluent.Dup, true},
		{"a monitor tells a crash before it from one after it", automaton{}, crash, told(func(o properties.Observation) bool { return o.After.Down && o.Before.Term == 0 }), confluent.Crash, false},
		{"a monitor would, but no process may crash", automaton{}, crash, told(func(o properties.Observation) bool { return o.After.Down && o.Before.Term == 0 }), 0, true},
		{"it changes the local state, and its message may come twice", automaton{}, model.Network{Faults: model.Faults{Dup: 1}}, confluent.Sight{}, confluent.Dup, false},
	} {
		q := ask(t, row.automaton, row.net, row.sight)
		if row.sight.Monitor != nil {
			q.Watch(false)
			q.Learn()
		}
		if is := q.Confluent(q.of("", "m"), row.left); is != row.confluent {
			t.Errorf("%s: confluent %t, want %t", row.reason, is, row.confluent)
		}
	}
}

// TestDeliveriesThatAreSeen asks whether a delivery is confluent that changes a status, which
// one part of a shape sees in one way only.
func TestDeliveriesThatAreSeen(t *testing.T) {
	const m, n, o, x = 'm', 'n', 'o', 'x' // terms, after these messages
	becomes := func(_ *model.Process[string], _, in string) string { return in }
	for _, row := range []struct {
		reason    string
		sight     confluent.Sight
		from, msg string
		met       []string // of process 1
		confluent bool
	}{
		{"nothing is seen", confluent.Sight{Shapes: []*properties.Shape{{}}}, "", "m", []string{""}, true},
		{"Some becomes true", shapes(properties.Shape{Some: func(s model.Status) bool { return s.Term == m }}), "", "m", nil, false},
		{"Some becomes false", shapes(properties.Shape{Some: func(s model.Status) bool { return s.Term == n }}), "n", "m", nil, false},
		{"Counted becomes true", shapes(properties.Shape{Counted: func(s model.Status) bool { return s.Term == m }, Most: 1}), "", "m", nil, false},
		{"Counted becomes false", shapes(properties.Shape{Counted: func(s model.Status) bool { return s.Term == n }, Most: 1}), "n", "m", nil, false},
		{"Counted stays", shapes(properties.Shape{Counted: func(s model.Status) bool { return s.Term == o }, Most: 1}), "n", "m", nil, true},
		{"Both sees it as the second process", shapes(properties.Shape{Both: func(_ *model.Network, p int, _ model.Status, _ int, s model.Status) bool {
			return p == 0 || s.Term != m
		}}),
			"", "m", []string{""}, false},
		{"Both sees it as the first process", shapes(properties.Shape{Both: func(_ *model.Network, p int, s model.Status, _ int, _ model.Status) bool {
			return p != 0 || s.Term != m
		}}),
			"", "m", []string{""}, false},
		{"Both sees it beside a third status only", shapes(properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, u model.Status) bool {
			return s.Term != m || u.Term != o
		}}),
			"", "m", []string{"", "n", "o"}, false},
		{"Both sees it beside no status that was met", shapes(properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, u model.Status) bool {
			return s.Term != m || u.Term != o
		}}),
			"", "m", []string{"", "n"}, true},
		{"an event from its status to itself would be seen", shapes(properties.Shape{Step: func(s, u model.Status) bool { return s.Term != m || u.Term != m }}), "", "m", nil, false},
		{"a bound is reached", confluent.Sight{Bounded: true}, "", "x", nil, false},
		{"a bound is left", confluent.Sight{Bounded: true}, "x", "m", nil, false},
		{"no bound is seen", confluent.Sight{}, "", "x", nil, true},
	} {
		q := ask(t, automaton{steps: becomes}, model.Network{}, row.sight)
		for _, local := range row.met {
			q.enters(1, local)
		}
		q.Learn()
		if is := q.Confluent(q.of(row.from, row.msg), 0); is != row.confluent {
			t.Errorf("%s: confluent %t, want %t", row.reason, is, row.confluent)
		}
	}
	// Of the process itself a status counts that it has at another moment.
	q := ask(t, automaton{steps: becomes}, model.Network{}, shapes(properties.Shape{Step: func(s, u model.Status) bool { return s.Term != o || u.Term != m }}))
	q.enters(0, "o")
	q.Learn()
	if q.Confluent(q.of("", "m"), 0) {
		t.Error("an event from another status of the process would be seen after it, but it is confluent")
	}
}

// TestWaitingInTheFirstLocalState asks about a delivery that may have to wait in local state 0,
// where an operation notices it.
func TestWaitingInTheFirstLocalState(t *testing.T) {
	q := ask(t, automaton{
		ready: func(s string) model.Spontaneous {
			if strings.HasSuffix(s, "z") {
				return model.Spontaneous{Wake: true}
			}
			return model.Spontaneous{Operations: 1}
		},
		steps: func(p *model.Process[string], s, in string) string {
			if in == "wake" {
				return strings.TrimSuffix(s, "z")
			}
			return notes("invoke 0")(p, s, in)
		},
	}, model.Network{}, confluent.Sight{})
	if q.tables.Local(0, "") != 0 {
		t.Fatal("the initial local state has another number than 0")
	}
	if q.Confluent(q.of("z", "m"), 0) {
		t.Error("confluent, although it does not commute where it waits")
	}
}

func shapes(h properties.Shape) confluent.Sight {
	return confluent.Sight{Shapes: []*properties.Shape{&h}}
}

// TestWhatIsMetLaterBreaks relies upon deliveries, draws the consequences, and then tells of
// something that one of them contradicts.
func TestWhatIsMetLaterBreaks(t *testing.T) {
	watch := properties.NewAlways("alert", "the monitor", properties.Watch(
		func(model.View) string { return "" },
		func(state string, o properties.Observation) string {
			switch {
			case state == "strict" && o.After.Term == 'm', state == "early" && o.Before.Term == 0 && o.After.Term == 'e':
				return "told"
			}
			return state
		},
		func(string) bool { return true }))
	monitored := confluent.Sight{Monitor: watch.Monitor()}
	beside := shapes(properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, u model.Status) bool {
		return s.Term != 'm' || u.Term != 'o'
	}})
	idle := automaton{ready: as(model.Spontaneous{Idle: true}, "i"), steps: func(p *model.Process[string], s, in string) string {
		if in == "m" {
			p.Send(0, "n")
		}
		return collect(p, s, in)
	}}
	wakes := automaton{ready: func(s string) model.Spontaneous { return model.Spontaneous{Wake: !strings.Contains(s, "e")} }}
	inOrder := automaton{steps: func(p *model.Process[string], s, in string) string { return s + in }}
	for _, row := range []struct {
		reason    string
		automaton automaton
		sight     confluent.Sight
		told      func(asked)
		broken    bool
	}{
		{"a process to which it sends is not idle", idle, confluent.Sight{}, func(q asked) { q.enters(1, "j") }, false},
		{"a process to which it sends is idle", idle, confluent.Sight{}, func(q asked) { q.enters(1, "i") }, true},
		{"a process to which it does not send is idle", idle, confluent.Sight{}, func(q asked) { q.enters(2, "i") }, false},
		{"a status beside which it is not seen", automaton{}, beside, func(q asked) { q.enters(1, "n") }, false},
		{"a status beside which it is seen", automaton{}, beside, func(q asked) { q.enters(1, "o") }, true},
		{"a status that no event may keep", automaton{}, shapes(properties.Shape{Step: func(s, u model.Status) bool { return s.Term != 'o' || u.Term != 'o' }}), func(q asked) { q.enters(1, "o") }, true},
		{"a status that an event may keep", automaton{}, shapes(properties.Shape{Step: func(s, u model.Status) bool { return s.Term != 'o' || u.Term != 'o' }}), func(q asked) { q.enters(1, "n") }, false},
		{"the monitor does not notice it", automaton{}, monitored, func(q asked) { q.Watch("lax") }, false},
		{"the monitor notices it", automaton{}, monitored, func(q asked) { q.Watch("strict") }, true},
		{"the monitor tells a rival before it from one after it", wakes, monitored, func(q asked) { q.Watch("early") }, true},
		{"another message that commutes", automaton{}, confluent.Sight{}, func(q asked) { q.Meet(0, q.of("m", "").Local, 1, q.tables.Message("a")) }, false},
		{"another message that does not commute", inOrder, confluent.Sight{}, func(q asked) { q.Meet(0, q.of("m", "").Local, 1, q.tables.Message("a")) }, true},
	} {
		q := ask(t, row.automaton, model.Network{}, row.sight)
		if row.sight.Monitor != nil {
			q.Watch("")
		}
		q.enters(1, "")
		q.Learn()
		if !q.Confluent(q.of("", "m"), 0) || q.Broken() {
			t.Errorf("%s: before that is told: not confluent, or broken", row.reason)
		}
		row.told(q)
		if q.Broken() != row.broken {
			t.Errorf("%s: broken %t, want %t", row.reason, q.Broken(), row.broken)
		}
	}
}

// TestClosedProcesses asks whether a process is closed that has a message on one of its two
// ports.
func TestClosedProcesses(t *testing.T) {
	for _, row := range []struct {
		reason         string
		before, after  []int // the channels that are filled before the search, and in it
		closed, broken bool
	}{
		{"nobody fills the other channel", nil, nil, true, false},
		{"somebody filled that of port 0", []int{0}, nil, false, false},
		{"somebody fills that of port 0 in this search", nil, []int{0}, true, true},
		{"somebody fills that of port 1, where there is a message", nil, []int{1}, true, false},
	} {
		q := ask(t, automaton{}, model.Network{}, confluent.Sight{})
		into := q.system.Semantics().InChannels(0)
		for _, i := range row.before {
			q.Fill(into[i])
		}
		q.Learn()
		for _, i := range row.after {
			q.Fill(into[i])
		}
		x := q.of("", "m")
		none := x
		none.Msg, x.Port = -1, 1
		is := q.Closed([]confluent.Delivery{none, x}, 0)
		if broken := q.Broken(); is != row.closed || broken != row.broken {
			t.Errorf("%s: closed %t, want %t; broken %t, want %t", row.reason, is, row.closed, broken, row.broken)
		}
	}
}

// TestIdleReceiversInInboxes leaves out that nothing may be sent in an inbox: that nobody to
// whom something is sent is idle is a condition of its own.
func TestIdleReceiversInInboxes(t *testing.T) {
	a := automaton{ready: always(model.Spontaneous{Idle: true}), steps: func(p *model.Process[string], s, in string) string {
		if in == "m" {
			p.Send(0, "n")
		}
		return collect(p, s, in)
	}}
	for _, idle := range []bool{false, true} {
		q := ask(t, a, model.Network{Order: model.Inbox, Faults: model.Faults{Cut: 1}}, confluent.Sight{})
		q.Without(confluent.Conditions()["inboxSilent"])
		if idle {
			q.enters(1, "")
		}
		q.Learn()
		if is := q.Confluent(q.of("", "m"), 0); is == idle {
			t.Errorf("the receiver may be idle: %t, and what is sent to it is confluent: %t", idle, is)
		}
	}
}

// TestSilent asks which deliveries are silent: those that send something are not, and none is
// if the search must see the events of loops.
func TestSilent(t *testing.T) {
	for _, row := range []struct {
		reason string
		sight  confluent.Sight
		sends  int
		silent bool
	}{
		{"it sends nothing", confluent.Sight{}, 0, true},
		{"it sends a message", confluent.Sight{}, 1, false},
		{"loops are seen", confluent.Sight{Loops: true}, 0, false},
	} {
		q := ask(t, automaton{steps: func(p *model.Process[string], s, in string) string {
			for range row.sends {
				p.Send(0, "n")
			}
			return collect(p, s, in)
		}}, model.Network{}, row.sight)
		if _, is := q.Silent(q.of("", "m")); is != row.silent {
			t.Errorf("%s: silent %t, want %t", row.reason, is, row.silent)
		}
	}
}

// TestOvertakingEnablesNothing asks which messages may overtake others in an inbox.
func TestOvertakingEnablesNothing(t *testing.T) {
	for _, row := range []struct {
		reason    string
		ready     func(string) model.Spontaneous
		overtakes bool
	}{
		{"the receiver is ready for nothing", nil, true},
		{"a timer runs before and after", always(model.Spontaneous{Timers: model.Timers(0)}), true},
		{"it starts a timer", as(model.Spontaneous{Timers: model.Timers(0)}, "m"), false},
		{"it offers an operation", as(model.Spontaneous{Operations: 1}, "m"), false},
	} {
		q := ask(t, automaton{ready: row.ready}, model.Network{Order: model.Inbox}, confluent.Sight{})
		if _, is := q.Overtakes(q.of("", "m")); is != row.overtakes {
			t.Errorf("%s: overtakes %t, want %t", row.reason, is, row.overtakes)
		}
	}
}

// TestLossesBesideWhatOvertakes completes a schedule in which a message is lost, behind which
// another one is that was received early.
func TestLossesBesideWhatOvertakes(t *testing.T) {
	q := ask(t, automaton{ready: as(model.Spontaneous{Wake: true}, ""), steps: func(p *model.Process[string], s, in string) string {
		switch {
		case in == "wake" && p.ID() == 1:
			p.Send(1, "a")
		case in == "wake" && p.ID() == 2:
			p.Send(0, "b")
		case in == "b":
			return s
		}
		return collect(p, s, in)
	}}, model.Network{Order: model.Inbox, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID, Faults: model.Faults{Loss: 1}}, confluent.Sight{})
	between := model.Schedule{{Process: 0, Kind: model.Wake}, {Process: 1, Kind: model.Wake}, {Process: 2, Kind: model.Lose, Port: 0, Message: "a"}}
	whole, err := q.Complete(q.system, between, true)
	if err != nil {
		t.Fatal(err)
	}
	want := append(between, model.Event{Process: 2, Kind: model.Receive, Port: 1, Message: "b"})
	if diff := cmp.Diff(want, whole); diff != "" {
		t.Errorf("schedule (-want +got):\n%s", diff)
	}
}

// TestRecallWhatWasMetToo begins with the messages that another search has met, some of which
// were derived before. Messages derived later are not confused with messages met later.
func TestRecallWhatWasMetToo(t *testing.T) {
	a := automaton{steps: func(p *model.Process[string], s, in string) string {
		if in == "b" && !strings.Contains(s, "a") {
			return collect(p, s, "!")
		}
		return collect(p, s, in)
	}}
	q := ask(t, a, model.Network{}, confluent.Sight{})
	b := q.of("az", "b")
	q.Confluent(b, 0)
	q.Broken()
	q.Meet(0, b.Local, b.Port, b.Msg)
	for _, local := range []string{"h", "i", "j"} {
		q.enters(1, local)
	}
	beside := shapes(properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, u model.Status) bool {
		return s.Term != 'm' || u.Term != 'o'
	}})
	later := asked{confluent.New(q.system, q.tables, beside), q.system, q.tables}
	later.Recall(q.Deliveries)
	x := q.of("z", "a")
	if x.Port = 1; later.Confluent(x, 0) {
		t.Error("confluent, although b may come before, which was met")
	}
	derived := confluent.Delivery{Process: 1, Local: q.tables.Local(1, "d"), Msg: q.tables.Message("n")}
	if !later.Confluent(q.of("", "m"), 0) || !later.Confluent(derived, 0) || later.Broken() {
		t.Fatal("not confluent, or broken")
	}
	if later.enters(1, "o"); !later.Broken() {
		t.Error("not broken by a status beside which a delivery is seen")
	}
}

// TestForgottenMessagesDoNotCount derives that a message may come before another, and forgets
// it when a third one turns out to be endless.
func TestForgottenMessagesDoNotCount(t *testing.T) {
	c := newCounting(t, 1<<30)
	a := c.arrives(counted{}, 0, "a")
	c.Confluent(c.arrives(counted{received: "a"}, 1, "b"), 0)
	c.Learn()
	if c.Confluent(a, 0) {
		t.Error("confluent, although b may come before")
	}
	c.Confluent(c.arrives(counted{received: "d"}, 0, "c"), 0)
	c.meet(c.arrives(counted{received: "dc"}, 1, "g"))
	if !c.Broken() {
		t.Error("not given up")
	}
	if c.Learn(); !c.Confluent(a, 0) {
		t.Error("not confluent, although nobody met b")
	}
}
