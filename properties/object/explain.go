package object

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// explained returns a predicate with the remarks of a chart on an execution: see
// [Object.Explain].
func explained[S, O, R comparable](w properties.Watching, object Object[S, O, R], source Source[O, R], c Consistency) properties.Watching {
	return w.Explaining(func(x model.Execution) []string {
		operations, err := source.historyOf(x).Operations()
		lines, ok, _ := object.Explain(context.Background(), operations, c)
		if ok && err != nil {
			return []string{err.Error()}
		}
		return lines
	})
}

// historyOf returns the history of an execution. It is told of the events as a monitor is.
func (source Source[O, R]) historyOf(x model.Execution) *History[O, R] {
	h := &History[O, R]{}
	p := properties.NewAlways("history", "", watch(source, 0, -1, func(n int, e event[O, R]) int {
		h.events = append(h.events, e)
		return n + 1
	}))
	state := p.Begin(x.System)
	for i, step := range x.Steps {
		state = p.Observe(state, x.System, x.At(i), step)
	}
	return h
}

// Explain returns an order in which operations take effect (see [Object.Order]), and true. If
// there is none it returns false, the first return that has no place in any order, and an
// order for each other result that this call may have. The error is that of ctx, if ctx has
// cut the search short.
func (o Object[S, O, R]) Explain(ctx context.Context, operations []Operation[O, R], c Consistency) (lines []string, ok bool, err error) {
	order, found, err := o.Order(ctx, operations, c)
	if err != nil {
		return nil, false, err
	}
	if !found || c == SequentialConsistency { // else no prefix lacks an order
		if lines, err := o.refute(ctx, operations, c); lines != nil || err != nil {
			return lines, false, err
		}
	}
	if len(operations) == 0 {
		return nil, true, nil
	}
	return []string{"an order of the calls: " + o.line(operations, order)}, true, nil
}

// refute returns the first return that has no place in any order of the calls so far, with
// an order for each other result; nil if there is none.
func (o Object[S, O, R]) refute(ctx context.Context, operations []Operation[O, R], c Consistency) ([]string, error) {
	returns := slices.DeleteFunc(indices(len(operations)), func(i int) bool { return operations[i].Pending })
	slices.SortStableFunc(returns, func(a, b int) int { return cmp.Compare(operations[a].Return, operations[b].Return) })
	for k, last := range returns {
		prefix, at := upTo(operations, returns[:k+1])
		_, found, err := o.Order(ctx, prefix, c)
		if err != nil {
			return nil, err
		}
		if !found {
			others, err := o.others(ctx, prefix, at, c)
			return append([]string{o.call(operations[last], operations[last].Result) + " has no place in any order of the calls"}, others...), err
		}
	}
	return nil, nil
}

// upTo returns the operations called up to the last of these returns, of which no other has happened,
// and the index of the operation that returns last.
func upTo[O, R comparable](operations []Operation[O, R], returns []int) (prefix []Operation[O, R], at int) {
	last := returns[len(returns)-1]
	for i, x := range operations {
		if x.Call > operations[last].Return {
			continue
		}
		if i == last {
			at = len(prefix)
		}
		x.Pending = !slices.Contains(returns, i)
		prefix = append(prefix, x)
	}
	return prefix, at
}

// indices returns 0..n-1.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// others returns an order for each result that an operation may have.
func (o Object[S, O, R]) others(ctx context.Context, operations []Operation[O, R], at int, c Consistency) ([]string, error) {
	var lines []string
	for met := map[R]bool{}; ; {
		var last R
		order, ok, err := o.order(ctx, operations, c, func(i int, result R) bool {
			if i != at {
				return result == operations[i].Result
			}
			last = result
			return !met[result]
		})
		if !ok {
			return lines, err
		}
		met[last] = true
		lines = append(lines, "possible instead: "+o.line(operations, order))
	}
}

// line returns the text of an order, with the results that the operations have in it.
func (o Object[S, O, R]) line(operations []Operation[O, R], order []int) string {
	var calls []string
	state := o.Initial
	for _, i := range order {
		var result R
		state, result = o.Apply(state, operations[i].Operation)
		text := o.call(operations[i], result)
		if operations[i].Pending {
			text += " (pending)"
		}
		calls = append(calls, text)
	}
	return strings.Join(calls, ", ")
}

// call returns the text of an operation with a result and its client.
func (o Object[S, O, R]) call(x Operation[O, R], result R) string {
	return fmt.Sprintf("p%d %s", x.Client, o.text(x.Operation, result))
}
