// Package stable has an election by suspicion, which docs/examples.md describes: everybody follows
// the smallest identity that it does not suspect. Suspicions may be false.
package stable

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Algorithm is the program of every process. Its zero value is right.
type Algorithm struct {
	// Grudging processes never take a suspicion back: a planted fault.
	Grudging bool
}

// State is a local state: the ports whose processes are suspected.
type State struct{ Suspected model.PortSet }

// Message is a question or its answer.
type Message uint8

// The messages: whoever suspects a process asks it, and who is asked answers.
const (
	AreYouThere Message = iota
	Here
)

func (m Message) String() string { return [...]string{"ARE-YOU-THERE", "HERE"}[m] }

// Needs implements [model.Needer].
func (Algorithm) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowID, Topologies: []model.Topology{model.CompleteByID}}
}

// Init implements [model.Algorithm].
func (Algorithm) Init(model.Self) State { return State{} }

// Observe implements [model.Algorithm]. Port q leads to the process with the q-th smallest identity.
func (Algorithm) Observe(p model.Self, s State) model.Status {
	q := model.Port(0)
	for s.Suspected.Has(q) {
		q++
	}
	return model.Status{Leader: model.ID(q + 1)}
}

// Ready implements [model.Algorithm]: a process may suspect those of smaller identities.
func (Algorithm) Ready(p model.Self, s State) (r model.Spontaneous) {
	for q := range model.Port(p.ID() - 1) {
		if !s.Suspected.Has(q) {
			r.Suspect = r.Suspect.With(q)
		}
	}
	return r
}

// Step implements [model.Algorithm].
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Kind == model.Suspect:
		s.Suspected = s.Suspected.With(in.Port)
		p.Send(in.Port, AreYouThere)
	case in.Msg == AreYouThere:
		p.Send(in.Port, Here)
	case !a.Grudging:
		s.Suspected = s.Suspected.Without(in.Port)
	}
	return s
}

// Network returns a network of n processes of which one may crash, with false suspicions without end.
func Network(n int) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n, Order: model.Set, Faults: model.Faults{Crash: 1, Suspect: model.Unbounded}}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// Stable says that at last everybody follows one process.
func Stable() properties.Property {
	return properties.NewStabilises("stable", "at last everybody follows one process", properties.Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return s.Down || t.Down || s.Leader == t.Leader
		}})
}

// Trusted says that from some time on no suspicion is false.
func Trusted() properties.Property {
	return properties.FromSomeTimeOn("trust", "from some time on no suspicion is false",
		func(s properties.Step) bool { return s.Event.Kind != model.Suspect || !s.IsFault() })
}
