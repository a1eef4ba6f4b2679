package singh

import "github.com/interrex/interrex/model"

// ring is the arithmetic of a cycle of n processes: what the text derives from n.
type ring struct {
	n, k int
	size int // n/k: the number of processes of a subring
}

// newRing returns the arithmetic for n processes: m is the least power of 2
// that is not less than n, and k = m/2^c for the least c with 2^c >= log n,
// which is 2^(2^c) >= n.
func (a Algorithm) newRing(n int) ring {
	m, c := 1, 0
	for m < n {
		m *= 2
	}
	for c < 5 && 1<<(1<<c) < n { // 2^32 processes are more than there can be
		c++
	}
	r := ring{n: n, k: m >> c}               // 77, 82
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

// steps returns log k, the number of steps of the second phase.
func (r ring) steps() int {
	steps := 0
	for 1<<steps < r.k {
		steps++
	}
	return steps
}
