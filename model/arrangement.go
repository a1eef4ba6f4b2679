package model

import (
	"iter"
	"slices"
)

// Arrangements yields the ways to give the identities 1..n to the processes of net, up to symmetry: of
// the arrangements that automorphisms of the network map to each other, it yields one. An automorphism
// renames the processes and keeps ports, labels, who may wake, who is down and the victims of faults; on
// a ring these are the rotations. The arrangements come in descending lexicographic order, so the first
// is n..1. There may be n! of them, so each is made on demand; the caller may keep it. If no process may
// know an identity, the processes are anonymous and the only arrangement is nil.
func Arrangements(net Network) (iter.Seq[[]ID], error) {
	if net.anonymous() {
		return func(yield func([]ID) bool) { yield(nil) }, nil
	}
	net.IDs = make([]ID, net.N)
	for p := range net.IDs {
		net.IDs[p] = ID(net.N - p)
	}
	if err := net.validate(); err != nil {
		return nil, err
	}
	s, err := net.symmetries()
	if err != nil {
		return nil, err
	}
	return func(yield func([]ID) bool) {
		a := &arranging{symmetries: s, free: slices.Clone(net.IDs), yield: yield}
		a.extend()
	}, nil
}

// An arranging is the beginning of an arrangement.
type arranging struct {
	*symmetries
	ids   []ID // of the first processes
	free  []ID // the identities that are left, greatest first
	yield func([]ID) bool
}

// extend yields the arrangements that begin like a. It reports false if the
// caller wants no more.
func (a *arranging) extend() bool {
	if len(a.free) == 0 {
		return a.yield(slices.Clone(a.ids))
	}
	for i := range a.free {
		id := a.free[i]
		a.ids, a.free = append(a.ids, id), slices.Delete(a.free, i, i+1)
		wanted := !a.mayBeGreatest(a.ids, a.free[i:]) || a.extend()
		a.ids, a.free = a.ids[:len(a.ids)-1], slices.Insert(a.free, i, id)
		if !wanted {
			return false
		}
	}
	return true
}

// anonymous reports whether the network grants something, but no identity.
func (net *Network) anonymous() bool {
	return net.Grants != 0 && net.Grants&(KnowID|KnowNeighbours) == 0 && net.Topology != CompleteByID
}

// The symmetries of a network are its automorphisms: a list of them, or all
// renamings that keep each process in its class.
type symmetries struct {
	listed  [][]int
	classes [][]int // each in ascending order
}

// symmetries returns the renamings of processes that keep ports, labels, who
// may wake and who is down. The image of one process determines a renaming of a
// connected network, so each component has few.
func (net *Network) symmetries() (*symmetries, error) {
	s := &symmetries{}
	if net.Topology == CompleteByID {
		// The ports follow the identities, so every renaming that keeps the rest
		// keeps them too.
		s.classes = net.classes()
		return s, nil
	}
	lay, err := net.layout()
	if err != nil {
		return nil, err
	}
	_, peers, err := lay.links()
	if err != nil {
		return nil, err
	}
	for image := range net.N {
		if auto := net.extend(peers, image); auto != nil && net.Victims.keeps(auto) {
			s.listed = append(s.listed, auto)
		}
	}
	return s, nil
}

// mayBeGreatest reports whether ids may begin an arrangement that no
// automorphism makes lexicographically greater. left lists the free identities
// that are less than the last of ids. For a whole arrangement the answer is
// exact.
func (s *symmetries) mayBeGreatest(ids, less []ID) bool {
	last := len(ids) - 1
	for _, class := range s.classes {
		// Within a class identities descend, so enough of them must be left.
		i, found := slices.BinarySearch(class, last)
		if found && (i > 0 && ids[class[i-1]] < ids[last] || len(less) < len(class)-1-i) {
			return false
		}
	}
	if int(ids[0]) < len(s.listed) {
		return false // an automorphism maps process 0 to one with a greater identity
	}
	for _, auto := range s.listed {
		for p := range ids {
			if auto[p] > last {
				break // not known yet
			}
			if image := ids[auto[p]]; image != ids[p] {
				if image > ids[p] {
					return false
				}
				break
			}
		}
	}
	return true
}

// extend returns the automorphism that maps process 0 to image, nil if there is
// none. On a network that is not connected it returns only the identity, so it
// never merges arrangements that differ.
func (net *Network) extend(peers [][]int, image int) []int {
	n := net.N
	auto := slices.Repeat([]int{-1}, n)
	auto[0] = image
	queue, used := []int{0}, make([]bool, n)
	used[image] = true
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		a := auto[p]
		if len(peers[p]) != len(peers[a]) || !net.alike(p, a) {
			return nil
		}
		for q, to := range peers[p] {
			switch b := peers[a][q]; {
			case auto[to] == -1 && !used[b]:
				auto[to], used[b] = b, true
				queue = append(queue, to)
			case auto[to] != b:
				return nil
			}
		}
	}
	if slices.Contains(auto, -1) {
		if image != 0 {
			return nil
		}
		for p := range auto {
			auto[p] = p
		}
	}
	return auto
}

// Automorphisms returns the renamings of the processes of s that keep its links with their ports, the
// labels, who may wake, who is down, the victims of faults and where each process starts: process p becomes
// process r[p] under renaming r. They need not keep identities. The first is the identity; on a network
// that is not connected there is no other.
func (x Semantics) Automorphisms() [][]int {
	var list [][]int
	for image := range x.sys.net.N {
		if auto := x.sys.net.extend(x.sys.peers, image); auto != nil && x.sys.net.Victims.keeps(auto) {
			list = append(list, auto)
		}
	}
	return list
}

// Exchanges returns the exchanges of two processes, as renamings, that keep the graph of
// the network, the labels, who may wake, who is down, the victims of faults and where each
// process starts. They need not keep ports or identities.
func (x Semantics) Exchanges() [][]int {
	var list [][]int
	for p := range x.sys.net.N {
		for q := range p {
			image := make([]int, x.sys.net.N)
			for r := range image {
				image[r] = r
			}
			image[p], image[q] = q, p
			if x.sys.net.alike(p, q) && x.sys.net.Victims.keeps(image) && x.sys.keepsGraph(image) {
				list = append(list, image)
			}
		}
	}
	return list
}

// keepsGraph reports whether a renaming maps neighbours to neighbours, and each port of a process
// leads to another one.
func (s *System) keepsGraph(image []int) bool {
	for p, peers := range s.peers {
		there := s.peers[image[p]]
		if len(peers) != len(there) {
			return false
		}
		for i, q := range peers {
			if slices.Contains(peers[:i], q) || !slices.Contains(there, image[q]) {
				return false
			}
		}
	}
	return true
}

// alike reports whether p and a have the same label, and both may wake, be
// down or be struck by a fault of processes, or neither.
func (net *Network) alike(p, a int) bool {
	return (net.Labels == nil || net.Labels[p] == net.Labels[a]) &&
		net.Wake.Allows(p) == net.Wake.Allows(a) &&
		slices.Contains(net.Down, p) == slices.Contains(net.Down, a) &&
		net.Victims.alike(p, a) &&
		(net.Start == nil || net.Start[p] == net.Start[a])
}

// classes groups the processes that are alike. If links differ, none are.
func (net *Network) classes() [][]int {
	var list [][]int
next:
	for p := range net.N {
		for i, class := range list {
			if !net.Victims.ofLinks() && net.alike(class[0], p) {
				list[i] = append(class, p)
				continue next
			}
		}
		list = append(list, []int{p})
	}
	return list
}
