package confluent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// mutant is a condition that a test leaves out, in the random system that was the first one to
// show that it is needed.
type mutant struct {
	condition string
	beside    []model.Kind // the kinds of event for which it is left out; nil: all
	draw      func(uint64) (*model.System, string)
	seed      uint64
	sight     confluent.Sight
	reason    string
}

// name is the name of a test without a condition.
func (m mutant) name() string {
	name := m.condition
	for _, k := range m.beside {
		name += "/" + k.String()
	}
	return name
}

// mutants are all of them, but for those of monitors.
var mutants = []mutant{
	{"closedChannels", nil, checkertest.CommutingQueued, 142, confluent.Sight{}, "another input may come on the link that is empty"},
	{"closedFaults", []model.Kind{model.Crash}, suspectsLate().draw, 0, confluent.Sight{}, "it suspects who has crashed"},
	{"closedFaults", []model.Kind{model.Restart}, sendsToDown().draw, 0, confluent.Sight{}, "what it sends is lost unless the receiver has restarted"},
	{"met", nil, idlesLate().draw, 0, confluent.Sight{}, "a receiver is idle in a local state that is met later"},
	{"metFilled", nil, filledLate().draw, 0, confluent.Sight{}, "another input comes on a link that was empty before"},
	{"overtakesRivals", nil, checkertest.CommutingQueued, 274, confluent.Sight{}, "what was in front makes a difference"},
	{"closedIdle", nil, checkertest.CommutingQueued, 67, confluent.Sight{}, "what it sends keeps a process from being idle"},
	{"closedInbox", nil, checkertest.CommutingQueued, 948, confluent.Sight{}, "others send to the same inbox"},
	{"closedSeen", nil, checkertest.CommutingQueued, 7, everything, "the status changes before that of another"},
	{"closedUrgent", nil, nil, 0, confluent.Sight{}, "time may pass before it receives"},
	{"closedWellFormed", nil, checkertest.CommutingQueued, 452, everything, "its step is not well-formed, and hides what others do"},
	{"backward", nil, checkertest.Commuting, 2972, confluent.Sight{}, "what arrives after a delivery may arrive before it"},
	{"crashKept", nil, checkertest.Commuting, 167, confluent.Sight{}, "the local state before a crash decides that after the restart"},
	{"crashSilent", nil, checkertest.Commuting, 1235, confluent.Sight{}, "the receiver may crash before it sends"},
	{"crashClocks", nil, nil, 0, confluent.Sight{}, "the suspicion of a process that crashes before lasts as long as before"},
	{"crashDue", nil, nil, 0, confluent.Sight{}, "the suspicion of a process that crashes before runs out, although it would last longer now"},
	{"cutSilent", nil, checkertest.Commuting, 804, confluent.Sight{}, "the link may be cut before it sends"},
	{"dupNoop", nil, checkertest.Commuting, 344, confluent.Sight{}, "the message may come twice"},
	{"earlyClocks", nil, nil, 0, confluent.Sight{}, "a timer that it starts a tick later runs out a tick later"},
	{"earlySilent", nil, nil, 0, confluent.Sight{}, "what it sends a tick later may arrive a tick later"},
	{"fatesDup", nil, checkertest.CommutingQueued, 549, confluent.Sight{}, "the message may come twice"},
	{"fatesInbox", nil, checkertest.Commuting, 4384, confluent.Sight{}, "others send to the same inbox"},
	{"fatesLoss", nil, checkertest.CommutingQueued, 145, confluent.Sight{}, "the message may be lost"},
	{"idleReceiver", nil, checkertest.Commuting, 322, everything, "what it sends keeps a process from being idle"},
	{"inboxApart", nil, checkertest.Commuting, 1678, confluent.Sight{}, "a rival sends to the same process, in the other order"},
	{"inboxSilent", nil, checkertest.Commuting, 44, confluent.Sight{}, "others send to the same inbox"},
	{"lossNoop", nil, checkertest.Commuting, 12, confluent.Sight{}, "the message may be lost"},
	{"notDeferred", nil, checkertest.CommutingDeferred, 734, confluent.Sight{}, "the receiver defers the message, or comes to defer it"},
	{"rivalDeferred", nil, checkertest.CommutingDeferred, 127, confluent.Sight{}, "the receiver comes to defer a rival"},
	{"oneOutcome", nil, checkertest.Commuting, 292, confluent.Sight{}, "a rival chooses"},
	{"overtakesIdle", nil, checkertest.Commuting, 1449, confluent.Sight{}, "the receiver may be idle before"},
	{"overtakesOthers", nil, checkertest.CommutingQueued, 1735, confluent.Sight{}, "messages from one link come in another order"},
	{"reliedIsMet", nil, nil, 0, confluent.Sight{}, "two deliveries may both have to wait"},
	{"restartSilent", nil, checkertest.Commuting, 365, confluent.Sight{}, "what it sends is lost unless the receiver has restarted"},
	{"seen", nil, checkertest.Commuting, 7, everything, "the status changes"},
	{"seenWaiting", nil, checkertest.Commuting, 727, everything, "the status changes where the delivery waits"},
	{"setNoop", nil, checkertest.Commuting, 112, confluent.Sight{}, "a message in flight absorbs its like"},
	{"wellFormed", nil, checkertest.Commuting, 103, confluent.Sight{}, "a rival's step is not well-formed"},
}

