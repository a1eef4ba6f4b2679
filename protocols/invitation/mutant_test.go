package invitation_test

import (
	"context"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/invitation"
)

type (
	process = model.Process[message]
	input   = model.Input[message]
)

// A mutant is the algorithm with a defect: on some inputs it does something
// else instead, or an observer sees something else, or it restarts otherwise.
type mutant struct {
	algorithm
	instead func(p *process, s state, in input) (next state, applies bool)
	observe func(p model.Self, s state, sound model.Status) model.Status
	restart func(p model.Self, s state) state
}

func (m mutant) Step(p *process, s state, in input) state {
	if m.instead != nil {
		if next, applies := m.instead(p, s, in); applies {
			return next
		}
	}
	return m.algorithm.Step(p, s, in)
}

func (m mutant) Observe(p model.Self, s state) model.Status {
	status := m.algorithm.Observe(p, s)
	if m.observe != nil {
		status = m.observe(p, s, status)
	}
	return status
}

func (m mutant) Restart(p model.Self, s state) state {
	if m.restart != nil {
		return m.restart(p, s)
	}
	return m.algorithm.Restart(p, s)
}

// enough is more groups than any process forms where clocks can be trusted.
const enough = 8

func TestMutantsAreCaught(t *testing.T) {
	all, crash := network(3), network(3)
	all.Wake.All = true
	crash.Wake.All, crash.Faults = true, model.Faults{Crash: 1}
	isMember := func(p *process, s state) bool { return s.Group.Coordinator != p.ID() && s.Phase != invitation.Asleep }
	for _, row := range []struct {
		name   string
		mutant mutant
		net    model.Network
		caught string
		reason string
	}{
		{"counts groups without naming who formed them", mutant{observe: func(_ model.Self, _ state, sound model.Status) model.Status {
			sound.Term /= 100
			return sound
		}}, network(2), "uniqueness", "two groups have one number (line 2)"},
		{"leads on after it has joined", mutant{observe: func(p model.Self, s state, sound model.Status) model.Status {
			if sound.Role == model.Lost {
				sound.Role = model.Won
			}
			return sound
		}}, network(2), "uniqueness", "a group has one coordinator (line 11)"},
		{"sends no READY, and nobody asks for it", mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Timeout && s.Phase == invitation.Forming {
				s.Phase = invitation.Working
				return s, true
			}
			return s, in.Kind == model.Timeout && isMember(p, s)
		}}, network(2), "decided", "whoever has accepted waits for ever (lines 14 and 16)"},
		{"never misses its coordinator", mutant{instead: func(p *process, s state, in input) (state, bool) {
			return s, in.Kind == model.Timeout && isMember(p, s)
		}}, crash, "one-group", "the coordinator has crashed (line 21)"},
		{"is too busy to be invited", mutant{instead: func(_ *process, s state, in input) (state, bool) {
			return s, in.Kind == model.Receive && in.Msg.Kind == invitation.AreYouCoordinator && s.Phase != invitation.Asleep
		}}, all, "one-group", "nobody hears of another coordinator (line 5)"},
		{"sends where there is no port", mutant{instead: func(p *process, s state, in input) (state, bool) {
			if in.Kind == model.Wake {
				p.Send(model.Port(p.Ports()), say(invitation.No, first))
			}
			return s, in.Kind == model.Wake
		}}, network(2), "well-formed", "there is no such port"},
	} {
		t.Run(row.name, func(t *testing.T) {
			row.mutant.MaxCount = enough
			if got := verdict(t, row.mutant, row.net, named(t, row.caught)); got != checker.Violated {
				t.Errorf("%s: got %v, want violated: %s", row.caught, got, row.reason)
			}
			if got := verdict(t, row.mutant.algorithm, row.net, named(t, row.caught)); got != checker.Holds {
				t.Errorf("%s without the defect: got %v, want holds", row.caught, got)
			}
		})
	}
}

// TestAllEndUpInOneGroup holds line 24 of the source.
func TestAllEndUpInOneGroup(t *testing.T) {
	for _, row := range []struct {
		n      int
		order  model.Order
		wake   bool // all do
		faults model.Faults
		reason string
	}{
		{2, model.FIFO, false, model.Faults{}, "two groups merge"},
		{4, model.FIFO, false, model.Faults{}, "up to four groups merge"},
		{4, model.Bag, false, model.Faults{}, "in any order"},
		{3, model.FIFO, true, model.Faults{Crash: 1}, "those that are up"},
		{3, model.FIFO, true, model.Faults{Crash: 1, Restart: 1}, "whoever comes back, too"},
		{3, model.FIFO, true, model.Faults{Loss: 1}, "one message lost, whichever"},
		{3, model.FIFO, false, model.Faults{Dup: 1}, "one message twice, whichever"},
	} {
		net := network(row.n)
		net.Order, net.Wake.All, net.Faults = row.order, row.wake, row.faults
		if got := verdict(t, algorithm{MaxCount: enough}, net, oneGroup()); got != checker.Holds {
			t.Errorf("n=%d %v %v: got %v, want holds: %s", row.n, row.order, row.faults, got, row.reason)
		}
	}
}

