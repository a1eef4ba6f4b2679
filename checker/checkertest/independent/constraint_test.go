package independent

import (
	"fmt"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A constraint says which configurations' events are followed, to interrex and to us.
type constraint struct {
	property properties.Property
	ours     func(c *configuration, status []model.Status) bool
}

// within follows the section Constraints: it returns the successors of configuration i that are followed.
func (g *graph) within(i int, list []successor) []successor {
	x, c := g.explorer, g.configs[i]
	if x.within == nil || c.hasFailed() || len(list) == 0 || x.within.ours(c, x.statuses(c)) {
		return list
	}
	g.cut[i] = slices.ContainsFunc(list, func(s successor) bool { return s.obligatory })
	return nil
}

// unlessCut returns a judgement, of a search that a constraint may have cut: what an execution does not
// decide is unknown.
func (g *graph) unlessCut(k claim, j judgement) judgement {
	decided := checker.Violated
	if k.form == properties.Reachable {
		decided = checker.Holds
	}
	if len(g.cut) > 0 && j.result != decided {
		return judgement{result: checker.Unknown}
	}
	return j
}

// stopped returns why the search is not complete, "" if it is.
func (g *graph) stopped() string {
	switch len(g.cut) {
	case 0:
		return ""
	case 1:
		return "cut by constraint within at 1 configuration: nothing beyond is known"
	}
	return fmt.Sprintf("cut by constraint within at %d configurations: nothing beyond is known", len(g.cut))
}

// TestConstraints compares systems with constraints: on messages in flight, faults left, or roles.
func TestConstraints(t *testing.T) {
	count, tally := systems(10, 15, 600), map[string]int{}
	runs := slices.DeleteFunc(runs(), func(r run) bool { return r.name == "symbolic" || r.name == "confluent" })
	seeds := []uint64{20128, 20391} // executions of which a shorter one leaves the constraint
	for seed := *first; seed < *first+count; seed++ {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		s := draw(seed)
		name, within := constraintOf(seed)
		s.within = &within
		r := compare(s, runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d, %s: %s\n%v", seed, name, r.disagreement, s)
		}
		if r.skipped == "" {
			tally[fmt.Sprint(name, ", cut ", r.cut)]++
		}
	}
	t.Log(tally)
	if len(tally) < 3 {
		t.Errorf("%v of %d systems: too little to test anything", tally, count)
	}
}

// constraintOf returns a constraint, and its name.
func constraintOf(seed uint64) (string, constraint) {
	most := int(seed / 3 % 3)
	count := func(list []model.Status, r model.Role) (n int) {
		for _, s := range list {
			if s.Role == r {
				n++
			}
		}
		return n
	}
	name, theirs, ours := "messages", func(c properties.Configuration) bool {
		return properties.CountInFlight(c, func(any) bool { return true }) <= most
	}, func(c *configuration, _ []model.Status) bool {
		n := 0
		for _, channel := range c.channels {
			n += len(channel)
		}
		return n <= most
	}
	switch seed % 3 {
	case 1:
		name, theirs, ours = "roles", func(c properties.Configuration) bool {
			return count(c.View().Status, model.Won) <= most
		}, func(_ *configuration, list []model.Status) bool { return count(list, model.Won) <= most }
	case 2:
		name, theirs, ours = "losses", func(c properties.Configuration) bool {
			return c.Left().Loss > 0 || count(c.View().Status, model.Lost) <= most
		}, func(c *configuration, list []model.Status) bool {
			return c.left.Loss > 0 || count(list, model.Lost) <= most
		}
	}
	return name, constraint{properties.NewAlways("within", "these configurations", theirs), ours}
}