// occasions are the conditions that are needed for several kinds of event, each with a system
// that shows it for a kind.
var occasions = []struct {
	condition string
	system    func(model.Kind) occasion
	kinds     []model.Kind
	reason    string
}{
	{"spontaneous", inOrder, spontaneous, "it may happen before"},
	{"sameLocal", inOrder, anyInput, "both orders lead to different local states"},
	{"sameSends", answers, anyInput, "both orders send different messages"},
	{"crashWithin", turns, anyInput, "the receiver may crash between two sends"},
	{"stillReady", untilM, spontaneous, "the delivery disables it"},
	{"whileWaiting", whereItWaits, anyInput, "the order makes a difference where the delivery waits"},
	{"sameClocks", startsLate, anyInput, "a timer runs longer if it has happened before"},
	{"closedWhole", racing, spontaneous, "it sends to an inbox then"},
	{"overtakesReady", afterM, spontaneous, "it happens before what was in front is received"},
}

var (
	spontaneous = []model.Kind{model.Wake, model.Timeout, model.Suspect, model.Invoke}
	anyInput    = append([]model.Kind{model.Receive}, spontaneous...)
)

// allMutants returns the mutants, with those of occasions.
func allMutants() []mutant {
	list := slices.Clone(mutants)
	for _, o := range occasions {
		for _, k := range o.kinds {
			list = append(list, mutant{condition: o.condition, beside: []model.Kind{k}, draw: o.system(k).draw, reason: o.reason})
		}
	}
	return list
}

// TestEveryConditionIsNeeded leaves out each condition in a system that needs it:
// the reduced search differs from the full one then, and its certificate is wrong.
func TestEveryConditionIsNeeded(t *testing.T) {
	scripted := scripts(t)
	for _, m := range allMutants() {
		t.Run(m.name(), func(t *testing.T) {
			s, kind := scripted[m.name()], deliveries
			if strings.HasPrefix(m.condition, "closed") || m.condition == "metFilled" {
				kind = processes
			} else if strings.HasPrefix(m.condition, "fates") {
				kind = both
			}
			if s == nil {
				s, _ = m.draw(m.seed)
			}
			full := explore(s, nil, tooLarge)
			if err := differs(full, reduced(s, m.sight, 0, kind), m.sight); full.cut || err != nil {
				t.Errorf("with all conditions: too large %t, or %v", full.cut, err)
			}
			r := newReducer(s, m.sight, confluent.Conditions()[m.condition], kind)
			r.Beside(m.beside)
			if differs(full, explore(s, r, tooLarge), m.sight) == nil {
				t.Errorf("nothing goes wrong (%s)", m.reason)
			}
			if err := flawOf(t, s, newReducer(s, m.sight, 0, kind), m.sight, properties.Property{}); err != nil {
				t.Errorf("with all conditions the certificate is wrong: %v", err)
			}
			r = newReducer(s, m.sight, confluent.Conditions()[m.condition], kind)
			r.Beside(m.beside)
			if flawOf(t, s, r, m.sight, properties.Property{}) == nil {
				t.Errorf("the certificate is right (%s)", m.reason)
			}
		})
	}
}

// refuting are conditions that let a search see the events that a property sees, in random systems
// with properties that are drawn: without one, a step that refutes the property is missed.
var refuting = []mutant{
	{condition: "seenSteps", draw: commuting, seed: 172, reason: "a step refutes it that is taken at once"},
}

// TestStepsNeedConditions leaves out the condition that a search sees all that a property of events
// sees if a step refutes it.
func TestStepsNeedConditions(t *testing.T) {
	for _, m := range refuting {
		t.Run(m.name(), func(t *testing.T) {
			s, _ := m.draw(m.seed)
			judge := unmeaning(m.seed)
			shapes, _ := judge.Seen()
			sight := confluent.Sight{Steps: shapes}
			full := exploreWatched(s, judge, nil, tooLarge)
			for _, without := range []confluent.Condition{0, confluent.Conditions()[m.condition]} {
				left := exploreWatched(s, judge, newReducer(s, sight, without, both), tooLarge)
				if full.cut || !full.refuted || left.refuted != (without == 0) {
					t.Errorf("without %d: refuted %t of %t, too large %t (%s)", without, left.refuted, full.refuted, full.cut, m.reason)
				}
				if err := flawOf(t, s, newReducer(s, sight, without, both), sight, judge); (err == nil) != (without == 0) {
					t.Errorf("without %d the certificate is wrong: %v (%s)", without, err, m.reason)
				}
			}
		})
	}
}

