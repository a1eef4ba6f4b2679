package independent

import (
	"cmp"
	"fmt"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// everyone returns properties of every one of n processes about one fact. With many there are fewer, as each counts
// once for each process.
func everyone(f fact, n int) []claim {
	holds := func(s model.Status) bool { return s.Down || f.each(s) }
	upholds := func(s model.Status) bool { return !s.Down && f.each(s) }
	fails := func(s model.Status) bool { return !s.Down && !f.each(s) }
	name := func(form string) string { return fmt.Sprintf("every-%s-%s", form, f.name) }
	is, isNot := properties.Every(f.each), properties.Every(func(s model.Status) bool { return !f.each(s) })
	list := []claim{
		{property: properties.NewEventually(name("eventually"), "", is), form: properties.Eventually, every: holds},
		{property: properties.NewRecurs(name("recurs"), "", is), form: properties.Recurs, every: holds},
		{property: properties.NewLeadsTo(name("leads-to"), "", isNot, is), form: properties.LeadsTo, every: holds, asks: fails},
		{property: properties.NewLeadsTo(name("leads-to-even-down"), "", isNot, is.EvenDown()), form: properties.LeadsTo, every: upholds, asks: fails},
		{property: properties.NewAlways(name("always"), "", is), holds: each(f.each)},
		{property: properties.NewStabilises(name("stabilises"), "", is), form: properties.Stabilises, holds: each(f.each)},
	}
	if n > 3 {
		return list
	}
	return append(list, claim{property: properties.NewRecurs(name("recurs-even-down"), "", is.EvenDown()), form: properties.Recurs, every: upholds})
}

// of returns the claim about process p alone of a claim of every process.
func (k claim) of(p int) claim {
	every, asks := k.every, k.asks
	k.every, k.asks = nil, nil
	k.holds = func(v model.View) bool { return every(v.Status[p]) }
	if asks != nil {
		k.trigger = func(v model.View) bool { return asks(v.Status[p]) }
	}
	return k
}

// judgeEvery judges a claim of every process: that all of its cases hold.
func (g *graph) judgeEvery(k claim, f model.Fairness) judgement {
	counts := map[checker.Result]int{}
	for p := range g.explorer.net.N {
		counts[g.judgeLiveness(k.of(p), f).result]++
	}
	for _, result := range []checker.Result{checker.Violated, checker.Unknown, checker.Holds} {
		if counts[result] > 0 {
			return judgement{result: result}
		}
	}
	return judgement{result: checker.Vacuous}
}

// open returns the configurations in which a claim may still be refuted: for a leads-to those that
// are reachable from its trigger without the goal.
func (g *graph) open(k claim) map[int]bool {
	all := map[int]bool{}
	switch k.form {
	case properties.Eventually:
		var starts []int
		for _, s := range g.starts {
			starts = append(starts, s.at)
		}
		return g.without(starts, func(i int) bool { return g.holds(k, i) })
	case properties.LeadsTo:
		var asked []int
		for i := range g.configs {
			if g.asks(k, i) {
				asked = append(asked, i)
			}
		}
		return g.without(asked, func(i int) bool { return g.holds(k, i) })
	case properties.Recurs:
		for i := range g.configs {
			if !g.holds(k, i) {
				all[i] = true
			}
		}
	default:
		for i := range g.configs {
			all[i] = true
		}
	}
	return all
}

// asks reports whether the trigger of a claim, if it has one, holds in configuration i.
func (g *graph) asks(k claim, i int) bool {
	return k.trigger == nil || !g.configs[i].hasFailed() && k.trigger(g.views[i])
}

// neverAsked reports whether the trigger of a claim holds nowhere.
func (g *graph) neverAsked(k claim) bool {
	for i := range g.configs {
		if g.asks(k, i) {
			return false
		}
	}
	return true
}

// wrongForAll returns why a path refutes a claim for no process, or "" if it does for one.
func (g *graph) wrongForAll(start int, path []step, stem int, k claim, f model.Fairness) (why string) {
	for p := range g.explorer.net.N {
		wrong := g.wrongWith(start, path, stem, k.of(p), f)
		if wrong == "" {
			return ""
		}
		why = cmp.Or(why, wrong)
	}
	return why
}

// isOpenAt reports whether a claim, a leads-to, waits for its goal after so many steps of a path.
func (g *graph) isOpenAt(start int, path []step, n int, k claim) bool {
	at, open := g.starts[start].at, false
	for i := 0; ; i++ {
		open = !g.holds(k, at) && (open || g.asks(k, at))
		if i == n {
			return open
		}
		at = g.edges[path[i].config][path[i].edge].to
	}
}
