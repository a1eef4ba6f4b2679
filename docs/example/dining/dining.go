// Package dining is the dining philosophers, by messages: K. M. Chandy and J. Misra, The
// drinking philosophers problem (TOPLAS 6(4), 1984), section 3. docs/examples.md quotes it.
package dining

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A Mood is the status of a philosopher that an observer sees.
type Mood uint8

// The moods of a philosopher.
const (
	Thinking Mood = iota
	Hungry
	Eating
)

func (m Mood) String() string { return [...]string{"thinking", "hungry", "eating"}[m] }

// side has the fork and the token of a philosopher on one side.
type side struct {
	Fork, Dirty bool
	Token       bool // with which it may ask for the fork, or was asked
}

// state is the local state of a philosopher.
type state struct {
	Mood  Mood
	Sides [2]side // by port
}

// A message is a fork, which is clean, or the token that asks for one.
type message bool

// The messages.
const (
	token message = false
	fork  message = true
)

func (m message) String() string {
	if m == fork {
		return "FORK"
	}
	return "TOKEN"
}

// Algorithm: who is hungry asks for the forks that it lacks, and eats when it has both. A fork
// is dirty once its holder has eaten. Who is asked for a dirty fork gives it away, unless it
// is eating; a clean one it keeps until it has eaten.
type Algorithm struct {
	// Planted faults:
	Clean    bool // forks do not become dirty
	Generous bool // who is eating gives a fork away too
}

// The labels of [Network]: which forks a philosopher has at first.
const (
	none = iota
	first
	both
)

// Needs says that the philosophers know their labels.
func (Algorithm) Needs() model.Needs { return model.Needs{Knowledge: model.KnowLabel} }

// InputNames names the events that philosophers start of their own.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "hunger", Timers: [8]string{"full"}}
}

// Init returns a philosopher that thinks. Its forks are dirty, and where it has none it has
// the token.
func (Algorithm) Init(p model.Self) state {
	var s state
	for port := range s.Sides {
		held := p.Label() > port
		s.Sides[port] = side{Fork: held, Dirty: held, Token: !held}
	}
	return s
}

// Ready says that a philosopher may become hungry, and need not, but stops eating.
func (Algorithm) Ready(_ model.Self, s state) model.Spontaneous {
	if s.Mood == Eating {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{Wake: s.Mood == Thinking}
}

// Observe shows the mood.
func (Algorithm) Observe(_ model.Self, s state) model.Status { return model.Status{Own: s.Mood} }

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[message], s state, in model.Input[message]) state {
	switch {
	case in.Kind == model.Wake:
		s.Mood = Hungry
	case in.Kind == model.Timeout:
		s.Mood = Thinking
	case in.Msg == fork:
		s.Sides[in.Port].Fork = true
	default:
		s.Sides[in.Port].Token = true
	}
	for port := range s.Sides {
		s.Sides[port] = a.settle(p, s, model.Port(port))
	}
	if s.Mood == Hungry && s.Sides[0].Fork && s.Sides[1].Fork {
		s.Mood = Eating
		for port := range s.Sides {
			s.Sides[port].Dirty = !a.Clean
		}
	}
	return s
}

// settle gives a fork away, and asks for one.
func (a Algorithm) settle(p *model.Process[message], s state, port model.Port) side {
	x := s.Sides[port]
	if x.Fork && x.Token && x.Dirty && (s.Mood != Eating || a.Generous) {
		p.Send(port, fork)
		x.Fork, x.Dirty = false, false
	}
	if s.Mood == Hungry && x.Token && !x.Fork {
		p.Send(port, token)
		x.Token = false
	}
	return x
}

// Network is a table of n philosophers. The first has both of its forks, and the last none: if
// each had one, they might wait for each other in a circle.
func Network(n int) model.Network {
	net := model.Network{Topology: model.Ring, N: n, Labels: make([]int, n)}
	for p := range n {
		net.Labels[p] = first
	}
	net.Labels[0], net.Labels[n-1] = both, none
	return net
}

// Fed says that whoever is hungry eats: one property of every philosopher.
func Fed() properties.Property {
	return properties.NewLeadsTo("fed", "whoever is hungry eats",
		properties.Every(func(m Mood) bool { return m == Hungry }),
		properties.Every(func(m Mood) bool { return m == Eating }))
}

// Apart says that no two neighbours eat at a time.
func Apart() properties.Property {
	return properties.NewAlways("apart", "no two neighbours eat at a time",
		properties.Neighbours(func(a, b Mood) bool { return a != Eating || b != Eating }))
}
