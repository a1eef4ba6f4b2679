package simulation

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Ticks is a time in fixed point: [Unit] ticks are one unit.
type Ticks int64

// Unit is the mean delay of a message; in timing bounded, a tick of the network.
const Unit Ticks = 1 << 16

// Units returns the time in units.
func (t Ticks) Units() float64 { return float64(t) / float64(Unit) }

// Delay is a distribution of the delay of a message. Its mean is one unit, and
// each delay is at least a tick. In timing bounded Constant is the greatest delay of the
// network, Uniform is between 0 and that, and the others are not allowed.
type Delay uint8

// The delays.
const (
	Constant    Delay = iota // one unit
	Uniform                  // between 0 and 2 units
	Exponential              // memoryless
	HeavyTailed              // Pareto with exponent 2, at least half a unit; the variance is infinite
)

var delayNames = []string{"unit", "uniform", "exponential", "heavy-tailed"}

func (d Delay) String() string { return delayNames[d] }

// ParseDelay returns the delay of that name.
func ParseDelay(s string) (Delay, error) {
	for i, name := range delayNames {
		if name == s {
			return Delay(i), nil
		}
	}
	return 0, fmt.Errorf("unknown delay %q; allowed: %s", s, strings.Join(delayNames, ", "))
}

// draw returns a delay. It uses integers, and the square root as its only operation
// on floating point: IEEE 754 defines its rounding, so all machines agree.
func (d Delay) draw(c chance) Ticks {
	switch d {
	case Uniform:
		return Ticks(c.below(int(2*Unit)) + 1)
	case Exponential:
		return max(exponential(c.pcg.Uint64()), 1)
	case HeavyTailed:
		u := max(c.pcg.Uint64()>>12, 1) // u / 2^52 is uniform
		return Ticks((uint64(Unit/2) << 26) / uint64(math.Sqrt(float64(u))))
	}
	return Unit
}

// exponential returns -ln(u / 2^64) units, for u > 0. The number of zeros before the
// first 1 of u is the integer part of the logarithm to base 2. The rest is looked up
// in a table and interpolated.
func exponential(u uint64) Ticks {
	u |= 1
	zeros := bits.LeadingZeros64(u)
	m := u << zeros << 1 // u = 2^(63-zeros) (1 + m / 2^64)
	i, rest := m>>(64-logBits), m<<logBits>>32
	log := logs[i] + (logs[i+1]-logs[i])*rest>>32
	hi, lo := bits.Mul64(uint64(zeros+1)<<32-log, ln2)
	return Ticks(hi<<16 | lo>>48)
}

const (
	logBits = 8
	ln2     = 2977044472 // ln 2 in units of 2^-32
)

// logs[i] is the logarithm of 1 + i/2^logBits to base 2, in units of 2^-32.
var logs = logarithms()

// logarithms computes logs by repeated squaring.
func logarithms() (table [1<<logBits + 1]uint64) {
	for i := range uint64(1 << logBits) {
		x := (1<<logBits + i) << (63 - logBits) // 1 + i/2^logBits, in units of 2^-63
		for range 32 {
			table[i] <<= 1
			hi, lo := bits.Mul64(x, x)
			if hi>>63 == 1 { // the square is 2 or more
				x = hi
				table[i]++
			} else {
				x = hi<<1 | lo>>63
			}
		}
	}
	table[1<<logBits] = 1 << 32
	return table
}
