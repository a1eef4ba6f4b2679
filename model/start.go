package model

import (
	"fmt"
	"iter"
	"slices"

	"github.com/interrex/interrex/model/values"
)

// An Initializer has processes with several initial local states. An algorithm
// without this method has one for each process, that of Init.
type Initializer[L any] interface {
	// Inits returns the initial local states of the process that p describes: at least
	// one, none of them twice, and first the one that Init returns. It must be a
	// function of the knowledge that p grants.
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
			return nil, fmt.Errorf("Inits of process %d returns %s twice; allowed: once", p, values.Text(local))
		}
	}
	if list[0] != first {
		return nil, fmt.Errorf("Inits of process %d begins with %s, but Init returns %s; allowed: the same", p, values.Text(list[0]), values.Text(first))
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
func (x Semantics) Starts() (_ []*System, err error) {
	defer blame(&err)
	if !x.sys.several() {
		return []*System{x.sys}, nil
	}
	return x.sys.begun()
}

// froms is Starts of a system that has several.
func (s *System) froms() (list []*System, err error) {
	for vector := range s.vectors() {
		one, err := s.from(vector)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// vectors yields the value of [Network].Start for each initial configuration, in order.
func (s *System) vectors() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		vector := make([]int, len(s.starts))
		for yield(slices.Clone(vector)) {
			p := len(vector) - 1
			for ; p >= 0 && vector[p] == s.starts[p]-1; p-- {
				vector[p] = 0
			}
			if p < 0 {
				return
			}
			vector[p]++
		}
	}
}

// from returns the system in which the processes start as a vector says.
func (s *System) from(vector []int) (*System, error) {
	one := *s
	one.net = s.net.clone()
	one.net.Start = vector
	return &one, one.begins()
}

// begins computes the initial configuration, the first if there are several, and checks it.
func (s *System) begins() (err error) {
	if s.initial, err = s.start(); err != nil {
		return err
	}
	if sleepers := len(s.sleepers(s.initial)); s.net.Timing == Lockstep && sleepers > maxSleepers {
		return fmt.Errorf("in lockstep %d processes may wake at the start of a round; allowed: at most %d (let all wake at the start, or list those that may)", sleepers, maxSleepers)
	}
	return nil
}

// several reports whether s has several initial configurations.
func (s *System) several() bool {
	return slices.ContainsFunc(s.starts, func(starts int) bool { return starts > 1 })
}

// One returns an error if the system has several initial configurations.
func (x Semantics) One() error {
	if !x.sys.several() {
		return nil
	}
	count := 1
	for _, starts := range x.sys.starts {
		count *= starts
	}
	return fmt.Errorf("%s has %d initial configurations; allowed: one (Network.Start says which, Starts returns them)", x.sys.name, count)
}
