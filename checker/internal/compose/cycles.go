package compose

import (
	"iter"
	"slices"

	"github.com/interrex/interrex/checker/internal/graph"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// MayCycle reports whether there may be a cycle among the configurations that a complete
// search has met. It looks at no configuration, only at the steps of single processes: a
// cycle brings each local state back to its first value. So it has no step between local
// states in different strongly connected components, and it receives no message that no
// step on it sends. Such steps are left out until nothing changes. If nothing is left,
// there is no cycle. On a cycle the same processes are down all the time; each set of
// processes that may be down is looked at alone.
func (m *Machine) MayCycle() bool {
	sets := m.downSets()
	if !m.onlySteps() || len(sets) > maxDownSets {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.ContainsFunc(sets, m.mayCycleBeside)
}

// maxDownSets is the most sets of processes that are looked at alone.
const maxDownSets = 64

// downSets returns the sets of processes that may be down, or more than maxDownSets if
// there are as many.
func (m *Machine) downSets() [][]bool {
	net := m.sys.Network()
	sets := [][]bool{nil}
	for range m.leaves {
		var longer [][]bool
		for _, set := range sets {
			for _, down := range []bool{false, true} {
				if s := append(slices.Clone(set), down); changes(s, net.Down, false) <= net.Faults.Crash+net.Faults.Traitor && changes(s, net.Down, true) <= net.Faults.Restart {
					longer = append(longer, s)
				}
			}
		}
		if sets = longer; len(sets) > maxDownSets {
			break
		}
	}
	return sets
}

// changes counts the processes that are down at the start and not in a set, or the
// reverse.
func changes(set []bool, atStart []int, was bool) int {
	count := 0
	for p, down := range set {
		if down != was && slices.Contains(atStart, p) == was {
			count++
		}
	}
	return count
}

// mayCycleBeside is MayCycle for cycles on which these processes are down.
func (m *Machine) mayCycleBeside(down []bool) bool {
	moves := m.recurrent(m.possible(down))
	for before := -1; len(moves) != before; {
		before = len(moves)
		moves = m.recurrent(slices.Values(m.sustained(moves)))
	}
	return len(moves) > 0
}

// onlySteps reports whether every event on a cycle is a step of one process: there is no
// fault on a cycle if all budgets are finite.
func (m *Machine) onlySteps() bool {
	net := m.sys.Network()
	faults := net.Faults
	return net.Timing != model.Lockstep && net.Timing != model.Bounded &&
		!slices.ContainsFunc(faults.Budgets(), func(b model.Budget) bool { return *b.Count == model.Unbounded })
}

// possible returns the moves that were met of processes that are not down, without
// suspicions of such. (False ones have a budget.)
func (m *Machine) possible(down []bool) iter.Seq[compiled.Move] {
	return func(yield func(compiled.Move) bool) {
		for x := range m.tables.Moves() {
			never := down[x.Process] || x.Input.Kind == model.Suspect && !down[m.sys.Peer(x.Process, x.Input.Port)]
			if !never && !yield(x) {
				return
			}
		}
	}
}

// recurrent returns the moves that lie on a cycle of moves of their process.
func (m *Machine) recurrent(moves iter.Seq[compiled.Move]) []compiled.Move {
	next, back := make([][][]uint32, len(m.leaves)), make([][][]uint32, len(m.leaves))
	polls := 0
	poll := func() {
		if polls++; polls%1024 == 0 {
			m.poll()
		}
	}
	for x := range moves {
		poll()
		add(&next[x.Process], x.From, x.To)
		add(&back[x.Process], x.To, x.From)
	}
	parts := make([][]int, len(m.leaves))
	for p := range parts {
		parts[p] = graph.Components(next[p], back[p])
	}
	var list []compiled.Move
	for x := range moves {
		poll()
		if of := parts[x.Process]; of[x.From] == of[x.To] {
			list = append(list, x)
		}
	}
	return list
}

// add adds an edge to a graph, which has no fewer vertices than its edges need.
func add(graph *[][]uint32, from, to compiled.Local) {
	for len(*graph) <= int(max(from, to)) {
		*graph = append(*graph, nil)
	}
	if from != to {
		(*graph)[from] = append((*graph)[from], uint32(to))
	}
}

// sustained returns the moves without those that receive a message that none of them sends.
func (m *Machine) sustained(moves []compiled.Move) []compiled.Move {
	type arrival struct {
		process int
		port    model.Port
		message compiled.Message
	}
	sent := map[arrival]bool{}
	for _, x := range moves {
		for _, send := range x.Sends {
			link := m.leaves[x.Process].links[send.Port]
			sent[arrival{link.To, link.ToPort, send.Msg}] = true
		}
	}
	return slices.DeleteFunc(moves, func(x compiled.Move) bool {
		return x.Input.Kind == model.Receive && !sent[arrival{x.Process, x.Input.Port, x.Input.Msg}]
	})
}
