package model

import "slices"

// Arrangements returns every way to give the identities 1..n to the processes
// of net, one of each set of arrangements that an automorphism of the network
// carries into each other: a renaming of the processes that keeps ports,
// labels, who may wake and who is down (the rotations, on a ring). Each starts
// with the largest identity where the network lets it. Where nobody may know an
// identity there is one arrangement, nil: the processes are anonymous.
func Arrangements(net Network) ([][]ID, error) {
	if net.anonymous() {
		return [][]ID{nil}, nil
	}
	n := net.N
	identity := make([]ID, n)
	for p := range identity {
		identity[p] = ID(n - p)
	}
	net.IDs = identity
	if err := net.validate(); err != nil {
		return nil, err
	}
	autos, err := net.automorphisms()
	if err != nil {
		return nil, err
	}
	var list [][]ID
	permute(identity, 0, func(ids []ID) {
		if isGreatest(ids, autos) {
			list = append(list, slices.Clone(ids))
		}
	})
	slices.SortFunc(list, func(a, b []ID) int { return slices.Compare(b, a) })
	return list, nil
}

// anonymous reports whether the network grants something, but no identity.
func (net *Network) anonymous() bool {
	return net.Grants != 0 && net.Grants&(KnowID|KnowNeighbours) == 0 && net.Topology != CompleteByID
}

// permute calls yield with every permutation of ids[from:].
func permute(ids []ID, from int, yield func([]ID)) {
	if from == len(ids) {
		yield(ids)
		return
	}
	for i := from; i < len(ids); i++ {
		ids[from], ids[i] = ids[i], ids[from]
		permute(ids, from+1, yield)
		ids[from], ids[i] = ids[i], ids[from]
	}
}

// isGreatest reports whether no automorphism makes ids lexicographically
// greater.
func isGreatest(ids []ID, autos [][]int) bool {
	for _, auto := range autos {
		for p := range ids {
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

// automorphisms returns the renamings of processes that keep ports, labels,
// who may wake and who is down. A renaming of a connected network is known
// from the image of one process, so each component has few.
func (net *Network) automorphisms() ([][]int, error) {
	if net.Topology == CompleteByID {
		// The ports follow the identities: every renaming keeps them, if it
		// keeps the rest.
		return net.labelKeeping(), nil
	}
	lay, err := net.layout()
	if err != nil {
		return nil, err
	}
	_, peers, err := lay.links()
	if err != nil {
		return nil, err
	}
	var autos [][]int
	for image := range net.N {
		if auto := net.extend(peers, image); auto != nil {
			autos = append(autos, auto)
		}
	}
	return autos, nil
}

// extend returns the automorphism that carries process 0 to image, nil if
// there is none. On a network that is not connected it returns the identity
// only: it never merges arrangements that differ.
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

// alike reports whether p and a have the same label and may do the same.
func (net *Network) alike(p, a int) bool {
	return (net.Labels == nil || net.Labels[p] == net.Labels[a]) &&
		net.Wake.Allows(p) == net.Wake.Allows(a) &&
		slices.Contains(net.Down, p) == slices.Contains(net.Down, a)
}

// labelKeeping returns every renaming that keeps labels, who may wake and who
// is down.
func (net *Network) labelKeeping() [][]int {
	ids := make([]ID, net.N)
	for p := range ids {
		ids[p] = ID(p)
	}
	var autos [][]int
	permute(ids, 0, func(perm []ID) {
		auto := make([]int, net.N)
		for p, a := range perm {
			if auto[p] = int(a); !net.alike(p, int(a)) {
				return
			}
		}
		autos = append(autos, auto)
	})
	return autos
}
