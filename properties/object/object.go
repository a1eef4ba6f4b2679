package object

import "fmt"

// An Object is the behaviour of a shared object if there is one call at a time.
type Object[S, O, R comparable] struct {
	Initial S
	// Apply returns the state after an operation, and its result. It must be a
	// function of its arguments that is defined for all of them.
	Apply func(state S, operation O) (S, R)
	// Text is how an operation is written with its result; nil: "operation -> result".
	Text func(operation O, result R) string
}

// text returns the text of an operation with its result.
func (o Object[S, O, R]) text(operation O, result R) string {
	if o.Text != nil {
		return o.Text(operation, result)
	}
	return fmt.Sprintf("%v -> %v", operation, result)
}

// A History takes down calls and returns, in order. A client has at most one open
// call: one that calls again without a return never learns the outcome of its
// last call, which may take effect later or never.
type History[O, R comparable] struct{ events []event[O, R] }

// An event is a call or a return.
type event[O, R comparable] struct {
	client    int
	returns   bool
	operation O
	result    R
}

// Call notes that a client calls an operation.
func (h *History[O, R]) Call(client int, operation O) {
	h.events = append(h.events, event[O, R]{client: client, operation: operation})
}

// Return notes that the open call of a client returns.
func (h *History[O, R]) Return(client int, result R) {
	h.events = append(h.events, event[O, R]{client: client, returns: true, result: result})
}

// An Operation is a call of a client with its return, if it has one. Call and Return
// are times.
type Operation[O, R comparable] struct {
	Client       int
	Operation    O
	Result       R
	Pending      bool // it has not returned, and has no Result and no Return
	Call, Return int
}

// Operations returns the calls of the history, in order. Their times are the numbers of
// the calls and returns before them. The error says that a client returns that has no open
// call; then the calls are those before.
func (h *History[O, R]) Operations() ([]Operation[O, R], error) {
	var list []Operation[O, R]
	open := map[int]int{}
	for at, e := range h.events {
		if !e.returns {
			open[e.client] = len(list)
			list = append(list, Operation[O, R]{Client: e.client, Operation: e.operation, Pending: true, Call: at})
			continue
		}
		i, ok := open[e.client]
		if !ok {
			return list, fmt.Errorf("p%d returns, but has no open call", e.client)
		}
		delete(open, e.client)
		list[i].Result, list[i].Pending, list[i].Return = e.result, false, at
	}
	return list, nil
}
