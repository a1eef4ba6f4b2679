// Package calls judges logs of calls: which client of a shared object has called which operation, from
// when to when, and with which result. It needs no model of the servers. A log is valid if it is
// linearizable (package object).
package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/properties/object"
)

// A Line is a line of a log: one call of one client, and its result. Times are of one clock, in any
// unit. Fields that do not belong to the operation are left out.
type Line struct {
	Process   *int            `json:"process"` // the client
	Operation string          `json:"operation"`
	Key       *string         `json:"key,omitzero"`    // of a get, put or delete
	Old       json.RawMessage `json:"old,omitzero"`    // that a swap asks for
	Value     json.RawMessage `json:"value,omitzero"`  // of a write, swap, enqueue or put
	Result    json.RawMessage `json:"result,omitzero"` // of a read, dequeue or get; null: none
	Ok        *bool           `json:"ok,omitzero"`     // of a swap, acquire, release or delete
	Call      *int            `json:"call"`
	Return    *int            `json:"return,omitzero"` // left out, with the result, if the call has not returned

	Place string `json:"-"` // where the line stands, for people: p0.log:17
}

// Read reads a log of calls: one JSON object each, with the names of [Line]. Lines
// without text are passed over.
func Read(name string, r io.Reader) ([]Line, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var calls []Line
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		c := Line{Place: fmt.Sprintf("%s:%d", name, i+1)}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		switch err := decoder.Decode(&c); {
		case err != nil:
			return nil, fmt.Errorf("%s: no call as JSON: %w; allowed: one JSON object in a line, as docs/validate.md has it", c.Place, err)
		case c.Process == nil || c.Call == nil:
			return nil, fmt.Errorf("%s: no process or no call; allowed: the client and the time of its call", c.Place)
		case c.Return != nil && *c.Return < *c.Call:
			return nil, fmt.Errorf("%s: return %d; allowed: %d, the time of the call, and more", c.Place, *c.Return, *c.Call)
		}
		calls = append(calls, c)
	}
	return calls, nil
}

// Judge judges a log of calls of an object, by its name in [Objects]: the log is valid if it is
// linearizable. The text is an order in which the calls take effect, or the first return that has
// no place in any order, with the returns that are possible instead. The verdict is unknown if
// ctx cuts the search short. Of two equal times a call comes before a return.
func Judge(ctx context.Context, name string, calls []Line) (validate.Verdict, []string, error) {
	if len(calls) == 0 {
		return validate.Unknown, nil, errors.New("no line in any log; allowed: one or more")
	}
	for _, o := range objects {
		if o.name == name {
			return o.judge(ctx, calls)
		}
	}
	return validate.Unknown, nil, fmt.Errorf("no object is called %q; allowed: %s", name, strings.Join(Objects(), ", "))
}

// Objects returns the names of the objects whose logs [Judge] judges. A register has the
// value null at first, a queue and a map are empty, and nobody holds a lock.
func Objects() []string {
	var names []string
	for _, o := range objects {
		names = append(names, o.name)
	}
	return names
}

