package explicit

import (
	"maps"
	"math"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/model"
)

// cycles finds the fair end components of a complete search. A fair execution can
// stay in such a set of configurations for ever, for every result of Choose.
// Without Choose they are the fair strongly connected components.
//
// cycles stores no edges. It looks the successors of a configuration up in the
// tables each time.
type cycles struct {
	pass   *pass
	seen   *numbering
	stays  func(compose.State, bool) bool // reports whether a cycle may pass through s; nil: through all
	keys   []compose.State                // the configurations that may lie on a cycle
	part   []int32                        // the component of each configuration of keys; -1: none
	labels []compose.Label
	fair   []*component
	polls  int     // the number of calls of poll
	plain  bool    // ignore Choose, and do not unfold orbits: parts are strongly connected components
	done   []int32 // if plain: the configurations, part by part, in reverse topological order of the parts
}

// component is one end component.
type component struct {
	members []int32 // ascending
	number  int32
}

// edge is an event between configurations that may lie on a cycle.
type edge struct {
	to    int32 // -1: a configuration outside keys
	label uint32
}

// findCycles returns the maximal fair end components among the configurations that s
// has met and that satisfy stays, unless that is nil.
func (p *pass) findCycles(s *search, f model.Fairness, stays func(compose.State, bool) bool) *cycles {
	p.budget.Phase = "cycles"
	p.judge.fold()
	if !p.machine.MayCycle() {
		return &cycles{pass: p, stays: stays}
	}
	c := &cycles{pass: p, stays: stays, seen: newNumbering(s.seen, p.budget)}
	c.number()
	if len(c.keys) == 0 {
		return c
	}
	for i, key := range c.keys {
		c.poll()
		if p.judge.isBounded(p.machine.Facts(key)) {
			c.part[i] = -1
		}
	}
	for {
		c.refine()
		if !c.prune(f) {
			return c
		}
	}
}

// number numbers the configurations that may lie on a cycle. All start in one
// part.
func (c *cycles) number() {
	if c.stays != nil {
		c.keys = c.seen.cyclic(c.successors)
	} else if c.pass.cyclic() {
		c.keys = c.pass.onCycles
	}
	if c.pass.machine.Folds() && !c.plain {
		c.unfold()
	}
	if len(c.keys) > math.MaxInt32 {
		panic("explicit: more than 2^31 configurations lie on or behind cycles")
	}
	c.pass.budget.Reserve(int64(len(c.keys)) * 4)
	c.seen.renumber(c.keys)
	c.labels = c.pass.machine.Labels()
	c.part = make([]int32, len(c.keys))
}

// unfold replaces the configurations by all that they stand for. Whether a
// configuration lies on or behind a cycle is the same for all of an orbit: a cycle of
// orbits, taken as often as its renaming has an order, is one of configurations.
func (c *cycles) unfold() {
	b := c.pass.budget
	b.Reserve(int64(len(c.keys)) * 8 * int64(c.pass.machine.Order()))
	all := visited.New()
	for _, key := range c.keys {
		c.poll()
		for _, s := range c.pass.machine.Orbit(key) {
			all.Add(uint64(s))
		}
	}
	c.pass.judge.unfold()
	c.seen, c.keys = newNumbering(all, b), make([]compose.State, 0, all.Len())
	for key := range all.All() {
		c.keys = append(c.keys, compose.State(key))
	}
}

// successors returns the successors of s, none if no cycle may pass through s.
func (c *cycles) successors(s compose.State, list []compose.State) []compose.State {
	c.poll()
	next, obligatory := c.pass.machine.Successors(0, s, list)
	if c.stays != nil && !c.stays(s, obligatory) {
		return list
	}
	for i := len(list); i < len(next); i++ {
		next[i] = c.pass.machine.Representative(0, next[i])
	}
	return next
}

