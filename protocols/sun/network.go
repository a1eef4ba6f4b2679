package sun

import "github.com/interrex/interrex/model"

// Innermost is the label of the processes on the innermost ring.
const Innermost = 1

// Network returns Sun on n processes, divided as long as a ring has more than u
// processes, and at least once.
func Network(n, u int) model.Network { // 22
	times := 1
	for length := (n + u - 1) / u; length > u; length = (length + u - 1) / u {
		times++
	}
	return Divisions(n, u, times)
}

// Divisions returns Sun: a ring of n processes, of which every u-th, from
// process 0 on, is on the next ring too, and so on, so many times: figure 4 is
// divided twice. A process on k rings has 2k
// ports: 2i leads to the next process of ring i, counted from 0, and 2i+1 to
// the previous one, through which nothing is sent.
func Divisions(n, u, times int) model.Network { // 22, 23
	net := model.Network{Topology: model.Graph, N: n, Graph: make([][]int, n), Labels: make([]int, n)}
	for i, step := 0, 1; i <= times; i, step = i+1, step*u {
		var ring []int
		for p := 0; p < n; p += step {
			ring = append(ring, p)
		}
		for j, p := range ring {
			next, previous := ring[(j+1)%len(ring)], ring[(j+len(ring)-1)%len(ring)]
			net.Graph[p] = append(net.Graph[p], next, previous)
			if i == times {
				net.Labels[p] = Innermost
			}
		}
	}
	return net
}

// next returns the port to the next process of a ring.
func next(ring int) model.Port { return model.Port(2 * ring) }

// ringOf returns the ring that a port belongs to.
func ringOf(q model.Port) int { return int(q) / 2 }

// own returns the innermost ring of a process. On its other rings the process
// ends a subring.
func own(p model.Self) int { return p.Ports()/2 - 1 }

// innermost reports whether a process is on the innermost ring of all: a P_m
// of sections 4 and 5.
func innermost(p model.Self) bool { return p.Label() == Innermost }
