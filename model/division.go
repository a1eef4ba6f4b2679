package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxDivided is the largest number of processes of a network that may divide into any two
// groups. The number of these divisions is 2 to the power of one less.
const maxDivided = 16

// Severed reports whether the link with that index in [System.Links] loses all that is sent on
// it: it is cut, or leads from one group of a divided network to the other.
func (c Configuration) Severed(link int) bool {
	return c.Cut != nil && c.Cut[link] || c.Divided != nil && c.Divided[link]
}

// Divided returns the smaller of the two groups into which the network is divided in c, in
// ascending order. Of two groups of the same size it is the one with process 0. It returns nil
// if the network is whole.
func (x Semantics) Divided(c Configuration) []int {
	if !slices.Contains(c.Divided, true) {
		return nil
	}
	side := make([]int, x.sys.net.N) // 0: not known yet
	side[0] = 1
	for known, before := 1, 0; known > before; { // the network is connected
		before = known
		for i, l := range x.sys.links {
			for _, of := range [][2]int{{l.From, l.To}, {l.To, l.From}} {
				if from, to := of[0], of[1]; side[from] != 0 && side[to] == 0 {
					known++
					if side[to] = side[from]; c.Divided[i] {
						side[to] = -side[from]
					}
				}
			}
		}
	}
	var group []int
	for p, of := range side {
		if of == 1 {
			group = append(group, p)
		}
	}
	return smaller(group, x.sys.net.N)
}

// smaller returns that of a group of n processes, in ascending order, and the group of all
// others which names their division.
func smaller(group []int, n int) []int {
	if len(group)*2 > n || len(group)*2 == n && group[0] != 0 {
		return others(group, n)
	}
	return group
}

// others returns the processes of n that are in no group.
func others(group []int, n int) (list []int) {
	for p := range n {
		if !slices.Contains(group, p) {
			list = append(list, p)
		}
	}
	return list
}

// Division returns the group that names the division of n processes into a group, in any order, and all
// others, as events do: see [Semantics.Divided].
func Division(group []int, n int) []int {
	group = slices.Clone(group)
	slices.Sort(group)
	return smaller(group, n)
}

// prepareDivisions lists the divisions that the faults allow.
func (s *System) prepareDivisions() {
	if s.net.Faults.Divide == 0 {
		return
	}
	for _, group := range s.net.Victims.Divide {
		s.divisions = append(s.divisions, Division(group, s.net.N))
	}
	if s.net.Victims.Divide == nil {
		s.divisions = divisions(s.net.N)
	}
	slices.SortFunc(s.divisions, slices.Compare[[]int])
}

// fitsDivisions refuses divisions of a graph in parts that no link connects: different groups would divide
// it at the same links.
func (lay *layout) fitsDivisions() error {
	if lay.net.Faults.Divide > 0 && lay.net.Topology == Graph && !lay.connected() {
		return errors.New("divide: no links connect all processes; allowed: a connected graph")
	}
	return nil
}

// Divisions returns the groups that name the divisions which the faults of s allow, in the order of events.
// The result must not be modified.
func (x Semantics) Divisions() [][]int { return x.sys.divisions }

// connected reports whether links connect all processes.
func (lay *layout) connected() bool {
	seen, list := make([]bool, lay.net.N), []int{0}
	for seen[0] = true; len(list) > 0; list = list[1:] {
		for _, p := range lay.net.Graph[list[0]] {
			if !seen[p] {
				seen[p] = true
				list = append(list, p)
			}
		}
	}
	return !slices.Contains(seen, false)
}

// divisions returns the groups that name all divisions of n processes.
func divisions(n int) (list [][]int) {
	for mask := 1; mask < 1<<(n-1); mask++ { // those of the group without process 0
		var group []int
		for p := 1; p < n; p++ {
			if mask>>(p-1)&1 == 1 {
				group = append(group, p)
			}
		}
		list = append(list, smaller(group, n))
	}
	return list
}

// divisionCauses appends the divisions that c enables, or that the network heals.
func (s *System) divisionCauses(list []cause, c Configuration) []cause {
	switch {
	case c.Divided == nil:
	case slices.Contains(c.Divided, true):
		list = append(list, cause{Event: Event{Process: -1, Kind: Heal}})
	case c.Left.Divide > 0:
		for _, group := range s.divisions {
			list = append(list, cause{Event: Event{Process: -1, Kind: Divide, Group: group}})
		}
	}
	return list
}

// divide returns c without the links between a group and all others.
func (s *System) divide(c Configuration, group []int) Configuration {
	next := c.clone()
	next.Left = next.Left.Minus(Divide.Cost())
	next.Divided = make([]bool, len(s.links))
	for i, l := range s.links {
		next.Divided[i] = slices.Contains(group, l.From) != slices.Contains(group, l.To)
	}
	return next
}

// heal returns c with the links that its division has cut.
func (s *System) heal(c Configuration) Configuration {
	next := c.clone()
	next.Divided = make([]bool, len(s.links))
	return next
}

// groupText returns "0+2" for the group of the processes 0 and 2.
func groupText(group []int) string {
	var items []string
	for _, p := range group {
		items = append(items, strconv.Itoa(p))
	}
	return strings.Join(items, "+")
}

// parseGroup reads the text that groupText returns for processes in ascending order.
func parseGroup(text string) (group []int, ok bool) {
	for _, item := range strings.Split(text, "+") {
		p, err := strconv.Atoi(item)
		if err != nil || strconv.Itoa(p) != item || p < 0 || len(group) > 0 && p <= group[len(group)-1] {
			return nil, false
		}
		group = append(group, p)
	}
	return group, true
}

// validateGroups reports a group of a list that can be cut off from nobody, or one that names the same
// division as another.
func (net *Network) validateGroups(of string, list [][]int) error {
	for i, group := range list {
		if err := net.validateProcesses(of, group); err != nil {
			return err
		}
		switch {
		case !slices.IsSorted(group):
			return fmt.Errorf("%s: group %s; allowed: processes in ascending order", of, groupText(group))
		case len(group) == 0 || len(group) == net.N:
			return fmt.Errorf("%s: group %q; allowed: some of the processes, and not all", of, groupText(group))
		case hasDivision(list[:i], group, net.N):
			return fmt.Errorf("%s: group %s and another one divide the network alike; allowed: one of them", of, groupText(group))
		}
	}
	return nil
}

// hasDivision reports whether a group, in ascending order, or all others of n processes are in a list.
func hasDivision(list [][]int, group []int, n int) bool {
	rest := others(group, n)
	return slices.ContainsFunc(list, func(other []int) bool { return slices.Equal(other, group) || slices.Equal(other, rest) })
}

// renamedGroup returns a group after a renaming, in ascending order.
func renamedGroup(group, image []int) (list []int) {
	for _, p := range group {
		list = append(list, image[p])
	}
	slices.Sort(list)
	return list
}