// poll polls the search once in pollEvery calls.
func (c *cycles) poll() {
	if c.polls++; c.polls%pollEvery == 0 {
		c.pass.search.poll()
	}
}

// edges returns the events of configuration i.
func (c *cycles) edges(i int32) []edge {
	c.poll()
	var list []edge
	for _, e := range c.pass.machine.Edges(c.keys[i], nil) {
		if c.plain {
			e.Next = c.pass.machine.Representative(0, e.Next)
		}
		list = append(list, edge{c.seen.index(e.Next), e.Label})
	}
	for _, e := range list {
		if int(e.label) >= len(c.labels) {
			c.labels = c.pass.machine.Labels()
		}
	}
	if c.stays != nil && !c.stays(c.keys[i], c.obligatory(list)) {
		return nil
	}
	return list
}

func (c *cycles) obligatory(list []edge) bool {
	return slices.ContainsFunc(list, func(e edge) bool { return c.labels[e.label].Obligatory })
}

// inside returns the events of configuration i that stay in its part for every
// result of Choose.
func (c *cycles) inside(i int32) []edge {
	list := c.edges(i)
	stays := func(e edge) bool { return e.to >= 0 && c.part[e.to] == c.part[i] && c.part[i] >= 0 }
	var in []edge
	for _, e := range list {
		if stays(e) && (c.plain || len(c.labels[e.label].Event.Choices) == 0 || !slices.ContainsFunc(list, func(o edge) bool {
			return c.labels[o.label].Cause == c.labels[e.label].Cause && !stays(o)
		})) {
			in = append(in, e)
		}
	}
	return in
}

// refine splits the parts into end components. It computes the strongly connected
// components of the events inside the parts, until the parts no longer change.
func (c *cycles) refine() {
	for parts, members := -1, -1; ; {
		before, size := parts, members
		parts, members = c.connected()
		if parts == before && members == size || !c.chooses() {
			return
		}
	}
}

// chooses reports whether some event has several outcomes.
func (c *cycles) chooses() bool {
	return slices.ContainsFunc(c.labels, func(l compose.Label) bool { return len(l.Event.Choices) > 0 })
}

// connected replaces the parts by the strongly connected components of the
// events inside them (Tarjan 1972, without recursion). It returns how many
// components there are and how many configurations they have. The part of a
// configuration in no component becomes -1.
func (c *cycles) connected() (parts, members int) {
	before := c.pass.budget.Held()
	defer c.pass.budget.Release(before)
	c.pass.budget.Reserve(int64(len(c.keys)) * (3*4 + 8)) // the lists below, and the stack
	t := &tarjan{cycles: c, lowlink: make([]int32, len(c.keys)), order: make([]int32, len(c.keys)), result: make([]int32, len(c.keys))}
	for i := range c.keys {
		t.result[i] = -1
	}
	for i := range c.keys {
		if c.part[i] >= 0 && t.order[i] == 0 {
			t.from(int32(i))
		}
	}
	c.part = t.result
	return int(t.parts), t.members
}

type tarjan struct {
	cycles  *cycles
	lowlink []int32 // the lowest order on the stack that is known to be reachable; 0: off the stack
	order   []int32 // of discovery, from 1; 0: not met
	result  []int32
	stack   []int32
	calls   []call
	count   int32
	parts   int32

	members int
}

type call struct {
	at    int32
	edges []edge
	loops bool // some event leads back to this configuration
}

func (t *tarjan) from(root int32) {
	t.enter(root)
	for len(t.calls) > 0 {
		top := &t.calls[len(t.calls)-1]
		if len(top.edges) == 0 {
			t.leave()
			continue
		}
		e := top.edges[0]
		top.edges = top.edges[1:]
		switch {
		case t.order[e.to] == 0:
			t.enter(e.to)
		case t.result[e.to] == -1 && t.lowlink[e.to] > 0:
			t.lowlink[top.at] = min(t.lowlink[top.at], t.order[e.to])
		}
	}
}