// TestGroupsAreSafeNotAlone is lines 22 and 23: there is one coordinator in
// each group, and there may be several groups.
func TestGroupsAreSafeNotAlone(t *testing.T) {
	alone := properties.NewAlways("one-leader", "at most one process leads, of whatever group", func(v model.View) bool {
		leaders := 0
		for _, s := range v.Status {
			if s.Live() && s.Role == model.Won {
				leaders++
			}
		}
		return leaders <= 1
	})
	for _, timing := range []model.Timing{model.Timely, model.Async, model.Lockstep} {
		net := network(2)
		net.Timing = timing
		if got := verdict(t, algorithm{}, net, alone); got != checker.Violated {
			t.Errorf("%v: one leader: got %v, want violated", timing, got)
		}
		if got := verdict(t, algorithm{}, net, properties.Uniqueness()); got != checker.Holds {
			t.Errorf("%v: one leader of each group: got %v, want holds", timing, got)
		}
	}
}

// TestInLockstepGroupsAreFormedForEver is why the paper has line 25. That there
// is no end shows, in the instance, as its last group: no bound is enough.
func TestInLockstepGroupsAreFormedForEver(t *testing.T) {
	bounded := properties.NewAlways("bounded", "nobody would form another group than it may", func(v model.View) bool {
		return !v.Status[0].Bounded && !v.Status[1].Bounded
	})
	for _, row := range []struct {
		timing model.Timing
		count  int
		want   checker.Result
		reason string
	}{
		{model.Timely, enough, checker.Holds, "one of two is the first to form a group, and the other joins it"},
		{model.Lockstep, enough, checker.Violated, "both form a group at once, and neither joins"},
		{model.Lockstep, 4 * enough, checker.Violated, "the same, as often as you like"},
	} {
		net := network(2)
		net.Timing = row.timing
		if got := verdict(t, algorithm{MaxCount: row.count}, net, bounded); got != row.want {
			t.Errorf("%v, %d groups: got %v, want %v: %s", row.timing, row.count, got, row.want, row.reason)
		}
	}
}

// TestGroupsOfThreeAsFarAsSearched is what the catalogue has not the time for:
// three processes whose clocks cannot be trusted. The search is cut short.
func TestGroupsOfThreeAsFarAsSearched(t *testing.T) {
	if testing.Short() {
		t.Skip("many configurations")
	}
	net := network(3)
	net.Timing = model.Async
	s, err := model.New(algorithm{}, net)
	if err != nil {
		t.Fatal(err)
	}
	o := checker.Options{Properties: []properties.Property{properties.WellFormed(), properties.Uniqueness()}, MaxConfigurations: 200_000}
	r, err := checker.Check(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		if v.Result != checker.Unknown {
			t.Errorf("%s: got %v, want unknown", v.Property.Name, v.Result)
		}
	}
}

// TestWithoutStableStorageIsHarmless holds what doc.go says of the counter.
func TestWithoutStableStorageIsHarmless(t *testing.T) {
	forgets := mutant{restart: func(p model.Self, _ state) state { return algorithm{}.Restart(p, state{}) }}
	net := network(2)
	net.Timing, net.Faults = model.Async, model.Faults{Crash: 1, Restart: 1}
	for _, p := range []properties.Property{properties.WellFormed(), properties.Uniqueness(), properties.UniquenessEver()} {
		if got := verdict(t, forgets, net, p); got != checker.Holds {
			t.Errorf("%s: got %v, want holds", p.Name, got)
		}
	}
}

// oneGroup is line 24: every fair execution ends with one coordinator, whom all
// other live processes follow.
func oneGroup() properties.Property {
	return properties.NewStabilises("one-group", "every fair execution ends with all live processes in one group", func(v model.View) bool {
		leader, leaders := model.NoID, 0
		for _, s := range v.Status {
			if s.Live() && s.Role == model.Won {
				leader, leaders = s.Leader, leaders+1
			}
		}
		for _, s := range v.Status {
			if s.Live() && s.Leader != leader {
				return false
			}
		}
		return leaders == 1
	})
}

// named returns the property of that name.
func named(t *testing.T, name string) properties.Property {
	t.Helper()
	if one := oneGroup(); name == one.Name {
		return one
	}
	p, err := properties.Named(name, properties.Greatest)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// verdict says whether a property holds of an algorithm on a network.
func verdict(t *testing.T, a model.Algorithm[state, message], net model.Network, p properties.Property) checker.Result {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	o := checker.Options{Properties: []properties.Property{p}}
	r, err := checker.Check(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdicts[0].Result
}
