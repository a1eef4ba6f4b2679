package simulation

import (
	"math/bits"
	"math/rand/v2"
)

// chance is the one random generator of a simulation.
type chance struct{ pcg *rand.PCG }

func newChance(seed uint64) chance { return chance{rand.NewPCG(seed, 0)} }

// below returns one of 0..k-1. It does not correct that some are more likely, by k
// in 2^64.
func (c chance) below(k int) int {
	hi, _ := bits.Mul64(c.pcg.Uint64(), uint64(k))
	return int(hi)
}

// Shuffle returns 1..n in random order: identities for n processes.
func Shuffle(n int, seed uint64) []int {
	c, list := chance{rand.NewPCG(seed, 1)}, make([]int, n)
	for i := range list {
		j := c.below(i + 1)
		list[i], list[j] = list[j], i+1
	}
	return list
}
