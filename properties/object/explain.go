package object

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// explained returns a predicate with what a chart says of an execution: an order in which
// the calls take effect, or why there is none.
func explained[S, O, R comparable](w properties.Watching, object Object[S, O, R], source Source[O, R], c Consistency) properties.Watching {
	return w.Explaining(func(x model.Execution) []string {
		h := source.historyOf(x)
		return object.explain(h, c)
	})
}

// historyOf returns the history of an execution. It is told of the events as a monitor is.
func (source Source[O, R]) historyOf(x model.Execution) History[O, R] {
	var h History[O, R]
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

// explain returns an order in which the calls of a history take effect. If there is none
// it names the first return that no order has, and an order for each other result.
func (o Object[S, O, R]) explain(h History[O, R], c Consistency) []string {
	for n, e := range h.events {
		prefix := History[O, R]{h.events[:n+1]}
		operations, ok := prefix.Operations()
		if !ok {
			return []string{fmt.Sprintf("p%d returns, but has no open call", e.client)}
		}
		if _, ok, _ := o.Order(context.Background(), operations, c); ok {
			continue
		}
		last := slices.IndexFunc(operations, func(x Operation[O, R]) bool { return !x.Pending && x.Return == n })
		return append([]string{o.call(operations[last], e.result) + " has no place in any order of the calls"}, o.others(operations, last, c)...)
	}
	operations, _ := h.Operations()
	if len(operations) == 0 {
		return nil
	}
	order, _, _ := o.Order(context.Background(), operations, c)
	return []string{"an order of the calls: " + o.line(operations, order)}
}

// others returns an order for each result that an operation may have.
func (o Object[S, O, R]) others(operations []Operation[O, R], at int, c Consistency) []string {
	var lines []string
	for met := map[R]bool{}; ; {
		var last R
		order, ok, _ := o.order(context.Background(), operations, c, func(i int, result R) bool {
			if i != at {
				return result == operations[i].Result
			}
			last = result
			return !met[result]
		})
		if !ok {
			return lines
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
