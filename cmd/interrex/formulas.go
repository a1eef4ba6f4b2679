package main

import (
	"math"
	"math/bits"

	"github.com/interrex/interrex/checker/simulation"
)

// A formula is what somebody says of a measure.
type formula struct {
	name string
	at   func(n float64) float64
}

// start is who wakes of their own accord.
type start uint8

const (
	anyStart start = iota
	byAll
	byOne
)

// of reports whether a sweep starts like that.
func (s start) of(o simulation.Options) bool {
	return s == anyStart || s == byAll && o.Asleep == 0 || s == byOne && o.Asleep == 1000
}

// said is who says what of which algorithm. A number is that of a document;
// what has none is ours, and agrees with docs/quantities.md where that has it.
var said = []struct {
	algorithm string
	of        measure
	start     start
	formula
}{
	{"lcr", messages, byAll, formula{"mean: n H_n + n", meanOfRing}},
	{"lcr", messages, anyStart, formula{"Misra: at most n(n+3)/2", worstOfRing}},
	{"lcr", elapsed, byAll, formula{"2n", times(2, 0)}},
	{"hs", messages, anyStart, formula{"Misra: at most 8n(log2 n + 2) + 5n", func(n float64) float64 { return 8*n*(math.Log2(n)+2) + 5*n }}},
	{"hs", elapsed, byAll, formula{"2(2^ceil(log2 n) - 1) + 2n", func(n float64) float64 { return 2*(math.Exp2(math.Ceil(math.Log2(n)))-1) + 2*n }}},
	{"timeslice", messages, anyStart, formula{"Attiya and Welch: n", times(1, 0)}},
	{"timeslice", elapsed, anyStart, formula{"n + 1, for the least identity is 1", times(1, 1)}},
	{"variablespeeds", messages, anyStart, formula{"Attiya and Welch: at most 5n", times(5, 0)}},
	{"variablespeeds", elapsed, byAll, formula{"3n, for the least identity is 1", times(3, 0)}},
	{"awe", messages, anyStart, formula{"Santoro: n^2", square}},
	{"awe", elapsed, byAll, formula{"n", times(1, 0)}},
	{"afa", messages, byAll, formula{"mean: n H_n + n", meanOfRing}},
	{"afa", messages, anyStart, formula{"Troják: at most n(n+3)/2", worstOfRing}},
	{"afa", elapsed, byAll, formula{"2n", times(2, 0)}},
	{"anonymous", messages, anyStart, formula{"n(n+1)/2", func(n float64) float64 { return n * (n + 1) / 2 }}},
	{"anonymous", elapsed, anyStart, formula{"n", times(1, 0)}},
	// A third of those that are left have the greatest of three identities.
	{"itairodeh", messages, byAll, formula{"n^2/3 + n^2/9 + ... = n^2/2", func(n float64) float64 { return n * n / 2 }}},
	{"itairodeh", elapsed, byAll, formula{"n log3 n", func(n float64) float64 { return n * math.Log2(n) / math.Log2(3) }}},
	{"singh", messages, anyStart, formula{"Liu et al., figure 1: 0.613 n + 7.3", times(0.613, 7.3)}},
	{"singh", busiest, anyStart, formula{"Liu et al., figure 1: 0.613 n + 7.3", times(0.613, 7.3)}},
	// With delays of 0.1 s.
	{"singh", elapsed, anyStart, formula{"Liu et al., figure 2: 13.97 log2 n - 19.7", func(n float64) float64 { return 10 * (1.397*math.Log2(n) - 1.971) }}},
	{"singh", elapsed, anyStart, formula{"Liu et al., figure 3: 11.3 log2 n + 0.124 n - 12", func(n float64) float64 { return 10 * (1.133*math.Log2(n) + 0.01243*n - 1.204) }}},
	{"bully", messages, byOne, formula{"Shirali et al. 2008, and telling all: (n^2-1)/3 + n - 1", meanOfBully}},
	{"bully", elapsed, byOne, formula{"Shirali et al. 2008: 5", times(0, 5)}},
	{"bully-reply", messages, byOne, formula{"Shirali et al. 2008: 2n", times(2, 0)}},
	{"bully-reply", elapsed, byOne, formula{"Shirali et al. 2008: 3", times(0, 3)}},
	{"bully-original", messages, byAll, formula{"Thomsen and Rasmussen 2023, at worst: n^2 - 1", func(n float64) float64 { return n*n - 1 }}},
	{"bully-original", messages, byOne, formula{"Thomsen and Rasmussen 2023, mean over k: (n^2-1)/3 + n - 1", meanOfBully}},
	{"bully-improved", messages, byOne, formula{"Thomsen and Rasmussen 2023, mean over k: 2n - 1", times(2, -1)}},
	{"tokenring", messages, byOne, formula{"Shirali et al. 2008: 2n", times(2, 0)}},
	{"tokenring", elapsed, byOne, formula{"Shirali et al. 2008: 2n", times(2, 0)}},
	{"sun", messages, byOne, formula{"Shirali et al. 2008: 2(L1 + ... + Lr) + Lr", messagesOfSun}},
	{"sun", elapsed, byOne, formula{"Shirali et al. 2008: 3 Lr + 2(r-1)u", timeOfSun}},
	{"divided", messages, byOne, formula{"Shirali et al. 2008: 2 L1 + 3 u^m", func(n float64) float64 { return 2*(n-1) + 3*math.Exp2(divisions(n)) }}},
	{"divided", elapsed, byOne, formula{"Shirali et al. 2008: 3m + 2 L1/u^m", func(n float64) float64 { return 3*divisions(n) + 2*(n-1)/math.Exp2(divisions(n)) }}},
	{"raft", messages, byAll, formula{"one candidate: 3(n - 1)", times(3, -3)}},
	{"raft", elapsed, byAll, formula{"3", times(0, 3)}},
}

