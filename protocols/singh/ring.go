package singh

import (
	"math/bits"

	"github.com/interrex/interrex/model"
)

// ring is the arithmetic of a cycle of n processes: what the text derives from n.
type ring struct {
	n, k int
	size int // n/k: the number of processes of a subring
}

// newRing returns the arithmetic for n processes: m is the least power of 2
// that is not less than n, and k = m/2^c for the least c with 2^c >= log n,
// which is 2^(2^c) >= n.
func (a Algorithm) newRing(n int) ring {
	log := bits.Len(uint(n - 1))             // m = 2^log
	c := bits.Len(uint(log - 1))             // the least with 2^c >= log
	r := ring{n: n, k: 1 << (log - c)}       // 77, 82
	r.size = n / r.k                         // R2
	if n%r.k != 0 && a.Readings[Ends] == 0 { // R2
		r.size++
	}
	return r
}

// isPower reports whether n is a power of 2: else the modification applies.
func (r ring) isPower() bool { return r.n&(r.n-1) == 0 }

// ahead returns the ports to the other processes of the subring of a process.
func (r ring) ahead() []model.Port { // 78
	var ports []model.Port
	for t := 1; t < r.size; t++ {
		ports = append(ports, model.Port(t*r.k))
	}
	return ports
}

// behind returns the ports to the processes in whose subring a process is and
// that are not in its own.
func (r ring) behind() []model.Port { // 83
	if r.n%r.k == 0 {
		return nil
	}
	var ports []model.Port
	for t := 1; t < r.size; t++ {
		ports = append(ports, model.Port(r.n-t*r.k))
	}
	return ports
}

// shared reports whether q is one of the ports of ahead or behind: whether the
// process behind it has a subring with this one.
func (r ring) shared(q model.Port) bool {
	d := int(q)
	return d%r.k == 0 && d/r.k < r.size || r.n%r.k != 0 && (r.n-d)%r.k == 0 && (r.n-d)/r.k < r.size
}

// steps returns log k, the number of steps of the second phase.
func (r ring) steps() int { return bits.Len(uint(r.k - 1)) }
