package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Topology says who is linked to whom, and how ports are numbered.
type Topology uint8

// The topologies. On rings port 0 is left, clockwise, to process i+1, and port
// 1 is right, to process i-1; with two processes there are two links each way.
const (
	Ring               Topology = iota // messages travel both ways
	UnidirectionalRing                 // messages travel clockwise: sent to port 0, received on port 1
	Complete                           // port q leads to process i+q mod n: the sense of direction; port 0 is the process itself
	CompleteByID                       // port q leads to the process with the q-th smallest identity, itself included
	Star                               // process 0 is the hub, its port q leads to process q+1, whose port 0 leads back
	HubRing                            // a star whose processes 1..n-1 form a ring: port 0 is next, 1 is previous, 2 is the hub
	Graph                              // Network.Graph
)

var topologyNames = []string{"ring", "unidirectional-ring", "complete", "complete-by-id", "star", "hub-ring", "graph"}

func (t Topology) String() string { return name(topologyNames, int(t), "topology") }

// ParseTopology returns the topology of that name.
func ParseTopology(s string) (Topology, error) {
	i, err := parseName(topologyNames, s, "topology")
	return Topology(i), err
}

// A Link is one direction of a connection: what process From sends to its port
// FromPort arrives at process To on its port ToPort.
type Link struct {
	From     int
	FromPort Port
	To       int
	ToPort   Port
}

// links returns the links of the network, in the order of (From, FromPort),
// and the process behind each port of each process.
func (net *Network) links() ([]Link, [][]int, error) {
	peers, err := net.peers()
	if err != nil {
		return nil, nil, err
	}
	var links []Link
	for p, ports := range peers {
		for q, to := range ports {
			if net.Topology == UnidirectionalRing && q == 1 {
				continue
			}
			back, err := net.backPort(peers, p, Port(q))
			if err != nil {
				return nil, nil, err
			}
			links = append(links, Link{p, Port(q), to, back})
		}
	}
	return links, peers, nil
}

// backPort returns the port of the peer behind port q of p that leads back.
func (net *Network) backPort(peers [][]int, p int, q Port) (Port, error) {
	onRing := net.Topology == Ring || net.Topology == UnidirectionalRing || net.Topology == HubRing && p > 0 && q < 2
	if onRing {
		return 1 - q, nil
	}
	to, nth := peers[p][q], 0
	for _, other := range peers[p][:q] {
		if other == to {
			nth++
		}
	}
	for back, other := range peers[to] {
		if other == p {
			if nth == 0 {
				return Port(back), nil
			}
			nth--
		}
	}
	return 0, fmt.Errorf("graph: process %d has no port back to process %d", to, p)
}

func (net *Network) peers() ([][]int, error) {
	n := net.N
	peers := make([][]int, n)
	switch net.Topology {
	case Ring, UnidirectionalRing:
		for p := range peers {
			peers[p] = []int{(p + 1) % n, (p + n - 1) % n}
		}
	case Complete:
		for p := range peers {
			for q := range n {
				peers[p] = append(peers[p], (p+q)%n)
			}
		}
	case CompleteByID:
		if net.IDs == nil {
			return nil, fmt.Errorf("topology %v needs identities", net.Topology)
		}
		order := make([]int, n)
		for p := range order {
			order[p] = p
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(net.IDs[a], net.IDs[b]) })
		for p := range peers {
			peers[p] = order
		}
	case Star, HubRing:
		for p := 1; p < n; p++ {
			peers[0] = append(peers[0], p)
			if net.Topology == HubRing {
				peers[p] = []int{p%(n-1) + 1, (p+n-3)%(n-1) + 1}
			}
			peers[p] = append(peers[p], 0)
		}
	case Graph:
		return net.Graph, net.validateGraph()
	default:
		return nil, fmt.Errorf("topology %d does not exist; allowed: %s", net.Topology, strings.Join(topologyNames, ", "))
	}
	return peers, nil
}

func (net *Network) validateGraph() error {
	if len(net.Graph) != net.N {
		return fmt.Errorf("graph: %d lists of neighbours for %d processes", len(net.Graph), net.N)
	}
	for p, ports := range net.Graph {
		for q, to := range ports {
			if to < 0 || to >= net.N {
				return fmt.Errorf("graph: port %d of process %d leads to process %d, which is not in 0..%d", q, p, to, net.N-1)
			}
		}
	}
	return nil
}