// formulas returns what is said of a measure of s. What is said of time is of
// unit delays.
func (s *sweep) formulas(m measure) []formula {
	var list []formula
	for _, f := range said {
		if f.algorithm == s.algorithm && f.of == m && f.start.of(s.options) && (m != elapsed || s.options.Delay == simulation.Constant) {
			list = append(list, f.formula)
		}
	}
	return list
}

// times returns a*n + b.
func times(a, b float64) func(n float64) float64 {
	return func(n float64) float64 { return a*n + b }
}

func square(n float64) float64 { return n * n }

func worstOfRing(n float64) float64 { return n * (n + 3) / 2 }

// meanOfRing is the mean over all orders of the identities, with n termination
// messages.
func meanOfRing(n float64) float64 {
	sum := 0.0
	for i := 1.0; i <= n; i++ {
		sum += 1 / i
	}
	return n*sum + n
}

// meanOfBully is the mean of (k-n-1)(k-n) + n - 1 over k = 1..n.
func meanOfBully(n float64) float64 { return (n*n-1)/3 + n - 1 }

// lengthsOfSun returns the lengths of the rings that the catalogue has: of
// each, every second process is on the next one, down to one of two at most.
func lengthsOfSun(n float64) []float64 {
	lengths := []float64{n}
	for step := 2.0; ; step *= 2 {
		length := math.Ceil(n / step)
		if lengths = append(lengths, length); length <= 2 {
			return lengths
		}
	}
}

func messagesOfSun(n float64) float64 {
	lengths := lengthsOfSun(n)
	sum := lengths[len(lengths)-1]
	for _, length := range lengths {
		sum += 2 * length
	}
	return sum
}

func timeOfSun(n float64) float64 {
	lengths := lengthsOfSun(n)
	return 3*lengths[len(lengths)-1] + 2*float64(len(lengths)-1)*2
}

// divisions returns how often the catalogue divides the ring of n - 1
// processes, the last of which is a point, until its parts have two at most.
func divisions(n float64) float64 {
	return float64(max(bits.Len(uint(max(n-3, 0)))-1, 0)) // log2((n-2)/2), rounded up
}
