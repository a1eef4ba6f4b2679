package symbolic

import (
	"fmt"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// terminates reports whether the steps of the processes prove that every execution is
// finite. The test is sufficient, not necessary:
//
//   - Faults happen finitely often.
//   - Each process changes its local state finitely often, if the graph of its steps has
//     no cycles except self-loops.
//   - After the last change of a local state, processes only receive messages. They
//     receive finitely many, if no message can cause another copy of itself through the
//     messages that are sent in response.
func (x *System) terminates(all diagram.Set) bool {
	// The compiled steps include all that happen in a configuration, and are faster to test.
	return x.acyclic(func(*Group, uint32) bool { return true }) || x.acyclic(x.happens(all))
}

// happens returns a function that reports whether some configuration of all enables a
// transition group in a local state.
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

// isAcyclic reports whether the graph has no cycle.
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