func (t *tarjan) enter(i int32) {
	t.count++
	t.order[i], t.lowlink[i] = t.count, t.count
	t.stack = append(t.stack, i)
	in := t.cycles.inside(i)
	t.calls = append(t.calls, call{at: i, edges: in, loops: slices.ContainsFunc(in, func(e edge) bool { return e.to == i })})
}

func (t *tarjan) leave() {
	top := t.calls[len(t.calls)-1]
	t.calls = t.calls[:len(t.calls)-1]
	i := top.at
	if len(t.calls) > 0 {
		parent := t.calls[len(t.calls)-1].at
		t.lowlink[parent] = min(t.lowlink[parent], t.lowlink[i])
	}
	if t.lowlink[i] != t.order[i] {
		return
	}
	from := len(t.stack) - 1
	for t.stack[from] != i {
		from--
	}
	part := int32(-1)
	if from < len(t.stack)-1 || top.loops {
		part = t.parts
		t.parts++
		t.members += len(t.stack) - from
	}
	for _, j := range t.stack[from:] {
		t.result[j] = part
		t.lowlink[j] = 0
	}
	if t.cycles.plain {
		t.cycles.done = append(t.cycles.done, t.stack[from:]...)
	}
	t.stack = t.stack[:from]
}

// prune keeps the fair components. Under weak fairness it removes the others. Under
// strong fairness it removes from the others only the configurations that enable a
// missing class, and reports whether the rest must be refined again.
func (c *cycles) prune(f model.Fairness) (again bool) {
	members := map[int32][]int32{}
	for i, part := range c.part {
		c.poll()
		if part >= 0 {
			members[part] = append(members[part], int32(i))
		}
	}
	c.fair = nil
	for _, part := range slices.Sorted(maps.Keys(members)) {
		list := members[part]
		missing := c.missing(list, f)
		if len(missing) == 0 {
			c.fair = append(c.fair, &component{members: list, number: part})
			continue
		}
		for _, i := range list {
			if f == model.Weak || slices.ContainsFunc(c.edges(i), func(e edge) bool { return missing[c.labels[e.label].Class] }) {
				c.part[i] = -1
			} else {
				again = true
			}
		}
	}
	return again
}

// missing returns the classes whose fairness constraint is violated by an
// execution that takes every event inside the component again and again. A configuration in
// which a timer takes its turn counts as one that enables every class.
func (c *cycles) missing(members []int32, f model.Fairness) map[int]bool {
	enabled, taken, turns := map[int]int{}, map[int]bool{}, 0
	for _, i := range members {
		here, inTurn := map[int]bool{}, c.inTurn(i)
		if inTurn {
			turns++
		}
		for _, e := range c.edges(i) {
			if class := c.labels[e.label].Class; class >= 0 && !here[class] && !inTurn {
				here[class] = true
				enabled[class]++
			}
		}
		for _, e := range c.inside(i) {
			taken[c.labels[e.label].Class] = true
		}
	}
	missing := map[int]bool{}
	for class, count := range enabled {
		if !taken[class] && (f == model.Strong || f == model.Weak && count == len(members)-turns) {
			missing[class] = true
		}
	}
	return missing
}

// inTurn reports whether a timer takes its turn in configuration i.
func (c *cycles) inTurn(i int32) bool { return c.pass.machine.InTurn(c.keys[i]) }

// refutes reports whether the predicate of property i fails somewhere in a
// component.
func (c *cycles) refutes(part *component, i int) bool {
	return slices.ContainsFunc(part.members, func(j int32) bool { return c.fails(j, i) })
}

// fails reports whether the predicate of property i fails in configuration j.
func (c *cycles) fails(j int32, i int) bool {
	facts := c.pass.machine.Facts(c.keys[j])
	return !c.pass.judge.holds(i, facts, terminal(facts, c.obligatory(c.edges(j))))
}
