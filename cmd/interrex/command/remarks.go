package command

import (
	"fmt"
	"io"

	"github.com/interrex/interrex/model"
)

// How much is explored to find budgets that nothing uses: so many groups, and so many
// configurations of each of their systems.
const (
	remarkedGroups   = 4
	exploredToRemark = 2_000
)

// writeRemarks writes a line for each budget that a flag sets to more than executions use.
// It explores systems that are small, from the first n on, and says for which n it did.
func (q *request) writeRemarks(w io.Writer, groups []*group) {
	if len(q.budgets) == 0 || len(groups) > remarkedGroups {
		return
	}
	used := make([]int, len(new(model.Faults).Budgets())) // the most of each fault in an execution
	var explored sizes
	whole := true // each n of each group was explored
	for i, g := range groups {
		of := g.sizes()
		to := of.from
		for ; to <= of.to && q.explore(g, to, used); to++ {
		}
		if whole = whole && to > of.to; to == of.from {
			return
		}
		if explored.from = of.from; i == 0 || to-1 < explored.to {
			explored.to = to - 1
		}
	}
	for _, b := range q.budgets {
		switch {
		case used[b.index] == 0:
			fmt.Fprintf(w, "interrex: --%s %s changes nothing: with n = %v no execution has any\n", b.name, b.text, explored)
		case whole && b.count != model.Unbounded && used[b.index] < b.count:
			fmt.Fprintf(w, "interrex: --%s %s is as --%s %d: with n = %v no execution has more\n", b.name, b.text, b.name, used[b.index], explored)
		}
	}
}

// explore raises used to the most of each fault in executions of the first system of a group
// for n processes. It reports false if the system has too many configurations.
func (q *request) explore(g *group, n int, used []int) bool {
	net := g.network(n)
	for _, b := range net.Faults.Budgets() {
		if *b.Count == model.Unbounded { // which is not counted; one tells whether there are any
			*b.Count = 1
		}
	}
	_, s, err := q.arrangements(g, net)
	if err != nil { // the search says why
		return false
	}
	budgets := net.Faults
	queue := []model.Configuration{s.Initial()}
	met := map[string]bool{queue[0].Key(): true}
	for ; len(queue) > 0; queue = queue[1:] {
		left := queue[0].Left
		for i, b := range budgets.Budgets() {
			used[i] = max(used[i], *b.Count-*left.Budgets()[i].Count)
		}
		for _, y := range s.Successors(queue[0]) {
			if key := y.Next.Key(); !met[key] {
				met[key] = true
				queue = append(queue, y.Next)
			}
		}
		if len(met) > exploredToRemark {
			return false
		}
	}
	return true
}

// A budgetFlag is a budget of faults that a flag sets.
type budgetFlag struct {
	name, text string
	index      int // among the budgets of [model.Faults]
	count      int
}
