package object

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// explained returns a predicate with what a chart says of an execution: see [Object.Explain].
func explained[S, O, R comparable](w properties.Watching, object Object[S, O, R], source Source[O, R], c Consistency) properties.Watching {
	return w.Explaining(func(x model.Execution) []string {
		lines, _, _ := object.Explain(context.Background(), source.historyOf(x), c)
		return lines
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

// Explain returns an order in which the calls of a history take effect, and true. If there
// is none it returns false, the first return that has no place in any order, and an
// order for each other result that this call may have. The error is that of ctx, if ctx
// has cut the search short.
func (o Object[S, O, R]) Explain(ctx context.Context, h History[O, R], c Consistency) (lines []string, ok bool, err error) {
	operations, ok := h.Operations()
	order, found, err := o.Order(ctx, operations, c)
	switch {
	case err != nil:
		return nil, false, err
	case !ok || !found || c == SequentialConsistency: // where a prefix may have no order
		if lines, err := o.refute(ctx, h, c); lines != nil || err != nil {
			return lines, false, err
		}
	}
	if len(operations) == 0 {
		return nil, true, nil
	}
	return []string{"an order of the calls: " + o.line(operations, order)}, true, nil
}

// refute returns the first return of a history that has no place in any order, with an
// order for each other result; nil if there is none.
func (o Object[S, O, R]) refute(ctx context.Context, h History[O, R], c Consistency) ([]string, error) {
	for n, e := range h.events {
		if !e.returns {
			continue
		}
		prefix := History[O, R]{h.events[:n+1]}
		operations, ok := prefix.Operations()
		if !ok {
			return []string{fmt.Sprintf("p%d returns, but has no open call", e.client)}, nil
		}
		_, found, err := o.Order(ctx, operations, c)
		if err != nil {
			return nil, err
		}
		if !found {
			last := slices.IndexFunc(operations, func(x Operation[O, R]) bool { return !x.Pending && x.Return == n })
			others, err := o.others(ctx, operations, last, c)
			return append([]string{o.call(operations[last], e.result) + " has no place in any order of the calls"}, others...), err
		}
	}
	return nil, nil
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
