package compiled

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// shares says which processes share their tables.
type shares struct {
	of    []int   // by process: the first of those that share with it
	with  [][]int // by process that is the first: the others
	apart []bool  // by process: it does something else than the first in the same local state
}

func newShares(n int) shares {
	s := shares{of: make([]int, n), with: make([][]int, n), apart: make([]bool, n)}
	for p := range s.of {
		s.of[p] = p
	}
	return s
}

// NewShared returns fresh tables of s in which the processes of each class share the
// numbers of local states: what is known of one of them is known of all. Each method of
// the algorithm is called for all of them, and [Tables.Apart] has those for which a
// result differs. A process may be in one class.
func NewShared(s *model.System, classes [][]int) *Tables {
	t := New(s)
	for _, class := range classes {
		first := class[0]
		for _, q := range class[1:] {
			t.shares.of[q] = first
			t.shares.with[first] = append(t.shares.with[first], q)
		}
	}
	return t
}

// Apart returns the processes for which some method has returned something else than
// for the first process of their class. What the tables say of them may be wrong.
func (t *Tables) Apart() []int {
	var list []int
	for p, apart := range t.shares.apart {
		if apart {
			list = append(list, p)
		}
	}
	return list
}

// compare notes the processes that share tables with p for which same does not hold.
func (s *shares) compare(p int, same func(q int) bool) {
	for _, q := range s.with[p] {
		s.apart[q] = s.apart[q] || !holds(same, q)
	}
}

// each calls f for p and the processes that share tables with it, until f returns false.
// It reports whether f never did. p is the first of them.
func (s *shares) each(p int, f func(q int) bool) bool {
	return f(p) && !slices.ContainsFunc(s.with[p], func(q int) bool { return !f(q) })
}

// holds reports whether same holds of q, and does not blame the algorithm: q may never
// come to the local state in question.
func holds(same func(q int) bool, q int) (holds bool) {
	defer func() {
		switch r := recover().(type) {
		case nil, *model.ValueError:
		default:
			panic(r)
		}
	}()
	return same(q)
}

// sameOutcome reports whether two outcomes are equal.
func sameOutcome(a, b model.Outcome) bool {
	return a.Next == b.Next && a.Weight == b.Weight && a.Failure == b.Failure && a.Resets == b.Resets &&
		slices.Equal(a.Sends, b.Sends) && slices.Equal(a.Choices, b.Choices)
}
