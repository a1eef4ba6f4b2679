package independent

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// divisions follows the section Divisions.
func (x *explorer) divisions(c *configuration) (list []successor) {
	if slices.Contains(c.divided, true) {
		d := c.clone()
		clear(d.divided)
		return []successor{{event{process: -1, kind: heal}, false, 0, d}}
	}
	for set := range 1 << x.net.N {
		var group []int
		for p := range x.net.N {
			if set>>p&1 == 1 {
				group = append(group, p)
			}
		}
		first := len(group)*2 < x.net.N || len(group)*2 == x.net.N && set&1 == 1
		if c.left.Divide == 0 || len(group) == 0 || !first || !x.mayDivide(set) {
			continue
		}
		d := c.clone()
		for i, l := range x.links {
			d.divided[i] = set>>l.from&1 != set>>l.to&1
		}
		spend(&d.left.Divide)
		list = append(list, successor{event{process: -1, kind: divide, group: group}, false, 0, d})
	}
	return list
}

// mayDivide reports whether the victims have a set of processes, or all others.
func (x *explorer) mayDivide(set int) bool {
	if x.net.Victims.Divide == nil {
		return true
	}
	for _, group := range x.net.Victims.Divide {
		listed := 0
		for _, p := range group {
			listed |= 1 << p
		}
		if listed == set || listed == 1<<x.net.N-1-set {
			return true
		}
	}
	return false
}

// TestDivisions compares systems whose network divides and heals.
func TestDivisions(t *testing.T) {
	count := systems(12, 25, 2000)
	runs := append(runs(), run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}})
	compared, listed := map[string]int{}, 0
	for seed := *first; seed < *first+count; seed++ {
		s := drawDivided(seed)
		r := compare(s, runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" && s.net.N > 1 {
			compared[s.net.Timing.String()]++
			if s.net.Victims.Divide != nil {
				listed++
			}
		}
	}
	t.Log(compared, listed)
	for _, timing := range []model.Timing{model.Async, model.Bounded, model.Timely, model.Lockstep} {
		if compared[timing.String()]*listed == 0 && count >= 100 {
			t.Errorf("%v and %d lists: too little to test anything", compared, listed)
		}
	}
}

// drawDivided returns the random system of a seed whose network divides. Its other faults are those of draw.
func drawDivided(seed uint64) system {
	r := &source{Rand: rand.New(rand.NewPCG(seed, 4))}
	s := r.system()
	s.net.Faults.Divide = []int{1, 1, 2, model.Unbounded}[r.IntN(4)]
	if n := s.net.N; n > 1 && r.chance(40) {
		group := r.Perm(n)[:1+r.IntN(n-1)]
		slices.Sort(group)
		s.net.Victims.Divide = [][]int{group}
	}
	return s
}