// objects are the objects that logs may be about. Values are JSON.
var objects = []struct {
	name  string
	judge func(context.Context, []Line) (validate.Verdict, []string, error)
}{
	{"register", judges(object.Register("null"), map[string]operation[object.RegisterOp[string]]{
		"read":  {"", "result", func(Line) object.RegisterOp[string] { return object.Read[string]() }},
		"write": {"value", "", func(c Line) object.RegisterOp[string] { return object.Write(compact(c.Value)) }},
		"swap":  {"old value", "ok", func(c Line) object.RegisterOp[string] { return object.Swap(compact(c.Old), compact(c.Value)) }},
	})},
	{"queue", judges(object.Queue[string](), map[string]operation[object.QueueOp[string]]{
		"enqueue": {"value", "", func(c Line) object.QueueOp[string] { return object.Enqueue(compact(c.Value)) }},
		"dequeue": {"", "result", func(Line) object.QueueOp[string] { return object.Dequeue[string]() }},
	})},
	{"lock", judges(object.Lock[string](), map[string]operation[object.LockOp[string]]{
		"acquire": {"", "ok", func(c Line) object.LockOp[string] { return object.Acquire(fmt.Sprintf("p%d", *c.Process)) }},
		"release": {"", "ok", func(c Line) object.LockOp[string] { return object.Release(fmt.Sprintf("p%d", *c.Process)) }},
	})},
	{"map", judges(object.Map[string, string](), map[string]operation[object.MapOp[string, string]]{
		"get":    {"key", "result", func(c Line) object.MapOp[string, string] { return object.Get[string, string](*c.Key) }},
		"put":    {"key value", "", func(c Line) object.MapOp[string, string] { return object.Put(*c.Key, compact(c.Value)) }},
		"delete": {"key", "ok", func(c Line) object.MapOp[string, string] { return object.Delete[string, string](*c.Key) }},
	})},
}

// An operation is one that a line may name.
type operation[O any] struct {
	takes, returns string // the fields that the line has besides
	of             func(Line) O
}

// result is the result of every operation on these objects.
type result = object.Result[string]

// judges returns the function that judges logs of an object.
func judges[S, O comparable](o object.Object[S, O, result], operations map[string]operation[O]) func(context.Context, []Line) (validate.Verdict, []string, error) {
	return func(ctx context.Context, calls []Line) (validate.Verdict, []string, error) {
		for _, c := range calls {
			p, ok := operations[c.Operation]
			if !ok {
				return validate.Unknown, nil, fmt.Errorf("%s: operation %q; allowed: %s", c.Place, c.Operation, strings.Join(slices.Sorted(maps.Keys(operations)), ", "))
			}
			if err := c.fits(strings.Fields(p.takes), p.returns); err != nil {
				return validate.Unknown, nil, fmt.Errorf("%s: %w", c.Place, err)
			}
		}
		lines, ok, err := o.Explain(ctx, timed(calls, operations), object.Linearizability)
		switch {
		case err != nil:
			return validate.Unknown, nil, nil
		case ok:
			return validate.Valid, lines, nil
		}
		return validate.Invalid, lines, nil
	}
}

// fits reports that a line lacks a field that belongs to its operation, or has another one.
func (c Line) fits(takes []string, returns string) error {
	takes = append(takes, returns)
	for _, f := range []struct {
		name       string
		has, needs bool
	}{
		{"key", c.Key != nil, true}, {"old", c.Old != nil, true}, {"value", c.Value != nil, true},
		{"result", c.Result != nil, c.Return != nil}, {"ok", c.Ok != nil, c.Return != nil},
	} {
		switch needs := f.needs && slices.Contains(takes, f.name); {
		case needs && !f.has:
			return fmt.Errorf("no %s; %s has one", f.name, c.Operation)
		case f.has && !needs:
			return fmt.Errorf("%s; %s has none, or has not returned", f.name, c.Operation)
		}
	}
	return nil
}

// result returns the result of the call.
func (c Line) result() result {
	switch {
	case c.Ok != nil:
		return result{Ok: *c.Ok}
	case c.Result == nil:
		return result{Ok: true}
	case c.Operation != "read" && compact(c.Result) == "null":
		return result{}
	}
	return result{Value: compact(c.Result), Ok: true}
}

// timed returns the calls of a log for an object.
func timed[O comparable](calls []Line, operations map[string]operation[O]) []object.Operation[O, result] {
	var list []object.Operation[O, result]
	for _, c := range calls {
		x := object.Operation[O, result]{Client: *c.Process, Operation: operations[c.Operation].of(c), Call: *c.Call, Pending: c.Return == nil}
		if !x.Pending {
			x.Result, x.Return = c.result(), *c.Return
		}
		list = append(list, x)
	}
	return list
}

// compact returns JSON without white space.
func compact(value json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, value); err != nil {
		panic(err) // the decoder has read it
	}
	return b.String()
}
