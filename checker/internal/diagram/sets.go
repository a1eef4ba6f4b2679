package diagram

import "math/big"

// Minus returns the configurations of a that are not in b. Both have the same level.
func (r *Reach) Minus(a, b Set) Set { return r.setOperation(minus, a, b) }

// Intersect returns the configurations of both a and b. Both have the same level.
func (r *Reach) Intersect(a, b Set) Set { return r.setOperation(intersect, a, b) }

type operation uint8

const (
	minus operation = iota
	intersect
)

// setOperation runs one operation with a memo of its own.
func (r *Reach) setOperation(op operation, a, b Set) Set {
	memo := map[[2]Set]Set{}
	mark := r.Hold(a, b)
	defer r.Release(mark)
	return r.combine(op, a, b, memo)
}

func (r *Reach) combine(op operation, a, b Set, memo map[[2]Set]Set) Set {
	switch {
	case a == Empty || b == Empty && op == intersect || a == b && op == minus:
		return Empty
	case b == Empty || a == b:
		return a
	}
	if n, ok := memo[[2]Set{a, b}]; ok {
		return n
	}
	list := r.buffer()
	j := 0
	for i := range r.count[a] {
		r.tick()
		x := r.Pairs(a)[i]
		y := r.Pairs(b)
		for j < len(y) && y[j].Value < x.Value {
			j++
		}
		other := Empty
		if j < len(y) && y[j].Value == x.Value {
			other = y[j].Child
		}
		if child := r.combine(op, x.Child, other, memo); child != Empty {
			r.Hold(child)
			list = append(list, Pair{x.Value, child})
		}
	}
	n := r.Make(r.Level(a), list)
	r.done(list)
	r.Hold(n) // until setOperation returns: the memo refers to it
	memo[[2]Set{a, b}] = n
	return n
}

// Where returns the configurations of n whose value of each level satisfies
// keep.
func (r *Reach) Where(n Set, keep func(level int, value uint32) bool) Set {
	mark := r.Hold(n)
	defer r.Release(mark)
	return r.where(n, keep, map[Set]Set{})
}

func (r *Reach) where(n Set, keep func(int, uint32) bool, memo map[Set]Set) Set {
	if n == Empty || n == Unit {
		return n
	}
	if m, ok := memo[n]; ok {
		return m
	}
	list, level := r.buffer(), r.Level(n)
	for i := range r.count[n] {
		r.tick()
		p := r.Pairs(n)[i]
		if !keep(level, p.Value) {
			continue
		}
		if child := r.where(p.Child, keep, memo); child != Empty {
			list = append(list, Pair{p.Value, child})
		}
	}
	m := r.Make(level, list)
	r.done(list)
	r.Hold(m)
	memo[n] = m
	return m
}

// Disabled returns the configurations of n that do not enable e.
func (r *Reach) Disabled(n Set, e *Event) Set {
	mark := r.Hold(n)
	defer r.Release(mark)
	return r.disabled(n, e, 0, map[uint64]Set{})
}

func (r *Reach) disabled(n Set, e *Event, i int, memo map[uint64]Set) Set {
	i = e.unsure(i)
	switch {
	case n == Empty || i == len(e.Effects):
		return Empty
	case r.lacks(n, e, i):
		return n
	}
	key := r.key(n, e)
	if m, ok := memo[key]; ok {
		return m
	}
	list, level := r.buffer(), r.Level(n)
	for k := range r.count[n] {
		r.tick()
		p := r.Pairs(n)[k]
		child := p.Child
		if e.Effects[i].Level < level {
			child = r.disabled(child, e, i, memo)
		} else if len(e.Effects[i].Next(p.Value)) > 0 {
			child = r.disabled(child, e, i+1, memo)
		}
		if child != Empty {
			list = append(list, Pair{p.Value, child})
		}
	}
	m := r.Make(level, list)
	r.done(list)
	r.Hold(m)
	memo[key] = m
	return m
}

// Count returns the number of configurations of n, each weighted by the
// product of the weights of its values.
func (r *Reach) Count(n Set, weight func(level int, value uint32) int64) *big.Int {
	memo := map[Set]*big.Int{Empty: new(big.Int), Unit: big.NewInt(1)}
	var count func(n Set) *big.Int
	count = func(n Set) *big.Int {
		if c, ok := memo[n]; ok {
			return c
		}
		sum, term := new(big.Int), new(big.Int)
		for _, p := range r.Pairs(n) {
			r.tick()
			if w := weight(r.Level(n), p.Value); w != 0 {
				sum.Add(sum, term.Mul(count(p.Child), big.NewInt(w)))
			}
		}
		memo[n] = sum
		return sum
	}
	return count(n)
}

// Size returns the number of configurations of n.
func (r *Reach) Size(n Set) *big.Int {
	return r.Count(n, func(int, uint32) int64 { return 1 })
}

// Has reports whether n has the configuration in which values[k-1] is the value
// of level k.
func (r *Reach) Has(n Set, values []uint32) bool {
	for k := len(values); k > 0 && n != Empty; k-- {
		next := Empty
		for _, p := range r.Pairs(n) {
			if p.Value == values[k-1] {
				next = p.Child
			}
		}
		n = next
	}
	return n == Unit
}

// Walk calls visit for n and every node below it, children first.
func (r *Reach) Walk(n Set, visit func(Set)) {
	met := map[Set]bool{Empty: true, Unit: true}
	var walk func(n Set)
	walk = func(n Set) {
		if met[n] {
			return
		}
		met[n] = true
		for _, p := range r.Pairs(n) {
			r.tick()
			walk(p.Child)
		}
		visit(n)
	}
	walk(n)
}
