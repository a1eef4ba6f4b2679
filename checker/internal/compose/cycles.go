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
// there is no cycle.
func (m *Machine) MayCycle() bool {
	if !m.onlySteps() {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	moves := m.recurrent(m.possible())
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

// possible returns the moves that were met, without suspicions of processes that are never
// down. (False ones have a budget.)
func (m *Machine) possible() iter.Seq[compiled.Move] {
	net := m.sys.Network()
	return func(yield func(compiled.Move) bool) {
		for x := range m.tables.Moves() {
			never := x.Input.Kind == model.Suspect && net.Faults.Crash == 0 && !slices.Contains(net.Down, m.sys.Peer(x.Process, x.Input.Port))
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
