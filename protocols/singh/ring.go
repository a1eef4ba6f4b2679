package singh

import (
	"math/bits"

	"github.com/interrex/interrex/model"
)

// ring is the arithmetic of a cycle of n processes: the numbers that the text
// derives from n.
type ring struct {
	n, k  int
	steps int // log k: the number of steps of the second phase
	size  int // n/k: the number of processes of a subring
}

// newRing returns the arithmetic for n processes: m is the least power of 2
// that is not less than n, and k = m/2^c for the least c with 2^c >= log n,
// which is 2^(2^c) >= n.
func (a Algorithm) newRing(n int) ring {
	log := bits.Len(uint(n - 1))    // m = 2^log
	c := bits.Len(uint(log - 1))    // the least with 2^c >= log
	r := ring{n: n, steps: log - c} // 77, 82
	r.k = 1 << r.steps
	r.size = n >> r.steps                      // R2
	if !r.isWhole() && a.Readings[Ends] == 0 { // R2
		r.size++
	}
	return r
}

// isWhole reports whether k divides n, as it does if n is a power of 2.
func (r ring) isWhole() bool { return r.n&(r.k-1) == 0 }

// isPower reports whether n is a power of 2: else the modification applies.
func (r ring) isPower() bool { return r.n&(r.n-1) == 0 }

// ahead returns the ports to the other processes of the subring of a process.
func (r ring) ahead() []model.Port { // 78
	ports := make([]model.Port, 0, r.size)
	for t := 1; t < r.size; t++ {
		ports = append(ports, model.Port(t*r.k))
	}
	return ports
}

// behind returns the ports to the processes whose subrings contain a process but
// that are not in its own subring.
func (r ring) behind() []model.Port { // 83
	if r.isWhole() {
		return nil
	}
	ports := make([]model.Port, 0, r.size)
	for t := 1; t < r.size; t++ {
		ports = append(ports, model.Port(r.n-t*r.k))
	}
	return ports
}

// shared reports whether q is one of the ports of ahead or behind: whether the
// process behind it has a subring with this one.
func (r ring) shared(q model.Port) bool {
	d := int(q)
	return r.isMultiple(d) || !r.isWhole() && r.isMultiple(r.n-d)
}

// isMultiple reports whether d is one of k, 2k, ..., (size-1)k.
func (r ring) isMultiple(d int) bool { return d&(r.k-1) == 0 && d>>r.steps < r.size }
