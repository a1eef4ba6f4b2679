package invitation_test

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest/limits"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

var update = flag.Bool("update", false, "write limits.txt")

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

// TestMutantsAreCaught holds the table of limits: which limit catches which mutant first.
func TestMutantsAreCaught(t *testing.T) {
	entry := entry(t)
	of := func(m mutant) func(claims.Variant, model.Network, int) (*model.System, error) {
		return func(v claims.Variant, net model.Network, limit int) (*model.System, error) {
			m.algorithm = algorithm{Readings: v.Readings, MaxCount: limit}
			return model.New(m, net)
		}
	}
	growth := limits.Growth{Entry: entry, MaxTime: 20 * time.Second, Sound: limits.Mutant{New: of(mutant{})},
		Most: func(net model.Network) int { return most(entry.Limits[0], net) }}
	var list []limits.Mutant
	for _, row := range mutants {
		list = append(list, limits.Mutant{Name: row.name, Reason: row.reason, New: of(row.mutant)})
	}
	limits.Run(t, growth, list, limits.ModeOf(t, *update))
}

func entry(t *testing.T) catalogue.Entry {
	t.Helper()
	e, err := catalogue.ByName("invitation")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// most returns the greatest limit that can be searched on a network. Where clocks can be trusted more groups change nothing: no
// process forms as many as five, or in timing bounded as many as three. Elsewhere there are up to two more than the catalogue has.
func most(groups claims.Limit, net model.Network) int {
	switch limit := groups.Of(net); {
	case net.Timing == model.Timely:
		return 5
	case net.Timing == model.Bounded && net.N == 3 && net.Faults.Loss > 0:
		return 1
	case net.Timing == model.Bounded:
		return 3
	case net.Order == model.Bag || net.Faults.Dup > 0:
		return limit
	case net.Faults == model.Faults{}:
		return limit + 2
	default:
		return limit + 1
	}
}

// TestMutantsThatLeaveGroupsApart holds which mutants, of those that no claim of the catalogue catches, violate line 24: no claim
// is about it. The others are harmless.
func TestMutantsThatLeaveGroupsApart(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of several seconds")
	}
	rows, err := catalogue.Mutants(entry(t))
	if err != nil {
		t.Fatal(err)
	}
	all, crash := network(3), network(3)
	all.Wake.All = true
	crash.Wake.All, crash.Faults = true, model.Faults{Crash: 1, Restart: 1}
	for i, row := range mutants {
		if i >= len(rows) || rows[i].Limit > 0 {
			continue
		}
		row.mutant.MaxCount = enough
		apart := slices.ContainsFunc([]model.Network{all, crash}, func(net model.Network) bool {
			return verdict(t, row.mutant, net, oneGroup()) == checker.Violated
		})
		if want := strings.HasPrefix(row.reason, "groups stay apart"); apart != want {
			t.Errorf("%s: groups stay apart: got %t, want %t", row.name, apart, want)
		}
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

// TestGroupsOfThreeAsFarAsSearched searches more than the catalogue has time for:
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

// TestWithoutStableStorageIsHarmless confirms doc.go on the counter.
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
