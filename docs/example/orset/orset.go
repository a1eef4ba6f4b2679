// Package orset is a set that replicas change without asking each other, in which an addition wins over a removal at the same time: the
// OR-set of M. Shapiro, N. Preguiça, C. Baquero and M. Zawirski, A comprehensive study of convergent and commutative
// replicated data types (INRIA RR-7506, 2011), section 3.3.5. One element is enough to show it. docs/examples.md quotes it.
package orset

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Tags are a set of tags. Each addition has a tag of its own.
type Tags uint16

// A Replica is the local state of a replica, and the status that an observer sees.
type Replica struct {
	Added, Removed Tags // that it knows of
	Observed       Tags // that its own removals have removed
	Adds, Removals uint8
}

// Tags returns the tags of the element: it is in the set if it has one.
func (r Replica) Tags() Tags { return r.Added &^ r.Removed }

// A message tells of an addition or a removal.
type message struct {
	Removes bool
	Tags    Tags
}

func (m message) String() string {
	if m.Removes {
		return fmt.Sprintf("REMOVE %b", m.Tags)
	}
	return fmt.Sprintf("ADD %b", m.Tags)
}

// Algorithm: a replica adds a new tag, or removes the tags that it knows, and tells the others.
type Algorithm struct {
	Adds, Removals uint8 // the most that each replica does

	// The planted faults:
	Forgets bool // a removal that comes before the addition is forgotten
	Greedy  bool // a removal removes tags that the remover did not know
	Reuses  bool // all additions of a replica have one tag
}

// Needs says that replicas know their labels, which are their numbers.
func (Algorithm) Needs() model.Needs { return model.Needs{Knowledge: model.KnowLabel} }

// InputNames names the events that replicas start of their own.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "add", Operations: []string{"remove"}}
}

// Init returns a replica of the empty set.
func (Algorithm) Init(model.Self) Replica { return Replica{} }

// Ready says that a replica may add, and may remove an element that it has.
func (a Algorithm) Ready(_ model.Self, r Replica) model.Spontaneous {
	ready := model.Spontaneous{Wake: r.Adds < a.Adds}
	if r.Tags() != 0 && r.Removals < a.Removals {
		ready.Operations = 1
	}
	return ready
}

// Observe shows everything.
func (Algorithm) Observe(_ model.Self, r Replica) model.Status { return model.Status{Own: r} }

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[message], r Replica, in model.Input[message]) Replica {
	switch {
	case in.Kind == model.Wake:
		tag := Tags(1) << (uint8(p.Label())*a.Adds + r.Adds)
		if a.Reuses {
			tag = 1 << (uint8(p.Label()) * a.Adds)
		}
		r.Added |= tag
		r.Adds++
		tell(p, message{Tags: tag})
	case in.Kind == model.Invoke:
		tell(p, message{Removes: true, Tags: r.Tags()})
		r.Observed |= r.Tags()
		r.Removed |= r.Tags()
		r.Removals++
	case in.Msg.Removes && a.Forgets:
		r.Removed |= in.Msg.Tags & r.Added
	case in.Msg.Removes && a.Greedy:
		r.Removed |= in.Msg.Tags | r.Added
	case in.Msg.Removes:
		r.Removed |= in.Msg.Tags
	default:
		r.Added |= in.Msg.Tags
	}
	return r
}

// tell sends a message to the other replicas.
func tell(p *model.Process[message], m message) {
	for q := 1; q < p.Ports(); q++ {
		p.Send(model.Port(q), m)
	}
}

// Network is a network of n replicas.
func Network(n int) model.Network {
	net := model.Network{Topology: model.Complete, N: n}
	for p := range n {
		net.Labels = append(net.Labels, p)
	}
	return net
}

// Converges says that all replicas have the same tags once all messages have come.
func Converges() properties.Property {
	return properties.NewAtEnd("converges", "all replicas have the same tags in the end",
		properties.Both(func(a, b Replica) bool { return a.Tags() == b.Tags() }))
}

// AddWins says that an addition which no removal has observed is in the set in the end.
func AddWins() properties.Property {
	return properties.NewAtEnd("add-wins", "an addition that no removal has observed is there in the end", func(v model.View) bool {
		var added, observed Tags
		for _, r := range properties.Own[Replica](v) {
			added, observed = added|r.Added, observed|r.Observed
		}
		for _, r := range properties.Own[Replica](v) {
			if (added&^observed)&^r.Tags() != 0 {
				return false
			}
		}
		return true
	})
}

// Added says that a replica which adds the element has it.
func Added() properties.Property {
	return properties.NewAlwaysStep("added", "a replica that adds the element has it",
		properties.EachStep(func(before, after Replica) bool { return before.Adds == after.Adds || after.Tags() != 0 }))
}
