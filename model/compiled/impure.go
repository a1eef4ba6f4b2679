package compiled

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"github.com/interrex/interrex/model"
)

// again is how often [Tables.Impure] calls a method again.
const again = 8

// Impure repeats every call whose result the tables hold, unless a method failed. It returns an error if
// a result differs, else nil. It looks for the cause of a contradiction.
func (t *Tables) Impure() *model.ImpureError {
	b := t.means.Again(again)
	for p, values := range t.values {
		for l, value := range values {
			if e := b.Ready(p, value, t.spont[p][l]); e != nil {
				return e
			}
			if e := b.Observe(p, value, t.status[p][l]); e != nil {
				return e
			}
			if t.bounded {
				if e := b.Durations(p, value, t.durations[p][l]); e != nil {
					return e
				}
			}
		}
	}
	for _, key := range inOrder(t.restarts) {
		values, x := t.values[key.process], t.restarts[key]
		if x.blame != nil {
			continue
		}
		if e := b.Restart(key.process, values[key.local], values[x.after]); e != nil {
			return e
		}
	}
	for _, key := range inOrder(t.deferred) {
		x := t.deferred[key]
		if x.blame != nil {
			continue
		}
		if e := b.Deferred(key.process, t.values[key.process][key.local], key.in.Port, t.msgs[key.in.Msg], x.is); e != nil {
			return e
		}
	}
	for _, key := range inOrder(t.steps) {
		if slices.ContainsFunc(t.steps[key], func(o Outcome) bool { return o.Blame != nil }) {
			continue // its values are not known
		}
		if e := b.Step(key.process, t.values[key.process][key.local], t.input(key.in), t.results(key)); e != nil {
			return e
		}
	}
	return nil
}

// inOrder returns the keys of a map in ascending order. It is called once in a check at most, and slices.SortFunc of keys of this size
// adds 16 KB to each program.
func inOrder[V any](of map[stepKey]V) []stepKey {
	keys := slices.Collect(maps.Keys(of))
	sort.Slice(keys, func(i, j int) bool { return keys[i].compare(keys[j]) < 0 })
	return keys
}

func (k stepKey) compare(o stepKey) int {
	return cmp.Or(cmp.Compare(k.process, o.process), cmp.Compare(k.local, o.local), cmp.Compare(k.in.Kind, o.in.Kind),
		cmp.Compare(k.in.Port, o.in.Port), cmp.Compare(k.in.Timer, o.in.Timer),
		cmp.Compare(k.in.Operation, o.in.Operation), cmp.Compare(k.in.Msg, o.in.Msg))
}

// results returns the outcomes of a step as values.
func (t *Tables) results(key stepKey) []model.Outcome {
	var list []model.Outcome
	for _, o := range t.steps[key] {
		v := model.Outcome{Resets: o.Resets, Choices: o.Choices, Weight: o.Weight, Failure: o.Failure}
		if o.Failure == "" {
			v.Next = t.values[key.process][o.Next]
			for _, s := range o.Sends {
				v.Sends = append(v.Sends, model.Send{Port: s.Port, Msg: t.msgs[s.Msg]})
			}
		}
		list = append(list, v)
	}
	return list
}

// input returns an input with its message.
func (t *Tables) input(in Input) model.Input[any] {
	value := model.Input[any]{Kind: in.Kind, Port: in.Port, Number: model.Number{Timer: in.Timer, Operation: uint8(in.Operation)}}
	if in.Kind == model.Receive {
		value.Msg = t.msgs[in.Msg]
	}
	return value
}
