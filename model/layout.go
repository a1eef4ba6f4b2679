package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A layout says which process is behind each port. It computes that on demand: a
// complete network of a million processes has too many links to store.
type layout struct {
	net    *Network
	byRank []int // of CompleteByID: the processes by identity
	rank   []int // of CompleteByID: rank[p] is the index of process p in byRank
}

// layout returns the layout of the network. It reports a topology that does not
// exist, or that needs a graph or identities which the network does not have.
func (net *Network) layout() (*layout, error) {
	lay := &layout{net: net}
	switch {
	case int(net.Topology) >= len(topologyNames):
		return nil, fmt.Errorf("topology %d does not exist; allowed: %s", net.Topology, strings.Join(topologyNames, ", "))
	case net.Topology == Graph:
		return lay, net.validateGraph()
	case net.Topology == CompleteByID && net.IDs == nil:
		return nil, fmt.Errorf("topology %v needs identities", net.Topology)
	case net.Topology == CompleteByID:
		lay.sortByID()
	}
	return lay, nil
}

func (lay *layout) sortByID() {
	n, ids := lay.net.N, lay.net.IDs
	lay.byRank, lay.rank = make([]int, n), make([]int, n)
	for p := range lay.byRank {
		lay.byRank[p] = p
	}
	slices.SortFunc(lay.byRank, func(a, b int) int { return cmp.Compare(ids[a], ids[b]) })
	for i, p := range lay.byRank {
		lay.rank[p] = i
	}
}

// ports returns the number of ports of process p.
func (lay *layout) ports(p int) int {
	n := lay.net.N
	switch lay.net.Topology {
	case Ring, UnidirectionalRing:
		return 2
	case Complete, CompleteByID:
		return n
	case Graph:
		return len(lay.net.Graph[p])
	}
	switch {
	case p == 0:
		return n - 1
	case lay.net.Topology == HubRing:
		return 3
	}
	return 1
}

// canSend reports whether a link leaves through port q, which exists.
func (lay *layout) canSend(q Port) bool { return lay.net.Topology != UnidirectionalRing || q == 0 }

// sendable names the ports through which process p can send.
func (lay *layout) sendable(p int) string {
	last := Port(lay.ports(p) - 1)
	for last >= 0 && !lay.canSend(last) {
		last--
	}
	if last < 0 {
		return "none, as the process has no neighbour"
	}
	return fmt.Sprintf("0..%d", last)
}

// peer returns the process behind port q of p, which exists.
func (lay *layout) peer(p int, q Port) int {
	n := lay.net.N
	switch lay.net.Topology {
	case Ring, UnidirectionalRing:
		if q == 0 {
			return wrap(p+1, n)
		}
		return wrap(p+n-1, n)
	case Complete:
		return wrap(p+int(q), n)
	case CompleteByID:
		return lay.byRank[q]
	case Graph:
		return lay.net.Graph[p][q]
	}
	switch {
	case p == 0:
		return int(q) + 1
	case lay.net.Topology == Star || q == 2:
		return 0
	case q == 0:
		return p%(n-1) + 1
	}
	return (p+n-3)%(n-1) + 1
}

// wrap returns i, which is in 0..2n-1, modulo n.
func wrap(i, n int) int {
	if i >= n {
		return i - n
	}
	return i
}

// back returns the port of the process behind port q of p that leads back, -1
// if there is none.
func (lay *layout) back(p int, q Port) Port {
	switch lay.net.Topology {
	case Ring, UnidirectionalRing:
		return 1 - q
	case Complete:
		return Port(wrap(lay.net.N-int(q), lay.net.N))
	case CompleteByID:
		return Port(lay.rank[p])
	case Graph:
		return lay.backInGraph(p, q)
	}
	switch {
	case p > 0 && (lay.net.Topology == Star || q == 2):
		return Port(p - 1)
	case p > 0:
		return 1 - q
	case lay.net.Topology == HubRing:
		return 2
	}
	return 0
}

// backInGraph matches the links between two processes in the order of their
// ports.
func (lay *layout) backInGraph(p int, q Port) Port {
	to, nth := lay.net.Graph[p][q], 0
	for _, other := range lay.net.Graph[p][:q] {
		if other == to {
			nth++
		}
	}
	for back, other := range lay.net.Graph[to] {
		if other == p {
			if nth == 0 {
				return Port(back)
			}
			nth--
		}
	}
	return -1
}
