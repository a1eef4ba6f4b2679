package independent

import (
	"cmp"
	"slices"

	"github.com/interrex/interrex/model"
)

// A link is one direction of a connection.
type link struct{ from, fromPort, to, toPort int }

// links follows the section Topologies. It returns, for each port of each process, the
// link to a process and to a port of that process.
func links(net *model.Network) []link {
	n := net.N
	var list []link
	both := func(p, q, r, s int) {
		list = append(list, link{p, q, r, s}, link{r, s, p, q})
	}
	switch net.Topology {
	case model.Ring:
		for p := range n {
			both(p, 0, (p+1)%n, 1)
		}
	case model.UnidirectionalRing:
		for p := range n {
			list = append(list, link{p, 0, (p + 1) % n, 1})
		}
	case model.Complete:
		for p := range n {
			for q := range n {
				list = append(list, link{p, q, (p + q) % n, (n - q) % n})
			}
		}
	case model.CompleteByID:
		byID := make([]int, n) // byID[q] has the q-th smallest identity
		for p := range n {
			byID[rank(net.IDs, p)] = p
		}
		for p := range n {
			for q := range n {
				list = append(list, link{p, q, byID[q], rank(net.IDs, p)})
			}
		}
	case model.Star:
		for q := range n - 1 {
			both(0, q, q+1, 0)
		}
	case model.HubRing:
		for q := range n - 1 {
			both(0, q, q+1, 2)
			both(q+1, 0, (q+1)%(n-1)+1, 1)
		}
	case model.Graph:
		list = graphLinks(net.Graph)
	}
	slices.SortFunc(list, func(a, b link) int { return cmp.Or(a.from-b.from, a.fromPort-b.fromPort) })
	return list
}

// graphLinks joins the i-th port of p to r with the i-th port of r to p.
func graphLinks(graph [][]int) []link {
	var list []link
	for p, peers := range graph {
		for q, r := range peers {
			list = append(list, link{p, q, r, nthPort(graph[r], p, count(peers[:q], r))})
		}
	}
	return list
}

// count returns how often r is among the peers.
func count(peers []int, r int) int {
	n := 0
	for _, x := range peers {
		if x == r {
			n++
		}
	}
	return n
}

// nthPort returns the port of the i-th peer that is p.
func nthPort(peers []int, p, i int) int {
	for q, x := range peers {
		if x == p {
			if i == 0 {
				return q
			}
			i--
		}
	}
	panic("a link without a reverse link")
}

// rank returns how many identities are smaller than that of p.
func rank(ids []model.ID, p int) int {
	smaller := 0
	for _, id := range ids {
		if id < ids[p] {
			smaller++
		}
	}
	return smaller
}

// granted follows the section Steps. It returns the knowledge that the network states,
// else that which the algorithm needs, else the identity if processes have one.
func granted(g *program, net *model.Network) model.Knowledge {
	switch {
	case net.Grants != 0:
		return net.Grants
	case g.needs != 0:
		return g.needs
	case net.IDs != nil:
		return model.KnowID
	}
	return 0
}