// deafness is a condition about the observations of a monitor, without which it misses one.
type deafness struct {
	mutant
	missed properties.Observation
}

// watch returns the property with the monitor.
func (m deafness) watch() properties.Property {
	return properties.NewAlways("missed", "the monitor has not been told of it", properties.Watch(
		func(model.View) bool { return false },
		func(told bool, o properties.Observation) bool { return told || o == m.missed },
		func(told bool) bool { return !told }))
}

// between is a script in which process 0 is sent "g" and "m" in one step, and may wake in
// between.
func between(p *model.Process[string], _, in string) string {
	if p.ID() == 2 && in == "w" {
		p.Send(1, "g")
		p.Send(1, "m")
	}
	return ""
}

// second is between, but process 0 answers the second of "m" and its wake-up.
func second(p *model.Process[string], s, in string) string {
	if p.ID() == 1 && (in == "m" && strings.Contains(s, "w") || in == "w" && strings.Contains(s, "m")) {
		p.Send(1, "x")
	}
	return between(p, s, in)
}

// sentG is the term that process 0 of between shows after it has received "g".
const sentG = 1

// deaf are conditions about the observations of a monitor.
var deaf = []deafness{
	{mutant{condition: "rivalHeard", beside: []model.Kind{model.Wake}, draw: couple(script{second, "w"}, model.Faults{}), reason: "no status tells that it wakes before, but that it sends nothing does"},
		properties.Observation{After: model.Status{Term: 1}}},
	{mutant{condition: "crashHeard", draw: couple(script{between, "gmw"}, model.Faults{Crash: 1}), reason: "it crashes before it receives the second message"},
		properties.Observation{Before: model.Status{Term: sentG}, After: model.Status{Down: true}}},
}

// couple draws the system of two processes with a script. It ignores the seed.
func couple(a script, faults model.Faults) func(uint64) (*model.System, string) {
	return func(uint64) (*model.System, string) {
		s, err := model.New(a, model.Network{N: 2, Topology: model.Complete, IDs: []model.ID{1, 2}, Grants: model.KnowID | model.KnowN, Faults: faults})
		if err != nil {
			panic(err)
		}
		return s, "a script"
	}
}

// allDeaf returns them with those of occasions: a monitor is told whether one comes before "m", or
// a crash within it does.
func allDeaf() []deafness {
	list := slices.Clone(deaf)
	const m, k = 1, 2
	for _, kind := range anyInput {
		about := mutant{beside: []model.Kind{kind}, draw: visible(kind).draw}
		heard := deafness{mutant: about, missed: properties.Observation{After: model.Status{Term: k}, Sends: 2}}
		heard.condition, heard.reason = "rivalHeard", "it happens before the message is received"
		struck := deafness{mutant: about, missed: properties.Observation{After: model.Status{Down: true}, Sends: 1}}
		struck.condition, struck.reason = "strikeHeard", "it crashes within before the message is received"
		list = append(list, heard, struck)
	}
	return list
}

// TestMonitorsNeedConditions leaves out observations that a monitor must not tell apart: it
// then misses an order of events in which only its observation of one of them differs.
func TestMonitorsNeedConditions(t *testing.T) {
	for _, m := range allDeaf() {
		t.Run(m.name(), func(t *testing.T) {
			watch := m.watch()
			s, _ := m.draw(m.seed)
			sight := confluent.Sight{Monitor: watch.Monitor()}
			full := exploreWatched(s, watch, nil, tooLarge)
			for _, without := range []confluent.Condition{0, confluent.Conditions()[m.condition]} {
				r := newReducer(s, sight, without, both)
				r.Beside(m.beside)
				if err := differs(full, exploreWatched(s, watch, r, tooLarge), sight); (err == nil) != (without == 0) {
					t.Errorf("without %d: %v (%s)", without, err, m.reason)
				}
				r = newReducer(s, sight, without, both)
				r.Beside(m.beside)
				if err := flawOf(t, s, r, sight, watch); (err == nil) != (without == 0) {
					t.Errorf("without %d the certificate is wrong: %v (%s)", without, err, m.reason)
				}
			}
		})
	}
}
