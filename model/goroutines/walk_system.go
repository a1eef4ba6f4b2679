package goroutines

import (
	"reflect"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A walkSystem is the part of the model that walks on a network need. It is immutable.
type walkSystem struct {
	*model.System                  // nobody wakes by itself there: no steps are taken for that
	places        []realcode.Place // of the processes
}

// isFor reports whether the system is that of walks on a network.
func (s *walkSystem) isFor(net model.Network) bool {
	if s == nil {
		return false
	}
	own := *s.Network()
	if own.Wake.All = net.Wake.All; net.Grants == 0 {
		own.Grants = 0 // the system has those that the code needs
	}
	return reflect.DeepEqual(own, net)
}

// systemOfWalks returns the system of walks on a network. It keeps the last one: to make it takes as long as a short walk.
func (a *Algorithm) systemOfWalks(net model.Network) (*walkSystem, error) {
	a.mu.Lock()
	last := a.walked
	a.mu.Unlock()
	if last.isFor(net) {
		return last, nil
	}
	free := newAlgorithm(a.code)
	free.code.Needs.Timings = nil
	net.Wake.All = false
	s, err := model.New(free, net)
	if err != nil {
		return nil, err
	}
	next := &walkSystem{System: s}
	for _, local := range s.Initial().Locals {
		state, _ := local.(State)
		next.places = append(next.places, free.states[state.number].place)
	}
	a.mu.Lock()
	a.walked = next
	a.mu.Unlock()
	return next, nil
}
