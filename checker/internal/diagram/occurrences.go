package diagram

import (
	"encoding/binary"
	"math/big"
)

// Occurrences returns the number of events that a search of n generates: in each
// configuration, each enabled event counts once for each outcome.
//
// Effects that are Sure change no number. Most events have at most two others. The
// events whose other effects are on the same two levels are counted together.
func (r *Reach) Occurrences(n Set, events []*Event) *big.Int {
	o := &occurrences{Reach: r, sizes: map[Set]*big.Int{Empty: new(big.Int), Unit: big.NewInt(1)},
		above: map[Set]*big.Int{n: big.NewInt(1)}, byLevel: make([][]Set, r.levels+1)}
	r.Walk(n, func(m Set) { o.byLevel[r.Level(m)] = append(o.byLevel[r.Level(m)], m) })
	o.measure()
	sum, tables := new(big.Int), map[[2]int]*table{}
	for _, e := range events {
		first := e.unsure(0)
		if first == len(e.Effects) {
			sum.Add(sum, o.sizes[n])
			continue
		}
		if second, ok := e.second(first); ok {
			levels := [2]int{e.Effects[first].Level}
			if second != nil {
				levels[1] = second.Level
			}
			if tables[levels] == nil {
				tables[levels] = &table{occurrences: o, upper: levels[0], lower: levels[1]}
			}
			tables[levels].add(&e.Effects[first], second)
			continue
		}
		o.memo = map[uint64]*big.Int{}
		sum.Add(sum, o.total(e.Effects[first].Level, func(m Set) *big.Int { return o.count(m, e, first) }))
	}
	for _, t := range tables {
		sum.Add(sum, t.total(t.upper, t.count))
	}
	return sum
}

// second returns the second effect that is not Sure, nil if there is none. It returns
// false if there are more.
func (e *Event) second(first int) (*Effect, bool) {
	i := e.unsure(first + 1)
	if i == len(e.Effects) {
		return nil, true
	}
	return &e.Effects[i], e.unsure(i+1) == len(e.Effects)
}

type occurrences struct {
	*Reach
	byLevel [][]Set
	sizes   map[Set]*big.Int // the number of configurations of each set
	above   map[Set]*big.Int // the number of paths from the root to each node
	memo    map[uint64]*big.Int
}

// measure computes sizes from the lowest level up, and above from the highest down.
func (o *occurrences) measure() {
	for level := 1; level <= o.levels; level++ {
		for _, m := range o.byLevel[level] {
			sum := new(big.Int)
			for _, p := range o.Pairs(m) {
				o.tick()
				sum.Add(sum, o.sizes[p.Child])
			}
			o.sizes[m] = sum
		}
	}
	for level := o.levels; level > 1; level-- {
		for _, m := range o.byLevel[level] {
			for _, p := range o.Pairs(m) {
				o.tick()
				if o.above[p.Child] == nil {
					o.above[p.Child] = new(big.Int)
				}
				o.above[p.Child].Add(o.above[p.Child], o.above[m])
			}
		}
	}
}

// total returns the sum of a number for each node of a level, each counted once for each
// path to it.
func (o *occurrences) total(level int, number func(Set) *big.Int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for _, m := range o.byLevel[level] {
		sum.Add(sum, term.Mul(o.above[m], number(m)))
	}
	return sum
}

// count returns the number of outcomes of effects i.. of e, summed over the
// configurations of n.
func (o *occurrences) count(n Set, e *Event, i int) *big.Int {
	i = e.unsure(i)
	switch {
	case i == len(e.Effects):
		return o.sizes[n]
	case o.lacks(n, e, i):
		return o.sizes[Empty]
	}
	key := o.key(n, e)
	if c, ok := o.memo[key]; ok {
		return c
	}
	sum, level := new(big.Int), o.Level(n)
	for _, p := range o.Pairs(n) {
		o.tick()
		if e.Effects[i].Level < level {
			sum.Add(sum, o.count(p.Child, e, i))
			continue
		}
		for range e.Effects[i].Next(p.Value) {
			sum.Add(sum, o.count(p.Child, e, i+1))
		}
	}
	o.memo[key] = sum
	return sum
}

// table has the events that depend on the values of one level, or of the same two.
type table struct {
	*occurrences
	upper, lower int // levels; lower is 0 if there is one level
	first        []*Effect
	second       []*Effect
	rows         map[uint32]*row // by value of the upper level
	known        map[string]*row
}

// row has the events that a value of the upper level enables.
type row struct {
	outcomes []weighted
	columns  map[uint32]int64 // by value of the lower level: the number of outcomes
	memo     map[Set]*big.Int // by node: the number of outcomes in its configurations
}

// weighted is an event, as an index, with the number of its outcomes on the upper level.
type weighted struct {
	event  int
	weight int64
}

func (t *table) add(first, second *Effect) {
	t.first, t.second = append(t.first, first), append(t.second, second)
}

// count returns the number of outcomes in the configurations of n, a node of the upper
// level.
func (t *table) count(n Set) *big.Int {
	sum := new(big.Int)
	for _, p := range t.Pairs(n) {
		t.tick()
		if r := t.row(p.Value); len(r.outcomes) > 0 {
			sum.Add(sum, t.below(p.Child, r))
		}
	}
	return sum
}

// row returns the row of a value. Values with equal rows share one.
func (t *table) row(value uint32) *row {
	if r, ok := t.rows[value]; ok {
		return r
	}
	if t.rows == nil {
		t.rows, t.known = map[uint32]*row{}, map[string]*row{}
	}
	made := &row{columns: map[uint32]int64{}, memo: map[Set]*big.Int{}}
	var key []byte
	for i, e := range t.first {
		if weight := len(e.Next(value)); weight > 0 {
			made.outcomes = append(made.outcomes, weighted{i, int64(weight)})
			key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(i)), uint64(weight))
		}
	}
	if t.known[string(key)] == nil {
		t.known[string(key)] = made
	}
	t.rows[value] = t.known[string(key)]
	return t.rows[value]
}

// below returns the number of outcomes of the events of a row in the configurations of
// n, a node below the upper level.
func (t *table) below(n Set, r *row) *big.Int {
	if c, ok := r.memo[n]; ok {
		return c
	}
	sum := new(big.Int)
	switch level := t.Level(n); {
	case level > t.lower && t.lower > 0:
		for _, p := range t.Pairs(n) {
			t.tick()
			sum.Add(sum, t.below(p.Child, r))
		}
	case t.lower == 0:
		sum.Mul(t.sizes[n], big.NewInt(t.column(r, 0)))
	default:
		term := new(big.Int)
		for _, p := range t.Pairs(n) {
			t.tick()
			if weight := t.column(r, p.Value); weight > 0 {
				sum.Add(sum, term.Mul(t.sizes[p.Child], term.SetInt64(weight)))
			}
		}
	}
	r.memo[n] = sum
	return sum
}

// column returns the number of outcomes of a row for a value of the lower level; of any
// value if there is no lower level.
func (t *table) column(r *row, value uint32) int64 {
	sum, ok := r.columns[value]
	if ok {
		return sum
	}
	for _, o := range r.outcomes {
		if t.second[o.event] == nil {
			sum += o.weight
		} else {
			sum += o.weight * int64(len(t.second[o.event].Next(value)))
		}
	}
	r.columns[value] = sum
	return sum
}
