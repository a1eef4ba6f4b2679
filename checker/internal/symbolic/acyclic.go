package symbolic

import (
	"fmt"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// ends reports whether the steps taken in all configurations show by
// themselves that every execution is finite. It is sufficient, not necessary:
//
//   - what costs a fault happens finitely often;
//   - the local states that each process can go through without coming back
//     are finitely many, if the graph of its steps has no cycle but loops;
//   - once no local state changes any more, a process can only receive; if no
//     message leads, through the messages sent upon it and upon those, to itself,
//     that ends.
func (x *System) ends(all diagram.Set) bool {
	// What has been compiled is more than what happens, and quicker to look at.
	return x.acyclic(func(*Group, uint32) bool { return true }) || x.acyclic(x.happens(all))
}

// happens returns a function that reports whether a transition group is enabled with a
// local state in some configuration of all.
func (x *System) happens(all diagram.Set) func(*Group, uint32) bool {
	met := map[*Group]map[uint32]bool{}
	return func(c *Group, before uint32) bool {
		if met[c] == nil {
			met[c] = map[uint32]bool{}
			enabled := x.Sets.Minus(all, x.Sets.Disabled(all, c.Event))
			x.Sets.Walk(enabled, func(n diagram.Set) {
				if x.Sets.Level(n) == x.locals[c.Process].level {
					for _, p := range x.Sets.Pairs(n) {
						met[c][p.Value] = true
					}
				}
			})
		}
		return met[c][before]
	}
}

func (x *System) acyclic(happens func(*Group, uint32) bool) bool {
	local, messages := graph{}, graph{}
	for _, c := range x.list {
		x.Sets.Idle()
		if c.costs {
			continue
		}
		stays := false
		x.moves(c, func(before, after uint32) {
			if !happens(c, before) {
				return
			}
			if before == after {
				stays = true
				return
			}
			local.edge(fmt.Sprint(c.Process, before), fmt.Sprint(c.Process, after))
		})
		if !stays {
			continue
		}
		if c.Fair.Kind != model.Receive || !c.Obligatory {
			return false
		}
		for _, to := range c.sent {
			messages.edge(c.received, to)
		}
	}
	return local.isAcyclic() && messages.isAcyclic()
}

// graph is a directed graph.
type graph map[string][]string

func (g graph) edge(from, to string) { g[from] = append(g[from], to) }

// isAcyclic reports whether no way leads from a vertex to itself.
func (g graph) isAcyclic() bool {
	in := map[string]int{}
	for _, list := range g {
		for _, to := range list {
			in[to]++
		}
	}
	var ready []string
	for from := range g {
		if in[from] == 0 {
			ready = append(ready, from)
		}
	}
	left := len(g)
	for ; len(ready) > 0; ready = ready[1:] {
		from := ready[0]
		if _, ok := g[from]; ok {
			left--
		}
		for _, to := range g[from] {
			if in[to]--; in[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	return left == 0
}
