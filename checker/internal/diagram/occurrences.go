package diagram

import "math/big"

// Occurrences returns the number of events that a search of n generates: in each
// configuration, each enabled event counts once for each outcome.
func (r *Reach) Occurrences(n Set, events []*Event) *big.Int {
	o := &occurrences{Reach: r, sizes: map[Set]*big.Int{Empty: new(big.Int), Unit: big.NewInt(1)},
		above: map[Set]*big.Int{n: big.NewInt(1)}, byLevel: make([][]Set, r.levels+1)}
	r.Walk(n, func(m Set) { o.byLevel[r.Level(m)] = append(o.byLevel[r.Level(m)], m) })
	o.measure()
	sum := new(big.Int)
	for _, e := range events {
		o.memo = map[uint64]*big.Int{}
		for _, m := range o.byLevel[e.Effects[0].Level] {
			sum.Add(sum, new(big.Int).Mul(o.above[m], o.count(m, e, 0)))
		}
	}
	return sum
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

// count returns the number of outcomes of effects i.. of e, summed over the
// configurations of n.
func (o *occurrences) count(n Set, e *Event, i int) *big.Int {
	if i == len(e.Effects) {
		return o.sizes[n]
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
		for _, w := range e.Effects[i].Next(p.Value) {
			rest, j := e.below(i, p.Value, w)
			sum.Add(sum, o.count(p.Child, rest, j))
		}
	}
	o.memo[key] = sum
	return sum
}
