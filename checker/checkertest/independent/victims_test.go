package independent

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
)

// TestVictims compares systems whose faults strike some processes, messages and links only.
func TestVictims(t *testing.T) {
	count := systems(15, 25, 2000)
	runs := append(runs(), run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}},
		run{"confluent, symmetry", checker.Options{Search: checker.Search{Reduce: checker.Confluent, Symmetry: true}}})
	compared := map[string]int{}
	for seed := *first; seed < *first+count; seed++ {
		s := drawVictims(seed)
		r := compare(s, runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			for fault := range s.net.Victims.Texts() {
				compared[fault]++
			}
		}
	}
	t.Log(compared)
	for _, fault := range []string{"crash", "restart", "loss", "dup", "cut", "suspect"} {
		if compared[fault] == 0 && count >= 20 {
			t.Errorf("no system with a list of %s was compared", fault)
		}
	}
}

// drawVictims returns the random system of a seed whose faults strike some processes, messages
// and links only. It has more faults than those of draw.
func drawVictims(seed uint64) system {
	r := &source{Rand: rand.New(rand.NewPCG(seed, 3))}
	s := r.system()
	faults := s.net.Faults
	for i, b := range faults.Budgets()[:6] { // divisions: see TestDivisions
		wanted := r.chance(40) && (b.Name != "dup" || s.net.Timing != model.Lockstep) && (b.Name != "suspect" || s.net.Timing == model.Async)
		if *b.Count == 0 && wanted && (b.Name != "restart" || faults.Crash > 0) {
			*faults.Budgets()[i].Count = 1
		}
	}
	s.net.Faults = faults
	v := &s.net.Victims
	lists := map[*[]int]int{&v.Crash: faults.Crash, &v.Restart: faults.Restart, &v.Suspect: faults.Suspect}
	for _, list := range []*[]int{&v.Crash, &v.Restart, &v.Suspect} {
		if lists[list] > 0 && r.chance(70) {
			*list = r.Perm(s.net.N)[:1+r.IntN(s.net.N)]
		}
	}
	budgets := []int{faults.Cut, faults.Loss, faults.Dup}
	for i, list := range []*[]model.Route{&v.Cut, &v.Loss.On, &v.Dup.On} {
		for _, l := range links(&s.net) {
			one := model.Route{From: l.from, To: l.to}
			if budgets[i] > 0 && r.chance(40) && !slices.Contains(*list, one) {
				*list = append(*list, one)
			}
		}
	}
	for i, list := range []*[]string{&v.Loss.Names, &v.Dup.Names} {
		if budgets[1+i] > 0 && r.chance(50) {
			*list = []string{textOf(r.IntN(2))}
		}
	}
	return s
}
