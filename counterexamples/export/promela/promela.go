package promela

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// most is the greatest number of processes and of channels in SPIN.
const most = 255

// Write returns the model of s, whose property SPIN verifies: pan reports an error if and only if
// an execution refutes the property (or witnesses it, if it is of reachability), or takes a step
// that is not well-formed. The title is a line about s. Write returns an error, in one line, if
// there is no such model.
func Write(s *model.System, p properties.Property, title string) ([]byte, error) {
	if err := p.CheckFor(s); err != nil {
		return nil, err
	}
	if err := suits(p); err != nil {
		return nil, err
	}
	if err := supports(s, p); err != nil {
		return nil, err
	}
	t, err := findSteps(s)
	if err != nil {
		return nil, err
	}
	w := newWriter(t, p)
	if err := w.checkSteps(); err != nil {
		return nil, err
	}
	return w.write(title), nil
}

// supports reports, in one line, why there is no model of the network of s for the property.
func supports(s *model.System, p properties.Property) error {
	net := s.Network()
	defers := s.Semantics().Defers()
	switch {
	case net.Timing != model.Async && net.Timing != model.Timely:
		return fmt.Errorf("timing %v; allowed as promela: %v, %v", net.Timing, model.Async, model.Timely)
	case net.Capacity.Places > 0:
		return fmt.Errorf("capacity %v; allowed as promela: none", net.Capacity)
	case net.Faults.Divide > 0:
		return fmt.Errorf("%v; allowed as promela: a network that does not divide", model.Faults{Divide: net.Faults.Divide})
	case net.Faults.Traitor > 0:
		return fmt.Errorf("%v; allowed as promela: no traitors", model.Faults{Traitor: net.Faults.Traitor})
	case !net.Victims.All():
		return fmt.Errorf("faults for some (%v); allowed as promela: faults for all", net.Victims)
	case defers && net.Order.PerReceiver():
		return fmt.Errorf("%s defers messages in order %v; allowed as promela: order %v, %v or %v", s.Name(), net.Order, model.FIFO, model.Bag, model.Set)
	case defers && net.Timing == model.Timely:
		return fmt.Errorf("%s defers messages in timing %v; allowed as promela: timing %v", s.Name(), net.Timing, model.Async)
	case defers && p.Form == properties.AtEnd:
		return fmt.Errorf("%s defers messages and %s is about the end; allowed as promela: a property of every configuration", s.Name(), p.Name)
	case net.N > most || len(s.Semantics().Channels()) > most:
		return fmt.Errorf("%d processes and %d channels; allowed as promela: %d of each", net.N, len(s.Semantics().Channels()), most)
	}
	return s.Semantics().One()
}
