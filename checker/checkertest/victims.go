package checkertest

import (
	"math/rand/v2"
	"slices"

	"github.com/interrex/interrex/model"
)

// ForSome returns a system like s in which random faults may strike some processes,
// messages and links only. If s has no faults, it has one kind. It returns nil if there is no
// such system.
func ForSome(s *model.System, seed uint64) *model.System {
	r := rand.New(rand.NewPCG(seed, 20))
	net := *s.Network()
	if net.Faults == (model.Faults{}) {
		*net.Faults.Budgets()[[]int{0, 2, 4}[r.IntN(3)]].Count = 1
	}
	net.Victims = randomVictims(r, s, net.Faults)
	one, err := s.Semantics().On(net)
	if err != nil || net.Victims.All() {
		return nil
	}
	return one
}

// randomVictims returns the victims of the faults of a network: some, for most faults.
func randomVictims(r *rand.Rand, s *model.System, of model.Faults) model.Victims {
	var v model.Victims
	some := func(budget int) bool { return budget > 0 && r.IntN(4) > 0 }
	if some(of.Crash) {
		v.Crash = someProcesses(r, s)
	}
	if some(of.Restart) {
		v.Restart = someProcesses(r, s)
	}
	if some(of.Suspect) {
		v.Suspect = someProcesses(r, s)
	}
	if some(of.Cut) {
		v.Cut = someRoutes(r, s)
	}
	if some(of.Loss) {
		v.Loss = someMessages(r, s)
	}
	if some(of.Dup) {
		v.Dup = someMessages(r, s)
	}
	return v
}

func someProcesses(r *rand.Rand, s *model.System) []int {
	return r.Perm(s.Network().N)[:1+r.IntN(s.Network().N)]
}

func someMessages(r *rand.Rand, s *model.System) (m model.Messages) {
	which := r.IntN(3)
	if which != 0 {
		m.On = someRoutes(r, s)
	}
	if which != 1 {
		m.Names = [][]string{{"chatter0"}, {"chatter1", "notice"}}[r.IntN(2)]
	}
	return m
}

// someRoutes returns some of the links: any, or all from or to one process, or nil if there
// are none.
func someRoutes(r *rand.Rand, s *model.System) []model.Route {
	from, to := -1, -1
	switch r.IntN(3) {
	case 0:
		from = r.IntN(s.Network().N)
	case 1:
		to = r.IntN(s.Network().N)
	}
	var list []model.Route
	for _, l := range s.Links() {
		one := model.Route{From: l.From, To: l.To}
		fits := from < 0 && to < 0 && r.IntN(2) == 0 || l.From == from || l.To == to
		if fits && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}
