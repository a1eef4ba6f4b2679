package model

import (
	"fmt"
	"slices"
)

// An Initializer has processes with several initial local states. An algorithm
// without this method has one for each process, that of Init.
type Initializer[L any] interface {
	// Inits returns the initial local states of the process that p describes: at
	// least one, none of them twice, and first the one that Init returns. It must be a
	// function of what p grants.
	Inits(p Self) []L
}

// maxStarts is the largest number of initial configurations of a system.
const maxStarts = 1 << 12

// initials returns the initial local states of process p, checked.
func (s *System) initials(p int) ([]any, error) {
	first, list := s.alg.init(s.selves[p]), s.alg.inits(s.selves[p])
	if e := (Probe{s, 1}).init(p, first); e != nil {
		return nil, e
	}
	if e := (Probe{s, 1}).inits(p, list); e != nil {
		return nil, e
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("Inits of process %d returns nothing; allowed: at least the local state of Init", p)
	}
	for i, local := range list {
		s.Semantics().Check("local state", local)
		if slices.Contains(list[:i], local) {
			return nil, fmt.Errorf("Inits of process %d returns %s twice; allowed: once", p, text(local))
		}
	}
	if list[0] != first {
		return nil, fmt.Errorf("Inits of process %d begins with %s, but Init returns %s; allowed: the same", p, text(list[0]), text(first))
	}
	return list, nil
}

// begin returns the initial local state of process p, and in how many it may start.
// A process that is down and never comes back starts in one.
func (s *System) begin(p int) (local any, starts int, err error) {
	list, err := s.initials(p)
	switch {
	case err != nil:
		return nil, 0, err
	case s.net.Start == nil && slices.Contains(s.net.Down, p) && s.net.Faults.Restart == 0:
		return list[0], 1, nil
	case s.net.Start == nil:
		return list[0], len(list), nil
	case s.net.Start[p] >= len(list):
		return nil, 0, fmt.Errorf("start: process %d has no initial state %d; allowed: 0..%d", p, s.net.Start[p], len(list)-1)
	}
	return list[s.net.Start[p]], 1, nil
}

// Starts returns a system for each initial configuration of s, in the order of
// [Network].Start: s alone if it has one.
func (s *System) Starts() ([]*System, error) {
	if !s.several() {
		return []*System{s}, nil
	}
	vectors := [][]int{nil}
	for _, most := range s.starts {
		var longer [][]int
		for _, vector := range vectors {
			for i := range most {
				longer = append(longer, append(slices.Clip(vector), i))
			}
		}
		vectors = longer
	}
	list := make([]*System, len(vectors))
	for i, vector := range vectors {
		net := s.net
		net.Start = vector
		one, err := s.On(net)
		if err != nil {
			return nil, err
		}
		list[i] = one
	}
	return list, nil
}

// several reports whether s has several initial configurations.
func (s *System) several() bool {
	return slices.ContainsFunc(s.starts, func(starts int) bool { return starts > 1 })
}

// One returns an error if s has several initial configurations.
func (s *System) One() error {
	if !s.several() {
		return nil
	}
	count := 1
	for _, starts := range s.starts {
		count *= starts
	}
	return fmt.Errorf("%s has %d initial configurations; allowed: one (Network.Start says which, Starts returns them)", s.name, count)
}
