package symbolic

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/graph"
)

// cycle has the events that may lie on a loop of a system.
type cycle struct {
	steps       []step
	choices     []*choice
	ahead, back *diagram.Closure // of the steps
	list        []*candidate     // the same events, with their moves
	coins       map[coin]int     // the number of outcomes of each step that chooses
}

// isEmpty reports whether no event may lie on a loop.
func (c *cycle) isEmpty() bool { return len(c.steps) == 0 && len(c.choices) == 0 }

// step is the relation of a transition group on loops, in both directions.
type step struct {
	group       *Group
	ahead, back *diagram.Relation
}

// choice has the outcomes of one cause that calls Choose. It applies to those local
// states of which every outcome may lie on a loop.
type choice struct {
	group    *Group // of one of the outcomes
	outcomes []step
}

// candidate is a transition group that may lie on loops.
type candidate struct {
	*Group
	parts []diagram.Part // its moves by level; the first part is the level of its process
	kept  []diagram.Part // those of its moves that may lie on a loop
}

// cycle returns the events that may lie on a loop. If allOutcomes, an execution must be
// able to stay on the loop for every result of Choose; otherwise each outcome counts as an
// event of its own. Explore must have returned before.
//
// A loop brings each level back to its first value. So it has no move of a level whose
// two values are in different strongly connected components, and no event all of whose
// moves on some level are like that. The function removes such moves until none is
// left: first for the levels of processes, which have few values, then for all levels.
func (x *System) cycle(allOutcomes bool) *cycle {
	if c := x.cyclic[allOutcomes]; c != nil {
		return c
	}
	list, coins := x.candidates()
	if !allOutcomes {
		clear(coins)
	}
	list = x.narrow(x.addOtherLevels(list, x.isLocal), coins)
	list = x.addOtherLevels(list, func(level int) bool { return !x.isLocal(level) })
	c := x.cycleOf(list, coins)
	x.cyclic[allOutcomes] = c
	return c
}

// cycleOf returns the candidates that may lie on a loop of candidates only.
func (x *System) cycleOf(list []*candidate, coins map[coin]int) *cycle {
	list = x.narrow(list, coins)
	c := x.divide(list, coins)
	c.list, c.coins = list, coins
	var ahead, back []*diagram.Relation
	for _, s := range c.steps {
		ahead, back = append(ahead, s.ahead), append(back, s.back)
	}
	c.ahead, c.back = x.Sets.NewClosure(ahead), x.Sets.NewClosure(back)
	x.caches = append(x.caches, c.ahead, c.back)
	return c
}

// narrow removes moves that are on no loop until nothing changes.
func (x *System) narrow(list []*candidate, coins map[coin]int) []*candidate {
	for before := -1; before != moves(list); {
		before = moves(list)
		parts := x.levelComponents(list)
		for _, c := range list {
			for i, p := range c.kept {
				x.Sets.Idle()
				c.kept[i].Moves = slices.DeleteFunc(p.Moves, func(m diagram.Move) bool { return parts[p.Level][m.From] != parts[p.Level][m.To] })
			}
		}
		list = slices.DeleteFunc(list, (*candidate).idle)
		dropPartial(list, coins)
		list = slices.DeleteFunc(list, (*candidate).idle)
	}
	return list
}

// idle reports whether a candidate has no moves left on some level.
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

// coin is a step that may call Choose: a cause in a local state.
type coin struct {
	cause  string
	before uint32
}

// candidates returns the transition groups that may happen infinitely often, with
// their moves on the levels of their processes, and the number of outcomes of each step.
func (x *System) candidates() ([]*candidate, map[coin]int) {
	var list []*candidate
	coins := map[coin]int{}
	for _, c := range append(x.ticksByLevel(), x.list...) {
		if c.costs {
			continue
		}
		d := &candidate{Group: c}
		own := diagram.Part{Level: c.level}
		x.moves(c, func(before, after uint32) {
			x.tick()
			coins[coin{c.cause, before}]++
			if x.Sets.Confirmed(own.Level, after) {
				own.Moves = append(own.Moves, diagram.Move{From: before, To: after})
			}
		})
		if !c.avoided {
			d.add(own)
			list = append(list, d)
		}
	}
	return slices.DeleteFunc(list, (*candidate).idle), coins
}

