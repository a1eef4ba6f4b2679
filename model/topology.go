package model

import (
	"fmt"
)

// Topology says which processes are linked, and how their ports are numbered.
type Topology uint8

// The topologies. On rings port 0 is left, clockwise, to process i+1, and port
// 1 is right, to process i-1; with two processes there are two links each way.
const (
	Ring               Topology = iota // messages travel both ways
	UnidirectionalRing                 // messages travel clockwise: sent to port 0, received on port 1
	Complete                           // port q leads to process i+q mod n (a sense of direction); port 0 is the process itself
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

// A Link is one direction of a connection: a message that process From sends to
// its port FromPort arrives at process To on its port ToPort.
type Link struct {
	From     int
	FromPort Port
	To       int
	ToPort   Port
}

// links returns the links of the network, in the order of (From, FromPort),
// and the process behind each port of each process.
func (lay *layout) links() ([]Link, [][]int, error) {
	var links []Link
	peers := make([][]int, lay.net.N)
	for p := range peers {
		peers[p] = make([]int, lay.ports(p))
		for q := range peers[p] {
			peers[p][q] = lay.peer(p, Port(q))
			if !lay.canSend(Port(q)) {
				continue
			}
			back := lay.back(p, Port(q))
			if back < 0 {
				return nil, nil, fmt.Errorf("graph: process %d has no port back to process %d", peers[p][q], p)
			}
			links = append(links, Link{p, Port(q), peers[p][q], back})
		}
	}
	return links, peers, nil
}

// Peers returns the process behind each port of each process.
func (net *Network) Peers() ([][]int, error) {
	lay, err := net.layout()
	if err != nil {
		return nil, err
	}
	_, peers, err := lay.links()
	return peers, err
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
