package singh

import (
	"math/bits"
	"testing"
)

// TestRoundedLogarithm takes the logarithm of log n, and of log n rounded up: rounded up both
// are the same number.
func TestRoundedLogarithm(t *testing.T) {
	for n := 2; n <= 1<<20; n++ {
		c := 0
		for uint64(1)<<(1<<c) < uint64(n) { // 2^c < log n
			c++
		}
		if got, want := (Algorithm{}).newRing(n).steps, bits.Len(uint(n-1))-c; got != want {
			t.Fatalf("n = %d: %d steps, want %d", n, got, want)
		}
	}
}