func (c *candidate) add(p diagram.Part) {
	c.parts = append(c.parts, p)
	c.kept = append(c.kept, diagram.Part{Level: p.Level, Moves: slices.Clone(p.Moves)})
}

// isLocal reports whether a level is that of a process.
func (x *System) isLocal(level int) bool { return x.places[level].kind == localPlace }

// addOtherLevels adds the moves of the candidates on some levels, except on that of their
// process.
func (x *System) addOtherLevels(list []*candidate, has func(level int) bool) []*candidate {
	met := make([][]uint32, len(x.places))
	for level := 1; level < len(x.places); level++ {
		for value := range uint32(x.values(level)) {
			if x.Sets.Confirmed(level, value) {
				met[level] = append(met[level], value)
			}
		}
	}
	for _, c := range list {
		for _, effect := range c.Event.Effects {
			if effect.Level == c.parts[0].Level || !has(effect.Level) {
				continue
			}
			part := diagram.Part{Level: effect.Level}
			for _, value := range met[effect.Level] {
				x.tick()
				for _, after := range effect.Next(value) {
					if x.Sets.Confirmed(effect.Level, after) {
						part.Moves = append(part.Moves, diagram.Move{From: value, To: after})
					}
				}
			}
			c.add(part)
		}
	}
	return slices.DeleteFunc(list, (*candidate).idle)
}

// dropPartial removes the steps that have an outcome on no loop.
func dropPartial(list []*candidate, coins map[coin]int) {
	left := map[coin]int{}
	for _, c := range list {
		for _, m := range c.kept[0].Moves {
			left[coin{c.cause, m.From}]++
		}
	}
	for _, c := range list {
		c.kept[0].Moves = slices.DeleteFunc(c.kept[0].Moves, func(m diagram.Move) bool {
			k := coin{c.cause, m.From}
			return left[k] < coins[k]
		})
	}
}

// divide divides the rest of the candidates into steps, which do not call Choose, and
// choices, by cause.
func (x *System) divide(list []*candidate, coins map[coin]int) *cycle {
	left := &cycle{}
	byCause := map[string]*choice{}
	for _, c := range list {
		chooses := func(m diagram.Move) bool { return coins[coin{c.cause, m.From}] > 1 }
		if e := relation(c.kept, slices.DeleteFunc(slices.Clone(c.kept[0].Moves), chooses)); e != nil {
			left.steps = append(left.steps, step{c.Group, e, e.Reversed()})
		}
		// The moves of a choice on other levels are not narrowed: all its outcomes count.
		sure := func(m diagram.Move) bool { return !chooses(m) }
		if e := relation(c.parts, slices.DeleteFunc(slices.Clone(c.kept[0].Moves), sure)); e != nil {
			if byCause[c.cause] == nil {
				byCause[c.cause] = &choice{group: c.Group}
				left.choices = append(left.choices, byCause[c.cause])
			}
			byCause[c.cause].outcomes = append(byCause[c.cause].outcomes, step{c.Group, e, e.Reversed()})
		}
	}
	return left
}

// relation returns the relation with these parts, but with moves own in the first.
func relation(parts []diagram.Part, own []diagram.Move) *diagram.Relation {
	parts = slices.Clone(parts)
	parts[0].Moves = own
	return diagram.NewRelation(parts)
}

// levelComponents returns, by level, the strongly connected component of each value in
// the graph of the candidates' moves on that level.
func (x *System) levelComponents(list []*candidate) [][]int {
	next, back := make([][][]uint32, len(x.places)), make([][][]uint32, len(x.places))
	for _, c := range list {
		for _, p := range c.kept {
			x.Sets.Idle()
			if next[p.Level] == nil {
				next[p.Level], back[p.Level] = make([][]uint32, x.values(p.Level)), make([][]uint32, x.values(p.Level))
			}
			for _, m := range p.Moves {
				if m.From != m.To {
					next[p.Level][m.From] = append(next[p.Level][m.From], m.To)
					back[p.Level][m.To] = append(back[p.Level][m.To], m.From)
				}
			}
		}
	}
	parts := make([][]int, len(x.places))
	for level := range next {
		parts[level] = graph.Components(next[level], back[level])
	}
	return parts
}
