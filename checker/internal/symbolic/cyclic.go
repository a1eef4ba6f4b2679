package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
)

// step is what events without a choice may do on a loop, in both directions.
type step struct {
	class       *Class
	ahead, back *diagram.Relation
}

// choice is what Choose may make of one cause on a loop: some local states, all
// outcomes of each.
type choice struct {
	class    *Class // of one of the outcomes
	outcomes []step
}

// candidate is a class of events that may lie on loops.
type candidate struct {
	*Class
	parts []diagram.Part // what it does, level by level
	kept  []diagram.Part // those of its moves that may lie on a loop
}

// cyclic returns the events that may lie on a loop. What a loop does to a
// level leads that level back to where it was; so a move between two values of
// a level, of which the second never leads back to the first, is on no loop,
// and no event is that can do nothing else. That is asked again until it shows
// nothing more.
func (x *System) cyclic() ([]step, []*choice) {
	list, coins := x.candidates()
	for {
		before := moves(list)
		parts := x.strong(list)
		for _, c := range list {
			for i, p := range c.kept {
				c.kept[i].Moves = slices.DeleteFunc(p.Moves, func(m diagram.Move) bool { return parts[p.Level][m.From] != parts[p.Level][m.To] })
			}
		}
		list = slices.DeleteFunc(list, (*candidate).idle)
		x.settle(list, coins)
		list = slices.DeleteFunc(list, (*candidate).idle)
		if moves(list) == before {
			return x.steps(list, coins)
		}
	}
}

// idle reports whether nothing is left of a candidate.
func (c *candidate) idle() bool {
	return slices.ContainsFunc(c.kept, func(p diagram.Part) bool { return len(p.Moves) == 0 })
}

func moves(list []*candidate) int {
	sum := 0
	for _, c := range list {
		for _, p := range c.kept {
			sum += len(p.Moves)
		}
	}
	return sum
}

// coin is a step that may be asked to choose.
type coin struct {
	cause  string
	before uint32
}

// candidates returns the classes of events that may happen again and again, and
// how many outcomes each step has.
func (x *System) candidates() ([]*candidate, map[coin]int) {
	var list []*candidate
	coins := map[coin]int{}
	for _, c := range x.list {
		if c.costs {
			continue
		}
		x.moves(c, func(before, _ uint32) { coins[coin{c.cause, before}]++ })
		if c.avoided {
			continue
		}
		d := &candidate{Class: c}
		for _, effect := range c.Event.Effects {
			part := diagram.Part{Level: effect.Level}
			for value := range uint32(x.values(effect.Level)) {
				if !x.Confirmed(effect.Level, value) {
					continue
				}
				for _, after := range effect.Next(value) {
					if x.Confirmed(effect.Level, after) {
						part.Moves = append(part.Moves, diagram.Move{From: value, To: after})
					}
				}
			}
			d.parts = append(d.parts, part)
			d.kept = append(d.kept, diagram.Part{Level: effect.Level, Moves: slices.Clone(part.Moves)})
		}
		if !d.idle() {
			list = append(list, d)
		}
	}
	return list, coins
}

// settle removes the steps that choose and have an outcome that is on no loop.
func (x *System) settle(list []*candidate, coins map[coin]int) {
	left := map[coin]int{}
	for _, c := range list {
		for _, m := range c.kept[x.own(c)].Moves {
			left[coin{c.cause, m.From}]++
		}
	}
	for _, c := range list {
		own := &c.kept[x.own(c)]
		own.Moves = slices.DeleteFunc(own.Moves, func(m diagram.Move) bool {
			k := coin{c.cause, m.From}
			return left[k] < coins[k]
		})
	}
}

// own returns which part of a candidate is about its process.
func (x *System) own(c *candidate) int {
	return slices.IndexFunc(c.parts, func(p diagram.Part) bool { return p.Level == x.locals[c.Process].level })
}

// steps returns what is left of the candidates, those that choose by cause.
func (x *System) steps(list []*candidate, coins map[coin]int) ([]step, []*choice) {
	var steps []step
	var choices []*choice
	byCause := map[string]*choice{}
	for _, c := range list {
		own := x.own(c)
		chooses := func(m diagram.Move) bool { return coins[coin{c.cause, m.From}] > 1 }
		if e := relation(c.kept, own, slices.DeleteFunc(slices.Clone(c.kept[own].Moves), chooses)); e != nil {
			steps = append(steps, step{c.Class, e, e.Reversed()})
		}
		// What a choice does elsewhere is not narrowed: all its outcomes count.
		sure := func(m diagram.Move) bool { return !chooses(m) }
		if e := relation(c.parts, own, slices.DeleteFunc(slices.Clone(c.kept[own].Moves), sure)); e != nil {
			if byCause[c.cause] == nil {
				byCause[c.cause] = &choice{class: c.Class}
				choices = append(choices, byCause[c.cause])
			}
			byCause[c.cause].outcomes = append(byCause[c.cause].outcomes, step{c.Class, e, e.Reversed()})
		}
	}
	return steps, choices
}

// relation returns the parts, one of them with other moves, as a relation.
func relation(parts []diagram.Part, i int, moves []diagram.Move) *diagram.Relation {
	parts = slices.Clone(parts)
	parts[i].Moves = moves
	return diagram.NewRelation(parts)
}

// strong returns, by level, the strongly connected component of each value
// under what the candidates do to that level.
func (x *System) strong(list []*candidate) [][]int {
	next, back := make([][][]uint32, len(x.places)), make([][][]uint32, len(x.places))
	for level := 1; level < len(x.places); level++ {
		next[level], back[level] = make([][]uint32, x.values(level)), make([][]uint32, x.values(level))
	}
	for _, c := range list {
		for _, p := range c.kept {
			for _, m := range p.Moves {
				if m.From != m.To {
					next[p.Level][m.From] = append(next[p.Level][m.From], m.To)
					back[p.Level][m.To] = append(back[p.Level][m.To], m.From)
				}
			}
		}
	}
	parts := make([][]int, len(x.places))
	for level := 1; level < len(x.places); level++ {
		parts[level] = components(next[level], back[level])
	}
	return parts
}

// components returns the strongly connected component of each vertex (Kosaraju
// and Sharir).
func components(next, back [][]uint32) []int {
	order, met := make([]uint32, 0, len(next)), make([]bool, len(next))
	for v := range uint32(len(next)) {
		depthFirst(next, v, met, func(w uint32) { order = append(order, w) })
	}
	part, done := make([]int, len(next)), make([]bool, len(next))
	for _, root := range slices.Backward(order) {
		depthFirst(back, root, done, func(w uint32) { part[w] = int(root) })
	}
	return part
}

// depthFirst calls leave for each vertex that is reached from v and was not met
// before, after those that it leads to.
func depthFirst(next [][]uint32, v uint32, met []bool, leave func(uint32)) {
	if met[v] {
		return
	}
	met[v] = true
	type call struct {
		at   uint32
		rest []uint32
	}
	for calls := []call{{v, next[v]}}; len(calls) > 0; {
		top := &calls[len(calls)-1]
		if len(top.rest) == 0 {
			leave(top.at)
			calls = calls[:len(calls)-1]
			continue
		}
		w := top.rest[0]
		top.rest = top.rest[1:]
		if !met[w] {
			met[w] = true
			calls = append(calls, call{w, next[w]})
		}
	}
}
