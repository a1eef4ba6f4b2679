package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// How much is explored to find budgets that nothing uses: so many groups, each at so many n,
// and of each of their systems so many configurations, and so many messages in flight in all those
// that events lead to.
const (
	remarkedScopes   = 4
	remarkedSizes    = 8
	exploredToRemark = 2_000
	messagesToRemark = 200_000
)

// A scope is a group at some n, of which budgets are remarked upon.
type scope struct {
	*group
	sizes sizes
}

// scopes returns the groups of check, each at all its n.
func scopes(groups []*group) []scope {
	var list []scope
	for _, g := range groups {
		list = append(list, scope{g, g.sizes()})
	}
	return list
}

// scopesOf returns the groups of measurements, each once.
func scopesOf(plan []*measurement) []scope {
	var list []scope
	for _, m := range plan {
		s := scope{m.group, m.sizes}
		if !slices.ContainsFunc(list, func(t scope) bool { return t.isLike(s.group) && t.sizes == s.sizes }) {
			list = append(list, s)
		}
	}
	return list
}

// remarkUpTo writes remarks on the budgets of one system for n processes, which may be too
// large to explore: it explores those for fewer processes, from two on, and then itself.
func (q *request) remarkUpTo(w io.Writer, e claims.Entry, v claims.Variant, n int) error {
	s := scope{&group{entry: e, variant: v, change: q.changed}, sizes{min(2, n), n}}
	for ; s.sizes.from < min(n, maxSize); s.sizes.from++ {
		if _, _, err := q.arrangements(s.group, s.network(s.sizes.from)); err == nil {
			break
		}
	}
	return q.writeRemarks(w, []scope{s})
}

// writeRemarks writes a line for each budget that a flag sets to more than executions use.
// It explores systems that are small, from the first n on, and says for which n it did. The
// error names a message that a flag names and no execution has.
func (q *request) writeRemarks(w io.Writer, scopes []scope) error {
	if len(q.budgets) == 0 || len(scopes) == 0 || len(scopes) > remarkedScopes {
		return nil
	}
	used, names := make([]int, len(new(model.Faults).Budgets())), map[string]bool{} // the most of each fault in an execution; messages
	var explored sizes
	whole := true // each n of each scope was explored
	for i, s := range scopes {
		to := s.sizes.from
		for ; to <= min(s.sizes.to, s.sizes.from+remarkedSizes-1) && q.explore(s.group, to, used, names); to++ {
		}
		if whole = whole && to > s.sizes.to; to == s.sizes.from {
			return nil
		}
		if explored.from = s.sizes.from; i == 0 || to-1 < explored.to {
			explored.to = to - 1
		}
	}
	if err := unknownName(scopes, names, explored); whole && err != nil {
		return err
	}
	for _, b := range q.budgets {
		switch {
		case used[b.index] == 0:
			fmt.Fprintf(w, "interrex: --%s %s changes nothing: with n = %v no execution has any\n", b.name, b.text, explored)
		case whole && b.count != model.Unbounded && used[b.index] < b.count:
			fmt.Fprintf(w, "interrex: --%s %s is as --%s %d: with n = %v no execution has more\n", b.name, b.text, b.name, used[b.index], explored)
		}
	}
	return nil
}

// unknownName returns the error that no execution has a message by which faults of the groups
// select messages, nil if there is none.
func unknownName(scopes []scope, names map[string]bool, explored sizes) error {
	for _, s := range scopes {
		v := s.network(s.sizes.from).Victims
		for _, name := range slices.Concat(v.Loss.Names, v.Dup.Names, v.Forge.Names) {
			if !names[name] {
				return fmt.Errorf("%v: with n = %v no execution has a message %s; allowed: %s", v, explored, name, strings.Join(slices.Sorted(maps.Keys(names)), ", "))
			}
		}
	}
	return nil
}

// explore raises used to the most of each fault in executions of the first system of a group
// for n processes, and adds the names of the messages. It reports false if the system has too
// many configurations, or too many messages in them.
func (q *request) explore(g *group, n int, used []int, names map[string]bool) bool {
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
	met, messages := map[string]bool{queue[0].Key(): true}, 0
	for ; len(queue) > 0; queue = queue[1:] {
		left := queue[0].Left
		for i, b := range budgets.Budgets() {
			used[i] = max(used[i], *b.Count-*left.Budgets()[i].Count)
		}
		for _, channel := range queue[0].Channels {
			for _, e := range channel {
				names[model.MessageName(e.Text())] = true
			}
		}
		for _, y := range s.Successors(queue[0]) {
			messages += y.Next.InFlight()
			if key := y.Next.Key(); !met[key] {
				met[key] = true
				queue = append(queue, y.Next)
			}
		}
		if len(met) > exploredToRemark || messages > messagesToRemark {
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
