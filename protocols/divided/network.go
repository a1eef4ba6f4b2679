package divided

import "github.com/interrex/interrex/model"

// The labels of processes.
const (
	Plain    = iota // a process of the ring
	Point           // a process of the ring that is a point of an informer
	Informer        // the process that is not of the ring
)

// The ports of a process of the ring; those from firstPoint on lead to its
// points, if it divides its subring again. All ports of the informer lead to
// its points.
const (
	next       model.Port = iota // to the next process; with two in the ring it is the previous one too
	previous                     // to the previous process, through which nothing is sent
	informer                     // of a point: to its informer
	firstPoint                   // of a point: to its first point
)

// Network returns the ring of the processes 1..n-1 with the informer, process
// 0, outside. Its points are the first and the last process. A point whose
// subring has more than two processes is the informer of a point in its
// middle, and so on.
func Network(n int) model.Network { // 16
	net := model.Network{Topology: model.Graph, N: n, Graph: make([][]int, n), Labels: make([]int, n)}
	ring := n - 1
	for p := 1; p < n; p++ {
		net.Graph[p] = []int{p%ring + 1, (p+ring-2)%ring + 1}
	}
	net.Labels[0] = Informer
	point := func(of, p int) {
		net.Labels[p] = Point
		net.Graph[of] = append(net.Graph[of], p)
		net.Graph[p] = append(net.Graph[p], of)
	}
	var split func(p, length int)
	split = func(p, length int) {
		for length > 2 {
			half := (length + 1) / 2
			point(p, p+half)
			split(p+half, length-half)
			length = half
		}
	}
	if ring > 0 {
		point(0, 1)
	}
	if ring > 1 {
		point(0, ring)
	}
	split(1, ring-1)
	return net
}

// Divisions returns the ring of the processes 1..n-1 with the informer, process 0,
// outside. The ring is divided into u parts of equal length, but for remainders,
// each part into u parts again, and so on, so many times: figure 5 is divided once and
// figure 6 twice, with u = 4. A part begins with a point of the informer; if it is divided
// again, that point is the informer of those inside. No part is empty.
func Divisions(n, u, times int) model.Network { // 16
	net := model.Network{Topology: model.Graph, N: n, Graph: make([][]int, n), Labels: make([]int, n)}
	ring := n - 1
	for p := 1; p < n; p++ {
		net.Graph[p] = []int{p%ring + 1, (p+ring-2)%ring + 1}
	}
	net.Labels[0] = Informer
	var divide func(of, first, length, times int)
	divide = func(of, first, length, times int) {
		parts := min(u, length)
		for i := range parts {
			p, end := first+i*length/parts, first+(i+1)*length/parts
			if p != of {
				net.Labels[p] = Point
				net.Graph[of], net.Graph[p] = append(net.Graph[of], p), append(net.Graph[p], of)
			}
			if times > 1 {
				divide(p, p, end-p, times-1)
			}
		}
	}
	divide(0, 1, ring, times)
	return net
}

// Points returns the ring of the processes 1..n-1 with the informer, process 0,
// outside, whose points are these processes, in ascending order: parts may have any lengths.
func Points(n int, points ...int) model.Network { // 16
	net := Divisions(n, 1, 1)
	net.Labels[1], net.Graph[0], net.Graph[1] = Plain, nil, net.Graph[1][:2]
	for _, p := range points {
		net.Labels[p] = Point
		net.Graph[0], net.Graph[p] = append(net.Graph[0], p), append(net.Graph[p], 0)
	}
	return net
}

// points returns the ports to the points of an informer.
func points(p model.Self) model.PortSet {
	first := firstPoint
	if p.Label() == Informer {
		first = 0
	}
	var set model.PortSet
	for q := first; int(q) < p.Ports(); q++ {
		set = set.With(q)
	}
	return set
}
