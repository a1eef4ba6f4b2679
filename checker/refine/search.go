package refine

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// target is the abstract system with its mapping, in numbers.
type target interface {
	initial() []int
	next(state int) []int
	shows(state int) int                           // the value
	count() int                                    // of the states so far
	mapped(*model.System, model.Configuration) int // the value
}

// search is a search under way: breadth first over pairs of a configuration and a set of
// abstract states.
type search struct {
	ctx            context.Context
	bounds         Options
	target         target
	starts         []*model.System
	sets           []set
	number         map[string]int // of a set, by its states
	configurations map[string]int
	visited        map[[2]int]bool
	queue          []*pair
	changes        bool  // some event changes the value that is shown
	illFormed      *pair // the first with a step that is not well-formed
	cut            string
}

// set is a set of abstract states that match the same executions: all show one value. Whoever
// is in it has the states of its steps that show this value in it too.
type set struct {
	states []int // in order
	value  int
	after  map[int]int // the number of the set that matches one more value, by value
}

// pair is a configuration and the number of the set that matches the execution to it.
type pair struct {
	before *pair // nil: of an initial configuration
	event  model.Event
	start  int // of the execution, as an index of starts
	at     model.Configuration
	set    int
}

// empty is the number of the empty set.
const empty = 0

// run returns the first pair that no abstract state matches, nil if there is none or the
// search was cut short.
func (k *search) run() *pair {
	k.setOf(nil, 0)
	for start, s := range k.starts {
		if bad := k.begin(start, s.Initial()); bad != nil || k.cut != "" {
			return bad
		}
	}
	for len(k.queue) > 0 {
		x := k.queue[0]
		k.queue = k.queue[1:]
		if bad := k.expand(x); bad != nil || k.stopped() {
			return bad
		}
		x.at = model.Configuration{}
	}
	return nil
}

// begin visits an initial configuration.
func (k *search) begin(start int, c model.Configuration) *pair {
	x := &pair{start: start, at: c}
	if c.Failed() {
		k.fail(x)
		return nil
	}
	value := k.target.mapped(k.starts[start], c)
	x.set = k.closed(slices.DeleteFunc(k.target.initial(), func(a int) bool { return k.target.shows(a) != value }), value)
	return k.visit(x)
}

// expand takes all events of x. It returns the first pair that nothing matches.
func (k *search) expand(x *pair) *pair {
	s := k.starts[x.start]
	for _, y := range s.Successors(x.at) {
		to := &pair{before: x, event: y.Event, start: x.start, at: y.Next}
		if y.Next.Failed() {
			k.fail(to)
			continue
		}
		value := k.target.mapped(s, y.Next)
		k.changes = k.changes || value != k.sets[x.set].value
		to.set = k.after(x.set, value)
		if bad := k.visit(to); bad != nil || k.cut != "" {
			return bad
		}
	}
	return nil
}

// visit puts x into the queue if it is new. It returns x if nothing matches it.
func (k *search) visit(x *pair) *pair {
	if k.cut != "" {
		return nil // the set of x need not be whole
	}
	if x.set == empty {
		return x
	}
	key := x.at.Key()
	c, ok := k.configurations[key]
	if !ok {
		c = len(k.configurations)
		k.configurations[key] = c
	}
	if id := [2]int{c, x.set}; !k.visited[id] {
		k.visited[id] = true
		k.queue = append(k.queue, x)
	}
	return nil
}

// fail notes a configuration with a step that is not well-formed.
func (k *search) fail(x *pair) {
	if k.illFormed == nil {
		k.illFormed = x
	}
}

// stopped reports whether a bound has cut the search short.
func (k *search) stopped() bool {
	switch most := k.bounds; {
	case k.cut != "":
	case k.ctx.Err() != nil:
		k.cut = fmt.Sprintf("the search was cut short: %v", k.ctx.Err())
	case most.MaxPairs > 0 && len(k.visited) > most.MaxPairs:
		k.cut = fmt.Sprintf("the search was cut short by its bound on %d pairs", most.MaxPairs)
	case most.MaxStates > 0 && k.target.count() > most.MaxStates:
		k.cut = fmt.Sprintf("the search was cut short by its bound on %d abstract states", most.MaxStates)
	}
	return k.cut != ""
}

// after returns the set that matches an execution which shows value next, after one that
// the set with this number matches.
func (k *search) after(of, value int) int {
	from := k.sets[of]
	if value == from.value {
		return of
	}
	if to, ok := from.after[value]; ok {
		return to
	}
	var list []int
	for _, a := range from.states {
		for _, b := range k.target.next(a) {
			if k.target.shows(b) == value && !slices.Contains(list, b) {
				list = append(list, b)
			}
		}
	}
	to := k.closed(list, value)
	from.after[value] = to
	return to
}

// closed adds to a list of states that show value all that they reach by steps that show it.
// It returns the number of the set.
func (k *search) closed(list []int, value int) int {
	has := map[int]bool{}
	for _, a := range list {
		has[a] = true
	}
	for i := 0; i < len(list) && !k.stopped(); i++ {
		for _, b := range k.target.next(list[i]) {
			if k.target.shows(b) == value && !has[b] {
				has[b] = true
				list = append(list, b)
			}
		}
	}
	return k.setOf(list, value)
}

// setOf returns the number of a set.
func (k *search) setOf(list []int, value int) int {
	slices.Sort(list)
	var key []byte
	for _, a := range list {
		key = binary.AppendUvarint(key, uint64(a))
	}
	number, ok := k.number[string(key)]
	if !ok {
		number = len(k.sets)
		k.number[string(key)] = number
		k.sets = append(k.sets, set{list, value, map[int]int{}})
	}
	return number
}

// schedule returns the events to x.
func (x *pair) schedule() model.Schedule {
	var l model.Schedule
	for ; x.before != nil; x = x.before {
		l = append(l, x.event)
	}
	slices.Reverse(l)
	return l
}
