package dividedsun

import "github.com/interrex/interrex/model"

// The labels of processes.
const (
	Plain    = iota // a process of the ring
	Division        // a P_m inside a subring of a point
	Point           // a point of the informer, where a subring begins
	Informer        // the process that is not of the ring
)

// The ports of a process of the ring. Nothing is sent to previous processes.
// All ports of the informer lead to its points.
const (
	next     model.Port = 0 // in the main ring
	inner    model.Port = 2 // in the ring of P_m's: of points and divisions
	informer model.Port = 4 // of points
)

// Network returns the ring of the processes 1..n-1 with the informer, process
// 0, outside. Its points are the first and the last process; in the subring of
// the first, every second process is a P_m. The points and the other P_m's are
// a ring of their own.
func Network(n int) model.Network { // 3
	net := model.Network{Topology: model.Graph, N: n, Graph: make([][]int, n), Labels: make([]int, n)}
	net.Labels[0] = Informer
	var divisions []int
	for p := 1; p < n; p++ {
		switch {
		case p == 1 || p == n-1:
			net.Labels[p] = Point
			net.Graph[0] = append(net.Graph[0], p)
		case p%2 == 1:
			net.Labels[p] = Division
		default:
			continue
		}
		divisions = append(divisions, p)
	}
	ring := n - 1
	for p := 1; p < n; p++ {
		net.Graph[p] = []int{p%ring + 1, (p+ring-2)%ring + 1}
	}
	for i, p := range divisions {
		d := len(divisions)
		net.Graph[p] = append(net.Graph[p], divisions[(i+1)%d], divisions[(i+d-1)%d])
	}
	for _, p := range net.Graph[0] {
		net.Graph[p] = append(net.Graph[p], 0)
	}
	return net
}

// divides reports whether a subring of the main ring ends at a process, and
// another begins.
func divides(p model.Self) bool { return p.Label() == Point || p.Label() == Division }

// points returns the ports of the informer.
func points(p model.Self) model.PortSet {
	var set model.PortSet
	for q := model.Port(0); p.Label() == Informer && int(q) < p.Ports(); q++ {
		set = set.With(q)
	}
	return set
}
