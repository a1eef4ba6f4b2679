// Package oralmessages is algorithm OM(1) of L. Lamport, R. Shostak and M. Pease, The Byzantine generals problem (ACM
// TOPLAS 4(3), 1982), section 3, in rounds. docs/examples.md describes it.
package oralmessages

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Value is an order; Retreat is the one that a general takes who has heard none.
type Value uint8

// The orders.
const (
	Retreat Value = iota
	Attack
)

func (v Value) String() string { return [...]string{"retreat", "attack"}[v] }

// A Message is the order of the commander, or what a lieutenant says that the order was.
type Message struct {
	Relayed bool
	Value   Value
}

func (m Message) String() string {
	return fmt.Sprintf("%s(%v)", map[bool]string{false: "ORDER", true: "RELAY"}[m.Relayed], m.Value)
}

// A General is the status of a general that an observer sees.
type General struct {
	Commands bool
	Decided  bool
	Value    Value // the order of the commander, or what a lieutenant has decided
}

// A state is the local state of a general.
type state struct {
	Round   uint8 // how many rounds have begun
	Order   Value // the commander's, as far as heard
	Ordered bool
	Relayed model.PortSet // who has relayed something: the lieutenant itself too
	Attacks uint8         // how many of them said attack
}

// Algorithm is the program of each general; the one with label 1 is the commander.
type Algorithm struct {
	Order   Value                               // the commander's
	Decides func(attacks, generals uint8) Value // what a lieutenant decides, of whom so many generals say attack; nil: the majority
	Hasty   bool                                // whether lieutenants obey the commander without asking the others
}

func (Algorithm) Name() string { return "oral-messages" }
func (Algorithm) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowLabel | model.KnowNeighbourLabels}
}
func (Algorithm) Init(model.Self) state        { return state{} }
func (a Algorithm) commands(p model.Self) bool { return p.Label() == 1 }

// Ready tells a general of three rounds: the commander orders in the first, lieutenants relay in the second and decide in the third.
func (Algorithm) Ready(_ model.Self, s state) model.Spontaneous {
	return model.Spontaneous{Round: s.Round < 3}
}

func (a Algorithm) Step(p *model.Process[Message], s state, in model.Input[Message]) state {
	if in.Kind == model.Round {
		s.Round++
		a.speak(p, s)
		return s
	}
	ofCommander := p.NeighbourLabel(in.Port) == 1
	switch m := in.Msg; {
	case ofCommander && !m.Relayed && !s.Ordered && s.Round == 1:
		s.Ordered, s.Order = true, m.Value
	case !ofCommander && m.Relayed && s.Round == 2 && !s.Relayed.Has(in.Port):
		s.Relayed = s.Relayed.With(in.Port)
		s.Attacks += uint8(m.Value)
	}
	return s
}

// speak sends what a general says in a round: the commander its order, and then each lieutenant that order to the others.
func (a Algorithm) speak(p *model.Process[Message], s state) {
	for q := range model.Port(p.Ports()) {
		switch toCommander := p.NeighbourLabel(q) == 1; {
		case s.Round == 1 && a.commands(p.Self):
			p.Send(q, Message{false, a.Order})
		case s.Round == 2 && !a.commands(p.Self) && !toCommander:
			p.Send(q, Message{true, s.Order})
		}
	}
}

// Forges lets a traitor say either order, or relay it.
func (a Algorithm) Forges(p model.Self, q model.Port) []Message {
	if relays := !a.commands(p); !relays || p.NeighbourLabel(q) != 1 {
		return []Message{{relays, Retreat}, {relays, Attack}}
	}
	return nil
}

func (a Algorithm) Observe(p model.Self, s state) model.Status {
	g := General{Commands: a.commands(p), Decided: s.Round == 3, Value: a.Order}
	switch {
	case g.Commands:
	case a.Hasty:
		g.Value = s.Order
	default:
		g.Value = a.decide(s.Attacks, uint8(p.Ports()-1)) // a lieutenant relays to itself too
	}
	return model.Status{Own: g}
}

// decide returns the order that a lieutenant follows: that of the majority, or to retreat.
func (a Algorithm) decide(attacks, generals uint8) Value {
	switch {
	case a.Decides != nil:
		return a.Decides(attacks, generals)
	case 2*attacks > generals:
		return Attack
	}
	return Retreat
}

// Network returns the network of n generals, of which one may be a traitor who lies so many times.
func Network(n, lies int) model.Network {
	net := model.Network{N: n, Topology: model.Complete, Timing: model.Lockstep, Labels: make([]int, n), Faults: model.Faults{Traitor: 1, Forge: lies}}
	net.Labels[0] = 1
	return net
}

// Agreement (IC1) says that all loyal lieutenants decide the same.
func Agreement() properties.Property {
	return properties.NewAlways("IC1", "all loyal lieutenants obey the same order",
		properties.Both(func(a, b General) bool {
			return a.Commands || b.Commands || !a.Decided || !b.Decided || a.Value == b.Value
		}))
}

// Obedience (IC2) says that they decide what a loyal commander orders.
func Obedience() properties.Property {
	return properties.NewAlways("IC2", "every loyal lieutenant obeys the order of a loyal commander",
		properties.Both(func(a, b General) bool { return !a.Commands || b.Commands || !b.Decided || a.Value == b.Value }))
}

// Decision says that all loyal generals have decided in the end.
func Decision() properties.Property {
	return properties.NewAtEnd("decision", "every loyal general has decided", properties.Each(func(g General) bool { return g.Decided }))
}
